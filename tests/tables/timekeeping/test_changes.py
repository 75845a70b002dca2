"""What changes the time of a game announces it, but for a player's own answer."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STORES = {"keep_clock", "move_clock_on", "_store", "resume", "wait_for_players"}
"""The functions that store a clock, or change one that their caller stores."""
OWN_ANSWER = {
    "games/tables/services/play.py: store",
    "games/tables/services/drafts.py: _waits",
    "games/tables/services/starting.py: start_if_full",
}
"""An answer, and the start of a game: `asked` and `started` announce what they change."""
RULES = {"pace", "paused_until", "gathering", "played_by"}
"""Fields of games and seats that say whose clock runs, and by which rules."""
STORED_BY_THE_CALLER = {
    "games/tables/timekeeping/clocks.py: move_clock_on",
    "games/tables/services/agreements.py: _store",
    "games/tables/services/agreements.py: _change_pace",
    "games/tables/services/agreements.py: _carry_out",
    "games/tables/services/agreements.py: resume",
    "games/tables/services/ending.py: _end",
    "games/tables/services/takeover.py: _hand_over",
    "games/tables/timekeeping/gathering.py: wait_for_players",
}
"""Parts of a function that announces, or that ends the game (`ended`)."""


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted((ROOT / "games" / "tables").rglob("*.py")):
        if "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(ROOT).as_posix()}: {node.name}", node


def called(function: ast.FunctionDef) -> set[str]:
    """Return the names of the functions that a function calls."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {
        call.id if isinstance(call, ast.Name) else call.attr
        for call in calls
        if isinstance(call, ast.Name | ast.Attribute)
    }


def sets(function: ast.FunctionDef) -> set[str]:
    """Return the attributes that a function assigns."""
    return {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


def test_what_stores_a_clock_without_an_answer_announces_it() -> None:
    storing = {name: function for name, function in functions() if STORES & called(function)}
    assert len(storing) > 8
    silent = {name for name, function in storing.items() if "clock_changed" not in called(function)}
    assert silent - STORED_BY_THE_CALLER == OWN_ANSWER


def test_what_changes_the_rules_of_a_clock_announces_it() -> None:
    changing = {
        name: function
        for name, function in functions()
        if RULES & sets(function) and not name.startswith("games/tables/seats.py")
    }
    silent = {
        name for name, function in changing.items() if "clock_changed" not in called(function)
    }
    assert silent - OWN_ANSWER <= STORED_BY_THE_CALLER


def test_every_exception_is_still_there() -> None:
    assert {name for name, _function in functions()} >= OWN_ANSWER | STORED_BY_THE_CALLER
