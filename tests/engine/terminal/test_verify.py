"""`python -m engine verify`: a record that was played so, and all others."""

import json
from typing import Any

import pytest

from engine import Game, Options, deal
from tests.engine.terminal.running import RECORD, Run, refused


def record() -> dict[str, Any]:
    """Return the record of a game that is over."""
    data: dict[str, Any] = json.loads(RECORD.read_text())
    return data


def test_a_record_is_right(run: Run) -> None:
    ran = run("verify", str(RECORD))
    assert ran.code == 0
    assert "actions are legal, side" in ran.out


def test_the_deal_is_compared_with_the_seed(run: Run) -> None:
    dealt: Any = Game(deal(Options(players=4), "a seed")).record()
    ran = run("verify", "-", typed=json.dumps(dealt))
    assert ran.out.splitlines() == [
        "0 actions are legal, the game still runs.",
        "The deal is the one of its seed.",
    ]
    dealt["setup"]["seed"] = "another seed"
    ran = run("verify", "-", typed=json.dumps(dealt))
    assert "not the one of its seed" in ran.out


@pytest.mark.parametrize(
    "change",
    [
        {"outcome": None},
        {"actions": [[0, "fly"]]},
        {"actions": [[7, "redraw"]]},
        {"setup": {}},
        {"version": 2},
        {"rules_version": 99},
    ],
)
def test_a_wrong_record_is_refused(run: Run, change: dict[str, Any]) -> None:
    assert refused(run("verify", "-", typed=json.dumps({**record(), **change})))
