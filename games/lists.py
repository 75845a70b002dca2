"""Tables as lines of a list, with the eyes of one user and without asking the database again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Game, Seat, Status
from games.previews import Preview, preview, side_name


@dataclass(frozen=True, slots=True)
class Card:
    """A table in a list."""

    game: Game
    seats: list[Seat]
    mine: Seat | None
    title: str
    picture: Preview | None = None

    @property
    def free(self) -> list[Seat]:
        """The seats where anybody may sit down."""
        return [
            seat
            for seat in self.seats
            if seat.user_id is None and not seat.bot and seat.invited_id is None
        ]

    @property
    def is_my_turn(self) -> bool:
        """Whether the game waits for the user."""
        return self.mine is not None and self.mine.asked

    @property
    def result(self) -> str:
        """How it went, for the user if they played."""
        if self.game.status != Status.FINISHED:
            return str(self.game.get_status_display())
        if self.game.winner is None:
            return _("Draw")
        if self.mine is None:
            winners = side_name(self.seats, self.game.winner)
            return _("%(winners)s won") % {"winners": winners}
        return _("Won") if self.game.winner == self.mine.side else _("Lost")

    @property
    def outcome(self) -> str:
        """A word for the style sheet."""
        if self.mine is None or self.game.winner is None:
            return "even"
        return "won" if self.game.winner == self.mine.side else "lost"


def cards(games: Iterable[Game], user: Any, pictures: int = 0) -> list[Card]:
    """Return the lines of a list; the first `pictures` of them with a picture."""
    return [_card(game, user, number < pictures) for number, game in enumerate(games)]


def _card(game: Game, user: Any, with_picture: bool) -> Card:
    seats = list(game.seats.all())
    mine = None
    if user is not None and user.is_authenticated:
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    picture = None
    if with_picture:
        picture = preview(game, below=mine.side if mine else 0)
    return Card(game, seats, mine, _title(game, seats, mine), picture)


def _title(game: Game, seats: list[Seat], mine: Seat | None) -> str:
    if mine is None and game.status == Status.OPEN and game.creator is not None:
        return _("%(name)s invites you") % {"name": game.creator.username}
    if mine is None:
        sides = {"one": side_name(seats, 0), "other": side_name(seats, 1)}
        return _("%(one)s against %(other)s") % sides
    others = side_name(seats, 1 - mine.side)
    mates = [seat for seat in seats if seat.side == mine.side and seat is not mine]
    if mates:
        return _("with %(mate)s against %(others)s") % {"mate": mates[0].name, "others": others}
    if game.status == Status.OPEN and not any(
        seat.user_id or seat.bot or seat.invited_id for seat in seats if seat is not mine
    ):
        return _("against whoever comes")
    return _("against %(others)s") % {"others": others}
