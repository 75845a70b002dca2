"""The shapes of the API's answers and of what it takes."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from django.utils.translation import gettext as _
from ninja import Schema
from pydantic import ConfigDict, Field

from common.refusals import Refused
from engine.public_types import View
from games.clock import BANK, ClockError, Pace
from games.tables.models import Message

Name = Annotated[str, Field(max_length=150)]


class Input(Schema):
    """What a program sends: unknown names are errors, so that a typo is noticed."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """An error (RFC 9457, `application/problem+json`)."""

    type: str = "about:blank"
    title: str
    status: int
    code: str = Field(description="A word that doesn't change.")
    detail: str = Field(description="A sentence in the language of the request.")


# --- games ---


class PaceOut(Schema):
    """A clock: `start` seconds, `increment` for each turn, at most `most` (`null`: no limit)."""

    start: int
    increment: int
    most: int | None
    live: bool


class SeatOut(Schema):
    """A seat at a table. `side`: seats 0 and 2 are side 0, seats 1 and 3 side 1."""

    number: int
    side: int
    kind: Literal["player", "guest", "bot", "invited", "free", "gone"]
    name: str | None = Field(description="The name of the player, or of the bot.")
    bot: str | None = Field(description="The key of the bot.")
    bot_account: bool = Field(description="Whether the player is a program with an account.")
    asked: bool = Field(description="Whether the game waits for this seat.")


class GameSummary(Schema):
    """A table without its board."""

    id: int
    url: str
    status: Literal["open", "running", "finished", "aborted", "cancelled"]
    version: int = Field(description="Rises with every change that players should see.")
    seq: int = Field(description="The number of answers so far.")
    players: int
    public: bool
    rated: bool
    pool: str | None = Field(description="The rating pool; `null` for a friendly game.")
    occasion: str | None = Field(description="What the site started it for, such as `ladder`.")
    secret_agents: bool
    bots_welcome: bool = Field(description="Whether bot accounts may take free seats.")
    beginner: bool
    pace: PaceOut | None
    seats: list[SeatOut]
    deadline: datetime | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    ending: str | None
    winner: int | None = Field(description="The side that has won; `null` for a draw.")


class ProposalOut(Schema):
    """The open proposal of a side; the next answer ends it."""

    side: int = Field(description="The side that has made it.")
    kind: Literal["pause", "resume", "pace"]
    pace: PaceOut | None = Field(description="The clock that a `pace` proposes; `null`: no clock.")
    at: datetime


class GameOut(GameSummary):
    """A table as you may see it."""

    seed_sha256: str = Field(description="The hash of the seed of the deal.")
    seat: int | None = Field(description="The seat that you answer for.")
    your_turn: bool
    answers: list[str] = Field(description="Your legal answers; empty if you are not asked.")
    proposal: ProposalOut | None
    view: View | None = Field(
        description="What you may see of the table (docs/notation.md); `null` before the start."
    )


class MyGame(GameSummary):
    """One of your tables."""

    your_turn: bool


class EventOut(Schema):
    """What happened: the event as the engine writes it, and its sentence."""

    data: dict[str, Any]
    sentence: str


class MoveOut(Schema):
    """An answer of a seat, with its events as you may see them."""

    seq: int
    seat: int
    events: list[EventOut]


class MovesOut(Schema):
    """Moves, the oldest first."""

    moves: list[MoveOut]
    next: int | None = Field(description="`after` of the next page; `null` on the last one.")


class MessageOut(Schema):
    """A line of the chat."""

    id: int
    author: str | None
    text: str
    at: datetime

    @classmethod
    def of(cls, line: Message) -> Self:
        """Return a line of the chat."""
        author = line.author and line.author.username
        return cls.model_construct(id=line.pk, author=author, text=line.text, at=line.at)


class MessagesOut(Schema):
    """The chat of a table, the oldest line first."""

    messages: list[MessageOut]


class GamesOut(Schema):
    """A page of games, the latest first."""

    games: list[GameSummary]
    next: str | None = Field(description="`cursor` of the next page; `null` on the last one.")


class PlanOut(Schema):
    """Your plan for your next turn."""

    answers: list[str] = Field(description="What you have planned; empty without a plan.")
    kept: bool = Field(description="Whether the table offers it in your turn.")
    sentences: list[list[str]] = Field(
        description="What each answer does, as far as you can know it."
    )
    options: list[str] = Field(description="The legal answers that could follow.")


class NotesOut(Schema):
    """Your notes on a game; only you see them."""

    notes: str


class LevelOut(Schema):
    """How insistently a game notifies you."""

    level: Literal["mute", "normal", "urgent"]


class ReviewedAnswerOut(Schema):
    """What a seat chose with an answer outside of its own turn, as the review judges it."""

    seat: int
    before: int = Field(description="The number of answers before it.")
    label: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float = Field(description="The chance that the choice lost, 0 to 1.")
    error: float = Field(description="The standard error of `loss`.")
    missed_win: bool
    played: list[str]
    better: list[str] = Field(description="Answers that are proven to be better, up to a reveal.")
    better_sentences: list[str]
    causes: list[str] = Field(description="Why they are better, in sentences.")


class ReviewedTurnOut(ReviewedAnswerOut):
    """A turn as the review judges it."""

    number: int
    last: int = Field(description="The number of its last answer.")
    chance: float = Field(description="The chance of its side after it, 0 to 1.")
    open_loss: float = Field(description="`loss` with all hands and the deck open.")
    luck: float
    happened: list[str] = Field(description="The turn in sentences.")
    answers: list[ReviewedAnswerOut] = Field(
        description="The answers of the other side in it; in the first turn, the mulligan."
    )


class ReviewOut(Schema):
    """The review of a game."""

    state: Literal["none", "queued", "running", "done", "failed"]
    turns: list[ReviewedTurnOut] = Field(description="Empty until it is `done`.")


class MyGamesOut(Schema):
    """Your tables that are open or running, the least time left first."""

    games: list[MyGame]


# --- streams ---


class StreamEnd(Schema):
    """The last line of a stream that ends for a reason."""

    event: Literal["end"]
    code: str = Field(description="`unauthenticated` or `not_found`, as those of problems.")
    detail: str = Field(description="A sentence in the language of the request.")


class StreamLine(Schema):
    """A line of your stream. Fields that an event doesn't have are left out."""

    id: str = Field(description="Send the last one as `since` to go on behind it.")
    event: Literal["ready", "started", "turn", "ended", "challenge", "message", "end"]
    at: datetime | None = None
    game: MyGame | None = Field(default=None, description="As it is now.")
    message: MessageOut | None = None
    code: str | None = Field(default=None, description="Of `end`: why the stream ends.")
    detail: str | None = Field(default=None, description="Of `end`: that in a sentence.")


