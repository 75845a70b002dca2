"""The simulator that the simulated month and year share: a clock, events in order, a diary."""

import argparse
import gc
import heapq
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

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


def set_up_django() -> None:
    """Prepare Django with the settings of the tests; models can be imported afterwards."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings_test"
    django.setup()


def read_arguments[Size: DataclassInstance](kind: type[Size], name: str, text: str | None) -> Size:
    """Return the size of a simulation that the command line asks for."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=text)
    for option in fields(kind):
        parser.add_argument(f"--{option.name}", type=type(option.default), default=option.default)
    return kind(**vars(parser.parse_args()))


def make_database() -> None:
    """Make an empty database for one simulation; an SQLite one is in memory."""
    from django.db import connection  # noqa: PLC0415 - settings first

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = ":memory:"
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    gc.set_threshold(100_000, 50, 50)
