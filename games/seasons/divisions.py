"""Who plays in which division. Pure.

Returning players belong to the level of their last season, one up if promoted, one down if
relegated. Newcomers, and players whose rating was unsure when they were placed, go by their
rating: to the highest level where they are as strong as half of those who return there. All stand
in one line by that, and the line is cut into divisions of (nearly) equal size: so no player passes
another one who belongs to a higher level. Only a division that a player has earned by a result is
theirs whatever the rating says.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

FEWEST = 4
"""Players without whom there is no season."""
SMALLEST, LARGEST = 8, 12
"""Players in a division. Where that can't be, with 13 to 15 in all, there are two of 6 to 8."""
ABOUT = 10
MOVING = 2
"""So many are promoted, and as many relegated."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A player who is to be put into a division.

    `level`, `place`: of their last season, level 1 being the highest; `None` for a newcomer.
    `step`: −1 if they were promoted then, 1 if they were relegated. `unsure`: their rating had a
    question mark at its start. `strength`: in points.
    """

    key: int
    strength: float
    level: int | None = None
    place: int = 0
    step: int = 0
    unsure: bool = False

    @property
    def by_rating(self) -> bool:
        """Whether the rating decides: the last season says nothing, or too little."""
        return self.level is None or self.unsure

    @property
    def belongs(self) -> int:
        """The level where a returning player belongs."""
        assert self.level is not None
        return max(1, self.level + self.step)

    @property
    def earned(self) -> int | None:
        """The level that a player who goes by the rating has earned by being among the best."""
        if self.level is None or not self.unsure or not 0 < self.place <= MOVING:
            return None
        return max(1, self.level - 1)


def sizes(players: int) -> list[int]:
    """Return how many play in each division, the highest first; nothing if they are too few."""
    if players < FEWEST:
        return []
    least, most = -(-players // LARGEST), max(1, players // SMALLEST)
    count = max(least, min(most, round(players / ABOUT)))
    each, over = divmod(players, count)
    return [each + (number >= count - over) for number in range(count)]


def arrange(entrants: Iterable[Placement]) -> list[list[int]]:
    """Return the keys of the players of each division, the highest first."""
    found = list(entrants)
    halves = _halves([one for one in found if not one.by_rating])
    line = sorted(found, key=lambda one: _where(one, halves))
    cut: list[list[int]] = []
    # From the lowest division up, each takes the last of the line who may play so low.
    for level, size in reversed(list(enumerate(sizes(len(line)), 1))):
        last = sorted(enumerate(line), key=lambda one: (not _is_above(one[1], level), one[0]))
        there = {one.key for _number, one in last[-size:]}
        cut.insert(0, [one.key for one in line if one.key in there])
        line = [one for one in line if one.key not in there]
    return cut


def _is_above(one: Placement, level: int) -> bool:
    """Whether a player has earned a higher division than that of a level."""
    return one.earned is not None and one.earned < level


def steps(places: int, level: int, levels: int) -> list[int]:
    """Return for each place of a division: −1 for promotion, 1 for relegation, 0 for neither."""
    found = [0] * places
    if level > 1:
        found[:MOVING] = [-1] * MOVING
    if level < levels:
        found[-MOVING:] = [1] * MOVING
    return found


def _halves(returning: Sequence[Placement]) -> dict[int, float]:
    """Return by level what half of the players who return there have as strength at least."""
    by_level: dict[int, list[float]] = {}
    for one in returning:
        by_level.setdefault(one.belongs, []).append(one.strength)
    return {level: median(by_level[level]) for level in sorted(by_level)}


def _where(one: Placement, halves: dict[int, float]) -> tuple[int, int, float, int]:
    """Return what the line is sorted by.

    Within a level those come first who stay there, by their places, so that a free place above is
    theirs; then who was promoted, then who was relegated, then who goes by the rating: from the
    end people have to go down if there are too many.
    """
    if not one.by_rating:
        return one.belongs, (0, 2, 1)[one.step], one.place, one.key
    fits = (level for level, half in halves.items() if one.strength >= half)
    return next(fits, max(halves, default=0) + 1), 3, -one.strength, one.key
