"""Ratings and reliability, as pages show them beside a player's name.

`games.ratings` computes them (`providers`).
"""

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

LATELY = timedelta(days=60)
"""The period in which time-outs are counted."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating in points, rounded."""

    value: int
    band: int
    """The deviation in points; 0 for the fixed rating of a bot, which is written without it."""
    sure: bool

    @property
    def short(self) -> str:
        """The rating alone, with a question mark while it is unsure."""
        return f"{self.value}" if self.sure else f"{self.value}?"

    def __str__(self) -> str:
        return f"{self.short} ± {self.band}" if self.band else self.short


@dataclass(frozen=True, slots=True)
class ShownRatingChange:
    """The change of a player's rating by one game."""

    name: str
    before: str
    after: str
    by: int

    @property
    def sign(self) -> str:
        """The difference with its sign."""
        return f"{self.by:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Reliability:
    """`finished`: per cent of a player's games that were played to an end, `None` before the first;
    `timeouts`: games in which the player's time ran out in the last 60 days.

    A game counts as played to an end, resigning included, if both sides have completed a turn. The
    others are those in which the player's time ran out, and those left before that: called off,
    resigned, or never begun.
    """

    finished: int | None = None
    timeouts: int = 0

    def __str__(self) -> str:
        days = LATELY.days
        if self.finished is None and not self.timeouts:
            return _("no games yet")
        if not self.timeouts:
            return _("%(share)d %% finished in time") % {"share": self.finished}
        if self.finished is None:
            text = ngettext(
                "%(n)d time-out in %(days)d days", "%(n)d time-outs in %(days)d days", self.timeouts
            )
            return text % {"n": self.timeouts, "days": days}
        text = ngettext(
            "%(share)d %% finished in time, %(n)d time-out in %(days)d days",
            "%(share)d %% finished in time, %(n)d time-outs in %(days)d days",
            self.timeouts,
        )
        return text % {"share": self.finished, "n": self.timeouts, "days": days}
