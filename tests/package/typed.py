"""A program that uses the public face of the package: mypy reads it with --strict."""

from typing import assert_type

from zenith_engine import (
    Chance,
    Decision,
    Event,
    Game,
    Options,
    Outcome,
    Setup,
    Text,
    deal,
    describe_event,
)
from zenith_engine.bots import BOTS
from zenith_engine.public_types import Position, Record, Snapshot, View


def use() -> Position:
    """Play an answer, and write the game down in every way."""
    setup = deal(Options(players=2), "a seed")
    assert_type(setup, Setup)
    game = Game(setup)
    assert_type(game.pending, tuple[Decision, ...])
    assert_type(game.view(0), View)
    assert_type(game.record(), Record)
    assert_type(game.snapshot(), Snapshot)
    assert_type(game.outcome, Outcome | None)
    answer = BOTS["greedy"](game.view(0), Chance("a seed"))
    assert_type(answer, str)
    events = game.play(0, answer)
    assert_type(events, list[Event])
    assert_type([describe_event(event, 0, ["Ada", "Ben"]) for event in events], list[Text])
    return game.position()
