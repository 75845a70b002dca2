"""Open table pages, and games that two of them play."""

import json
import random
from contextlib import ExitStack
from dataclasses import dataclass, field
from threading import Condition, Thread
from time import monotonic
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from engine import Game as EngineGame
from tools.load.browser import PATIENCE, Answer, Browser, Connection, LoadError

HERE_EVERY = 30.0
"""Seconds between two reports of a page that a user looks at it, as in static/js/live.js."""


class TablePage:
    """The page of a table in a browser: its socket, and the fetch that a hint causes."""

    def __init__(self, browser: Browser, path: str) -> None:
        self.browser = browser
        self.path = path
        self.version = -1
        self.here = path
        self.hinted_at: dict[int, float] = {}
        """By version: when its hint, or a later one, came."""
        self.seen_at = 0.0
        """The time at which the latest fetch was answered."""
        self.error: LoadError | None = None
        self.socket: ClientConnection | None = None
        self.fetches = Connection(browser)
        self._open = ExitStack()
        self._open.callback(self.fetches.close)
        self._latest = -1
        self._clicks = 0
        self._changed = Condition()

    def load(self) -> None:
        """Load the page."""
        self._shows(self.browser.document("table page", self.path))

    def open(self) -> None:
        """Load the page and open its socket."""
        self.load()
        address = self.browser.address.replace("http", "ws", 1)
        number = self.path.strip("/").rpartition("/")[2]
        try:
            self.socket = self._open.enter_context(
                connect(
                    f"{address}/ws/tables/{number}/",
                    origin=Origin(self.browser.address),
                    additional_headers={"Cookie": self.browser.cookie},
                    open_timeout=PATIENCE,
                    ping_interval=None,  # browsers send none
                    source_address=(self.browser.source, 0) if self.browser.source else None,
                )
            )
            self.socket.send("here")
        except (OSError, WebSocketException) as error:
            raise LoadError(f"The socket of {self.path} was refused: {error}") from error
        Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Close the page."""
        self._open.close()

    def click(self, kind: str, path: str, source: str, **fields: object) -> float:
        """Submit a form of the page; return the seconds until the answer was complete."""
        with self._changed:
            self._clicks += 1
        try:
            answer = self.browser.htmx(kind, path, self.path, fields, source=source)
            self._shows(answer)
        finally:
            with self._changed:
                self._clicks -= 1
        if self._latest > self.version:
            self.fetch()
        return answer.seconds

    def sees(self, version: int) -> tuple[float, float]:
        """Wait until the page shows a version by a fetch; return when the hint and it came."""
        with self._changed:
            done = self._changed.wait_for(lambda: self.error or self.version >= version, PATIENCE)
            if self.error:
                raise self.error
            if not done:
                raise LoadError(f"No hint of version {version} of {self.path} in {PATIENCE:.0f} s.")
            hinted = min(at for known, at in self.hinted_at.items() if known >= version)
            return hinted, self.seen_at

    def fetch(self, kind: str = "fetch") -> Answer:
        """Ask for the table, as the page does after a hint."""
        query: dict[str, int] = {"version": self.version, "here": 1}
        if self._latest > self.version:
            query["told"] = self._latest
        path = self.here + ("&" if "?" in self.here else "?") + urlencode(query)
        answer = self.browser.htmx(kind, path, self.path, through=self.fetches)
        self._shows(answer)
        return answer

    def watch(self, version: int, times: int) -> None:
        """Fetch a version as that many visitors do whose pages show the one before."""
        regions, before, here = self.browser.regions[self.path], self.version, self.here
        for _visitor in range(times):
            self.browser.regions[self.path], self.version, self.here = regions, before, here
            self._latest = version
            if self.fetch("watch").status != 200:
                raise LoadError(f"A visitor's page of {self.path} heard nothing new.")

    def _shows(self, answer: Answer) -> None:
        version = answer.attribute("data-version")
        with self._changed:
            if version is not None:
                self.version = max(self.version, int(version))
                self.seen_at = monotonic()
            self.here = answer.attribute("data-here") or self.here
            self._changed.notify_all()

    def _listen(self) -> None:
        assert self.socket is not None
        try:
            while True:
                try:
                    message = self.socket.recv(timeout=HERE_EVERY)
                except TimeoutError:
                    self.socket.send("here")
                    continue
                hint = json.loads(message)
                if "version" in hint:  # others tell of games that wait, and of lists
                    self._hint(hint["version"])
        except ConnectionClosed as closed:
            self._ends(LoadError(f"The socket of {self.path} was closed: {closed}"))
        except LoadError as error:
            self._ends(error)

    def _ends(self, error: LoadError) -> None:
        with self._changed:
            self.error = error
            self._changed.notify_all()

    def _hint(self, version: int) -> None:
        with self._changed:
            self.hinted_at[version] = monotonic()
            self._latest = max(self._latest, version)
            if self._clicks:  # its answer shows the table
                return
            behind = self._latest > self.version
        if behind and self.fetch().status == 204:
            raise LoadError(f"A hint of version {version}, but nothing new at {self.path}.")


@dataclass
class Times:
    """Measured times, in seconds."""

    drafts: list[float] = field(default_factory=list)
    confirms: list[float] = field(default_factory=list)
    hinted: list[float] = field(default_factory=list)
    """From sending a confirm to the hint in the opponent's socket."""
    seen: list[float] = field(default_factory=list)
    """From sending a confirm to the end of the fetch that the hint causes."""
    seconds: float = 0.0

    def __iadd__(self, other: "Times") -> "Times":
        """Add the times of another round."""
        self.drafts += other.drafts
        self.confirms += other.confirms
        self.hinted += other.hinted
        self.seen += other.seen
        self.seconds += other.seconds
        return self

    @property
    def moves(self) -> int:
        """The number of moves that the opponent has seen."""
        return len(self.seen)


class LoadGame:
    """A game of two signed-in browsers, which choose random legal answers.

    The tool plays it along in an engine of its own, so that it asks the site nothing that a browser
    would not ask.
    """

    def __init__(self, path: str, pages: tuple[TablePage, TablePage], setup: object) -> None:
        self.path = path
        self.pages = pages
        self.engine = EngineGame.replay(setup)
        self.seq = 0
        self.chance = random.Random(path)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.engine.pending

    def draft(self) -> tuple[TablePage, TablePage, float]:
        """Draft an answer; return the page of the player, that of the opponent, and the seconds."""
        decision = self.engine.pending[0]
        number = decision.seats[0]
        action = self.chance.choice(decision.options)
        mover, other = self.pages[number], self.pages[1 - number]
        fields = {"seq": self.seq, "steps": 0, "since": self.seq, "action": action}
        took = mover.click("draft", f"{self.path}draft/", "form#answer", **fields)
        self.engine.play(number, action)
        return mover, other, took

    def confirm(self, mover: TablePage) -> float:
        """Confirm the draft; return the seconds."""
        before = mover.version
        took = mover.click("confirm", f"{self.path}confirm/", "form", seq=self.seq)
        if mover.version <= before:
            raise LoadError(f"The answer to a confirm at {self.path} shows no new data-version.")
        self.seq += 1
        return took

    def move(self, times: Times) -> None:
        """Play one answer; wait until the opponent's page shows it."""
        mover, other, took = self.draft()
        times.drafts.append(took)
        start = monotonic()
        times.confirms.append(self.confirm(mover))
        hinted, seen = other.sees(mover.version)
        times.hinted.append(hinted - start)
        times.seen.append(seen - start)
