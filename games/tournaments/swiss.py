"""Pairing a round by the Swiss system: the best of all pairings, as `RULES` rank them.

Every pair of players is an edge of a graph, and so is each player with the bye; its weight says
what would be wrong with that pairing. A matching of all with the best weight (networkx, Edmonds'
blossom algorithm) breaks the first rule as rarely as can be, among those the second, and so on:
a repeat or a blocked pair only happens if no pairing of all players avoids it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import networkx as nx

from games.tournaments.pairing_results import PairingResult, begins, firsts

UNEVEN = 2
"""So many first turns more than second ones, or fewer, nobody should exceed."""
LIKELY = 20
"""Opponents of each player that are tried first: with all of them 128 players take seconds."""

type Edge = tuple[int, int | None]
"""Two players, or a player and the bye."""


@dataclass(slots=True)
class SwissField:
    """Who is to be paired, the best first, and what there is to know of them."""

    order: Sequence[int]
    points: Mapping[int, float]
    history: Sequence[PairingResult]
    blocked: Collection[frozenset[int]] = ()
    met: Counter[frozenset[int]] = field(init=False)
    """How often two have met."""
    byes: Counter[int] = field(init=False)
    firsts: dict[int, int] = field(init=False)
    place: dict[int, int] = field(init=False)
    """The place of each player, from 0."""
    middle: dict[int, int] = field(init=False)
    """Half the number of those who have as many points."""

    def __post_init__(self) -> None:
        games = [game for game in self.history if game.second is not None]
        self.met = Counter(frozenset((game.first, game.second or 0)) for game in games)
        self.byes = Counter(game.first for game in self.history if game.second is None)
        self.firsts = firsts(self.history)
        self.place = {number: place for place, number in enumerate(self.order)}
        equals = Counter(self.points[number] for number in self.order)
        self.middle = {number: equals[self.points[number]] // 2 for number in self.order}

    def balances(self, edge: Edge) -> tuple[int, int]:
        """Return how many first turns two had more than second ones."""
        one, other = edge
        return self.firsts.get(one, 0), self.firsts.get(other or 0, 0)


def _second_bye(found: SwissField, edge: Edge) -> int:
    return found.byes[edge[0]] if edge[1] is None else 0


def _repeat(found: SwissField, edge: Edge) -> int:
    return 0 if edge[1] is None else found.met[frozenset((edge[0], edge[1]))]


def _block(found: SwissField, edge: Edge) -> int:
    return 0 if edge[1] is None else int(frozenset((edge[0], edge[1])) in found.blocked)


def _uneven_turns(found: SwissField, edge: Edge) -> int:
    """One of the two would have the first turn, or the second, too often."""
    one, other = found.balances(edge)
    return int(edge[1] is not None and one == other and abs(one) >= UNEVEN)


def _high_bye(found: SwissField, edge: Edge) -> int:
    """The bye is for the last."""
    return len(found.order) - 1 - found.place[edge[0]] if edge[1] is None else 0


def _distance(found: SwissField, edge: Edge) -> int:
    """Twice the points between them, squared: two small distances are better than a large one."""
    one, other = edge
    return 0 if other is None else round(2 * (found.points[one] - found.points[other])) ** 2


def _same_turn(found: SwissField, edge: Edge) -> int:
    """Both had the first turn more often, or both the second: one gets further from even."""
    one, other = found.balances(edge)
    return int(edge[1] is not None and one * other > 0)


def _fold(found: SwissField, edge: Edge) -> int:
    """How far two are from "the first of the upper half meets the first of the lower half".

    With different points the last of one group meets the first of the next.
    """
    one, other = edge
    if other is None:
        return 0
    apart = abs(found.place[one] - found.place[other])
    equal = found.points[one] == found.points[other]
    return abs(apart - (found.middle[one] if equal else 1))


RULES = (
    _second_bye,
    _repeat,
    _block,
    _uneven_turns,
    _high_bye,
    _distance,
    _same_turn,
    _fold,
)
"""What is wrong with a pairing, the worst first. The first four are never broken for the rest."""
STRICT = 4


def pair(found: SwissField, lot: bool = False) -> list[tuple[int, int | None]]:
    """Return (who has the first turn, who has the second) a table, the best table first.

    Of an odd number the last is the bye: (who has it, `None`). `lot` decides who begins where
    nothing else does.
    """
    edges = list(_edges(found))
    costs = _costs(found, edges)
    chosen = _best(found, _likely(edges, costs), costs)
    if any(costs[edge][:STRICT] > (0,) * STRICT for edge in chosen) or not _is_whole(found, chosen):
        chosen = _best(found, edges, costs)
    games = [(one, other) for one, other in chosen if other is not None]
    games.sort(key=lambda two: min(map(found.order.index, two)))
    tables: list[tuple[int, int | None]] = [
        _seated(found, one, other, lot ^ bool(table % 2))
        for table, (one, other) in enumerate(games)
    ]
    return tables + [edge for edge in chosen if edge[1] is None]


def _edges(found: SwissField) -> Iterable[Edge]:
    """Yield all who could be paired, the better one first; with an odd number also byes."""
    for place, one in enumerate(found.order):
        yield from ((one, other) for other in found.order[place + 1 :])
        if len(found.order) % 2:
            yield one, None


type Costs = Mapping[Edge, tuple[int, ...]]


def _costs(found: SwissField, edges: Iterable[Edge]) -> Costs:
    return {edge: tuple(rule(found, edge) for rule in RULES) for edge in edges}


def _likely(edges: Iterable[Edge], costs: Costs) -> list[Edge]:
    """Return the edges that are among the best of either of their two."""
    left: Counter[int | None] = Counter()
    likely = []
    for edge in sorted(edges, key=lambda edge: costs[edge]):
        if any(left[end] < LIKELY for end in edge):
            likely.append(edge)
        left.update(edge)
    return likely


def _best(found: SwissField, edges: Sequence[Edge], costs: Costs) -> list[Edge]:
    """Return the matching of these edges that costs least, of those with most pairs."""
    weights = _weights(found, edges, costs)
    graph = nx.Graph()
    # The bye is a node like players are; None may not be one.
    graph.add_weighted_edges_from((one, other or 0, weights[one, other]) for one, other in edges)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    both = (
        sorted(each, key=lambda number: found.place.get(number, len(edges))) for each in matched
    )
    return [(one, other or None) for one, other in both]


def _weights(found: SwissField, edges: Sequence[Edge], costs: Costs) -> dict[Edge, int]:
    """Return a number an edge, so that no sum of a rule's costs outweighs the rule before it."""
    pairs = len(found.order) // 2 + 1
    weights = dict.fromkeys(edges, 0)
    for rule in range(len(RULES)):
        base = 1 + pairs * max(costs[edge][rule] for edge in edges)
        for edge in edges:
            weights[edge] = weights[edge] * base - costs[edge][rule]
    return weights


def _is_whole(found: SwissField, chosen: Sequence[Edge]) -> bool:
    return len(chosen) == (len(found.order) + 1) // 2


def _seated(found: SwissField, one: int, other: int, lot: bool) -> tuple[int, int]:
    return (one, other) if begins(found.history, one, other, lot) else (other, one)
