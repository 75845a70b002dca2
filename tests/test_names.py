"""One class name is one thing, in all packages of the site; variables say what they hold."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "common", "accounts", "games", "zenith_site")
GIVEN = {"Command", "Migration"}
"""Names that Django looks for."""
TWICE = {"Game"}
"""The engine's public face and the row of a table; code that has both calls the first
`EngineGame`."""
SAY_NOTHING = {"found", "said", "one", "told", "shown", "each"}
"""What a thing is called whose name is missing: a game, a seat, a sentence, a row."""
KEPT = {
    # Columns: what a receiving server said of a notification or of an address.
    ("games/notifications/models.py", "said"),
    ("games/notifications/push/models.py", "said"),
    ("games/notifications/webhook/models.py", "said"),
    # The loss that was found, beside the one that was claimed, in a file of marks.
    ("tools/calibration/marks.py", "found"),
}
"""Fields of what is stored: (file, name)."""


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
        for package in ("common", "accounts", "games", "zenith_site")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "engine"
        for alias in node.names
        if alias.name == "Game" and alias.asname != "EngineGame"
    ]
    assert importing == []


def bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield each name that a module gives to a variable, a parameter or a field, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.arg(arg=name):
                yield name, node.lineno
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name, node.lineno
            case ast.ExceptHandler(name=str(name)):
                yield name, node.lineno


@pytest.mark.parametrize(
    "code",
    [
        "one = 1",
        "one: int",
        "for one in rows: pass",
        "[row for one, row in rows]",
        "if one := row: pass",
        "def f(row, *, one): pass",
        "lambda one: row",
        "self.one = row",
        "match row:\n    case Row(one): pass",
        "match row:\n    case [*one]: pass",
        "try: pass\nexcept Error as one: pass",
    ],
)
def test_names_are_found_wherever_they_are_given(code: str) -> None:
    assert "one" in [name for name, _line in bound_names(ast.parse(code))]


@pytest.mark.whole
def test_variables_parameters_and_fields_say_what_they_hold() -> None:
    places = {
        (path.relative_to(ROOT).as_posix(), name): line
        for package in (*PACKAGES, "tools")
        for path in sorted((ROOT / package).rglob("*.py"))
        for name, line in bound_names(ast.parse(path.read_text()))
        if name in SAY_NOTHING
    }
    nothing = [f"{file}:{line}: {name}" for (file, name), line in places.items()]
    kept = [f"{file}:{places.get((file, name), 0)}: {name}" for file, name in KEPT]
    assert sorted(nothing) == sorted(kept)
