"""What a piece of work costs: milliseconds, statements, and PostgreSQL's processor time."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import psycopg
from django.db import connection
from django.test.utils import CaptureQueriesContext

LITTLE = 1 / 1000
"""The share of a core below which the growth of a periodic task does not matter."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that is measured so many times; `prepare` runs before each time, unmeasured.

    `warm_up`: runs before the first measured one. `due`: rows that each run has to handle.
    `period`: seconds between the runs of a periodic task; 0 for a request.
    """

    name: str
    run: Callable[[], object]
    runs: int
    prepare: Callable[[], object] = lambda: None
    warm_up: int = 1
    due: int = 1
    period: float = 0.0


@dataclass(frozen=True, slots=True)
class Cost:
    """The mean of several runs, and the statements of one; `due` and `period` of the work."""

    milliseconds: float
    statements: int
    database: float
    """Milliseconds of PostgreSQL's processor time."""

    due: int = 1
    period: float = 0.0

    def grows(self, smaller: "Cost") -> bool:
        """Whether it grows faster than what is due: in PostgreSQL, or in statements.

        A periodic task that takes less than `LITTLE` of a core does not.
        """
        if self.milliseconds < 1000 * self.period * LITTLE:
            return False
        times = max(1.0, self.due / smaller.due)
        database = self.database > 2 * times * smaller.database + 1
        return database or self.statements > 1.25 * times * smaller.statements + 2


class Meter:
    """Measures work in this process, and the server processes of its connections."""

    def __init__(self) -> None:
        parameters = connection.get_connection_params()
        named = {name: parameters[name] for name in ("host", "port", "user", "dbname")}
        self.watcher = psycopg.connect(**named, autocommit=True)

    def measure(self, work: Work) -> Cost:
        """Run some work."""
        for _run in range(work.warm_up):
            work.prepare()
            work.run()
        work.prepare()
        with CaptureQueriesContext(connection) as captured:
            work.run()
        statements = len(captured)
        took = database = 0.0
        for _run in range(work.runs):
            work.prepare()
            before, start = self.busy(), perf_counter()
            work.run()
            took += perf_counter() - start
            database += added(before, self.busy())
        milliseconds = 1000 * took / work.runs
        return Cost(milliseconds, statements, database / work.runs, work.due, work.period)

    def close(self) -> None:
        """Close the connection that watches."""
        self.watcher.close()

    def busy(self) -> dict[int, float]:
        """Return the milliseconds of processor time of each server process of this database.

        Other databases of the server may be at work too, and their connections may end.
        """
        rows = self.watcher.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND datname = current_database() AND pid <> pg_backend_pid()"
        )
        # The first number in the file is nanoseconds on a processor.
        return {
            pid: int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6 for (pid,) in rows
        }


def added(before: dict[int, float], after: dict[int, float]) -> float:
    """Return the milliseconds that were added; a process that has ended since counts as none."""
    return sum(milliseconds - before.get(pid, 0.0) for pid, milliseconds in after.items())
