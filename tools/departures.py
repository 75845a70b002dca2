"""Measure what the departures from plain Django gain (docs/platform.md).

    python -m tools.departures            all of them
    python -m tools.departures prepared   those whose name begins so

Runs the same work as the site does it and as plain Django would, in turns, in this process on
SQLite, and prints the median processor time of both and the median of their ratios: how much more
the work costs the plain way. Load beside it makes both slower, not the ratio.
"""

import argparse
import asyncio
import gc
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from statistics import median
from time import process_time
from typing import Any
from unittest import mock

from tools.django_setup import make_database, set_up_django

ROUNDS = 15

AT_FIRST = gc.get_threshold()
"""How Python collects garbage by itself."""

set_up_django()
make_database()

from django.contrib.sessions.backends import cached_db, db  # noqa: E402
from django.core.cache.backends.locmem import LocMemCache  # noqa: E402
from django.core.handlers.asgi import ASGIHandler  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.middleware.gzip import GZipMiddleware  # noqa: E402
from django.test import Client, RequestFactory  # noqa: E402
from django.urls import reverse  # noqa: E402
from jinja2 import Environment  # noqa: E402

from accounts.models import User  # noqa: E402
from common import prepared, session_store  # noqa: E402
from engine.bots.bot import options_of  # noqa: E402
from games.lobby.services.opening import Wish, create_table  # noqa: E402
from games.lobby.services.seating import join_table  # noqa: E402
from games.notifications import record  # noqa: E402
from games.notifications.models import Notification  # noqa: E402
from games.tables.models import Status  # noqa: E402
from games.tables.services.play import engine_game, submit_actions  # noqa: E402
from zenith_site import compression, jinja, templates  # noqa: E402
from zenith_site.caches import BoundedCache  # noqa: E402
from zenith_site.handler import OneThreadHandler  # noqa: E402

type Work = Callable[[], object]
type Plain = Callable[[], AbstractContextManager[object]]

MOVES = 30
chance = random.Random(7)
factory = RequestFactory()


class Room:
    """Two players and their game, in the middle of it."""

    def __init__(self) -> None:
        self.players = [
            User.objects.create(username=name, email=f"{name}@example.org", language="en")
            for name in ("ada", "bob")
        ]
        self.game = create_table(self.players[0], Wish())
        join_table(self.players[1], self.game.pk, 1)
        for _move in range(MOVES):
            self.choose()
            self.move()
        self.client = Client()
        self.client.force_login(
            self.players[0], backend="django.contrib.auth.backends.ModelBackend"
        )
        self.path = reverse("table", args=[self.game.pk])

    def choose(self) -> None:
        """Find the answers of the seat that is asked; after a game a new one begins."""
        self.game.refresh_from_db()
        if self.game.status != Status.RUNNING:
            self.game = create_table(self.players[0], Wish())
            join_table(self.players[1], self.game.pk, 1)
            self.game.refresh_from_db()
        seat = self.game.seats.filter(asked=True).select_related("user").order_by("number")[0]
        self.options = options_of(engine_game(self.game).view(seat.number))
        self.seat = seat

    def move(self) -> None:
        """Answer as chosen, through the service."""
        assert self.seat.user is not None
        submit_actions(self.seat.user, self.game.pk, [chance.choice(self.options)], self.game.seq)

    def page(self) -> bytes:
        """Return the table's whole page."""
        response = self.client.get(self.path)
        assert response.status_code == 200
        return bytes(response.content)


def pairs(
    work: Work, plain: Plain, repeat: int = 1, before: Work = lambda: None
) -> tuple[float, float, float]:
    """Return the processor time of some work in ms, the plain way too, and the median ratio.

    `before`: what is done before each time, and not measured.
    """
    times: list[tuple[float, float]] = []

    def clock(around: AbstractContextManager[object]) -> float:
        before()
        with around:
            begun = process_time()
            for _time in range(repeat):
                work()
            return (process_time() - begun) * 1000 / repeat

    for warm in (nullcontext(), plain()):
        clock(warm)
    for number in range(ROUNDS):
        if number % 2:
            own, other = clock(nullcontext()), clock(plain())
        else:
            other, own = clock(plain()), clock(nullcontext())
        times.append((own, other))
    return (
        median(own for own, _other in times),
        median(other for _own, other in times),
        median(other / own for own, other in times),
    )


