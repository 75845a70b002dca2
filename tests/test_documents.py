"""README and the other documents name what is there, and their examples work."""

import json
import re
from pathlib import Path

import pytest

from engine import Game
from engine.terminal.commands import main

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
GROUPS = ("engine", "games")
"""Folders whose packages README names one by one."""


def packages() -> set[str]:
    """Return the packages of the project as README writes them, `games/clock/`."""
    found = {
        f"{path.parent.relative_to(ROOT).as_posix()}/"
        for group in GROUPS
        for path in (ROOT / group).glob("*/__init__.py")
    }
    found |= {f"{name}/" for name in ("engine", "accounts", "zenith_site")}
    return found | {f"tests/{path.parent.name}/" for path in ROOT.glob("tests/*/__main__.py")}


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


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
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