class GameLine(Schema):
    """A line of the stream of a game. Fields that an event doesn't have are left out."""

    id: str = Field(description="Send the last one as `since` to go on behind it.")
    event: Literal["move", "game", "end"]
    move: MoveOut | None = None
    game: MyGame | None = Field(default=None, description="Where the game stands.")
    code: str | None = Field(default=None, description="Of `end`: why the stream ends.")
    detail: str | None = Field(default=None, description="Of `end`: that in a sentence.")


# --- players ---


class RatingOut(Schema):
    """A rating: `value` ± `band`; not `sure` while it may be far off."""

    pool: str
    value: int
    band: int
    sure: bool
    games: int


class Tally(Schema):
    """Results of finished games."""

    won: int
    drawn: int
    lost: int


class PlayerOut(Schema):
    """A player."""

    name: str
    url: str
    guest: bool
    bot: bool
    bot_maker: str | None
    country: str | None
    about: str
    ratings: list[RatingOut]
    results: Tally


class RatingPointOut(Schema):
    """A rating after a game."""

    at: datetime
    value: int
    band: int


class RatingHistory(Schema):
    """A rating after each of its latest counted games, the oldest first."""

    name: str
    pool: str
    points: list[RatingPointOut]


class PlaceOut(Schema):
    """A place on a leaderboard, which is ordered by `score`: `value` - 2 `band`."""

    place: int
    name: str
    value: int
    band: int
    score: int
    games: int


class LeaderboardOut(Schema):
    """A page of a leaderboard."""

    pool: str
    places: list[PlaceOut]
    next: int | None = Field(description="`after` of the next page; `null` on the last one.")


class MeOut(Schema):
    """The token and its owner."""

    name: str
    bot: bool
    scopes: list[str]
    expires_at: datetime | None


# --- notifications ---

TimeOfDay = Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class NotificationSettingsOut(Schema):
    """How you are notified. Times are those of your time zone."""

    preset: str | None = Field(description="The preset that the topics are those of.")
    topics: dict[str, dict[str, bool]] = Field(description="Topic → channel → whether it is used.")
    mail_after: int = Field(description="Minutes before a mail.")
    quiet: Literal["sleep", "own", "never"]
    quiet_from: str | None
    quiet_to: str | None
    alarms: list[int] = Field(description="Per cent of your time left at which to remind you.")
    digest: str = Field(description="`daily` or `weekly`; empty: none.")
    digest_at: str
    digest_day: int = Field(description="The weekday of a weekly digest, 0 for Monday.")


