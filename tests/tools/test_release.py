"""A release: what it refuses, and what it changes, in a repository of its own."""

import sys
from datetime import date
from pathlib import Path

import pytest

from tools.release import releasing
from tools.release.releasing import ReleaseError, git, notes, release

DAY = date(2026, 11, 27)
CHANGELOG = """\
# Changelog

## Unreleased

### Added
- A thing.

## 0.1.0 - 2026-11-22
The first release.
"""
PROJECT = '[project]\nname = "zenith"\nversion = "0.1.0"\n[tool.ruff]\ntarget-version = "py312"\n'
IDENTITY = {"user.name": "A tester", "user.email": "tester@example.org", "commit.gpgsign": "false"}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(releasing, "TRANSLATED", (sys.executable, "-c", ""))
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    git(tmp_path, "init", "--quiet")
    for name, value in IDENTITY.items():
        git(tmp_path, "config", name, value)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "All")
    return tmp_path


def test_a_release_is_a_commit_with_a_tag(repository: Path) -> None:
    release(repository, "0.2.0", DAY)
    assert (repository / "CHANGELOG.md").read_text() == CHANGELOG.replace(
        "## Unreleased\n", "## Unreleased\n\n## 0.2.0 - 2026-11-27\n"
    )
    assert (repository / "pyproject.toml").read_text() == PROJECT.replace("0.1.0", "0.2.0")
    assert git(repository, "status", "--porcelain") == ""
    assert git(repository, "log", "-1", "--format=%s") == "Release 0.2.0\n"
    assert git(repository, "describe") == "v0.2.0\n"


@pytest.mark.parametrize(
    ("why", "version", "reason"),
    [
        ("", "0.1.0", "isn't higher"),
        ("", "0.0.9", "isn't higher"),
        ("", "0.2", "looks like"),
        ("changed", "0.2.0", "CHANGELOG.md"),
        ("tag", "0.2.0", "exists"),
        ("empty", "0.2.0", "nothing under Unreleased"),
        ("untranslated", "0.2.0", "Translate"),
    ],
)
def test_what_is_not_released(
    repository: Path, monkeypatch: pytest.MonkeyPatch, why: str, version: str, reason: str
) -> None:
    if why == "changed":
        (repository / "CHANGELOG.md").write_text(f"{CHANGELOG}\n")
    if why == "tag":
        git(repository, "tag", "v0.2.0")
    if why == "empty":
        (repository / "CHANGELOG.md").write_text(CHANGELOG.replace("- A thing.\n", ""))
    if why == "untranslated":
        monkeypatch.setattr(releasing, "TRANSLATED", (sys.executable, "-c", "raise SystemExit(1)"))
    before = (repository / "pyproject.toml").read_text()
    with pytest.raises(ReleaseError, match=reason):
        release(repository, version, DAY)
    assert (repository / "pyproject.toml").read_text() == before
    assert git(repository, "log", "--format=%s") == "All\n"


def test_notes_are_those_of_the_released_version(repository: Path) -> None:
    release(repository, "0.2.0", DAY)
    changelog, project = repository / "CHANGELOG.md", repository / "pyproject.toml"
    assert notes(changelog.read_text(), project.read_text(), "0.2.0") == "### Added\n- A thing."
    assert notes(CHANGELOG, PROJECT, "0.1.0") == "The first release."


@pytest.mark.parametrize(
    ("version", "reason"), [("0.2.0", "isn't the version"), ("0.1.0", "nothing under 0.1.0")]
)
def test_a_version_that_was_not_released_has_no_notes(version: str, reason: str) -> None:
    with pytest.raises(ReleaseError, match=reason):
        notes(CHANGELOG.replace("0.1.0", "0.0.9"), PROJECT, version)
