"""`manage.py load`: measures response times of a running site with many concurrent games.

Simulated players use HTTP and sockets of a site on this machine with the same database as this
command, which looks up the legal answers there. All games and users are deleted at the end.
"""

import json
import random
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from queue import Empty, Queue
from time import monotonic
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as open_socket
from websockets.typing import Origin

from accounts.models import User
from games.tables.models import Game, Status
from games.tables.services.opening import Wish, create_table
from games.tables.services.play import engine_game
from games.tables.services.seating import join_table

MOST_GAMES = 100
MOST_SECONDS = 300
PATIENCE = 10.0
"""Seconds to wait for an answer or a hint."""
IDLE = 3.0
"""Seconds after which a connection is reopened; the server closes it after five."""
HERE = ("127.0.0.1", "localhost", "::1")


@dataclass
class LoadTimes:
    """Measured times in seconds."""

    drafts: list[float] = field(default_factory=list)
    confirms: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    """From a player's click to the message in the opponent's socket."""
    faults: list[str] = field(default_factory=list)


class LoadPlayer:
    """A signed-in player with an HTTP connection, a socket, and its messages with their times."""

    def __init__(self, user: User, address: str, game: int) -> None:
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        self.session = session
        self.user = user
        self.address = address
        parts = urlsplit(address)
        token = secrets.token_hex(16)
        self.headers = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session.session_key}; csrftoken={token}",
            "X-CSRFToken": token,
            "HX-Request": "true",
        }
        self.http = HTTPConnection(str(parts.hostname), parts.port or 80, timeout=PATIENCE)
        self.used = 0.0
        self.heard: Queue[tuple[int, float]] = Queue()
        self.socket: ClientConnection = open_socket(
            f"{address.replace('http', 'ws', 1)}/ws/tables/{game}/",
            origin=Origin(address),
            additional_headers={"Cookie": self.headers["Cookie"]},
            compression=None,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            for message in self.socket:
                self.heard.put((json.loads(message)["version"], monotonic()))
        except WebSocketException:
            pass

    def post(self, path: str, **data: object) -> float:
        """Post a form; return the seconds until the response was complete."""
        body = urlencode(data)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        start = monotonic()
        if start > self.used + IDLE:
            self.http.close()
        self.http.request("POST", path, body, {**self.headers, **kind})
        response = self.http.getresponse()
        response.read()
        if response.status >= 400:
            raise HTTPException(f"{path}: {response.status}")
        self.used = monotonic()
        return self.used - start

    def hears(self, version: int) -> float:
        """Wait for this version, or a later one, in the socket; return the time of its message."""
        while True:
            received, at = self.heard.get(timeout=PATIENCE)
            if received >= version:
                return at

    def leave(self) -> None:
        """Close everything."""
        self.http.close()
        self.socket.close()
        self.session.delete()


def play(game_id: int, players: list[LoadPlayer], until: float, tally: LoadTimes) -> None:
    """Play random legal answers until the game is over or the time is up."""
    chance = random.Random(game_id)
    try:
        while monotonic() < until:
            game = Game.objects.get(pk=game_id)
            connection.close()  # the pool can have fewer connections than there are games
            if game.status != Status.RUNNING:
                return
            one_move(game, players, chance, tally)
    except (HTTPException, OSError, Empty) as error:
        tally.faults.append(f"game {game_id}: {type(error).__name__} {error}")
    finally:
        connection.close()


def one_move(
    game: Game, players: list[LoadPlayer], chance: random.Random, tally: LoadTimes
) -> None:
    """Draft and confirm an answer; wait until the opponent's socket has been notified."""
    decision = engine_game(game).pending[0]
    number = decision.seats[0]
    mover, other = players[number], players[1 - number]
    action = chance.choice(decision.options)
    path = f"/tables/{game.pk}/"
    tally.drafts.append(mover.post(f"{path}draft/", seq=game.seq, steps=0, action=action))
    start = monotonic()
    tally.confirms.append(mover.post(f"{path}confirm/", seq=game.seq))
    tally.hints.append(other.hears(game.version + 1) - start)


def queries(game_id: int, players: list[LoadPlayer]) -> dict[str, int]:
    """Play an answer inside this process; return the number of queries of each request."""
    game = Game.objects.get(pk=game_id)
    decision = engine_game(game).pending[0]
    client = Client(headers={"host": "localhost", "hx-request": "true"})
    client.force_login(players[decision.seats[0]].user)
    path = f"/tables/{game_id}/"
    client.get(path)  # the first request of a session asks more
    answer = {"seq": game.seq, "steps": 0, "action": decision.options[0]}
    requests: dict[str, Callable[[], Any]] = {
        "draft": lambda: client.post(f"{path}draft/", answer),
        "confirm": lambda: client.post(f"{path}confirm/", {"seq": game.seq}),
        "table": lambda: client.get(path),
        "nothing new": lambda: client.get(path, {"version": game.version + 1}),
        "home": lambda: client.get("/"),
    }
    counts = {}
    for name, request in requests.items():
        with CaptureQueriesContext(connection) as captured:
            request()
        counts[name] = len(captured)
    return counts


def quantiles(seconds: list[float]) -> str:
    """Return p50, p95 and p99 in milliseconds."""
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)]
    return "p50 {:.0f} ms, p95 {:.0f} ms, p99 {:.0f} ms".format(*(1000 * second for second in at))


