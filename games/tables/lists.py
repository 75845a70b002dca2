"""Tables as entries of a list, as one user sees them, without further queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from games.portraits.faces import PlayerFace
from games.tables import time_words
from games.tables.models import Ending, Game, Seat, Status
from games.tables.player_facts import Reliability, ShownRating
from games.tables.previews import Preview, name_of, preview, side_name
from games.tables.seats import acting_seat, own_seat, waits_for
from games.tables.timekeeping import display
from games.tables.timekeeping.clocks import deadline_of, week_of


@dataclass(slots=True)
class Card:
    """A table in a list."""

    game: Game
    seats: list[Seat]
    mine: Seat | None
    title: str
    is_my_turn: bool = False
    picture: Preview | None = None
    deadline: datetime | None = None
    """The deadline of the side that has to answer."""
    until: str = ""
    """That deadline in words."""
    left: display.TimeLeft = field(default_factory=display.TimeLeft)
    """The time until then, if it is the user's turn."""
    away: list[str] = field(default_factory=list)
    moved: str = ""
    """The change of the viewed player's rating."""
    rating: ShownRating | None = None
    """The rating of the creator of an open table."""
    reliability: Reliability | None = None
    """The reliability of the creator of an open table."""
    weeks: list[tuple[str, str]] = field(default_factory=list)
    """The names and weeks of the other players of an open table."""

    @property
    def free(self) -> list[Seat]:
        """The seats that are not taken or reserved."""
        return [
            seat
            for seat in self.seats
            if seat.user_id is None and not seat.bot and seat.invited_id is None
        ]

    @property
    def faces(self) -> list[PlayerFace]:
        """The faces of the other players; of all, if the user doesn't play."""
        faces = (seat.face for seat in self.seats if self.mine is None or seat.pk != self.mine.pk)
        return [face for face in faces if face is not None]

    @property
    def result(self) -> str:
        """The result in a word or two: for the user, if the user played."""
        if self.game.ending in (Ending.ANNULLED, Ending.REVOKED):
            return _("Annulled")
        if self.game.ending in (Ending.UNBEGUN, Ending.LAPSED):
            return _("Cancelled")
        if self.game.status != Status.FINISHED:
            return str(self.game.get_status_display())
        if self.game.winner is None:
            return _("Draw")
        if self.mine is None:
            winners = side_name(self.seats, self.game.winner)
            return _("%(winners)s won") % {"winners": winners}
        return _("Won") if self.game.winner == self.mine.side else _("Lost")

    @property
    def why(self) -> str:
        """The way in which it ended."""
        match self.game.ending:
            case Ending.REVOKED:
                return _("by a moderator")
            case Ending.ANNULLED:
                return _("lost during an absence that had already cost a game")
            case Ending.UNBEGUN:
                return _("not started in time")
            case Ending.LAPSED:
                return _("not resumed in time")
            case "" | Ending.DRAW:
                return ""
        return str(self.game.get_ending_display())

    @property
    def outcome(self) -> str:
        """The result as a class for the style sheet."""
        if self.mine is None or self.game.winner is None:
            return "even"
        return "won" if self.game.winner == self.mine.side else "lost"


def cards(
    games: Iterable[Game],
    user: Any,
    pictures: int = 0,
    gone: Mapping[int, datetime] | None = None,
    now: datetime | None = None,
) -> list[Card]:
    """Return games as cards; the first `pictures` of them with a picture.

    `gone`: the ends of the players' vacations by user id (`gone_of`).
    """
    now = now or timezone.now()
    return [
        _card(game, user, number < pictures, gone or {}, now) for number, game in enumerate(games)
    ]


def gone_of(games: Iterable[Game], now: datetime) -> dict[int, datetime]:
    """Return the ends of the vacations of players who are away, by user id."""
    return display.away((seat.user_id for game in games for seat in game.seats.all()), now)


def most_pressing(games: Sequence[Game], user: User) -> list[Game]:
    """Return the games that wait for a user, the one with the least time left first.

    The user's own deadline counts, not the game's next one. Of two deadlines of one user the
    earlier one also leaves less usable time.
    """

    def key(game: Game) -> tuple[bool, datetime, int]:
        deadline = _own_deadline(game, acting_seat(list(game.seats.all()), user))
        return deadline is None, deadline or game.created_at, game.pk

    return sorted(games, key=key)


def _own_deadline(game: Game, acting: Seat | None) -> datetime | None:
    return None if acting is None else deadline_of(game, acting.side)


def _card(
    game: Game, user: Any, with_picture: bool, gone: Mapping[int, datetime], now: datetime
) -> Card:
    seats = list(game.seats.all())
    viewer = user if user is not None and user.is_authenticated else None
    mine, acting = own_seat(seats, viewer), acting_seat(seats, viewer)
    card = Card(game, seats, mine, _title(game, seats, mine))
    if with_picture:
        card.picture = preview(game, below=mine.side if mine else 0)
    card.is_my_turn = acting is not None and waits_for(acting, viewer)
    others = [seat.user for seat in seats if seat.user is not None and seat.user != viewer]
    card.away = [
        _("%(name)s: away until %(end)s")
        % {"name": other.username, "end": time_words.until(gone[other.pk], now)}
        for other in others
        if other.pk in gone
    ]
    if game.status == Status.OPEN and game.pace is not None and not game.live:
        card.weeks = [(o.username, ", ".join(display.week_words(o, now))) for o in others]
    _add_time(card, acting, viewer, now)
    return card


def _add_time(card: Card, acting: Seat | None, viewer: User | None, now: datetime) -> None:
    game = card.game
    if game.status != Status.RUNNING:
        return
    if game.paused_until is not None:
        card.until = _("waiting for players") if game.gathering else _("paused")
        return
    card.deadline = game.deadline
    if card.is_my_turn and viewer is not None:
        card.deadline = _own_deadline(game, acting)
        if card.deadline is not None:
            weeks = [None if game.live else week_of(viewer)]
            card.left = display.time_left(weeks, card.deadline, now)
    if card.deadline is not None:
        card.until = pgettext("deadline", "until %(when)s") % {
            "when": time_words.until(card.deadline, now)
        }


def _title(game: Game, seats: list[Seat], mine: Seat | None) -> str:
    if mine is None and game.status == Status.OPEN and game.creator is not None:
        return _("%(name)s invites you") % {"name": game.creator.username}
    if mine is None:
        sides = {"one": side_name(seats, 0), "other": side_name(seats, 1)}
        return _("%(one)s against %(other)s") % sides
    others = side_name(seats, 1 - mine.side)
    mates = [seat for seat in seats if seat.side == mine.side and seat is not mine]
    if mates:
        names = {"mate": name_of(mates[0]), "others": others}
        return _("with %(mate)s against %(others)s") % names
    if game.status == Status.OPEN and not any(
        seat.user_id or seat.bot or seat.invited_id for seat in seats if seat is not mine
    ):
        return _("against anyone")
    return _("against %(others)s") % {"others": others}
