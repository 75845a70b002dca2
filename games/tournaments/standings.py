"""The standings of a Swiss tournament: points, and what decides between equal points.

In this order: Buchholz (the points of all opponents, added), Sonneborn-Berger (the points of those
whom one beat, and half of the points of those with whom one drew), the games among those who are
still equal, and the rating at the start. A bye counts like a win against somebody with as many
points as oneself, so that nobody has a worse tie-break for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.tournaments.pairing_results import PairingResult


@dataclass(frozen=True, slots=True)
class SwissStanding:
    """Where somebody stands."""

    place: int
    number: int
    points: float
    buchholz: float
    sonneborn_berger: float
    direct: float
    """Points in the games among those who are equal in all before."""


def standings(numbers: Sequence[int], history: Sequence[PairingResult]) -> list[SwissStanding]:
    """Return the standings, the best first; `numbers` go by the rating at the start."""
    games: dict[int, list[PairingResult]] = {number: [] for number in numbers}
    for game in history:
        games[game.first].append(game)
        if game.second is not None:
            games[game.second].append(game)
    points = {number: sum(game.score_of(number) for game in games[number]) for number in numbers}

    def opponent(number: int, game: PairingResult) -> float:
        other = game.other(number)
        return points[number if other is None else other]

    buchholz = {number: sum(opponent(number, game) for game in games[number]) for number in numbers}
    berger = {
        number: sum(game.score_of(number) * opponent(number, game) for game in games[number])
        for number in numbers
    }

    def key(number: int) -> tuple[float, float, float]:
        return points[number], buchholz[number], berger[number]

    found: list[SwissStanding] = []
    for _equal, group in groupby(sorted(numbers, key=key, reverse=True), key=key):
        equal = sorted(group)
        direct = {
            one: sum(game.score_of(one) for game in games[one] if game.other(one) in equal)
            for one in equal
        }
        for number in sorted(equal, key=lambda one: (-direct[one], one)):
            found.append(SwissStanding(len(found) + 1, number, *key(number), direct=direct[number]))
    return found
