"""Measurements of one site: rounds of concurrent games, statements, the service door."""

import json
import secrets
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic, process_time

from tools.grown.services import python_of
from tools.load.browser import Browser, LoadError, Traffic
from tools.load.sites import PASSWORD, Site
from tools.load.tables import LoadGame, TablePage, Times

SAMPLE = 8
"""Moves of the sample in which statements are counted."""
DOOR_MOVES = 60
"""Moves of each game at the service door, before most games have ended."""
SIGN_INS = 4
WATCHERS = 1000
"""Visitors who watch one game."""
CONNECTIONS = 8
"""By which their pages are fetched."""
"""Users that sign in at once."""

_sources = count(1)


@dataclass
class Figures:
    """What has been measured of a site."""

    times: Times = field(default_factory=Times)
    cpu: dict[str, float] = field(default_factory=dict)
    """Processor seconds by kind of process during the rounds; `load` is this tool."""
    traffic: Traffic = field(default_factory=Traffic)
    statements: dict[str, list[int]] = field(default_factory=dict)
    watched: float = 0.0
    """Processor seconds of web and PostgreSQL for the fetches of all watchers after a move."""
    door: float = 0.0
    bare: float = 0.0


class Load:
    """The players of a site, two for each game, and what has been measured with them.

    `think`: seconds for which the players of a game wait after each move.
    """

    def __init__(self, site: Site, games: int, *, think: float = 0) -> None:
        self.site = site
        self.think = think
        self.mark = f"load-{secrets.token_hex(3)}"
        self.games = games
        self.pairs: list[tuple[Browser, Browser]] = []
        self.playing: list[LoadGame] = []
        self.figures = Figures()
        self.played: list[int] = []
        self._lock = Lock()

    def sign_in(self) -> None:
        """Create the players and sign them in, the two of a game at different web processes."""
        names = [f"{self.mark}-{number}" for number in range(2 * self.games)]
        self.site.make_players(names)
        browsers = [
            Browser(self.site.addresses[(number // 2 + number) % len(self.site.addresses)],
                    _source(), self.figures.traffic)
            for number in range(2 * self.games)
        ]  # fmt: skip
        with ThreadPoolExecutor(SIGN_INS) as pool:
            for done in [
                pool.submit(browser.sign_in, name, PASSWORD)
                for browser, name in zip(browsers, names, strict=True)
            ]:
                done.result()
        self.pairs = list(zip(browsers[::2], browsers[1::2], strict=True))

    def open_games(self, pairs: list[tuple[Browser, Browser]]) -> list[LoadGame]:
        """Open a table for each pair, and its page in both browsers."""
        paths = [self.open_table(first, second) for first, second in pairs]
        setups = self.site.setups([number_of(path) for path in paths])
        games = []
        for path, pair in zip(paths, pairs, strict=True):
            pages = TablePage(pair[0], path), TablePage(pair[1], path)
            games.append(LoadGame(path, pages, setups[number_of(path)]))
            for page in pages:
                page.open()
        return games

    def open_table(self, first: Browser, second: Browser) -> str:
        """Let one player open a table and the other join it; return its path."""
        path = first.submit("open a table", "/tables/new/", preset="anybody").location
        second.submit("join", f"{path}join/", seat=1)
        self.played.append(number_of(path))
        return path

    def warm_up(self, seconds: float) -> None:
        """Play without keeping the figures."""
        kept = self.figures
        self.figures = Figures(traffic=kept.traffic)
        self.play(seconds)
        self.figures = kept

    def play(self, seconds: float) -> None:
        """Play all games at once for some time."""
        if not self.playing:
            self.playing = self.open_games(self.pairs)
        before, tool = self.site.cpu(), process_time()
        start = monotonic()
        until = start + seconds
        times = [Times() for _game in self.playing]
        stop = Event()
        errors: list[LoadError] = []

        def run(number: int) -> None:
            try:
                while monotonic() < until and not stop.is_set():
                    if self.playing[number].over:
                        self._next_game(number)
                    self.playing[number].move(times[number])
                    stop.wait(self.think)
            except LoadError as error:
                errors.append(error)
                stop.set()

        threads = [Thread(target=run, args=(number,)) for number in range(len(self.playing))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]
        total = Times(seconds=monotonic() - start)
        for own in times:
            total += own
        after = self.site.cpu()
        for name, seconds_before in before.items():
            self._add_cpu(name, after[name] - seconds_before)
        self._add_cpu("load", process_time() - tool)
        self.figures.times += total

    def _add_cpu(self, name: str, seconds: float) -> None:
        self.figures.cpu[name] = self.figures.cpu.get(name, 0.0) + seconds

    def _next_game(self, number: int) -> None:
        with self._lock:  # one at a time: it starts a process
            for page in self.playing[number].pages:
                page.close()
            self.playing[number] = self.open_games([self.pairs[number]])[0]

    def count_statements(self) -> None:
        """Count the statements of each request of a few moves, one request at a time."""
        if self.site.statements() is None:
            return
        first, second = self.pairs[0]
        path = self.open_table(first, second)
        pages = TablePage(first, path), TablePage(second, path)
        game = LoadGame(path, pages, self.site.setups([number_of(path)])[number_of(path)])
        for page in pages:
            page.load()
            page.load()  # the first request of a session asks more
        visitor = Browser(first.address, _source(), self.figures.traffic)
        for browser in (first, second, visitor):
            browser.document("home", "/")
        for _move in range(SAMPLE):
            mover, other, _took = self._counted("draft", game.draft)
            self._counted("confirm", partial(game.confirm, mover))
            self._counted("fetch", other.fetch)
            self._counted("nothing new", partial(other.fetch, "nothing new"))
            self._counted("table page", other.load)
            self._counted("home", partial(first.document, "home", "/"))
            self._counted("lobby", partial(first.document, "lobby", "/lobby/"))
            self._counted("landing", partial(visitor.document, "landing", "/"))

    def _counted[Result](self, kind: str, request: Callable[[], Result]) -> Result:
        before = self.site.statements() or 0
        result = request()
        self.figures.statements.setdefault(kind, []).append((self.site.statements() or 0) - before)
        return result

    def measure_watchers(self) -> None:
        """Measure the fetches of many visitors who watch a game, after one of its moves."""
        first, second = self.pairs[0]
        path = self.open_table(first, second)
        pages = TablePage(first, path), TablePage(second, path)
        game = LoadGame(path, pages, self.site.setups([number_of(path)])[number_of(path)])
        addresses = self.site.addresses
        visitors = [
            TablePage(Browser(addresses[number % len(addresses)], _source()), path)
            for number in range(CONNECTIONS)
        ]
        for page in (*pages, *visitors):
            page.load()
        mover, _other, _took = game.draft()
        game.confirm(mover)
        before = self.site.cpu()
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            share = WATCHERS // CONNECTIONS
            for done in [pool.submit(page.watch, mover.version, share) for page in visitors]:
                done.result()
        after = self.site.cpu()
        self.figures.watched = sum(
            after[name] - before[name] for name in after if name in ("web", "PostgreSQL")
        )
        for page in visitors:
            page.close()
            page.browser.close()

    def measure_door(self) -> None:
        """Measure the service door against bare PostgreSQL, in a process of the site's code."""
        if self.site.grown is None:
            return
        games = [number_of(self.open_table(*pair)) for pair in self.pairs[:4]]
        env = {
            **self.site.env,
            "PYTHONPATH": str(self.site.root),
            "DJANGO_SETTINGS_MODULE": "zenith_site.settings",
        }
        script = str(Path(__file__).with_name("door.py"))
        done = subprocess.run(
            [python_of(self.site.root), "-P", script, json.dumps(games), str(DOOR_MOVES)],
            cwd=self.site.root,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise LoadError(f"The service door failed: {done.stderr.strip()}")
        figures = json.loads(done.stdout)
        self.figures.door, self.figures.bare = figures["door"], figures["bare"]

    def check(self) -> str:
        """Compare the games with their moves; return what `check_games` says."""
        return self.site.manage("check_games", *map(str, self.played)).strip()

    def leave(self) -> None:
        """Close everything; delete players and games of a site that goes on."""
        for game in self.playing:
            for page in game.pages:
                page.close()
        for pair in self.pairs:
            for browser in pair:
                browser.close()
        if self.site.grown is None:
            self.site.delete(self.mark)


def number_of(path: str) -> int:
    """Return the number of a table from its path."""
    return int(path.strip("/").rpartition("/")[2])


def _source() -> str:
    number = next(_sources)
    return f"127.0.{1 + number // 250}.{1 + number % 250}"
