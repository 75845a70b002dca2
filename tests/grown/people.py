"""People who play: by HTTP and sockets, like a browser, at the web process they choose."""

import json
import re
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from time import monotonic
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from engine import Game as EngineGame
from tools.grown.services import PATIENCE, Grown, until


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    text: str
    location: str

    @property
    def version(self) -> int:
        """The version of the table that was shown."""
        found = re.search(r'data-version="(\d+)"', self.text)
        assert found, self.text[:500]
        return int(found[1])


class Socket:
    """The socket of an open page."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def hears(self, version: int) -> int:
        """Wait until it says this version or a later one; return which."""
        end = monotonic() + PATIENCE
        while True:
            message = json.loads(self.connection.recv(timeout=max(0.0, end - monotonic())))
            if message.get("version", -1) >= version:  # others tell of games that wait
                return int(message["version"])


@dataclass(frozen=True)
class Person:
    """A player who is logged in, at one web process."""

    session: str
    web: str

    def at(self, web: str) -> "Person":
        """Return the same person at another web process."""
        return replace(self, web=web)

    def get(self, path: str) -> Answer:
        """Ask for a fragment."""
        return self._ask("GET", path, "")

    def post(self, path: str, **fields: object) -> Answer:
        """Send a form."""
        return self._ask("POST", path, urlencode(fields))

    def _ask(self, method: str, path: str, body: str) -> Answer:
        token = secrets.token_hex(16)
        headers = {
            "Cookie": f"sessionid={self.session}; csrftoken={token}",
            "X-CSRFToken": token,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection = HTTPConnection(self.web, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
            return Answer(response.status, text, response.headers.get("Location", ""))
        finally:
            connection.close()

    @contextmanager
    def socket(self, pk: int) -> Iterator[Socket]:
        """Open the socket of a table."""
        with connect(
            f"ws://{self.web}/ws/tables/{pk}/",
            origin=Origin(f"http://{self.web}"),
            additional_headers={"Cookie": f"sessionid={self.session}"},
            open_timeout=PATIENCE,
        ) as connection:
            yield Socket(connection)


class Table:
    """A running game, as the database has it."""

    def __init__(self, grown: Grown, *seats: Person | None) -> None:
        """Open a table; a seat without a person is a bot's."""
        self.grown = grown
        self.seats = seats
        first, second = seats
        assert first is not None
        if second is None:
            opened = first.post("/play-a-bot/", bot="random")
        else:
            opened = first.post("/tables/new/", preset="anybody")
        assert opened.status == 302, opened.text
        self.path = opened.location
        self.pk = int(self.path.strip("/").rpartition("/")[2])
        if second is None:
            until(lambda: self.asked() == [0])  # the bot has thought about its hand
        else:
            assert second.post(f"{self.path}join/", seat=1).status == 302

    def column(self, name: str) -> Any:
        """Return a column of the game's row."""
        return self.grown.rows(f"SELECT {name} FROM tables_game WHERE id = %s", self.pk)[0][0]

    @property
    def seq(self) -> int:
        """How many moves there are."""
        return int(self.column("seq"))

    @property
    def version(self) -> int:
        """What open pages should show."""
        return int(self.column("version"))

    def moves(self) -> list[tuple[int, int]]:
        """Return (seq, seat) of each move."""
        query = "SELECT seq, seat FROM tables_move WHERE game_id = %s ORDER BY seq"
        return [tuple(row) for row in self.grown.rows(query, self.pk)]

    def asked(self) -> list[int]:
        """Return the seats that are asked."""
        query = "SELECT number FROM tables_seat WHERE game_id = %s AND asked ORDER BY number"
        return [row[0] for row in self.grown.rows(query, self.pk)]

    def drafts(self, number: int) -> tuple[Person, int]:
        """Let the person on a seat draft the first legal answer; return them and the `seq`."""
        until(lambda: number in self.asked())
        seq, snapshot = self.grown.rows(
            "SELECT seq, snapshot FROM tables_game WHERE id = %s", self.pk
        )[0]
        options = next(
            decision.options
            for decision in EngineGame.restore(snapshot).pending
            if number in decision.seats
        )
        person = self.seats[number]
        assert person is not None
        answer = person.post(f"{self.path}draft/", seq=seq, steps=0, action=options[0])
        assert answer.status == 200, answer.text
        return person, seq

    def plays(self, number: int) -> Answer:
        """Let the person on a seat answer once."""
        person, seq = self.drafts(number)
        answer = person.post(f"{self.path}confirm/", seq=seq)
        assert answer.status == 200, answer.text
        return answer

    def runs_out_of_time(self, side: int) -> None:
        """Let the deadline of a side that is asked be now."""
        self.grown.rows(
            "UPDATE tables_game SET deadline = date_trunc('second', now()), clock = jsonb_set("
            "clock, ARRAY['sides', %s, 'promised'], to_jsonb(date_trunc('second', now())))"
            " WHERE id = %s",
            str(side),
            self.pk,
        )

    def until_bot(self) -> int:
        """Let the person on the first seat answer until the bot is asked; return `seq`.

        The bot must be asleep: one that is awake may have answered before `seq` is read.
        """
        while 0 in until(self.asked):
            self.plays(0)
        return self.seq

    def until_person(self, seq: int) -> None:
        """Wait until the bot, asked at `seq`, has answered, and has no more to answer.

        A part of the site that ends meanwhile is started again, as by compose: a worker that loses
        Redis while it connects may take a second to end (kombu).
        """

        def has_answered() -> bool:
            self.grown.heal()
            return self.seq > seq and self.asked() == [0]

        until(has_answered)


def collide(table: Table, *asks: Callable[[], Answer]) -> list[Answer]:
    """Let requests meet at the lock of a table's row; return the answers in the same order."""
    grown = table.grown
    lock = "SELECT 1 FROM tables_game WHERE id = %s FOR UPDATE"
    with ThreadPoolExecutor(len(asks)) as pool:
        with grown.locked(lock, table.pk):
            asked = [pool.submit(ask) for ask in asks]
            until(lambda: grown.held_up('SELECT "tables_game"') == len(asks))
        return [future.result() for future in asked]
