"""Placement of players in divisions. Pure functions.

Returning players belong to the level of their last season, one up if promoted, one down if
relegated. Newcomers, and players whose rating was provisional when they were placed, are placed by
rating: in the highest level where they are at least as strong as half of the returning players. All
are sorted by level, and the line is cut into divisions of nearly equal size, so that no player
overtakes one who belongs to a higher level. A division earned by a result is kept whatever the
rating.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

FEWEST = 4
"""Fewest players for a season to take place."""
SMALLEST, LARGEST = 8, 12
"""Players in a division; 13 to 15 players in all make two divisions of 6 to 8."""
ABOUT = 10
"""Target size of a division."""
MOVING = 2
"""Number of players promoted, and of players relegated."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A player to be placed in a division.

    `level`, `place`: of their last season, level 1 is the highest; `None` for a newcomer. `step`:
    −1 if they were promoted, 1 if relegated. `unsure`: their rating was provisional at its start.
    `strength`: in rating points.
    """

    key: int
    strength: float
    level: int | None = None
    place: int = 0
    step: int = 0
    unsure: bool = False

    @property
    def by_rating(self) -> bool:
        """Whether the rating decides: there was no last season, or its placement was a guess."""
        return self.level is None or self.unsure

    @property
    def belongs(self) -> int:
        """The level of a returning player."""
        assert self.level is not None
        return max(1, self.level + self.step)

    @property
    def earned(self) -> int | None:
        """The level earned by a top place, for a player who is placed by rating."""
        if self.level is None or not self.unsure or not 0 < self.place <= MOVING:
            return None
        return max(1, self.level - 1)


def sizes(players: int) -> list[int]:
    """Return the sizes of the divisions, the highest first; empty for too few players."""
    if players < FEWEST:
        return []
    least, most = -(-players // LARGEST), max(1, players // SMALLEST)
    count = max(least, min(most, round(players / ABOUT)))
    size, over = divmod(players, count)
    return [size + (number >= count - over) for number in range(count)]


def arrange(entrants: Iterable[Placement]) -> list[list[int]]:
    """Return the keys of the players of each division, the highest first."""
    placements = list(entrants)
    halves = _halves([player for player in placements if not player.by_rating])
    line = sorted(placements, key=lambda player: _where(player, halves))
    cut: list[list[int]] = []
    # From the lowest division up, each takes the last players of the line who may play there.
    for level, size in reversed(list(enumerate(sizes(len(line)), 1))):
        last = sorted(
            enumerate(line), key=lambda player: (not _is_above(player[1], level), player[0])
        )
        taken = {player.key for _number, player in last[-size:]}
        cut.insert(0, [player.key for player in line if player.key in taken])
        line = [player for player in line if player.key not in taken]
    return cut


def _is_above(player: Placement, level: int) -> bool:
    """Whether a player has earned a higher division than that of a level."""
    return player.earned is not None and player.earned < level


def steps(places: int, level: int, levels: int) -> list[int]:
    """Return for each place of a division: −1 for promotion, 1 for relegation, 0 for neither."""
    result = [0] * places
    if level > 1:
        result[:MOVING] = [-1] * MOVING
    if level < levels:
        result[-MOVING:] = [1] * MOVING
    return result


def _halves(returning: Sequence[Placement]) -> dict[int, float]:
    """Return the median strength of the returning players of each level."""
    by_level: dict[int, list[float]] = {}
    for player in returning:
        by_level.setdefault(player.belongs, []).append(player.strength)
    return {level: median(by_level[level]) for level in sorted(by_level)}


def _where(player: Placement, halves: dict[int, float]) -> tuple[int, int, float, int]:
    """Return the sort key of a player.

    Within a level, players who stay come first, by place, and move up if a place above is free;
    then promoted players, relegated players, and players placed by rating. If there are too many,
    those at the end move down.
    """
    if not player.by_rating:
        return player.belongs, (0, 2, 1)[player.step], player.place, player.key
    fits = (level for level, half in halves.items() if player.strength >= half)
    return next(fits, max(halves, default=0) + 1), 3, -player.strength, player.key
