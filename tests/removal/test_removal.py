"""A subject that no other one uses can be deleted: the rest of the site runs, and its tests pass.

Run with `make test-removal`; an ordinary run leaves this folder out (`tests/conftest.py`).
"""

from pathlib import Path

import pytest

from tests.removal.copies import remove, run, run_tests
from tools.layers import Project
from tools.scratch import copy_to

LEAVES = Project().leaves()
QUICK = (
    "tests/zenith_site/test_every_page.py::test_no_page_fails_a_player_with_all_rights",
    "tests/accounts/test_deleting.py",
)
"""Every page that there is, and what asks all subjects."""


@pytest.fixture(scope="module", params=LEAVES)
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository without one of the subjects."""
    folder = tmp_path_factory.mktemp(request.param)
    copy_to(folder)
    remove(request.param, folder)
    return folder


def test_the_leaves_are_found() -> None:
    assert {"puzzles", "tournaments"} <= set(LEAVES)
    assert "tables" not in LEAVES


def test_the_rest_runs(copy: Path) -> None:
    assert run(copy, "manage.py", "makemigrations", "--check", "--dry-run") == ""
    assert run_tests(copy, "--no-migrations", *QUICK) == ""


@pytest.mark.slow
def test_the_tests_of_the_rest_pass(copy: Path) -> None:
    if not (copy / "games" / "pages").exists():
        pytest.skip("tests of most subjects open the home page, the lobby or a profile")
    failures = run_tests(copy, "-n", "auto", "-m", "not slow")
    assert not failures, failures[-5000:]
