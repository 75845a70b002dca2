"""Scratch copies of the repository without a subject."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations
from math import comb
from pathlib import Path

from tools.scratch import environment

WHOLE = (
    *(
        "api/test_documented.py",
        "recipes",
        "tools",
        "upgrades",
        "test_documents.py",
        "test_layers.py",
        "test_messages.py",
        "test_names.py",
    ),
    *("test_styles.py", "test_templates.py", "zenith_site/test_noninterference.py"),
    "zenith_site/test_alone.py",
)
"""Tests of what speaks of the site as a whole: its tools, its documents, its lists of files."""


def groups(subjects: Sequence[str]) -> list[tuple[str, ...]]:
    """Return groups such that for any two subjects one group holds the first without the second.

    So copies without a group each show what uses one of its subjects, as copies without one subject
    each would, which are many more. Each subject is in another half of the groups: no half holds
    all of another one (Sperner's theorem: with fewer groups there are not enough sets).
    """
    count = 2
    while comb(count, count // 2) < len(subjects):
        count += 1
    halves = [*zip(subjects, combinations(range(count), count // 2), strict=False)]
    return [tuple(subject for subject, half in halves if number in half) for number in range(count)]


def remove(subject: str, folder: Path) -> None:
    """Remove a subject, as `puzzles`, or an app inside of one, as `notifications.feeds`.

    These are its folders, its style sheet, its lines, and its worker if it is a channel.
    """
    place = subject.replace(".", "/")
    for parent in ("games", "templates", "templates/admin", "tests"):
        shutil.rmtree(folder / parent / place, ignore_errors=True)
    (folder / "static" / "css" / f"{subject}.css").unlink(missing_ok=True)
    name = re.escape(f"games.{subject}")
    for file in ("zenith_site/settings.py", "pyproject.toml"):
        path = folder / file
        line = re.compile(rf'\n *"{name}",|(?<="){name} \| | \| {name}\b')
        path.write_text(line.sub("", path.read_text()))
    queue = subject.rpartition(".")[2]
    worker = f"worker-{queue}"
    for file, lines in (
        ("docker-compose.yml", rf"  {worker}:\n(?:    .*\n)+\n"),
        ("bin/grown", rf"(?<= ){worker} (?!\|)|(?<=[a-z]),{queue}(?=[, ])"),
        ("deploy/small.yml", rf"  {worker}: \*spare\n|(?<=[a-z]),{queue}(?=[,\"])"),
        ("deploy/large/etc/systemd/system/zenith-worker.service", rf"(?<=[a-z]),{queue}(?=[, ])"),
    ):
        path = folder / file
        path.write_text(re.sub(lines, "", path.read_text()))


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a copy, with data of its own; return what it printed if it failed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode else ""


def run_tests(folder: Path, *arguments: str) -> str:
    """Run tests in a copy; return what pytest printed if one failed."""
    left_out = [f"--ignore=tests/{name}" for name in WHOLE]
    return run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *left_out, *arguments)
