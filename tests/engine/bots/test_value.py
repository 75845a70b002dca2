"""The hand-written value: a better table for a side counts for more."""

from itertools import pairwise
from typing import Any

import pytest

from engine.bots.value import WEIGHTS, WIN, Value, disc_worth
from engine.chance import Chance
from engine.names import MARS, TERRA
from engine.table import ABSOLUTE, DRAWN, NOBODY
from engine.views import imagine
from tests.engine.prepared import prepared

VALUE = Value(WEIGHTS)


def value(side: int = 0, **position: Any) -> float:
    """Return the value of a prepared position; side 0 is to move, so its turn ends next."""
    return VALUE(imagine(prepared(**position).view(0), Chance("any")), side)


BETTER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a disc nearer": ({"discs": {"mars": 1}}, {"discs": {"mars": 0}}),
    "a disc won": ({"won": (("mars",), ())}, {"discs": {"mars": 3}}),
    "a disc of the other side further": ({"discs": {"mars": -1}}, {"discs": {"mars": -2}}),
    "credits": ({"credits": (21, 20)}, {"credits": (20, 20)}),
    "credits taken": ({"credits": (21, 19)}, {"credits": (21, 20)}),
    "zenithium": ({"zenithium": (6, 5)}, {"zenithium": (5, 5)}),
    "technology": ({"levels": ({"human": 2}, {})}, {"levels": ({"human": 1}, {})}),
    "the badge": ({"badge": (0, "silver")}, {}),
    "the golden badge": ({"badge": (0, "gold")}, {"badge": (0, "silver")}),
    "no badge over there": ({}, {"badge": (1, "silver")}),
    "cards that can be recruited": (
        {"hand": ("zenon", "annie"), "credits": (3, 3)},
        {"hand": ("khan", "lady-moore"), "credits": (3, 3)},
    ),
}


@pytest.mark.parametrize("what", BETTER)
def test_it_is_worth_more_to_have(what: str) -> None:
    better, worse = BETTER[what]
    cards = {"hand": ("nero", "atlas", "wul")}
    assert value(**(cards | better)) > value(**(cards | worse))


def test_no_step_towards_a_zone_is_worth_less_than_the_one_before() -> None:
    at = [value(hand=("nero",), discs={"mars": steps}) for steps in range(-3, 4)]
    to_me = [at[i + 1] - at[i] for i in range(3, 6)]
    to_them = [at[i] - at[i - 1] for i in range(3, 0, -1)]
    for steps in (to_me, to_them):
        assert all(later >= earlier - 1e-9 for earlier, later in pairwise(steps))


def test_who_moves_next_gets_more_out_of_a_disc_that_is_nearly_there() -> None:
    level = value(hand=("nero",))
    mine = value(hand=("nero",), discs={"mars": 3}) - level
    its = level - value(hand=("nero",), discs={"mars": -3})
    assert its > mine


def test_the_disc_that_wins_is_worth_more_than_any_other() -> None:
    _, gains = disc_worth((MARS, MARS, TERRA), WEIGHTS.won)
    assert all(gains[MARS] > 1.2 * gain for planet, gain in enumerate(gains) if planet != MARS)


def test_the_end_of_the_game_outweighs_everything() -> None:
    table = imagine(prepared(hand=("nero",)).view(0), Chance("any"))
    table.ending, table.winner = ABSOLUTE, 1
    assert (VALUE(table, 0), VALUE(table, 1)) == (-WIN, WIN)
    table.ending, table.winner = DRAWN, NOBODY
    assert VALUE(table, 0) == 0
