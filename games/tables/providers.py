"""What other subjects provide to tables: the questions that tables ask, and the registry.

Each question is a function below that returns its default answer. A subject provides another one
with `@providers.pool.provider` in its `receivers.py`. Without any, every game is friendly, and its
players have no ratings.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpResponse

from accounts.models import User
from accounts.requests import HtmxRequest
from common.providers import Provided, ProvidedByAll
from engine import Event
from engine.public_types import View
from games.tables.models import Game, Seat
from games.tables.player_facts import Reliability, ShownRating, ShownRatingChange


@dataclass(frozen=True, slots=True)
class PageLine:
    """A sentence on a page, as plain text, with the path of the page about it.

    `do`: the label of a button, if the user has something to do there.
    """

    text: str
    path: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class HintPanel:
    """The hints for the question that the viewer is asked.

    `signs`: the turn as symbols, HTML. `do`: the label of the button for the next hint; empty
    after the last one. `path`: where it posts to. `used`: how many the viewer has taken, in words.
    `cards`: the cards of the hand that it speaks of.
    """

    lines: Sequence[str]
    signs: str
    do: str
    path: str
    used: str
    cards: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """The rating changes of a finished game; `why_none`: why a rated game changed none."""

    changes: Sequence[ShownRatingChange] = ()
    why_none: str = ""


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """A table after some of its moves, as the viewer of its replay sees it."""

    game: Game
    seq: int
    """The number of the last move that has been played."""
    number: int | None
    """The viewer's own seat; `None` for a spectator."""
    is_open: bool
    """Whether the game is over and the viewer may see all hands."""
    starts_turn: bool
    """Whether a turn is about to begin, so that the engine can write the position."""
    token: str
    """The table's token, for a viewer who came by its link."""
    query: str = ""
    """What its address ends with for the view that the viewer chose: `?seat=1&better=1`."""


@dataclass(frozen=True, slots=True)
class BetterTurn:
    """A better turn than the one that was played from a moment, as its replay draws it.

    `agent`: the card that it plays. `lines`: its answers, in words; `reasons`: why it is better.
    `events`: what it does, as its seat knows beforehand. `path`: the page about it.
    """

    number: int
    seat: int
    agent: str
    lines: Sequence[str]
    reasons: str
    events: Sequence[Event]
    path: str


@dataclass(frozen=True, slots=True)
class SidePanel:
    """A panel that another subject shows beside the board, below the log.

    `name`: of its region. `template`: in Jinja2; it gets `values`, the game's `number`, and the
    `token` of a page that was opened by the table's link.
    """

    name: str
    template: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PuzzleBoard:
    """The position of a puzzle, to be drawn elsewhere; nothing of its solution.

    `seat`: the seat that has the turn, whose `view` it is. `task`: what it has to achieve.
    """

    number: int
    title: str
    task: str
    path: str
    view: View
    seats: Sequence[Seat]
    seat: int


@dataclass(frozen=True, slots=True)
class RematchOffer:
    """The rematch of a game that is over, as a viewer may have it.

    `path`: of the rematch, if it can be joined or has started. `ask`: where the viewer can ask for
    one. Each is empty otherwise.
    """

    path: str = ""
    ask: str = ""


@Provided
def pool(game: Game, seats: Sequence[Seat]) -> str:
    """Return the rating pool of a game that starts now; empty if it is not rated."""
    return ""


@Provided
def refuse_rated(user: User, now: datetime) -> None:
    """Raise `Refused` if a user may not play rated games now."""


@Provided
def barred(users: Iterable[int], now: datetime) -> set[int]:
    """Return which users, by their ids, may not play rated games now."""
    return set()


@Provided
def refuse_invitations(creator: User, people: Sequence[User], now: datetime) -> None:
    """Raise `Refused` if a user, whose row is locked, invites too often."""


@Provided
def seat_ratings(game: Game, seats: Sequence[Seat], now: datetime) -> dict[int, ShownRating]:
    """Return the ratings of the players and bots at a table, by the numbers of their seats."""
    return {}


@Provided
def reliability(users: Iterable[int], now: datetime) -> dict[int, Reliability]:
    """Return the reliability of some users, by their ids."""
    return {}


@Provided
def rating_changes(game: Game, seats: Sequence[Seat]) -> RatingChanges:
    """Return the rating changes of a finished game."""
    return RatingChanges()


@Provided
def ratings_before(game: Game, seats: Sequence[Seat]) -> Mapping[int, int]:
    """Return the ratings of the players before a finished rated game, by seat number."""
    return {}


@ProvidedByAll
def occasions(game: Game) -> Iterable[PageLine]:
    """Return the contest that a game is played for, or the game that it was tried from."""
    return ()


@Provided
def after_the_end(game: Game) -> Sequence[PageLine]:
    """Return links about a game that is over and whose hands are open."""
    return ()


@Provided
def course_path(game: Game) -> str:
    """Return where the chart of a game that is over is fetched anew; empty if nowhere."""
    return ""


@Provided
def hints(game: Game, seats: Sequence[Seat], own: Seat | None) -> HintPanel | None:
    """Return the hints for a seat that is asked; `None` where there are none."""
    return None


@Provided
def advice(game: Game, own: Seat, kind: str) -> str:
    """Return what helps a newcomer with a question; `kind`: of the decision. Empty for others."""
    return ""


@Provided
def open_page(
    request: HtmxRequest, game: Game, seats: Sequence[Seat], message: str, token: str, status: int
) -> HttpResponse:
    """Answer with the page of a table that has not been dealt, or its fragment.

    `message`: for the player. `token`: of the link by which the viewer came.
    """
    raise Http404


@Provided
def rematch(game: Game, seats: Sequence[Seat], own: Seat | None, user: User | None) -> RematchOffer:
    """Return the rematch of a game that is over; `own`: the viewer's own seat."""
    return RematchOffer()


@ProvidedByAll
def side_panels(
    game: Game, own: Seat | None, user: User | None, partial: bool
) -> Iterable[SidePanel]:
    """Return panels for a viewer, whose own seat is `own`; without values if `partial`."""
    return ()


@ProvidedByAll
def moment_links(moment: ReplayMoment) -> Iterable[PageLine]:
    """Return what else can be done with a moment, as lines of its replay."""
    return ()


@Provided
def better_turn(moment: ReplayMoment, seats: Sequence[Seat]) -> BetterTurn | None:
    """Return a better turn than the one that was played from a moment; `None` if none is known."""
    return None


@Provided
def puzzle_board(number: int | None) -> PuzzleBoard | None:
    """Return the position of a puzzle, by default today's; `None` if there is none."""
    return None


def occasion(game: Game) -> PageLine | None:
    """Return what a game is played for, as a line of a page."""
    return next(iter(occasions(game)), None)
