"""README and the other documents name what is there, and their examples work."""

import ast
import json
import os
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from accounts import signals
from common.announcements import Announcement, Order
from common.providers import Provided, ProvidedByAll
from engine import Game
from engine.terminal.commands import main
from games.lobby import announcements as lobby
from games.notifications import subjects
from games.tables import announcements, providers
from games.talk import announcements as talk

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NOW = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
"""All but the history."""
DECISIONS_INDEX = ROOT / "docs" / "decisions" / "README.md"
GROUPS = ("engine", "games")
"""Folders whose packages README names one by one."""


def relative(path: Path) -> str:
    """Return the path of a document inside the project."""
    return path.relative_to(ROOT).as_posix()


def packages() -> set[str]:
    """Return the packages of the project as README writes them, `games/clock/`."""
    found = {
        f"{path.parent.relative_to(ROOT).as_posix()}/"
        for group in GROUPS
        for path in (ROOT / group).glob("*/__init__.py")
    }
    found |= {f"{name}/" for name in ("engine", "common", "accounts", "zenith_site")}
    return found | {f"tools/{path.parent.name}/" for path in ROOT.glob("tools/*/__main__.py")}


def test_readme_names_every_package() -> None:
    readme = (ROOT / "README.md").read_text()
    inside = {f"games/{name}" for name in re.findall(r"`([a-z]+/)`", readme)}
    named = set(re.findall(r"`([a-z_/]+/)`", readme)) | inside
    assert packages() - named == set()


def test_every_target_of_make_that_is_mentioned_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for path in DOCUMENTS:
        mentioned = set(re.findall(r"(?:^|`)make ([a-z]+(?:-[a-z]+)*)", path.read_text(), re.M))
        assert mentioned <= targets, path.name


@pytest.mark.parametrize("path", NOW, ids=relative)
def test_every_command_that_is_mentioned_exists(path: Path) -> None:
    text = path.read_text()
    commands = set(re.findall(r"manage\.py ([a-z_]+)", text))
    modules = {name.rstrip(".") for name in re.findall(r"python -m ([a-z][a-z_.]*)", text)}
    scripts = set(re.findall(r"(?:^|[\s`])(bin/[a-z][a-z-]*)(?=[\s`]|$)", text, re.MULTILINE))
    assert commands <= set(get_commands())
    assert {name for name in modules if find_spec(name) is None} == set()
    assert {name for name in scripts if not os.access(ROOT / name, os.X_OK)} == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=relative)
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    text = path.read_text()
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^":]+)"', text)
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_example_of_a_position_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "position.json"
    position = json.loads(path.read_text())
    assert Game.from_position(position).position() == position
    assert main(["show", str(path)]) == 0
    assert "turn of seat 1" in capsys.readouterr().out


def test_the_example_of_a_record_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "record.json"
    assert main(["replay", str(path)]) == 0
    assert "Seat 1 won the game" in capsys.readouterr().out


def test_the_released_version_is_in_the_changelog() -> None:
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert re.search(
        rf"^## {re.escape(version[1])} - \d{{4}}-\d{{2}}-\d{{2}}$", changelog, re.MULTILINE
    )
    assert "\n## Unreleased\n" in changelog


# --- decisions ---

DECISIONS = sorted(set((ROOT / "docs" / "decisions").glob("*.md")) - {DECISIONS_INDEX})


def test_the_index_lists_every_decision() -> None:
    linked = re.findall(r"\]\(([\w-]+\.md)\)", DECISIONS_INDEX.read_text())
    assert sorted(linked) == [path.name for path in DECISIONS]


@pytest.mark.parametrize("path", DECISIONS, ids=relative)
def test_a_decision_has_its_four_parts(path: Path) -> None:
    parts = re.findall(r"^\*\*(\w+)\.\*\*", path.read_text(), re.MULTILINE)
    assert parts == ["Context", "Decision", "Consequences", "Measured"]


# --- the documents for engineers ---

