"""The steps of a release: its checks, its two files, its commit and its tag."""

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

UNRELEASED = "## Unreleased\n"
VERSION = re.compile(r'^version = "(\d+)\.(\d+)\.(\d+)"$', re.MULTILINE)
TRANSLATED = (sys.executable, "-m", "pytest", "-q", "-m", "release", "tests/test_messages.py")


class ReleaseError(Exception):
    """A reason not to release."""


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"A version looks like 0.2.0, not like {version!r}.")
    return tuple(map(int, version.split(".")))


def released(changelog: str, version: str, day: date) -> str:
    """Return the changelog with what was unreleased under a version and its date."""
    before, heading, after = changelog.partition(UNRELEASED)
    entries = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    if not heading or not re.search(r"^- ", entries, re.MULTILINE):
        raise ReleaseError("CHANGELOG.md has nothing under Unreleased.")
    return f"{before}{UNRELEASED}\n## {version} - {day.isoformat()}\n{after}"


def with_version(project: str, version: str) -> str:
    """Return pyproject.toml with another version, which has to be higher."""
    now = VERSION.search(project)
    if now is None or numbers(version) <= tuple(map(int, now.groups())):
        raise ReleaseError(f"{version} isn't higher than the version in pyproject.toml.")
    return VERSION.sub(f'version = "{version}"', project, count=1)


def notes(changelog: str, project: str, version: str) -> str:
    """Return what the changelog says of a released version, which must be pyproject.toml's."""
    now = VERSION.search(project)
    if now is None or numbers(version) != tuple(map(int, now.groups())):
        raise ReleaseError(f"{version} isn't the version in pyproject.toml.")
    heading = rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d\n"
    parts = re.split(heading, changelog, maxsplit=1, flags=re.MULTILINE)
    if len(parts) == 1:
        raise ReleaseError(f"CHANGELOG.md has nothing under {version}.")
    return re.split(r"^## ", parts[1], maxsplit=1, flags=re.MULTILINE)[0].strip()


def git(root: Path, *arguments: str) -> str:
    """Run git; return what it printed."""
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout


def release(root: Path, version: str, day: date) -> None:
    """Check, change the two files, commit and tag."""
    changelog, project = root / "CHANGELOG.md", root / "pyproject.toml"
    new = {
        project: with_version(project.read_text(), version),
        changelog: released(changelog.read_text(), version, day),
    }
    if changed := git(root, "status", "--porcelain", "--untracked-files=no"):
        raise ReleaseError(f"These files are changed:\n{changed.rstrip()}")
    if git(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"The tag v{version} exists.")
    if subprocess.run(TRANSLATED, cwd=root, check=False).returncode:
        raise ReleaseError("Translate what is missing: make messages lists it.")
    for path, text in new.items():
        path.write_text(text)
    git(root, "commit", "--quiet", "--all", "--message", f"Release {version}")
    git(root, "tag", "--annotate", f"v{version}", "--message", f"Zenith {version}")
