"""A subject that no other one uses can be deleted: the rest of the site runs, and its tests pass.

Run with `make test-removal`; an ordinary run leaves this folder out (`tests/conftest.py`).
"""

import ast
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from tests.removal.copies import WHOLE, groups, remove, run_tests
from tools.layers import Project
from tools.scratch import copy_to

LEAVES = Project().leaves()
BUT_PAGES = [leaf for leaf in LEAVES if leaf != "pages"]
"""Tests of most subjects open the home page, the lobby or a profile."""
TESTS = Path(__file__).parents[1]
OTHERS = ("e2e", "engines", "grown", "hosts", "package", "removal", "support")
"""Tests that run by themselves, with all subjects, and what they share."""
QUICK = (
    "tests/zenith_site/test_every_page.py::test_no_page_fails_a_player_with_all_rights",
    "tests/accounts/test_deleting.py",
    "tests/zenith_site/test_health.py::test_the_models_and_the_migrations_agree",
)
"""Every page that there is, what asks all subjects, and their migrations."""


@pytest.fixture
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the repository without some of the subjects."""
    copy_to(tmp_path)
    for subject in request.param:
        remove(subject, tmp_path)
    return tmp_path


def test_the_leaves_are_found() -> None:
    assert {"puzzles", "tournaments"} <= set(LEAVES)
    assert "tables" not in LEAVES


def test_groups_part_any_two_subjects() -> None:
    for first, second in permutations(LEAVES, 2):
        assert any(first in group and second not in group for group in groups(LEAVES))


def test_no_test_of_the_rest_imports_a_leaf() -> None:
    """But for the home page, without which most of them are skipped; cheaper than to run them."""
    imported = []
    for file in sorted(TESTS.rglob("*.py")):
        place = file.relative_to(TESTS)
        if place.parts[0] in OTHERS or any(f"{place}/".startswith(f"{own}/") for own in WHOLE):
            continue
        for module in imports_of(file):
            for leaf in LEAVES:
                at_home = str(place).startswith(f"{leaf.replace('.', '/')}/")
                is_of_it = f"{module.partition('.')[2]}.".startswith(f"{leaf}.")
                if leaf != "pages" and is_of_it and not at_home:
                    imported.append(f"{place}: {module}")
    assert imported == []


def imports_of(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports as it is loaded."""
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("copy", groups(LEAVES), indirect=True, ids="-".join)
def test_the_rest_runs(copy: Path) -> None:
    assert run_tests(copy, "--no-migrations", *QUICK) == ""


@pytest.mark.slow
@pytest.mark.parametrize("copy", groups(BUT_PAGES), indirect=True, ids="-".join)
def test_the_tests_of_the_rest_pass(copy: Path) -> None:
    failures = run_tests(copy, "-n", "auto", "-m", "not slow")
    assert not failures, failures[-5000:]
