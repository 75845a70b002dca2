"""How long a process waits for PostgreSQL: a request until its deadline, a task for a statement."""

from contextvars import ContextVar
from time import monotonic

LEAST = 1.0
"""Seconds that any statement gets, however late its request is."""

_longest: float | None = None
_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)
_limit: ContextVar[float | None] = ContextVar("limit", default=None)


def limit_statements(seconds: float | None) -> None:
    """Limit the statements of this process; without a limit they may take any time."""
    global _longest  # noqa: PLW0603 - a process decides it once, at its start
    _longest = seconds


def begin_request() -> None:
    """Set the deadline of the request in this context: its waits for the database share a limit."""
    _deadline.set(None if _longest is None else monotonic() + _longest)


def limit_thread(seconds: float) -> None:
    """Limit each statement of this thread."""
    _limit.set(seconds)


def remaining() -> float | None:
    """Return for how many seconds a statement that begins now may be waited for."""
    deadline = _deadline.get()
    if deadline is not None:
        return max(LEAST, deadline - monotonic())
    return _limit.get() or _longest
