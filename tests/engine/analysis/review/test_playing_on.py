"""Losses by playing on: the same deals for all, fresh ones for the loss, and its error."""

from itertools import pairwise
from statistics import stdev

import pytest

from engine import Chance, Game
from engine.analysis.review import playing_on
from engine.analysis.review.judging import judge
from engine.analysis.review.plans import close_plans, played_plan, worlds_of
from engine.analysis.review.playing_on import TO_THE_END, Budget, believed, loss_of
from engine.bots.play_on import PlanComparison
from engine.bots.search import Path
from engine.sparse_positions import SparsePosition, complete
from engine.table import Table
from tests.engine.analysis.review.test_review import MARS_WINS

SMALL = Budget(choosing=4, looks=(8, 16), choosing_rounds=1, rounds=1)
POSITION: SparsePosition = {
    **MARS_WINS,
    "sides": [{"won": ["mars"]}, {"won": ["jupiter"] * 2}],
}
"""A disc can be won; the game can't."""


def worlds() -> list[Table]:
    """Return tables as seat 0 may imagine them."""
    return worlds_of(Game.from_position(complete(POSITION), seed="any").view(0), "any")


def test_a_loss_has_an_error_and_names_the_better_plan() -> None:
    imagined = worlds()
    played = played_plan(imagined, 0, ["lead nero"])
    plans = close_plans(imagined, 0, played)
    loss = loss_of(imagined, 0, plans[0], played, "any", SMALL)
    assert loss is not None
    assert loss.is_proven
    assert loss.error >= playing_on.JUDGE_ERROR
    assert loss.better.path in [plan.path for plan in plans]
    again = loss_of(imagined, 0, plans[0], played, "any", SMALL)
    assert again is not None
    assert (again.chance, again.error) == (loss.chance, loss.error)


def test_the_better_plan_of_a_turn_loses_nothing_that_is_proven() -> None:
    imagined = worlds()
    played = played_plan(imagined, 0, ["lead nero"])
    first = loss_of(imagined, 0, close_plans(imagined, 0, played)[0], played, "any", SMALL)
    assert first is not None
    better = played_plan(imagined, 0, [answer.action for answer in first.better.answers])
    plans = close_plans(imagined, 0, better)
    assert all(plan.path != better.path for plan in plans)
    again = loss_of(imagined, 0, better, better, "any", SMALL)
    assert again is None or not again.is_proven


def test_the_loss_is_told_by_other_deals_than_those_that_chose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The best of several means is too high, so no deal may do both."""
    rounds: dict[tuple[int, ...], int] = {}
    played_on = PlanComparison.chance_after

    def noted(self: PlanComparison, world: Table, path: Path, count: int) -> float:
        deal = (*world.hands[1], *world.deck)
        assert rounds.setdefault(deal, count) == count
        return played_on(self, world, path, count)

    monkeypatch.setattr(
        playing_on, "PlanComparison", type("Noted", (PlanComparison,), {"chance_after": noted})
    )
    imagined = worlds()
    played = played_plan(imagined, 0, ["lead nero"])
    plans = close_plans(imagined, 0, played)
    budget = Budget(choosing=4, looks=(4,), choosing_rounds=0, rounds=1)
    assert loss_of(imagined, 0, plans[0], played, "any", budget) is not None
    assert sorted(rounds.values()) == [0] * 4 + [1] * 4


def test_shared_deals_have_a_smaller_error_than_deals_of_their_own() -> None:
    imagined = worlds()
    comparison = PlanComparison(judge, 0, imagined[0], [0])
    dice = Chance("any").stream("worlds")
    played = played_plan(imagined, 0, ["lead nero"])
    (other, *_others) = close_plans(imagined, 0, played)
    pairs = [
        [comparison.chance_after(world, plan.path, 1) for plan in (other, played)]
        for world in (comparison.world(dice) for _deal in range(16))
    ]
    differences = [better - worse for better, worse in pairs]
    shuffled = [better - worse for (better, _), (_, worse) in pairwise(pairs)]
    assert stdev(differences) < stdev(shuffled)


def test_large_losses_are_doubted_but_sure_ones() -> None:
    """Three rounds later, blunders looked 0.03 larger than they were at the end of 93 of them."""
    losses = [number / 100 for number in range(101)]
    kept = [believed(loss, loss / 4) for loss in losses]
    assert all(chance <= loss for loss, (chance, _error) in zip(losses, kept, strict=True))
    assert all(smaller < larger for (smaller, _), (larger, _) in pairwise(kept))
    assert kept[4][0] == pytest.approx(0.04, abs=0.002)
    assert kept[27][0] == pytest.approx(0.24, abs=0.01)
    assert kept[100][0] == 1
    assert believed(-0.24, 0.06)[0] == -kept[24][0]


@pytest.mark.parametrize("gain_at_the_end", [0.0, 1.0])
def test_where_all_deals_agree_a_wider_search_has_to_find_a_gain_too(
    gain_at_the_end: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In endgames a plan was called better that won in none of 200 deals."""
    imagined = worlds()
    played = played_plan(imagined, 0, ["lead nero"])
    plans = close_plans(imagined, 0, played)

    def chance(self: PlanComparison, world: Table, path: Path, count: int) -> float:
        gain = gain_at_the_end if count == TO_THE_END else 0.3
        return 0.0 if path == played.path else gain

    monkeypatch.setattr(PlanComparison, "chance_after", chance)
    loss = loss_of(imagined, 0, plans[0], played, "any", SMALL)
    assert (loss is not None) == (gain_at_the_end > 0)
