"""Helpers of the terminal's tests."""

from collections.abc import Callable
from typing import NamedTuple

from tests.engine.golden_write import FOLDER

RECORD = FOLDER / "two-first-game.json"


class Ran(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def refused(ran: Ran) -> bool:
    """Whether a command has failed as it should: one sentence on stderr, exit code 2."""
    return ran.code == 2 and ran.err.endswith("\n") and ran.err.count("\n") == 1
