"""The installed package: its name, its command, its files."""

import doctest
import io
import json
import sys
from importlib.metadata import metadata, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest
import zenith_engine
from zenith_engine.terminal.commands import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"


def test_it_is_the_installed_one() -> None:
    assert find_spec("engine") is None
    assert find_spec("django") is None
    assert ROOT not in Path(zenith_engine.__file__).resolve().parents
    assert f'\nversion = "{version("zenith-engine")}"\n' in (ROOT / "pyproject.toml").read_text()


def test_it_says_that_it_is_typed_and_needs_nothing() -> None:
    assert (files("zenith_engine") / "py.typed").is_file()
    about = metadata("zenith-engine")
    assert all("extra ==" in needed for needed in about.get_all("Requires-Dist") or [])
    assert set(about.get_all("Provides-Extra") or []) == {"bots", "pettingzoo"}
    assert about["License-Expression"] == "MIT"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["show", str(EXAMPLES / "position.json")], "turn of seat 1"),
        (["show", str(EXAMPLES / "position.json"), "--seat", "0"], "hand of seat 1: "),
        (["replay", str(EXAMPLES / "record.json")], "Seat 1 won the game"),
        (["verify", str(EXAMPLES / "record.json")], "actions are legal"),
        (["bench", "--runs", "1", "--games", "2"], "decisions/s"),
        (["protocol"], "answer "),
        (["play", "--seed", "package"], "The seed was package"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_command_works(
    words: list[str],
    line: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = json.dumps(json.loads((EXAMPLES / "position.json").read_text()))
    typed = {"protocol": f"position {position}\ngo level nova\n", "play": "quit\n"}
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed.get(words[0], "")))
    assert main(words) == 0
    assert line in capsys.readouterr().out


def test_it_calls_itself_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert capsys.readouterr().out.startswith("usage: zenith [")
    assert main(["bot", "--site", "nowhere"]) == 2


def test_the_examples_of_its_readme_work() -> None:
    readme = ROOT / "tools" / "package" / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0
