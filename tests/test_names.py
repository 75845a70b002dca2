"""One class name is one thing, in all packages of the site."""

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "accounts", "games", "zenith_site")
GIVEN = {"Command", "Migration"}
"""Names that Django looks for."""
TWICE = {"Game"}
"""The engine's public face and the row of a table; code that has both calls the first
`EngineGame`."""


def classes() -> Counter[str]:
    """Return how many modules define a class of each name."""
    return Counter(
        node.name
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name not in GIVEN
    )


def test_no_two_classes_have_the_same_name() -> None:
    assert {name for name, count in classes().items() if count > 1} == TWICE


def test_the_engines_game_has_a_name_of_its_own_on_the_site() -> None:
    importing = [
        f"{path.relative_to(ROOT)}, line {node.lineno}"
        for package in ("accounts", "games", "zenith_site")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "engine"
        for alias in node.names
        if alias.name == "Game" and alias.asname != "EngineGame"
    ]
    assert importing == []
