"""The table of a division: points and what decides between equals. Pure.

In this order: points; games won; points in the games against each other (of all who are equal up
to here); Sonneborn-Berger, that is the points of those one has won against and half the points of
those one has drawn with; the rating at the start; who enrolled first. Whoever has withdrawn stands
at the end.
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
"""What a result brings to the first and the second of a game."""


@dataclass(frozen=True, slots=True)
class DivisionPlayer:
    """One of a division. `struck`: none of their results count, for anybody."""

    key: int
    strength: float
    withdrawn: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """A game that is over: keys of both, and one of `POINTS`."""

    first: int
    second: int
    result: str


@dataclass(frozen=True, slots=True)
class DivisionStanding:
    """A line of the table; `direct` and `berger` are what decided between equals.

    `berger`: twice Sonneborn-Berger, so that it is whole.
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
        """How many games count."""
        return self.wins + self.draws + self.losses


def standing(
    players: Sequence[DivisionPlayer], played: Iterable[FixtureResult]
) -> list[DivisionStanding]:
    """Return the table of a division, the best first; `players` are in the order they enrolled."""
    struck = {one.key for one in players if one.struck}
    counted = [one for one in played if not {one.first, one.second} & struck]
    tallies = {one.key: _tally(one.key, counted) for one in players}
    points = {key: _points(key, counted) for key in tallies}
    wins = {key: tally[0] for key, tally in tallies.items()}

    def equal(one: DivisionPlayer) -> tuple[bool, bool, int, int]:
        return one.struck, one.withdrawn, -points[one.key], -wins[one.key]

    direct: dict[int, int] = {}
    berger: dict[int, int] = {}
    in_order: list[DivisionPlayer] = []
    for _same, group in groupby(sorted(players, key=equal), key=equal):
        among = list(group)
        keys = {one.key for one in among}
        for one in among:
            direct[one.key] = _points(one.key, counted, keys) if len(keys) > 1 else 0
            berger[one.key] = _berger(one.key, counted, points)
        in_order += sorted(
            among, key=lambda one: (-direct[one.key], -berger[one.key], -one.strength)
        )
    return [
        DivisionStanding(
            place, one.key, *tallies[one.key], points[one.key], direct[one.key], berger[one.key]
        )
        for place, one in enumerate(in_order, 1)
    ]


def _own(key: int, played: Iterable[FixtureResult]) -> Iterable[tuple[int, int, int]]:
    """Yield (opponent, own points, their points) of somebody's games."""
    for one in played:
        first, second = POINTS[one.result]
        if one.first == key:
            yield one.second, first, second
        elif one.second == key:
            yield one.first, second, first


def _tally(key: int, played: Iterable[FixtureResult]) -> tuple[int, int, int]:
    """Return wins, draws and losses; a game that both lost is one for each."""
    scores = [own for _other, own, _theirs in _own(key, played)]
    return scores.count(WIN), scores.count(DRAW), scores.count(0)


def _points(key: int, played: Iterable[FixtureResult], among: Collection[int] | None = None) -> int:
    return sum(own for other, own, _ in _own(key, played) if among is None or other in among)


def _berger(key: int, played: Iterable[FixtureResult], points: Mapping[int, int]) -> int:
    worth = {WIN: 2, DRAW: 1, 0: 0}
    return sum(worth[own] * points[other] for other, own, _theirs in _own(key, played))