class NotificationSettingsIn(Input):
    """What is to change of your notification settings."""

    preset: str | None = Field(default=None, max_length=20)
    topics: dict[str, dict[str, bool]] = Field(default_factory=dict, max_length=50)
    mail_after: int = 0
    quiet: Literal["sleep", "own", "never"] = "sleep"
    quiet_from: TimeOfDay = "22:00"
    quiet_to: TimeOfDay = "07:00"
    alarms: list[int] = Field(default_factory=list, max_length=10)
    digest: str = Field(default="", max_length=10)
    digest_at: TimeOfDay = "08:00"
    digest_day: int = 0


# --- cards ---


class CardOut(Schema):
    """An agent, a level of a technology, a bonus token, a leadership or a line bonus."""

    key: str
    kind: Literal["agent", "technology", "token", "leadership", "line"]
    name: str
    sentence: str
    symbols: list[str]
    planet: str | None
    faction: str | None
    cost: int | None
    level: int | None
    copies: int
    expansion: bool


class CardsOut(Schema):
    """Everything printed in the game."""

    cards: list[CardOut]


# --- what programs send ---


class AnswersIn(Input):
    """Answers to be played one after the other: all of them, or none."""

    seq: int = Field(ge=0, le=2**31 - 1, description="The `seq` of the game you have looked at.")
    answers: list[Annotated[str, Field(min_length=1, max_length=100)]] = Field(
        min_length=1, max_length=60
    )


class BotIn(Input):
    """What makes an account a bot."""

    maker: str = Field(min_length=1, max_length=60, description="Your name, shown to everyone.")
    confirm: str = Field(
        max_length=150, description="The name of the account: there is no way back."
    )


class MessageIn(Input):
    """A line for the chat."""

    text: str = Field(min_length=1, max_length=500)


class PaceIn(Input):
    """A clock, in seconds."""

    start: int = Field(ge=0, le=2**31 - 1)
    increment: int = Field(ge=0, le=2**31 - 1)
    most: int | None = Field(default=None, ge=0, le=2**31 - 1)
    live: bool = False

    def clock(self) -> Pace:
        """Return the pace; raises `Refused`."""
        try:
            return Pace(self.start, self.increment, self.most, self.live)
        except ClockError as error:
            raise Refused(_("This pace is not possible."), 422, code="bad_pace") from error


class ProposalIn(Input):
    """A proposal to the other side."""

    kind: Literal["pause", "resume", "pace"]
    pace: PaceIn | None = Field(
        default=None, description="The clock that a `pace` proposes; `null`: no clock."
    )


class TimeIn(Input):
    """Time for the other side."""

    hours: int = Field(description="12 to 168 usable hours.")


class PlanIn(Input):
    """A plan: what you would answer if your turn began now."""

    answers: list[Annotated[str, Field(min_length=1, max_length=100)]] = Field(
        min_length=1, max_length=60
    )


class NotesIn(Input):
    """Your notes on a game."""

    notes: str = Field(max_length=4000)


class LevelIn(Input):
    """How insistently a game notifies you."""

    level: Literal["mute", "normal", "urgent"]


class OpponentIn(Input):
    """Who else plays: a bot by its key, an invited player by name; neither: anyone."""

    bot: str | None = Field(default=None, max_length=16)
    player: Name | None = None


class TableIn(Input):
    """A new table."""

    players: Literal[2, 4] = 2
    others: list[OpponentIn] = Field(
        default_factory=lambda: [OpponentIn()],
        max_length=3,
        description="The other seats in order.",
    )
    access: Literal["open", "link"] = Field(
        default="open", description="Who may take free seats: anyone, or those with the link."
    )
    pace: PaceIn | None = Field(
        default_factory=lambda: PaceIn(**BANK.to_json()),
        description="`null`: no clock. Without it: three days, plus one each turn.",
    )
    rated: bool = False
    public: bool = True
    secret_agents: bool = False
    bots_welcome: bool = Field(default=False, description="Whether bot accounts may join.")
    boards: str = Field(
        default="", pattern="^([SD][UO][NP])?$", description="Such as `SUN`; empty: random."
    )
    seat: int = Field(default=0, ge=0, le=3)


class SeatIn(Input):
    """The seat to take: without a number, the first one that is free or kept for you."""

    number: int | None = Field(default=None, ge=0, le=3)
    link: str = Field(default="", max_length=64, description="The secret part of the table's link.")


class Done(Schema):
    """Where the game is after a write. Read the game for what you may see of it now."""

    game: int
    status: str
    seq: int
    version: int
    link: str | None = Field(
        default=None, description="The secret part of the link of your new table."
    )


class MessageDone(Schema):
    """The new line of the chat."""

    id: int
