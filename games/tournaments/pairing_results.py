"""What has been played in a tournament, as numbers: everybody is called by their number.

Pure, like all that works out pairings and places from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairingResult:
    """A pairing that is over. `second` is `None` for a bye.

    `first_score`, `second_score`: 1, 0.5 or 0; neither has won if both have let their time pass.
    """

    round: int
    first: int
    second: int | None
    first_score: float
    second_score: float
    table: int = 0

    def score_of(self, number: int) -> float:
        """Return what one of the two got."""
        return self.first_score if number == self.first else self.second_score

    def other(self, number: int) -> int | None:
        """Return whom one of the two met."""
        return self.second if number == self.first else self.first


def met(history: Iterable[PairingResult]) -> set[frozenset[int]]:
    """Return who has met whom."""
    return {frozenset((game.first, game.second)) for game in history if game.second is not None}


def firsts(history: Iterable[PairingResult]) -> dict[int, int]:
    """Return how many times more somebody had the first turn than the second, by their numbers."""
    found: dict[int, int] = {}
    for game in history:
        if game.second is not None:
            found[game.first] = found.get(game.first, 0) + 1
            found[game.second] = found.get(game.second, 0) - 1
    return found


def begins(history: Iterable[PairingResult], one: int, other: int, lot: bool) -> bool:
    """Whether the first of two has the first turn when they meet.

    It goes to who had it less often, then to who had it longer ago, then by lot.
    """
    games = [game for game in history if game.second is not None]
    balance = firsts(games)
    if balance.get(one, 0) != balance.get(other, 0):
        return balance.get(one, 0) < balance.get(other, 0)
    latest = [_last_first(games, number) for number in (one, other)]
    return lot if latest[0] == latest[1] else latest[0] < latest[1]


def _last_first(games: list[PairingResult], number: int) -> int:
    return max((game.round for game in games if game.first == number), default=0)