def replaced(*changes: tuple[object, str, object]) -> Plain:
    """Return what replaces some attributes for a while."""

    @contextmanager
    def plain() -> Iterator[None]:
        with ExitStack() as stack:
            for where, name, value in changes:
                stack.enter_context(mock.patch.object(where, name, value))
            yield

    return plain


def built(self: Any, **values: object) -> list[Any]:
    """Return the rows of a prepared query as a queryset that is built anew gives them."""
    return list(self._build(**values))


def bulk_updated(self: Any, rows: Any) -> None:
    """Write rows as `bulk_update` does."""
    if rows:
        self._model._default_manager.bulk_update(rows, self._names)


def get_or_created(notification: Notification) -> bool:
    """Insert a notification as `get_or_create` does."""
    fields = {name: getattr(notification, name) for name in ("kind", "game", "seq", "data", "at")}
    made, is_new = Notification.objects.get_or_create(
        user=notification.user, key=notification.key, defaults=fields
    )
    notification.pk = made.pk
    notification._state.adding = False
    return is_new


@contextmanager
def thawed() -> Iterator[None]:
    """Collect garbage as Python does by itself."""
    limits = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(*AT_FIRST)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*limits)


async def answered(handler: Any, path: str, times: int) -> None:
    """Let an ASGI handler answer a path several times."""
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "server": ("localhost", 80),
    }
    for _time in range(times):
        await answered_once(handler, dict(scope))


async def answered_once(handler: Any, scope: dict[str, Any]) -> None:
    """Let an ASGI handler answer a request without a body."""
    sent: list[Any] = []
    messages = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        if not messages:
            await asyncio.Event().wait()
        return messages.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    await handler(scope, receive, send)
    assert sent[0]["status"] == 200, sent[0]


def handlers(path: str) -> tuple[float, float, float]:
    """Compare the site's handler with Django's for one path."""
    own, plain = OneThreadHandler(), ASGIHandler()
    loop = asyncio.new_event_loop()
    now: list[Any] = [own]

    @contextmanager
    def the_plain_one() -> Iterator[None]:
        now[0] = plain
        yield
        now[0] = own

    times = pairs(lambda: loop.run_until_complete(answered(now[0], path, 20)), the_plain_one)
    loop.close()
    return times[0] / 20, times[1] / 20, times[2]


def compressed(page: bytes) -> tuple[float, float, float]:
    """Compare the site's compression with Django's middleware, on one page."""
    request = factory.get("/", headers={"Accept-Encoding": "gzip, zstd"})

    def answer(_request: object) -> HttpResponse:
        return HttpResponse(page)

    own: Any = compression.CompressionMiddleware(answer)
    plain: Any = GZipMiddleware(answer)
    now = [own]

    @contextmanager
    def the_plain_one() -> Iterator[None]:
        now[0] = plain
        yield
        now[0] = own

    sizes = len(own(request).content), len(plain(request).content)
    print(f"  compression: {len(page):,} bytes become {sizes[0]:,}; GZipMiddleware: {sizes[1]:,}")
    return pairs(lambda: now[0](request), the_plain_one, 10)


def sessions(room: Room, plain: Any) -> tuple[float, float, float]:
    """Compare reading a session with another store of Django."""
    key = room.client.session.session_key
    now: list[Any] = [session_store]

    @contextmanager
    def the_plain_one() -> Iterator[None]:
        now[0] = plain
        yield
        now[0] = session_store

    return pairs(lambda: now[0].SessionStore(key).load(), the_plain_one, 50)


