"""GitHub's workflows: actions are pinned, and what they run exists."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    """A tag can be moved to other code; the comment says which release the commit is."""
    actions = re.findall(r"uses: (.+)", path.read_text())
    pinned = r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    assert [action for action in actions if not re.fullmatch(pinned, action)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_targets_that_are_run_exist(path: Path) -> None:
    assert set(re.findall(r"run: make ([a-z-]+)", path.read_text())) <= TARGETS


def test_the_parts_of_the_night_exist() -> None:
    parts = re.search(r"^NIGHTLY := (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert parts is not None
    assert set(parts[1].split()) <= TARGETS


@pytest.mark.parametrize("path", [each for each in FORMS if each.stem != "config"], ids=name_of)
def test_an_issue_form_has_what_github_wants(path: Path) -> None:
    form: dict[str, Any] = yaml.safe_load(path.read_text())
    assert form["name"]
    assert form["description"]
    ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    assert all(field["attributes"] for field in form["body"])
