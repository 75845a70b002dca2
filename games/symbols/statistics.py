"""How cards are used in finished games; another subject counts, and registers itself here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.providers import ProvidedByAll

ENOUGH = 30
"""From this number of uses on, a share of wins is shown."""
USES = ("recruit", "develop", "lead")


@dataclass(frozen=True, slots=True)
class StrengthBand:
    """Players with ratings from `least` on and below `limit`, with a key for addresses."""

    key: str
    label: str | Promise
    least: float
    limit: float


BANDS = (
    StrengthBand("under-1500", _("under 1500"), -inf, 1500),
    StrengthBand("1500-1800", _("1500 to 1800"), 1500, 1800),
    StrengthBand("over-1800", _("over 1800"), 1800, inf),
)


def band_of(rating: float) -> str:
    """Return the key of the band of a rating."""
    return next(band.key for band in BANDS if band.least <= rating < band.limit)


@dataclass(frozen=True, slots=True)
class UseCount:
    """How often a card was used in one way, and with what result.

    `number`: of uses. `score`: the points of the players who used it so, a draw is half a win.
    `games`: how many games players have played in all.
    """

    number: int
    score: float
    games: int

    @property
    def per_hundred(self) -> float:
        """The uses in a hundred games of a player."""
        return round(100 * self.number / self.games, 1) if self.games else 0.0

    @property
    def wins(self) -> int | None:
        """The share of wins in percent; `None` for too few uses."""
        return round(100 * self.score / self.number) if self.number >= ENOUGH else None


@dataclass(frozen=True, slots=True)
class CardStatistics:
    """How a card is used in one kind of games. `uses`: in the order of `USES`."""

    kind: str
    games: int
    uses: Sequence[UseCount]


@ProvidedByAll
def statistics_of(agent: str, band: str) -> Iterable[CardStatistics]:
    """Return how an agent is used, a line for each kind of games.

    `agent`: its slug. `band`: the key of that of the players who are counted; empty for all.
    """
    return ()
