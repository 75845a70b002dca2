"""The mutation run: what it changes, which lines it picks, and which tests catch a change."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutation.mutants import mutants_of, sample
from tools.scratch import ROOT

SOURCE = '''\
"""A module."""

LIMIT = 3


def allowed(number: int, *, strict: bool = True) -> bool:
    """Whether a number is allowed."""
    if strict and number >= LIMIT:
        raise ValueError
    é = "é" if not number else f"{number}"
    print(é)
    return number - 1 in (
        LIMIT,
        7,
    )
'''


def test_each_kind_of_change() -> None:
    changes = {(each.line, each.before, each.after) for each in mutants_of("a.py", SOURCE)}
    assert changes == {
        (3, "3", "4"),
        (6, "True", "False"),
        (8, "strict and number >= LIMIT", "(strict or number >= LIMIT)"),
        (8, "number >= LIMIT", "(number > LIMIT)"),
        (9, "raise ValueError", "pass"),
        (10, "not number", "(number)"),
        (10, '"é" if not number else f"{number}"', "(f'{number}' if not number else 'é')"),
        (11, "print(é)", "pass"),
        (12, "return number - 1 in (\n        LIMIT,\n        7,\n    )", "return None"),
        (
            12,
            "number - 1 in (\n        LIMIT,\n        7,\n    )",
            "(number - 1 not in (LIMIT, 7))",
        ),
        (12, "number - 1", "(number + 1)"),
        (12, "1", "2"),
        (14, "7", "8"),
    }


def test_the_lines_that_tell_which_tests_reach_it() -> None:
    lines = {each.line: each.lines for each in mutants_of("a.py", SOURCE)}
    assert lines == {
        **{3: (1, 0), 6: (1, 0)},  # at the import
        **{8: (8, 8), 9: (9, 9), 10: (10, 10), 11: (11, 11), 12: (12, 15), 14: (12, 15)},
    }


@pytest.mark.whole
@pytest.mark.parametrize("path", ["engine/rules/loop.py", "games/tables/services/play.py"])
def test_every_mutant_is_python(path: str, tmp_path: Path) -> None:
    source = (ROOT / path).read_text()
    mutants = mutants_of(path, source)
    assert len(mutants) > 20
    (tmp_path / path).parent.mkdir(parents=True)
    for mutant in mutants:
        (tmp_path / path).write_text(source)
        mutant.apply(tmp_path)
        changed = (tmp_path / path).read_text()
        assert changed != source
        ast.parse(changed)


def test_the_sample_is_decided_by_the_seed() -> None:
    files = {"engine/a.py": SOURCE * 9, "games/b.py": SOURCE * 90, "accounts/c.py": SOURCE}
    chosen = sample(files, 50, 1)
    assert chosen == sample(files, 50, 1) != sample(files, 50, 2)
    assert len({(each.path, each.line) for each in chosen}) == len(chosen)
    for path in files:
        assert sum(each.path == path for each in chosen) >= 5


@pytest.mark.slow
def test_good_tests_catch_what_no_tests_let_pass(tmp_path: Path) -> None:
    for tests, share in (
        ("tests/tournaments/test_standings.py", "100.0 %"),
        ("tests/clock", "0.0 %"),
    ):
        command = [
            *(sys.executable, "-m", "tools.mutation", "--under", "games/tournaments/knockout.py"),
            *("--lines", "2", "--tests", tests, "--processes", "1"),
            *("--results", str(tmp_path / tests.replace("/", "-"))),
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert f"\n{share} caught" in done.stdout
