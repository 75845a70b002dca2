"""Scratch copies of the repository, to change and to throw away."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOT_COPIED = (
    *(".git", ".venv*", ".*_cache", ".hypothesis", ".compiled", ".matrix", ".tools", ".review"),
    "data",
)
"""What the checks and the site make in the folder of the repository; compiled files are of use."""
OWN = ("DATA_DIR", "PYTEST_")
"""How variables of the environment begin that belong to a run of the tests."""


def copy_to(folder: Path) -> None:
    """Copy the repository."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED), dirs_exist_ok=True)


def environment() -> dict[str, str]:
    """Return the environment for a command in a copy, which gets data of its own."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