ENGINEERS = [ROOT / "docs" / name for name in ("architecture.md", "recipes.md")]
CODE = ("engine", "common", "accounts", "games", "zenith_site", "tools", "tests")
FOLDERS = (*CODE, "templates", "static", "docs")


def names_in(path: Path) -> set[str]:
    """Return what a module defines at its top level, and `Class.member` of its classes."""
    names: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        names |= defined_by(node)
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                names |= {f"{node.name}.{name}" for name in defined_by(member)}
    return names


def defined_by(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return {target.id for target in targets if isinstance(target, ast.Name)}


def missing_from(text: str) -> list[str]:
    """Return the paths and the names in modules that a document has in backticks in vain.

    Written as `path.py: name`, or as `name` in `path.py`; a folder ends with a slash. Blocks of
    code are left out: those of recipes name what they make.
    """
    missing = []
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for path, name in re.findall(r"`([\w./]+/[\w./]*?)(?:: ([\w.]+))?`", text):
        if path.partition("/")[0] not in FOLDERS:
            continue
        if not (ROOT / path).exists():
            missing.append(path)
        elif name and name not in names_in(ROOT / path):
            missing.append(f"{path}: {name}")
    for names, path in re.findall(r"((?:`[\w.]+`(?:,| and)? )+)in `([\w./]+\.py)`", text):
        known = names_in(ROOT / path) if (ROOT / path).exists() else set()
        missing += [
            f"{path}: {name}" for name in re.findall(r"`(.+?)`", names) if name not in known
        ]
    return missing


@pytest.mark.parametrize("path", NOW, ids=relative)
def test_every_module_and_function_that_is_named_exists(path: Path) -> None:
    assert missing_from(path.read_text()) == []


@pytest.mark.parametrize("path", ENGINEERS, ids=relative)
def test_engineers_are_told_where_to_look(path: Path) -> None:
    assert len(re.findall(r"`[\w./]+\.py(?:: \w+)?`", path.read_text())) > 20


def test_names_that_do_not_exist_are_found() -> None:
    text = (
        "`engine/game.py: Game.play`, `engine/game.py: Game.fly`, `engine/chess.py`, "
        "`games/tables/`, `games/chess/`, `play` and `Game` in `engine/game.py`, "
        "`text/html`, `ALL` in `engine/chess.py`"
    )
    assert missing_from(text) == [
        *("engine/game.py: Game.fly", "engine/chess.py", "games/chess/", "engine/chess.py"),
        *("engine/game.py: play", "engine/chess.py: ALL"),
    ]


def test_the_table_of_announcements_is_complete() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = re.search(r"^## Announcements$(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    assert section is not None
    rows = re.findall(r"^\| `(\w+)` \|[^|]+\| (.+) \|$", section[1], re.MULTILINE)
    table = {name: re.findall(r"`(.+?)`", receivers) for name, receivers in rows}
    assert table == {
        name: [f"{app_of(receiver)}.{receiver.__name__}" for receiver in sent.receivers]
        for module in (announcements, lobby, subjects, talk, signals)
        for name, sent in vars(module).items()
        if isinstance(sent, Announcement)
    }
    assert re.findall(r"`([A-Z_]+)`(?: \(|,|;)", section[1]) == [order.name for order in Order]


def test_the_table_of_providers_is_complete() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = re.search(r"^## Providers$(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    assert section is not None
    cells = re.findall(r"^\| (`.+`): [^|]+ \| .+ \|$", section[1], re.MULTILINE)
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    kinds = (Provided, ProvidedByAll)
    assert sorted(named) == sorted(
        name for name, asked in vars(providers).items() if isinstance(asked, kinds)
    )


def app_of(receiver: Callable[..., None]) -> str:
    """Return the short name of a receiver's app: `ratings` of `games.ratings.receivers`."""
    return receiver.__module__.removeprefix("games.").partition(".")[0]


@pytest.mark.parametrize("path", DOCUMENTS, ids=relative)
def test_no_line_is_longer_than_120_characters(path: Path) -> None:
    lines = path.read_text().splitlines()  # a row of a table can't be wrapped
    assert [line for line in lines if len(line) > 120 and not line.strip().startswith("|")] == []
