"""Standings of a Swiss tournament: points and tie-breaks. Pure functions.

Tie-breaks in order: Buchholz (sum of all opponents' points), Sonneborn-Berger (points of beaten
opponents and half the points of drawn opponents), the games among the players still tied, and the
rating at the start. A bye counts as a win against an opponent with the player's own points, so it
is no disadvantage in tie-breaks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.tournaments.pairing_results import PairingResult


@dataclass(frozen=True, slots=True)
class SwissStanding:
    """A row of the standings."""

    place: int
    number: int
    points: float
    buchholz: float
    sonneborn_berger: float
    direct: float
    """Points in the games among players tied in everything before."""


def standings(numbers: Sequence[int], history: Sequence[PairingResult]) -> list[SwissStanding]:
    """Return the standings, the best first; `numbers` are seeds."""
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

    rows: list[SwissStanding] = []
    for _equal, group in groupby(sorted(numbers, key=key, reverse=True), key=key):
        equal = sorted(group)
        direct = {
            player: sum(
                game.score_of(player) for game in games[player] if game.other(player) in equal
            )
            for player in equal
        }
        for number in sorted(equal, key=lambda player: (-direct[player], player)):
            rows.append(SwissStanding(len(rows) + 1, number, *key(number), direct=direct[number]))
    return rows
