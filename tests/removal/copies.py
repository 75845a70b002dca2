"""Scratch copies of the repository without a subject."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHOLE = (
    *("tools", "upgrades", "test_documents.py", "test_layers.py", "test_messages.py"),
    *("test_styles.py", "test_templates.py", "zenith_site/test_noninterference.py"),
)
"""Tests of what speaks of the site as a whole: its tools, its documents, its lists of files."""


def files() -> list[str]:
    """Return the names of the files that git knows, or that it would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def copy_to(folder: Path) -> None:
    """Copy the repository, without what git ignores."""
    for name in files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, path)


def remove(subject: str, folder: Path) -> None:
    """Remove a subject, as `puzzles`, or an app inside of one, as `notifications.feeds`.

    These are its folders, its style sheet and its lines.
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


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a copy, with data of its own; return what it printed if it failed."""
    own = ("DATA_DIR", "PYTEST_")
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith(own)},
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
