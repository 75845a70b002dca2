"""What the simulated month and year share: a clock, events in order, a diary, a silent site."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from unittest import mock

from games.notifications import record
from games.tables import publishing

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WEEK = 7 * DAY


@dataclass
class SimulationDiary:
    """What a simulation remembers beside the site's own rows."""

    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


class Simulation[Diary: SimulationDiary]:
    """Events that happen one after the other, each at its simulated moment `now`."""

    def __init__(self, start: datetime, end: datetime, chance: Random, diary: Diary) -> None:
        self.now, self.end = start, end
        self.chance, self.diary = chance, diary
        self._events: list[tuple[datetime, int, Callable[[], None]]] = []
        self._number = count()

    def at(self, moment: datetime, event: Callable[[], None]) -> None:
        """Plan an event."""
        heapq.heappush(self._events, (moment, next(self._number), event))

    def every(self, step: timedelta, event: Callable[[], None], first: datetime) -> None:
        """Plan an event that happens again and again."""

        def happen() -> None:
            self.at(self.now + step, happen)
            event()

        self.at(first, happen)

    def coming(self) -> Iterator[tuple[datetime, Callable[[], None]]]:
        """Yield the planned events up to the end, also those planned meanwhile."""
        while self._events and self._events[0][0] <= self.end:
            moment, _number, event = heapq.heappop(self._events)
            yield moment, event

    def happen(self, event: Callable[[], None]) -> None:
        """Let an event happen now; an exception is a fault."""
        try:
            event()
        except Exception as error:
            self.diary.faults.append(f"{self.now}: {error!r}")


def nothing(*_args: object, **_more: object) -> None:
    """Do nothing."""


@contextmanager
def replaced(*replacements: tuple[object, str, object]) -> Iterator[None]:
    """Replace names of modules; in any case no hint, task or message leaves the process."""
    silence = (
        (publishing, "_send", nothing),
        (publishing, "wake_bots_of", nothing),
        (record, "wake_outbox", nothing),
    )
    with ExitStack() as stack:
        for where, name, instead in (*silence, *replacements):
            stack.enter_context(mock.patch.object(where, name, instead))
        yield