def caches() -> tuple[float, float, float]:
    """Compare the cache in memory with Django's."""
    stores = (
        BoundedCache("departures", {"OPTIONS": {"MAX_BYTES": 10**7}}),
        LocMemCache("departures", {}),
    )
    now: list[Any] = [stores[0]]

    @contextmanager
    def the_plain_one() -> Iterator[None]:
        now[0] = stores[1]
        yield
        now[0] = stores[0]

    def work() -> None:
        for number in range(20):
            now[0].set(f"key:{number}", {"seq": number}, 60)
            now[0].get(f"key:{number}")

    return pairs(work, the_plain_one, 5)


def note_all(room: Room) -> Work:
    """Return what writes notifications, with keys of their own."""
    numbers = iter(range(10**9))

    def work() -> None:
        for user in room.players:
            new = Notification(user=user, kind="over", key=f"bench {next(numbers)}", game=room.game)
            assert record._is_new(new)

    return work


@contextmanager
def chained_globals() -> Iterator[None]:
    """Give templates the globals that Jinja2 makes."""
    site = jinja.of_the_site()
    loaded = list((site.cache or {}).values())
    for template in loaded:
        template.globals = Environment.make_globals(site, None)
    yield
    for template in loaded:
        template.globals = site.make_globals(None)


def indentation(room: Room) -> None:
    """Print what the indentation of templates costs a page, in bytes."""
    page = room.page()
    with (
        mock.patch.object(templates, "without_indentation", str),
        mock.patch.object(jinja, "without_indentation", str),
    ):
        environment = jinja.of_the_site()
        environment.cache.clear()  # type: ignore[union-attr]
        for loader in _loaders():
            loader.reset()
        indented = room.page()
    environment.cache.clear()  # type: ignore[union-attr]
    for loader in _loaders():
        loader.reset()
    for name, pack in {"plain": bytes, **compression.ENCODINGS}.items():
        own, other = len(pack(page)), len(pack(indented))
        print(f"  indentation, {name}: {own:,} bytes; with it {other:,} ({other / own:.3f})")


def _loaders() -> list[Any]:
    from django.template import engines  # noqa: PLC0415 - for this alone

    backend: Any = engines["django"]
    return list(backend.engine.template_loaders)


def main() -> None:
    """Print a line for each departure."""
    parser = argparse.ArgumentParser(prog="python -m tools.departures", description=__doc__)
    parser.add_argument("names", nargs="*", help="beginnings of names")
    names = parser.parse_args().names
    room = Room()
    page = room.page()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    measures: dict[str, Callable[[], tuple[float, float, float]]] = {
        "prepared queries, a table": lambda: pairs(
            room.page, replaced((prepared.PreparedQuery, "all", built))
        ),
        "prepared queries, a move": lambda: pairs(
            room.move, replaced((prepared.PreparedQuery, "all", built)), before=room.choose
        ),
        "prepared updates, a move": lambda: pairs(
            room.move,
            replaced((prepared.PreparedUpdate, "write", bulk_updated)),
            before=room.choose,
        ),
        "handler, /healthz": lambda: handlers("/healthz"),
        "handler, a page": lambda: handlers("/rules/"),
        "compression": lambda: compressed(page),
        "session store, against db": lambda: sessions(room, db),
        "session store, against cached_db": lambda: sessions(room, cached_db),
        "frozen heap, a table": lambda: pairs(room.page, thawed, 3),
        "frozen heap, a move": lambda: pairs(room.move, thawed, before=room.choose),
        "globals of Jinja2, a table": lambda: pairs(room.page, chained_globals, 3),
        "cache in memory": caches,
        "notification in a statement": lambda: pairs(
            note_all(room), replaced((record, "_is_new", get_or_created)), 5
        ),
    }
    for name, measure in measures.items():
        if not names or any(name.startswith(prefix) for prefix in names):
            own, plain, ratio = measure()
            print(f"{name}: {own:.3f} ms, plain {plain:.3f} ms, ratio {ratio:.3f}", flush=True)
    if not names or "indentation" in names:
        indentation(room)


if __name__ == "__main__":
    main()
