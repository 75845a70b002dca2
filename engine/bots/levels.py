"""The bots that judge tables by the network, from one who overlooks a lot to the best.

A level searches its turns to their end (`search.py`) and takes the answer that leads to the table
with the best chance to win. A weaker level judges with an error: it is added to the logit of each
answer, half as large once the turn has begun. The weakest levels err by salience: they overlook
plans, long chains of answers first and the obvious last, and their error grows with the chain. The
best level plays on from its best plans, in many imagined worlds, and takes the plan that stands
best some rounds later.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from engine.bots.bot import Thought, options_of
from engine.bots.greedy import GREEDY, Style, lucky_options, mulligan, normal_error, thinker
from engine.bots.mulligan import learned_mulligan
from engine.bots.network import Network
from engine.bots.play_on import BY_HAND, SMALLEST, PlanComparison, PlayOn, certain
from engine.bots.search import Limits, Path, SearchResult, TurnSearch
from engine.bots.weights import network
from engine.chance import Chance
from engine.notation import asking
from engine.public_types import View
from engine.rules.turn import ORDER, TURN
from engine.table import Table
from engine.views import imagine, seat_of

FIRST: Final = Limits(nodes=800, width=48)
NODES: Final = 1200
"""The most answers that the search of a decision tries."""
WORLDS: Final = 4
"""Imagined decks that an answer that draws is tried with."""
POINTS: Final = 3.0
"""Points of the hand-written value that are as much as 1 of a logit."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A strength: `noise` is the standard deviation of the error in judging, in logits.

    `noise_in_teams`: the same in games of four, where an error of the same size costs more.
    `overlooks`: the chance, in per cent for each answer of a plan, that the plan is overlooked, a
    sure win too; the error then grows with the square root of their number. `weighs_hands`: whether
    the network decides which cards the mulligan keeps, and not only what they cost. `on` and
    `on_in_teams`: how far the best plans are played on.
    """

    noise: float = 0.0
    noise_in_teams: float = 0.0
    overlooks: int = 0
    weighs_hands: bool = False
    on: PlayOn | None = None
    on_in_teams: PlayOn | None = None

    def noise_with(self, players: int) -> float:
        """Return the error in judging with so many players."""
        return self.noise if players == 2 else self.noise_in_teams

    def on_with(self, players: int) -> PlayOn | None:
        """Return how far the best plans are played on with so many players."""
        return self.on if players == 2 else self.on_in_teams


def at_level(
    level: Skill, networks: Callable[[int], Network] = network
) -> Callable[[View, Chance], Thought]:
    """Return the bot of a level. `networks`: players -> the network that judges, the stored one."""
    answers_by_hand = {
        players: thinker(Style(noise=POINTS * level.noise_with(players)), BY_HAND)
        for players in (2, 4)
    }

    def think(view: View, chance: Chance) -> Thought:
        options = options_of(view)
        if view["phase"] == "mulligan":
            if level.weighs_hands:
                return learned_mulligan(view, chance, networks(len(view["hands"])))
            return Thought(mulligan(view, GREEDY), 0)
        if len(options) == 1:
            return Thought(options[0], 0)
        if view["side_to_move"] != seat_of(view) % 2:
            # the network judges the ends of one's own turns only
            return answers_by_hand[len(view["hands"])](view, chance)
        return _Thinking(view, chance, level, networks(len(view["hands"]))).thought()

    return think


class _Thinking:
    """One decision of a level."""

    def __init__(self, view: View, chance: Chance, level: Skill, judge: Network) -> None:
        self._view = view
        self._chance = chance
        self._level = level
        self._side = seat_of(view) % 2
        self._judge = judge
        self._known = [seat for seat, hand in enumerate(view["hands"]) if hand["cards"] is not None]
        self._deck_is_known = view["deck"]["cards"] is not None
        self._table = imagine(view, chance)
        self._nodes = 0
        self._plans: dict[Path, float] = {}

    def thought(self) -> Thought:
        """Return the answer."""
        asked = self._table.options
        chances = self._chances(asked)
        lengths: dict[int, int] = {}
        if self._level.overlooks:
            chances, lengths = self._noticed(chances)
        on = self._level.on_with(len(self._view["hands"]))
        sure = [option for option in asked if chances.get(option) == 1.0]
        if sure:
            best = sure[0]
        elif on is not None and len(asked) > 1:
            best = self._played_on(on, chances)
        else:
            best = self._noisy(asked, chances, lengths)
        words = options_of(self._view)
        return Thought(words[asked.index(best)], self._nodes)

    def _chances(self, asked: list[int]) -> dict[int, float]:
        """Return the chance to win after each answer; 1 only if no luck is needed."""
        result = self._searched(self._table, asked, FIRST)
        lucky = lucky_options(self._view, self._table, result)
        totals = {option: [certain(value)] for option, value in result.values.items()}
        plans = {path: [certain(value)] for path, value in result.plans.items()}
        for number in range(1, WORLDS if lucky else 1):
            world = imagine(self._view, Chance(f"{self._chance.seed} world {number}"))
            share = max(1, (NODES - self._nodes) // (WORLDS - number))
            again = self._searched(world, lucky, Limits(share, FIRST.width))
            for option, value in again.values.items():
                totals[option].append(certain(value))
            for path, value in again.plans.items():
                if path in plans:
                    plans[path].append(certain(value))
        self._plans = {path: sum(some) / len(some) for path, some in plans.items()}
        chances = {}
        for option, some in totals.items():
            mean = sum(some) / len(some)
            chances[option] = min(mean, 1 - SMALLEST) if option in lucky else mean
        if asking(self._table).op is ORDER:
            # what follows the order is for the seat that plays first, with its own hand
            self._plans = {(option,): value for option, value in chances.items()}
        return chances

    def _searched(self, table: Table, options: list[int], limits: Limits) -> SearchResult:
        search = TurnSearch(self._judge, self._side, limits, not self._level.overlooks)
        result = search(table, options)
        self._nodes += result.nodes
        return result

    def _noticed(self, chances: dict[int, float]) -> tuple[dict[int, float], dict[int, int]]:
        """Return the chance of each answer by the plans that are not overlooked, and their lengths.

        An answer with no such plan is left out. If all are overlooked, all are seen.
        """
        dice = self._chance.stream("overlooked")
        noticed: dict[int, float] = {}
        lengths: dict[int, int] = {}
        for path, chance in self._plans.items():
            is_overlooked = dice.below(100) < self._level.overlooks * len(path)
            option = path[0]
            if option not in chances or is_overlooked:
                continue
            known = min(chance, chances[option])  # a win by luck is not sure
            if known > noticed.get(option, -1.0):
                noticed[option], lengths[option] = known, len(path)
        return (noticed, lengths) if noticed else (chances, {})

    def _noisy(self, asked: list[int], chances: dict[int, float], lengths: dict[int, int]) -> int:
        dice = self._chance.stream("choice")
        error = self._level.noise_with(len(self._view["hands"]))
        noise = error * (1.0 if asking(self._table).op is TURN else 0.5)
        best, highest = asked[0], float("-inf")
        for option in asked:
            off = noise * normal_error(dice) * sqrt(lengths.get(option, 1)) if noise else 0.0
            logit = _logit(chances[option]) + off if option in chances else float("-inf")
            if logit > highest:
                best, highest = option, logit
        return best

    def _played_on(self, on: PlayOn, chances: dict[int, float]) -> int:
        """Return the first answer of the plan that stands best when the game is played on."""
        ranked = sorted(self._plans, key=lambda path: -self._plans[path])
        plans = [path for path in ranked if path[0] in chances][: on.plans]
        comparison = PlanComparison(
            self._judge, self._side, self._table, self._known, self._deck_is_known
        )
        best = comparison.best(plans, on, self._chance.stream("worlds"))
        self._nodes += comparison.nodes
        return best[0]


def _logit(chance: float) -> float:
    chance = min(max(chance, SMALLEST), 1 - SMALLEST)
    return log(chance / (1 - chance))
