"""Swiss pairing: the best pairing of a round according to `RULES`. Pure functions.

Players are nodes of a graph, and so is the bye; the weight of an edge is the cost of that pairing.
The matching with the best weight (networkx, Edmonds' blossom algorithm) breaks the first rule as
rarely as possible, then the second, and so on: a repeated pair only occurs if every pairing of all
players has one. Blocks don't matter: no player keeps strong opponents away by blocking them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import networkx as nx

from games.tournaments.pairing_results import PairingResult, begins, firsts

UNEVEN = 2
"""Greatest desirable difference between a player's first and second turns."""
LIKELY = 20
"""Number of likeliest opponents tried first: trying all takes seconds with 128 players."""

type Edge = tuple[int, int | None]
"""Two players, or a player and the bye."""


@dataclass(slots=True)
class SwissField:
    """The players to pair, the best first, with their history."""

    order: Sequence[int]
    points: Mapping[int, float]
    history: Sequence[PairingResult]
    met: Counter[frozenset[int]] = field(init=False)
    """How often each pair has met."""
    byes: Counter[int] = field(init=False)
    firsts: dict[int, int] = field(init=False)
    place: dict[int, int] = field(init=False)
    """The place of each player, from 0."""
    middle: dict[int, int] = field(init=False)
    """Half the size of each player's score group."""

    def __post_init__(self) -> None:
        games = [game for game in self.history if game.second is not None]
        self.met = Counter(frozenset((game.first, game.second or 0)) for game in games)
        self.byes = Counter(game.first for game in self.history if game.second is None)
        self.firsts = firsts(self.history)
        self.place = {number: place for place, number in enumerate(self.order)}
        equals = Counter(self.points[number] for number in self.order)
        self.middle = {number: equals[self.points[number]] // 2 for number in self.order}

    def balances(self, edge: Edge) -> tuple[int, int]:
        """Return the first turns minus second turns of both players."""
        player, other = edge
        return self.firsts.get(player, 0), self.firsts.get(other or 0, 0)


def _second_bye(players: SwissField, edge: Edge) -> int:
    return players.byes[edge[0]] if edge[1] is None else 0


def _repeat(players: SwissField, edge: Edge) -> int:
    return 0 if edge[1] is None else players.met[frozenset((edge[0], edge[1]))]


def _uneven_turns(players: SwissField, edge: Edge) -> int:
    """Whether one player would have the first or second turn too often."""
    balance, other = players.balances(edge)
    return int(edge[1] is not None and balance == other and abs(balance) >= UNEVEN)


def _high_bye(players: SwissField, edge: Edge) -> int:
    """Distance of the bye from the last player."""
    return len(players.order) - 1 - players.place[edge[0]] if edge[1] is None else 0


def _distance(players: SwissField, edge: Edge) -> int:
    """Twice the difference in points, squared: two small differences beat one large one."""
    player, other = edge
    return 0 if other is None else round(2 * (players.points[player] - players.points[other])) ** 2


def _same_turn(players: SwissField, edge: Edge) -> int:
    """Whether both had the first turn more often, or both the second."""
    balance, other = players.balances(edge)
    return int(edge[1] is not None and balance * other > 0)


def _fold(players: SwissField, edge: Edge) -> int:
    """Distance from the ideal that the top of the upper half meets the top of the lower half.

    Across score groups, the last of one group meets the first of the next.
    """
    player, other = edge
    if other is None:
        return 0
    apart = abs(players.place[player] - players.place[other])
    equal = players.points[player] == players.points[other]
    return abs(apart - (players.middle[player] if equal else 1))


RULES = (
    _second_bye,
    _repeat,
    _uneven_turns,
    _high_bye,
    _distance,
    _same_turn,
    _fold,
)
"""Costs of a pairing in order of priority."""
STRICT = 3
"""Number of leading rules for which all opponents are tried, not only the likeliest."""


def pair(players: SwissField, lot: bool = False) -> list[tuple[int, int | None]]:
    """Return (player with the first turn, opponent) for each table, the top table first.

    With an odd number the last pair is (player, `None`), the bye. `lot` decides the first turn if
    nothing else does.
    """
    edges = list(_edges(players))
    costs = _costs(players, edges)
    chosen = _best(players, _likely(edges, costs), costs)
    if any(costs[edge][:STRICT] > (0,) * STRICT for edge in chosen) or not _is_whole(
        players, chosen
    ):
        chosen = _best(players, edges, costs)
    games = [(player, other) for player, other in chosen if other is not None]
    games.sort(key=lambda two: min(map(players.order.index, two)))
    tables: list[tuple[int, int | None]] = [
        _seated(players, player, other, lot ^ bool(table % 2))
        for table, (player, other) in enumerate(games)
    ]
    return tables + [edge for edge in chosen if edge[1] is None]


def _edges(players: SwissField) -> Iterable[Edge]:
    """Yield all possible pairs, the better player first; with an odd number also byes."""
    for place, player in enumerate(players.order):
        yield from ((player, other) for other in players.order[place + 1 :])
        if len(players.order) % 2:
            yield player, None


type Costs = Mapping[Edge, tuple[int, ...]]


def _costs(players: SwissField, edges: Iterable[Edge]) -> Costs:
    return {edge: tuple(rule(players, edge) for rule in RULES) for edge in edges}


def _likely(edges: Iterable[Edge], costs: Costs) -> list[Edge]:
    """Return the edges that are among the cheapest of either player."""
    left: Counter[int | None] = Counter()
    likely = []
    for edge in sorted(edges, key=lambda edge: costs[edge]):
        if any(left[end] < LIKELY for end in edge):
            likely.append(edge)
        left.update(edge)
    return likely


def _best(players: SwissField, edges: Sequence[Edge], costs: Costs) -> list[Edge]:
    """Return the cheapest matching among those with the most pairs."""
    weights = _weights(players, edges, costs)
    graph = nx.Graph()
    # The bye is node 0, because None can't be a node.
    graph.add_weighted_edges_from(
        (player, other or 0, weights[player, other]) for player, other in edges
    )
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    both = (
        sorted(edge, key=lambda number: players.place.get(number, len(edges))) for edge in matched
    )
    return [(player, other or None) for player, other in both]


def _weights(players: SwissField, edges: Sequence[Edge], costs: Costs) -> dict[Edge, int]:
    """Return a weight per edge such that no rule outweighs an earlier one."""
    pairs = len(players.order) // 2 + 1
    weights = dict.fromkeys(edges, 0)
    for rule in range(len(RULES)):
        base = 1 + pairs * max(costs[edge][rule] for edge in edges)
        for edge in edges:
            weights[edge] = weights[edge] * base - costs[edge][rule]
    return weights


def _is_whole(players: SwissField, chosen: Sequence[Edge]) -> bool:
    return len(chosen) == (len(players.order) + 1) // 2


def _seated(players: SwissField, player: int, other: int, lot: bool) -> tuple[int, int]:
    return (player, other) if begins(players.history, player, other, lot) else (other, player)
