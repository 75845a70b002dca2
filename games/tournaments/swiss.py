"""Pairing a round by the Swiss system.

From the top of the standings down everybody gets an opponent with as many points as they have,
if there is one: the first of the upper half of those with the same points meets the first of the
lower half. Nobody meets anybody twice, and first turns are kept even. Where that does not come
out for all, the pairing before is taken back and tried otherwise. Rules that can't be kept are
given up one after the other, so that there is always a round: see `RULES`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from games.tournaments.history import Played, begins, firsts, met

RULES = (
    frozenset({"no_repeat", "no_block", "even_turns"}),
    frozenset({"no_repeat", "no_block"}),
    frozenset({"no_repeat"}),
    frozenset[str](),
)
"""What is kept in the first try, the second, …"""
TRIES = 5_000
"""Steps of one try; beyond that the rules are taken for impossible."""
BYES = 8
"""So many are tried for the bye, before a rule is given up."""
UNEVEN = 2
"""So many first turns more than second ones, or fewer, nobody should exceed."""


@dataclass(slots=True)
class Field:
    """Who is to be paired, the best first, and what there is to know of them."""

    order: Sequence[int]
    points: Mapping[int, float]
    history: Sequence[Played]
    blocked: Collection[frozenset[int]] = ()
    met: set[frozenset[int]] = field(init=False)
    firsts: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.met = met(self.history)
        self.firsts = firsts(self.history)

    def may_meet(self, one: int, other: int, rules: Collection[str]) -> bool:
        """Whether two may be paired under some rules."""
        pair = frozenset((one, other))
        if "no_repeat" in rules and pair in self.met:
            return False
        if "no_block" in rules and pair in self.blocked:
            return False
        mine, theirs = self.firsts.get(one, 0), self.firsts.get(other, 0)
        return not ("even_turns" in rules and abs(mine) >= UNEVEN and mine == theirs)


def pair(found: Field, lot: bool = False) -> list[tuple[int, int | None]]:
    """Return (who has the first turn, who has the second) a table, the best table first.

    Of an odd number the last is the bye: (who has it, `None`). `lot` decides who begins where
    nothing else does.
    """
    for rules in RULES:
        for bye in _byes(found)[:BYES]:
            left = [number for number in found.order if number != bye]
            # What gets stuck at the bottom may work out from there upwards.
            pairs = _pairs(found, left, rules) or _pairs(found, left[::-1], rules)
            if pairs is not None:
                pairs.sort(key=lambda two: min(map(found.order.index, two)))
                tables: list[tuple[int, int | None]] = [
                    _seated(found, one, other, lot ^ bool(table % 2))
                    for table, (one, other) in enumerate(pairs)
                ]
                return tables if bye is None else [*tables, (bye, None)]
    raise AssertionError("without rules any two may meet")


def _byes(found: Field) -> list[int | None]:
    """Return who may have the bye: the last of those who had it least often, then others."""
    if len(found.order) % 2 == 0:
        return [None]
    had = [game.first for game in found.history if game.second is None]
    fewest = min(map(had.count, found.order))
    return [number for number in reversed(found.order) if had.count(number) == fewest]


def _pairs(found: Field, left: list[int], rules: Collection[str]) -> list[tuple[int, int]] | None:
    """Return pairs of all who are left, or `None` if there is no way, or none found in time."""
    steps = 0

    def search(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not left:
            return []
        one, *rest = left
        for other in _opponents(found, one, rest, rules):
            steps += 1
            if steps > TRIES:
                return None
            further = search([number for number in rest if number != other])
            if further is not None:
                return [(one, other), *further]
        return None

    return search(left)


def _opponents(found: Field, one: int, rest: list[int], rules: Collection[str]) -> list[int]:
    """Return whom somebody may meet, the most fitting first."""
    points = found.points
    peers = sum(points[number] == points[one] for number in rest)
    middle = (peers + 1) // 2 - 1 if peers else 0

    def fit(place: int) -> tuple[float, bool, bool, int]:
        other = rest[place]
        both = found.firsts.get(one, 0) * found.firsts.get(other, 0)
        return (
            abs(points[one] - points[other]),
            frozenset((one, other)) in found.met,
            both > 0,  # one of them would get even further from even
            abs(place - middle),
        )

    places = [place for place, other in enumerate(rest) if found.may_meet(one, other, rules)]
    return [rest[place] for place in sorted(places, key=fit)]


def _seated(found: Field, one: int, other: int, lot: bool) -> tuple[int, int]:
    return (one, other) if begins(found.history, one, other, lot) else (other, one)
