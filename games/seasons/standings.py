"""The table of a division: points and tie-breaks. Pure functions.

Order: points; games won; points in the games among the tied players; Sonneborn-Berger (the points
of beaten opponents and half the points of drawn opponents); rating at the start; time of enrolment.
Withdrawn players are last.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

WIN, DRAW = 3, 1

POINTS: Mapping[str, tuple[int, int]] = {
    "first": (WIN, 0),
    "second": (0, WIN),
    "draw": (DRAW, DRAW),
    "nobody": (0, 0),
}
"""Points of the first and the second player, by outcome."""


@dataclass(frozen=True, slots=True)
class DivisionPlayer:
    """A player of a division. `struck`: none of the player's results count."""

    key: int
    strength: float
    withdrawn: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """A finished game: keys of both players, and a key of `POINTS`."""

    first: int
    second: int
    result: str


@dataclass(frozen=True, slots=True)
class DivisionStanding:
    """A row of the table; `direct` and `berger` are tie-breaks.

    `berger`: twice the Sonneborn-Berger score, to keep it an integer.
    """

    place: int
    key: int
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0
    direct: int = 0
    berger: int = 0

    @property
    def games(self) -> int:
        """Number of counted games."""
        return self.wins + self.draws + self.losses


def standings(
    players: Sequence[DivisionPlayer], played: Iterable[FixtureResult]
) -> list[DivisionStanding]:
    """Return the table of a division, the best first; `players` in the order of enrolment."""
    struck = {player.key for player in players if player.struck}
    counted = [player for player in played if not {player.first, player.second} & struck]
    tallies = {player.key: _tally(player.key, counted) for player in players}
    points = {key: _points(key, counted) for key in tallies}
    wins = {key: tally[0] for key, tally in tallies.items()}

    def equal(player: DivisionPlayer) -> tuple[bool, bool, int, int]:
        return player.struck, player.withdrawn, -points[player.key], -wins[player.key]

    direct: dict[int, int] = {}
    berger: dict[int, int] = {}
    in_order: list[DivisionPlayer] = []
    for _same, group in groupby(sorted(players, key=equal), key=equal):
        tied = list(group)
        keys = {player.key for player in tied}
        for player in tied:
            direct[player.key] = _points(player.key, counted, keys) if len(keys) > 1 else 0
            berger[player.key] = _berger(player.key, counted, points)
        in_order += sorted(
            tied, key=lambda player: (-direct[player.key], -berger[player.key], -player.strength)
        )
    return [
        DivisionStanding(
            place,
            player.key,
            *tallies[player.key],
            points[player.key],
            direct[player.key],
            berger[player.key],
        )
        for place, player in enumerate(in_order, 1)
    ]


def _own(key: int, played: Iterable[FixtureResult]) -> Iterable[tuple[int, int, int]]:
    """Yield (opponent, own points, opponent's points) of a player's games."""
    for game in played:
        first, second = POINTS[game.result]
        if game.first == key:
            yield game.second, first, second
        elif game.second == key:
            yield game.first, second, first


def _tally(key: int, played: Iterable[FixtureResult]) -> tuple[int, int, int]:
    """Return wins, draws and losses; a game lost by both is a loss for each."""
    scores = [own for _other, own, _theirs in _own(key, played)]
    return scores.count(WIN), scores.count(DRAW), scores.count(0)


def _points(key: int, played: Iterable[FixtureResult], among: Collection[int] | None = None) -> int:
    return sum(own for other, own, _ in _own(key, played) if among is None or other in among)


def _berger(key: int, played: Iterable[FixtureResult], points: Mapping[int, int]) -> int:
    worth = {WIN: 2, DRAW: 1, 0: 0}
    return sum(worth[own] * points[other] for other, own, _theirs in _own(key, played))
