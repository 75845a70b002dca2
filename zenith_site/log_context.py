"""What a process is doing while it logs: the request or the task, its user, its game."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Work:
    """A request or a task in progress."""

    id: str
    """Of the request: that of the proxy, or a random one. Of the task: Celery's."""
    name: str = ""
    """Of the view or the task."""
    is_task: bool = False
    user: int | None = None
    game: int | None = None
    statements: int = 0
    database_seconds: float = 0

    def fields(self) -> dict[str, str | int]:
        """Return what a log line says about it."""
        kind = "task" if self.is_task else "request"
        named = {kind: self.id, "name": self.name, "user": self.user, "game": self.game}
        return {name: value for name, value in named.items() if value}


work: ContextVar[Work | None] = ContextVar("work", default=None)
"""The request or task of this thread, if there is one."""
