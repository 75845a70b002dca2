"""The sources of the distribution zenith-engine: the engine's, under another name."""

import ast
import doctest
import tomllib
from pathlib import Path

import pytest

from tools.package import assembling
from tools.package.assembling import NAME, assemble, compiled_modules, renamed
from tools.scratch import ROOT


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sources."""
    folder = tmp_path_factory.mktemp("package") / "sources"
    assemble(folder)
    return folder


def test_the_doctests() -> None:
    assert doctest.testmod(assembling).failed == 0


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("import engine", "import zenith_engine"),
        (">>> from engine import Game", ">>> from zenith_engine import Game"),
        ("from engine.rules.turn import TURN", "from zenith_engine.rules.turn import TURN"),
        ("`python -m engine show`", "`zenith show`"),
        ("see `engine/rules/`", "see `zenith_engine/rules/`"),
        ("The engine. It", "The engine. It"),
        ("a bookengine/x, engines.y", "a bookengine/x, engines.y"),
        ("zenith_engine.game", "zenith_engine.game"),
    ],
)
def test_names_change_and_words_do_not(text: str, other: str) -> None:
    assert renamed(text) == other


def test_every_line_stays_in_its_place(sources: Path) -> None:
    own = sorted((ROOT / "engine").rglob("*.py"))
    assert len(own) == len(list((sources / NAME).rglob("*.py")))
    for path in own:
        text = (sources / NAME / path.relative_to(ROOT / "engine")).read_text()
        assert text.count("\n") == path.read_text().count("\n")


def test_nothing_imports_the_engine_by_its_name_in_the_project(sources: Path) -> None:
    project = {"engine", "accounts", "common", "games", "tests", "tools", "zenith_site"}
    for path in (sources / NAME).rglob("*.py"):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {name.partition(".")[0] for name in names} & project, path
        assert "python -m engine" not in text


def test_it_has_the_version_of_the_project_and_its_data(sources: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    package = tomllib.loads((sources / "pyproject.toml").read_text())
    assert package["project"]["version"] == project["version"]
    assert package["project"]["requires-python"] == project["requires-python"]
    assert package["project"]["license"] == project["license"]
    for pattern in package["tool"]["setuptools"]["package-data"][NAME]:
        assert list((sources / NAME).glob(pattern)), pattern
    files = {path.suffix for path in (sources / NAME).rglob("*.*") if path.is_file()}
    assert files == {".py", ".json", ".typed"}


def test_what_is_compiled_is_there(sources: Path) -> None:
    listed = (sources / "compiled.txt").read_text().split()
    assert listed == [f"{NAME}/{name}" for name in compiled_modules()]
    assert [name for name in listed if not (sources / name).is_file()] == []
    assert f"{NAME}/rules/turn.py" in listed
