"""The hand-written value of a table to a side, in points; a step of a disc is usually two.

Written for tables at the end of a turn, before the draw: so a hand is worth its cards, and the
gap up to the hand limit as many unknown cards. The other side's hand is only a number, and a
column is a height: which cards lie in it is for the effects that ask.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.agents import COSTS, PLANET_OF
from engine.names import SEATS
from engine.rules.turn import RECRUITS_ON
from engine.table import DRAWN, NO_DISC, NOBODY, RUNNING, Table, victory

WIN: Final = 10_000.0
"""A game won; a game lost is `-WIN`, a drawn one 0."""

_PURSE: Final = 200
"""The most credits (zenithium) that are valued; more is worth no more."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the value, chosen by hand and by matches of the bot against itself.

    `next_reach` and `last_reach`: the chance to win a disc that lies -3 to 3 steps towards a
    side, if that side moves next or not; not more than a guess, and convex, as a disc that is
    nearly there can hardly be stopped. `disc`: points for what a won disc brings nearer.
    Resources are lists of (how many, points each), the rest at the last price.
    """

    next_reach: tuple[float, ...] = (0.05, 0.10, 0.18, 0.30, 0.45, 0.64, 0.88)
    last_reach: tuple[float, ...] = (0.04, 0.08, 0.14, 0.24, 0.37, 0.54, 0.74)
    disc: float = 40.0
    won: float = 2.6
    """What a won game counts where a disc could win it, in the scale of `disc_worth`."""
    credits: tuple[tuple[int, float], ...] = ((8, 0.58), (10, 0.40), (_PURSE, 0.16))
    zenithium: tuple[tuple[int, float], ...] = ((4, 1.1), (4, 0.7), (_PURSE, 0.2))
    levels: tuple[float, ...] = (0.0, 2.2, 4.7, 7.6, 9.7, 9.7)
    line: float = 1.4
    """For each level that all three technologies have reached."""
    column: tuple[tuple[int, float], ...] = ((4, 0.8), (4, 0.45), (_PURSE, 0.18))
    silver: float = 0.8
    gold: float = 1.5
    card: float = 1.0
    """The points of an unknown card."""
    affordable: float = 1.2
    dear: float = 0.6
    """The points of a card in hand that could be recruited now, and of one that could not."""


class Value:
    """The value of tables by one set of weights: `value(table, side)`."""

    __slots__ = (
        "_affordable",
        "_badge",
        "_card",
        "_column",
        "_credits",
        "_dear",
        "_disc",
        "_last",
        "_levels",
        "_line",
        "_next",
        "_won",
        "_zenithium",
    )

    def __init__(self, weights: Weights) -> None:
        self._credits = _prices(weights.credits)
        self._zenithium = _prices(weights.zenithium)
        self._column = _prices(weights.column)
        self._levels = weights.levels
        self._line = weights.line
        self._badge = (weights.silver, weights.gold)
        self._card = weights.card
        self._affordable = weights.affordable
        self._dear = weights.dear
        self._disc = weights.disc
        self._won = weights.won
        # looked up by -3 to 3: Python counts negative places from the end
        self._next = weights.next_reach[3:] + weights.next_reach[:3]
        self._last = weights.last_reach[3:] + weights.last_reach[:3]

    def __call__(self, table: Table, side: int) -> float:
        """Return the points of the table for a side if the running turn ended now.

        The hands that count are those of `side`, which the caller knows or has imagined.
        """
        if table.ending != RUNNING:
            return 0.0 if table.ending == DRAWN else WIN if table.winner == side else -WIN
        other = 1 - side
        worth, gains = disc_worth(table.won[side], self._won)
        its_worth, its_gains = disc_worth(table.won[other], self._won)
        goes_on = table.players == 4 and not table.played  # a teammate still has its turn
        mine_next = (table.side == side) == goes_on
        mine, its = (self._next, self._last) if mine_next else (self._last, self._next)
        points = worth - its_worth
        sign = 1 if side == 0 else -1
        for planet, at in enumerate(table.discs):
            steps = 0 if at == NO_DISC else sign * at
            points += gains[planet] * mine[steps] - its_gains[planet] * its[-steps]
        points *= self._disc
        points += self._credits[min(table.credits[side], _PURSE)]
        points -= self._credits[min(table.credits[other], _PURSE)]
        points += self._zenithium[min(table.zenithium[side], _PURSE)]
        points -= self._zenithium[min(table.zenithium[other], _PURSE)]
        worth_of = self._levels
        a, b, c, d, e, f = table.levels
        ahead = worth_of[a] + worth_of[b] + worth_of[c] + self._line * min(a, b, c)
        ahead -= worth_of[d] + worth_of[e] + worth_of[f] + self._line * min(d, e, f)
        height = self._column
        for planet in range(5):
            ahead += height[len(table.columns[planet])] - height[len(table.columns[5 + planet])]
        points += sign * ahead
        if table.badge != NOBODY:
            badge = self._badge[table.gold]
            points += badge if table.badge == side else -badge
        return points + self._hands(table, side)

    def _hands(self, table: Table, side: int) -> float:
        credits, columns, four = table.credits[side], table.columns, table.players == 4
        points = 0.0
        for seat in SEATS[table.players][side]:
            hand = table.hands[seat]
            for card in hand:
                planet = PLANET_OF[card]
                can = COSTS[card] - len(columns[5 * side + planet]) <= credits
                if can and (not four or planet in RECRUITS_ON[seat // 2]):
                    points += self._affordable
                else:
                    points += self._dear
            if seat == table.active:
                points += self._card * max(0, table.hand_limit(side) - len(hand))
        for seat in SEATS[table.players][1 - side]:
            points -= self._card * len(table.hands[seat])
        return points


@cache
def disc_worth(won: tuple[int, ...], win: float) -> tuple[float, tuple[float, ...]]:
    """Return the value of these won discs, and of one more disc of each planet.

    A way to win counts one half for each disc that it still lacks; `win`: a way that lacks none.
    """
    worth = _nearness(won, win)
    return worth, tuple(_nearness((*won, planet), win) - worth for planet in range(5))


def _nearness(won: tuple[int, ...], win: float) -> float:
    if victory(won) != RUNNING:
        return win
    most = max((won.count(planet) for planet in won), default=0)
    lacks = (3 - most, 4 - len(set(won)), 5 - len(won))
    return sum(2.0**-lack for lack in lacks)


def _prices(steps: Iterable[tuple[int, float]]) -> list[float]:
    """Return number -> points, for 0 to `_PURSE`."""
    points = [0.0]
    for count, points_a_unit in steps:
        points += [points[-1] + points_a_unit * (i + 1) for i in range(count)]
    return points[: _PURSE + 1]


WEIGHTS: Final = Weights()
