"""Ratings as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.ratings import glicko2
from games.ratings.models import RatedGame, Rating, is_sure, ratings_of
from games.ratings.rules import ANCHORS, pool_of
from games.tables.models import Game, Seat, Status


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating in points."""

    value: int
    band: int
    """The deviation: by so much it may well be off."""
    sure: bool

    @property
    def short(self) -> str:
        """The rating alone, with a question mark while it is unsure."""
        return f"{self.value}" if self.sure else f"{self.value}?"

    def __str__(self) -> str:
        return f"{self.short} ± {self.band}"


def shown(rating: glicko2.Rating) -> Shown:
    """Return a rating as pages show it."""
    return Shown(round(rating.value), round(rating.deviation), is_sure(rating))


def shown_at(rating: Rating | None, now: datetime) -> Shown | None:
    """Return somebody's rating now as pages show it; `None` for who has none."""
    return None if rating is None or not rating.games else shown(rating.at(now))


def at_table(game: Game, seats: Sequence[Seat], now: datetime) -> dict[int, Shown]:
    """Return the ratings of those who sit at a table, by the numbers of their seats.

    They are those of the pool where the game belongs. Who has none there is left out.
    """
    known = ratings_of((seat.user_id for seat in seats), pool_of(game, seats))
    found = {}
    for seat in seats:
        one = shown(ANCHORS[seat.bot]) if seat.bot in ANCHORS else None
        one = one or shown_at(known.get(seat.user_id or 0), now)
        if one is not None:
            found[seat.number] = one
    return found


@dataclass(frozen=True, slots=True)
class Moved:
    """What a game did to somebody's rating."""

    name: str
    before: str
    after: str
    by: int

    @property
    def sign(self) -> str:
        """By how much, with its sign."""
        return f"{self.by:+d}".replace("-", "−")


def moved(game: Game, seats: Sequence[Seat]) -> tuple[list[Moved], str]:
    """Return what a finished game did to the ratings of its people, and why nothing if so."""
    rated = RatedGame.objects.filter(game=game).first()
    if rated is None:
        unrated = game.rated and game.status == Status.FINISHED
        return [], _("It does not count: not both sides had completed a turn.") if unrated else ""
    if not rated.counts:
        return [], _("It does not count: the same two had ten rated games this month already.")
    names = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    lines = []
    for change in rated.changes.filter(rating__bot="").select_related("rating").order_by("side"):
        before, after = shown(change.before), shown(change.after)
        name = names.get(change.rating.user_id or 0, _("gone"))
        lines.append(Moved(name, before.short, after.short, after.value - before.value))
    return lines, ""