class Command(BaseCommand):
    """Plays many games at once and prints response times."""

    help = "Plays random games through HTTP against a site on this machine, and prints the times."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the number of games, the duration and the addresses, which share the load."""
        parser.add_argument("addresses", nargs="*", default=["http://127.0.0.1:8000"])
        parser.add_argument("--games", type=int, default=10, help=f"at most {MOST_GAMES}")
        parser.add_argument("--seconds", type=int, default=20, help=f"at most {MOST_SECONDS}")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create games, play them, print the times, and clean up."""
        addresses = [address.rstrip("/") for address in options["addresses"]]
        for address in addresses:
            parts = urlsplit(address)
            if parts.scheme != "http" or parts.hostname not in HERE:
                raise CommandError("Only a site on this machine: http://127.0.0.1:port")
        games = min(max(options["games"], 1), MOST_GAMES)
        seconds = min(max(options["seconds"], 1), MOST_SECONDS)
        mark = secrets.token_hex(3)
        made: dict[int, list[LoadPlayer]] = {}
        try:
            for number in range(games):
                pk, people = self._game(f"load-{mark}-{number}")
                # The two sides of a game are on different servers, if there are several.
                made[pk] = [
                    LoadPlayer(user, addresses[(number + side) % len(addresses)], pk)
                    for side, user in enumerate(people)
                ]
            self._run(made, seconds)
        except OSError as error:
            raise CommandError(f"No site answers at {' or '.join(addresses)}: {error}") from error
        finally:
            for players in made.values():
                for player in players:
                    player.leave()
            Game.objects.filter(creator__username__startswith=f"load-{mark}-").delete()
            User.objects.filter(username__startswith=f"load-{mark}-").delete()

    def _game(self, name: str) -> tuple[int, list[User]]:
        people = [User.objects.create(username=f"{name}-{side}") for side in "ab"]
        game = create_table(people[0], Wish())
        join_table(people[1], game.pk, 1)
        return game.pk, people

    def _run(self, made: dict[int, list[LoadPlayer]], seconds: int) -> None:
        asked = queries(*next(iter(made.items())))
        tally = LoadTimes()
        start = monotonic()
        threads = [
            threading.Thread(target=play, args=(pk, players, start + seconds, tally))
            for pk, players in made.items()
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = monotonic() - start
        self.stdout.write(f"{len(made)} games at once, {len(tally.confirms)} moves in {took:.1f} s")
        self.stdout.write(f"moves a second     {len(tally.confirms) / took:.1f}")
        self.stdout.write(f"draft              {quantiles(tally.drafts)}")
        self.stdout.write(f"confirm            {quantiles(tally.confirms)}")
        self.stdout.write(f"opponent notified  {quantiles(tally.hints)}")
        counts = ", ".join(f"{name} {count}" for name, count in asked.items())
        self.stdout.write(f"queries a request  {counts}")
        if tally.faults:
            raise CommandError(f"{len(tally.faults)} faults, like: {tally.faults[0]}")
