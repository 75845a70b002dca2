"""Players who play all the time, and what they went through."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPException
from itertools import pairwise
from threading import Event, Lock
from time import monotonic, sleep
from traceback import format_exc

import psycopg

from engine import Game as EngineGame
from tests.grown.people import Person
from tools.hosts.site import LargeSite

AGAIN = 0.2
"""Seconds until a player tries again what did not work."""
Trouble = (OSError, HTTPException, psycopg.Error, AssertionError)


@dataclass
class Events:
    """What the players saw: confirmed moves with their times, and requests that failed."""

    confirmed: set[tuple[int, int]] = field(default_factory=set)
    """The moves by game and number, which begins with 1."""
    by_pair: list[list[float]] = field(default_factory=list)
    """When each pair's moves were confirmed, in seconds of `monotonic`."""
    mails: int = 0
    """How many mails they were promised."""
    last_mail: int = 0
    """The number of the last notification before."""
    requests: int = 0
    failures: list[str] = field(default_factory=list)
    trouble: str = ""
    """Why a player could not go on, the last time that it happened."""
    ended: list[str] = field(default_factory=list)
    """Why pairs play no more: what no player expects."""
    undone: list[str] = field(default_factory=list)
    """The games that went back behind a confirmed move, and when they were seen to."""
    _lock: Lock = field(default_factory=Lock)

    def note(self, failure: str = "") -> None:
        """Note a request, and how it failed."""
        with self._lock:
            self.requests += 1
            if failure:
                self.failures.append(failure)

    def longest_wait(self, begin: float) -> float:
        """Return the longest time between two moves of a pair since then, in seconds."""
        return max(
            later - earlier
            for times in self.by_pair
            for earlier, later in pairwise([begin, *(at for at in [*times] if at >= begin)])
        )

    def moved_since(self, begin: float) -> bool:
        """Whether each pair has moved, and moved again, since then."""
        assert not self.ended, self.ended[0]
        return all(len([at for at in [*times] if at >= begin]) >= 2 for times in self.by_pair)


@dataclass
class Pair:
    """Two people who play one game after another."""

    site: LargeSite
    people: tuple[Person, Person]
    events: Events
    stopping: Event
    moved: list[float] = field(default_factory=list)
    path: str = ""
    reached: dict[int, int] = field(default_factory=dict)
    """The number of the last confirmed move of each game."""

    def play(self) -> None:
        """Play until it is time to stop."""
        while not self.stopping.is_set():
            try:
                if not self._plays():
                    self.path = ""
            except Trouble as trouble:
                self.events.trouble = repr(trouble)
                sleep(AGAIN)
            except Exception:
                self.events.ended.append(format_exc())
                raise

    def _plays(self) -> bool:
        """Answer once; return whether the game goes on."""
        if not self.path:
            self._open()
        pk = int(self.path.strip("/").rpartition("/")[2])
        games = self.site.rows("SELECT status, seq, snapshot FROM tables_game WHERE id = %s", pk)
        self._sees(pk, games[0][1] if games else -1)
        assert games, f"game {pk} was not in the answer"
        ((status, seq, snapshot),) = games
        if status != "running":
            return False
        decision = EngineGame.restore(snapshot).pending[0]
        person = self.people[decision.seats[0]]
        fields = {"seq": seq, "steps": 0, "action": decision.options[0]}
        if self._ask(person, f"{self.path}draft/", **fields) != 200:
            sleep(AGAIN)
        elif self._ask(person, f"{self.path}confirm/", seq=seq) == 200:
            self.events.confirmed.add((pk, seq + 1))
            self.reached[pk] = seq + 1
            self.moved.append(monotonic())
        return True

    def _sees(self, pk: int, seq: int) -> None:
        """Note it if a game is behind what was confirmed, once each time."""
        if seq < self.reached.get(pk, 0):
            when = datetime.now(UTC).time()
            self.events.undone.append(f"{when}: game {pk} at {seq}, not {self.reached[pk]}")
            self.reached[pk] = seq

    def _open(self) -> None:
        first, second = self.people
        answer = first.post("/tables/new/", preset="anybody")
        assert answer.status == 302, answer.text
        joined = second.post(f"{answer.location}join/", seat=1)
        assert joined.status == 302, joined.text
        self.path = answer.location

    def _ask(self, person: Person, path: str, **fields: object) -> int:
        try:
            status = person.post(path, **fields).status
        except (OSError, HTTPException) as error:
            self.events.note(f"{path}: {error!r}")
            return 0
        self.events.note(f"{path}: {status}" if status >= 500 else "")
        return status


@contextmanager
def playing(site: LargeSite, people: list[Person]) -> Iterator[Events]:
    """Let people play, two and two, until the end."""
    events, stopping = Events(), Event()
    halves = zip(people[::2], people[1::2], strict=True)
    pairs = [Pair(site, both, events, stopping) for both in halves]
    events.by_pair = [pair.moved for pair in pairs]
    with ThreadPoolExecutor(len(pairs)) as pool:
        try:
            for pair in pairs:
                pool.submit(pair.play)
            yield events
        finally:
            stopping.set()
