"""Programs: every effect has an operation, every source a program."""

from typing import Any, get_args

import pytest

from engine.effects import Cost, Credits, Effect, Either, GiveCredits, If, Influence, Link, May
from engine.names import MARS
from engine.rules.programs import INSTRUCTIONS, PROGRAMS, compile_effects
from engine.sources import SOURCE_KEYS, SOURCES

COMPOSED = {If, Either, May, Link}


def test_every_effect_and_every_cost_becomes_an_instruction() -> None:
    assert set(INSTRUCTIONS) == {*get_args(Effect), *get_args(Cost)} - COMPOSED


def test_every_source_has_a_name_a_key_of_its_own_and_a_program() -> None:
    assert len(SOURCES) == len(SOURCE_KEYS) == len(set(SOURCE_KEYS)) == len(PROGRAMS)


def test_a_cost_stands_only_before_what_it_buys() -> None:
    bare: Any = GiveCredits(3)
    with pytest.raises(TypeError, match=r"expected; got .*GiveCredits"):
        compile_effects((bare,))


def test_only_a_cost_buys() -> None:
    no_cost: Any = Credits(3)
    with pytest.raises(TypeError, match=r"expected; got .*Credits"):
        compile_effects((May(no_cost, Influence(MARS)),))


def test_an_amount_for_each_step_needs_a_cost_with_as_many_steps() -> None:
    with pytest.raises(ValueError, match="one amount for each of 1 steps"):
        compile_effects((Influence(MARS, (1, 2, 3)),))
