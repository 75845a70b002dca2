"""Results of pairings, with players given by their number. Pure functions."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairingResult:
    """A finished pairing; `second` is `None` for a bye.

    `first_score`, `second_score`: 1, 0.5 or 0; both are 0 if both players lost on time.
    """

    round: int
    first: int
    second: int | None
    first_score: float
    second_score: float
    table: int = 0

    def score_of(self, number: int) -> float:
        """Return the score of one of the players."""
        return self.first_score if number == self.first else self.second_score

    def other(self, number: int) -> int | None:
        """Return the opponent of one of the players."""
        return self.second if number == self.first else self.first


def firsts(history: Iterable[PairingResult]) -> dict[int, int]:
    """Return each player's number of first turns minus second turns."""
    balance: dict[int, int] = {}
    for game in history:
        if game.second is not None:
            balance[game.first] = balance.get(game.first, 0) + 1
            balance[game.second] = balance.get(game.second, 0) - 1
    return balance


def begins(history: Iterable[PairingResult], first: int, second: int, lot: bool) -> bool:
    """Whether the first of two players gets the first turn.

    It goes to the player who had it less often, then to the one who had it longer ago, then by lot.
    """
    games = [game for game in history if game.second is not None]
    balance = firsts(games)
    if balance.get(first, 0) != balance.get(second, 0):
        return balance.get(first, 0) < balance.get(second, 0)
    latest = [_last_first(games, number) for number in (first, second)]
    return lot if latest[0] == latest[1] else latest[0] < latest[1]


def _last_first(games: list[PairingResult], number: int) -> int:
    return max((game.round for game in games if game.first == number), default=0)
