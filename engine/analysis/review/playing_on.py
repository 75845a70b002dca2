"""What a plan loses against a better one, by playing both on from the same imagined deals.

The judge alone errs, and the best of many judgements is the one that errs most in its favour. So
plans that may be better are played on, the same deals for all (the differences of pairs vary far
less than the chances). Some deals choose the plan, fresh ones tell what it gains: the best of
several means would be too high. More deals follow until it is clear whether the loss is a mark, or
the budget is spent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from statistics import fmean, variance
from typing import Final

from engine.analysis.review.causes import stops_a_win
from engine.analysis.review.judging import judge
from engine.analysis.review.labels import LIMITS, SURE, Label, is_proven
from engine.analysis.review.plans import JudgedPlan, best_plan, close_plans, played_plan, worlds_of
from engine.bots.play_on import PlanComparison
from engine.bots.search import Limits
from engine.chance import Chance
from engine.public_types import View
from engine.table import Table
from engine.views import seat_of


@dataclass(frozen=True, slots=True)
class Budget:
    """How far plans are played on.

    `choosing`: deals that choose the better plan; after half of them one rival is left. `looks`:
    after so many fresh deals the loss is looked at. `choosing_rounds` and `rounds`: how far each of
    these deals is played.
    """

    choosing: int = 12
    looks: tuple[int, ...] = (16, 32, 64)
    choosing_rounds: int = 2
    rounds: int = 3


BUDGETS: Final = {2: Budget(), 4: Budget(choosing=8, looks=(16, 32), choosing_rounds=1, rounds=1)}
"""Players -> the budget of a part of a turn."""
JUDGE_ERROR: Final = 0.012
"""The standard error of a loss that no number of deals takes away."""
AGREED: Final = 0.013
"""With an error up to this the deals agree."""
DOUBT: Final = 0.5
"""How far a loss is doubted: fitted to what `tools.calibration marks` found (docs/review.md)."""
WIDER: Final = Limits(nodes=240, width=16)
"""The limits of the search of each turn in deals that are played to the end."""
CHECKS: Final = 8
"""Deals that are played to the end where those of some rounds agree."""
TO_THE_END: Final = 200
"""More rounds than any game has."""
LEAST_LEAD: Final = 0.005
"""A plan that leads by less when it is chosen is not looked at again."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The chance that a plan loses against a better one, and its standard error."""

    chance: float
    error: float
    better: JudgedPlan

    @property
    def is_proven(self) -> bool:
        """Whether the loss exceeds its error so often that the plan is called better."""
        return is_proven(self.chance, self.error)


def loss_of(
    worlds: Sequence[Table],
    seat: int,
    best: JudgedPlan,
    played: JudgedPlan,
    seed: str,
    budget: Budget,
) -> Loss | None:
    """Return what a plan of a seat loses against the best of others; `None` if none of them leads.

    `best`: the best plan by the judge alone.
    """
    if played.sure:
        return None
    plans = [best] if best.sure else close_plans(worlds, seat % 2, played)
    # a win of the other side has to be stopped: luck doesn't compete with a plan that does so
    stopping = [plan for plan in plans if stops_a_win(plan.table, played.table, seat % 2)]
    plans = stopping or plans
    if not plans:
        return None
    comparison = PlanComparison(judge, seat % 2, worlds[0], [seat])
    better = _chosen(comparison, played, plans, f"{seed} choose", budget)
    if better is None:
        return None
    gains = _gains(comparison, better, played, f"{seed} weigh", budget.rounds)
    mean, error = weighed(gains, budget.looks)
    if is_proven(mean, error) and error <= AGREED and not better.sure:
        # no luck is left that could tell the plans apart, so the search must not err either
        wide = PlanComparison(judge, seat % 2, worlds[0], [seat], limits=WIDER)
        ends = _gains(wide, better, played, f"{seed} check", TO_THE_END)
        if fmean(islice(ends, CHECKS)) <= 0:
            return None
    return Loss(*believed(mean, error), better)


def loss_of_turn(view: View, actions: Sequence[str], seed: str) -> Loss | None:
    """Return what the first part of a turn loses, by what its seat sees; `None` if nothing leads.

    `view`: of the seat, before the turn.
    """
    seat = seat_of(view)
    worlds = worlds_of(view, seed)
    best, played = best_plan(worlds, seat % 2), played_plan(worlds, seat % 2, actions)
    return loss_of(worlds, seat, best, played, seed, BUDGETS[len(view["hands"])])


def _chosen(
    comparison: PlanComparison,
    played: JudgedPlan,
    plans: Sequence[JudgedPlan],
    seed: str,
    budget: Budget,
) -> JudgedPlan | None:
    """Return the plan that stands best after some deals; `None` if the one played does."""
    left = [played, *plans]
    totals = [0.0] * len(left)
    dice = Chance(seed).stream("worlds")
    for number in range(budget.choosing):
        if number == budget.choosing // 2:
            best = max(range(1, len(left)), key=totals.__getitem__)
            left, totals = [played, left[best]], [totals[0], totals[best]]
        deal = comparison.world(dice)
        for place, plan in enumerate(left):
            totals[place] += comparison.chance_after(deal, plan.path, budget.choosing_rounds)
    leads = (totals[1] - totals[0]) / budget.choosing > LEAST_LEAD
    return left[1] if leads else None


def _gains(
    comparison: PlanComparison, better: JudgedPlan, played: JudgedPlan, seed: str, rounds: int
) -> Iterator[float]:
    """Yield what a plan gains on the one played, in one deal after another."""
    dice = Chance(seed).stream("worlds")
    while True:
        deal = comparison.world(dice)
        gained, kept = (
            comparison.chance_after(deal, plan.path, rounds) for plan in (better, played)
        )
        yield gained - kept


def weighed(gains: Iterator[float], looks: Sequence[int]) -> tuple[float, float]:
    """Return the mean of gains in deals, and its standard error with that of the judge.

    `looks`: after so many deals it ends if it is sure that the mean is a mark, or that it is none.
    """
    known: list[float] = []
    mean = error = 0.0
    for look in looks:
        known += islice(gains, look - len(known))
        mean, error = fmean(known), sqrt(variance(known) / len(known) + JUDGE_ERROR**2)
        if abs(mean - LIMITS[Label.GOOD]) > SURE * error:
            break
    return mean, error


def believed(loss: float, error: float) -> tuple[float, float]:
    """Return what remains at the end of the game of a loss that some rounds show, and its error.

    Small losses remain, and so do sure ones; of those between them a part is made good later.
    """
    belief = 1 - DOUBT * abs(loss) * (1 - abs(loss))
    return loss * belief, error * belief
