"""The socket of a table: access, versions and close codes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any
from unittest import mock

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError
from redis.exceptions import ConnectionError as RedisGone
from uvicorn.protocols.utils import ClientDisconnected

from accounts.models import User
from common.addresses import household
from common.session_store import SessionStore
from games.lobby.services.opening import Wish, create_table
from games.tables import consumers, socket_limit, watch
from games.tables.consumers import NO_TABLE, SIGNED_OUT, TRY_LATER
from games.tables.models import Access, Game
from games.tables.socket_limit import TOO_MANY
from games.talk import chat
from tests.support.factories import answer, guest, player, running_game, table
from tests.tables.sockets import OWN, Socket, cookie, make
from zenith_site import open_files
from zenith_site.asgi import application, own_origin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_layer")]


async def opened(
    game: Game | int,
    user: User | None = None,
    *,
    origin: str | None = OWN,
    query: str = "",
    address: str = "192.0.2.7",
    more: tuple[tuple[bytes, bytes], ...] = (),
) -> tuple[Socket, bool, Any]:
    """Open a socket; return it, whether it was accepted, and the close code if not."""
    pk = game if isinstance(game, int) else game.pk
    headers = [(b"host", b"testserver"), *more]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    if user is not None:
        headers.append((b"cookie", (await database_sync_to_async(cookie)(user)).encode()))
    socket = Socket(f"/ws/tables/{pk}/{query}", headers, address)
    accepted, code = await socket.connect()
    return socket, accepted, code


async def test_a_page_hears_where_the_table_is_and_that_it_changed() -> None:
    ada, bob = await make(player, "ada"), await make(player, "bob")
    game = await make(running_game, ada, bob)
    socket, accepted, _code = await opened(game, ada)
    assert accepted
    assert await socket.hear() == {"game": game.pk, "version": 1}
    game = await make(answer, game)
    assert await socket.hear() == {"game": game.pk, "version": 2}
    await make(chat.say, bob, game.pk, "hello")
    assert await socket.hear() == {"game": game.pk, "version": 3}
    await socket.disconnect()


async def test_a_page_hears_at_once_which_games_wait() -> None:
    """Not only when all sockets are looked up together, every twenty seconds."""
    ada, bob = await make(player, "ada"), await make(player, "bob")
    game = await make(running_game, ada, bob)
    socket, _accepted, _code = await opened(game, ada)
    assert await socket.hear("waiting") == {"waiting": [game.pk]}
    other = await make(running_game, ada, bob)
    assert await socket.hear("waiting") == {"waiting": [game.pk, other.pk]}
    await socket.disconnect()


async def test_spectators_hear_within_how_many_seconds_to_fetch_it() -> None:
    game = await make(running_game, await make(player, "ada"), await make(player, "bob"))
    socket, _accepted, _code = await opened(game, await make(player, "eve"))
    await socket.hear()
    await make(answer, game)
    assert await socket.hear() == {"game": game.pk, "version": 2, "within": watch.A_SPECTATOR}
    await socket.disconnect()


async def test_another_table_is_not_heard() -> None:
    ada, bob = await make(player, "ada"), await make(player, "bob")
    game, other = await make(running_game, ada, bob), await make(running_game, bob, "noisy")
    socket, _accepted, _code = await opened(game, ada)
    await socket.hear()
    await socket.hear("waiting")
    await make(answer, other)
    assert await socket.receive_nothing(0.3)
    await socket.disconnect()


async def test_everybody_may_watch_a_public_table() -> None:
    game = await make(running_game, "noisy", "random")
    socket, accepted, _code = await opened(game)
    assert accepted
    await socket.disconnect()


async def test_a_private_table_is_for_its_people_and_who_has_the_link() -> None:
    ada, bob, eve = [await make(player, name) for name in ("ada", "bob", "eve")]
    game = await make(running_game, ada, bob, public=False)
    for user, query, allowed in (
        (ada, "", True),
        (bob, "", True),
        (eve, "", False),
        (None, "", False),
        (eve, "?token=wrong", False),
        (eve, "?token=", False),
        (eve, f"?token={game.token}", True),
        (None, f"?token={game.token}", True),
    ):
        socket, accepted, code = await opened(game, user, query=query)
        assert accepted is allowed, (user, query)
        assert allowed or code == NO_TABLE
        await socket.disconnect()


async def test_who_is_invited_may_look() -> None:
    ada, bob = await make(player, "ada"), await make(player, "bob")
    wish = Wish(access=Access.INVITED, public=False, others=(bob,))
    game = await make(create_table, ada, wish)
    socket, accepted, _code = await opened(game, bob)
    assert accepted
    await socket.disconnect()


async def test_there_is_no_such_table() -> None:
    _socket, accepted, code = await opened(4711)
    assert (accepted, code) == (False, NO_TABLE)


async def test_there_is_no_socket_elsewhere() -> None:
    headers = [(b"host", b"testserver"), (b"origin", OWN.encode())]
    socket = Socket("/ws/other/", headers)
    assert await socket.connect() == (False, NO_TABLE)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://testserver.evil.example", "null", "", None]
)
async def test_a_page_of_another_site_opens_nothing(origin: str | None) -> None:
    ada = await make(player, "ada")
    game = await make(table, ada, None)
    _socket, accepted, _code = await opened(game, ada, origin=origin)
    assert not accepted


async def test_a_ping_is_answered() -> None:
    game = await make(running_game, "noisy", "random")
    socket, _accepted, _code = await opened(game)
    await socket.hear()
    await socket.say(text="ping")
    assert await socket.receive_output(5) == {"type": "websocket.send", "text": "pong"}
    await socket.disconnect()


async def test_what_a_page_says_is_ignored() -> None:
    game = await make(running_game, "noisy", "random")
    socket, _accepted, _code = await opened(game)
    await socket.hear()
    for text in ("", "{}", "[" * 1000, '{"type": "table.changed", "game": 1, "version": 99}'):
        await socket.say(text=text)
    await socket.say(bytes=b"\xff\x00")
    assert await socket.receive_nothing(0.2)
    await make(answer, game)
    assert (await socket.hear())["version"] == 2
    await socket.disconnect()


@pytest.mark.parametrize("missed", ["websocket.accept", "websocket.send", "websocket.close"])
async def test_a_page_that_has_just_gone_is_no_error(
    missed: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.01)
    ada = await make(player, "ada")
    game = await make(running_game, ada, "noisy")
    headers = [(b"host", b"testserver"), (b"origin", OWN.encode())]
    headers.append((b"cookie", (await make(cookie, ada)).encode()))
    scope = Socket(f"/ws/tables/{game.pk}/", headers).scope
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    accepted, gone = asyncio.Event(), asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        assert not gone.is_set()
        accepted.set()
        if message["type"] == missed:
            gone.set()
            raise ClientDisconnected

    messages.put_nowait({"type": "websocket.connect"})
    page = asyncio.create_task(application(scope, messages.get, send))
    await asyncio.wait_for(accepted.wait(), 5)
    await make(Session.objects.all().delete)
    await asyncio.wait_for(gone.wait(), 5)
    await make(answer, game)
    messages.put_nowait({"type": "websocket.disconnect", "code": 1006})
    await asyncio.wait_for(page, 5)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_many_pages_hear_the_same() -> None:
    game = await make(running_game, "noisy", "random")
    sockets = [(await opened(game))[0] for _page in range(20)]
    for socket in sockets:
        await socket.hear()
    await make(answer, game)
    heard = await asyncio.gather(*(socket.hear() for socket in sockets))
    within = pytest.approx(20 * watch.A_SPECTATOR)
    assert heard == [{"game": game.pk, "version": 2, "within": within}] * 20
    for socket in sockets:
        await socket.disconnect()


@pytest.mark.parametrize("how", ["the account is closed", "logged out", "another password"])
async def test_the_socket_of_a_session_that_ends_is_closed(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.01)
    ada = await make(player, "ada")
    game = await make(running_game, ada, "noisy")
    socket, _accepted, _code = await opened(game, ada)
    await socket.hear()
    await socket.hear("waiting")
    assert await socket.receive_nothing(0.1)
    if how == "the account is closed":
        await make(User.objects.filter(pk=ada.pk).update, is_active=False)
    elif how == "logged out":
        key = await make(Session.objects.values_list("session_key", flat=True).get)
        await make(SessionStore(key).delete)
    else:
        ada.set_password("correct horse battery")
        await make(ada.save)
    closed = await socket.receive_output(5)
    assert (closed["type"], closed["code"]) == ("websocket.close", SIGNED_OUT)
    await socket.disconnect()


class Visits:
    """Sockets that are opened one after another at a table, and how many of them stay open."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sockets: list[Socket] = []

    async def open(self, user: User | None = None, address: str = "192.0.2.7", **how: Any) -> bool:
        """Open one more; False if it was closed because there are too many."""
        socket, accepted, _code = await opened(self.game, user, address=address, **how)
        assert accepted
        said = await socket.receive_output(5)
        if said["type"] == "websocket.close":
            assert said["code"] == TOO_MANY
            await socket.wait(5)
            return False
        self.sockets.append(socket)
        return True

    async def close(self) -> None:
        """Close the oldest."""
        await self.sockets.pop(0).disconnect()


@pytest.fixture
async def visits(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Visits]:
    """Visits to a public table; as many as you like may be refused at a time."""
    monkeypatch.setattr(socket_limit, "MOST_CLOSING", 100)
    made = Visits(await make(running_game, "noisy", "random"))
    yield made
    while made.sockets:
        await made.close()


@pytest.mark.parametrize(
    ("addresses", "proxies"),
    [
        (["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"], 0),
        (["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::"], 0),
        (["192.0.2.7", " ::ffff:192.0.2.7", "evil, 192.0.2.7"], 1),
    ],
)
@pytest.mark.parametrize("signed_in", [False, True])
async def test_a_household_opens_so_many_sockets(
    addresses: list[str],
    proxies: int,
    signed_in: bool,
    visits: Visits,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    monkeypatch.setattr(socket_limit, "MOST_OF_VISITORS", 9 if signed_in else 3)
    settings.HOUSEHOLD_SOCKETS = 3 if signed_in else 9
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    people = [await make(player, f"player{n}") for n in range(6)] if signed_in else [None] * 6

    async def visit(address: str) -> bool:
        if proxies:
            passed = ((b"x-forwarded-for", address.encode()),)
            return await visits.open(people.pop(), "127.0.0.1", more=passed)
        return await visits.open(people.pop(), address)

    assert [await visit(address) for address in addresses] == [True, True, True]
    assert not await visit(addresses[0])
    assert await visit("198.51.100.1")
    await visits.close()
    assert await visit(addresses[1])


@pytest.mark.parametrize("maker", [player, guest])
async def test_a_user_opens_so_many_sockets_wherever_they_are(
    maker: Callable[[str], User], visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_limit, "MOST_OF_A_USER", 2)
    user = await make(maker, "Guest-2")
    assert await visits.open(user, "192.0.2.7")
    assert await visits.open(user, "198.51.100.1")
    assert not await visits.open(user, "203.0.113.5")
    assert await visits.open(await make(player, "bob"), "203.0.113.5")
    await visits.close()
    assert await visits.open(user, "203.0.113.5")


async def test_the_sockets_of_a_process_leave_files_for_pages(
    visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_files, "limit", lambda: 4)
    assert [await visits.open(address=f"192.0.2.{n}") for n in range(4)] == [True] * 3 + [False]
    await visits.close()
    assert await visits.open(await make(player, "bob"))


async def test_many_refused_sockets_are_refused_at_once(
    visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that ignores the close code keeps its file open for seconds."""
    monkeypatch.setattr(open_files, "limit", lambda: 0)
    monkeypatch.setattr(socket_limit, "MOST_CLOSING", 0)
    _socket, accepted, _code = await opened(visits.game)
    assert not accepted


@pytest.mark.parametrize(
    ("query", "cookie"),
    [("?token=%00", ""), ("?token=a\0b", ""), ("", 'sessionid="a\\000b"'), ("", "sessionid=a\0b")],
)
async def test_odd_text_opens_nothing(query: str, cookie: str) -> None:
    game = await make(running_game, "noisy", "random")
    headers = [(b"host", b"testserver"), (b"origin", OWN.encode()), (b"cookie", cookie.encode())]
    accepted, code = await Socket(f"/ws/tables/{game.pk}/{query}", headers).connect()
    assert not accepted
    assert code != NO_TABLE


@pytest.mark.parametrize("error", [RedisGone("away"), OperationalError("away"), KeyError("odd")])
async def test_a_socket_whose_handler_fails_is_closed(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr(consumers, "seen", fail)
    _socket, accepted, code = await opened(1)
    assert (accepted, code) == (False, TRY_LATER)
    assert bool(caplog.records[0].exc_info) is isinstance(error, KeyError)


async def test_a_table_with_an_endless_number_is_no_table() -> None:
    _socket, accepted, code = await opened(2**70)
    assert (accepted, code) == (False, NO_TABLE)


@pytest.mark.parametrize(
    ("address", "house"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_households(address: str, house: str) -> None:
    assert household(address) == house


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("https://zenith.example", "zenith.example", True),
        ("https://zenith.example", "internal:8000", True),  # SITE_URL, behind a proxy
        ("https://zenith.example", "zenith.example:443", True),
        ("https://www.zenith.example", "www.zenith.example:443", True),
        ("https://www.zenith.example", "zenith.example:443", False),
        ("https://ZENITH.example", "zenith.example", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://zenith.example", "localhost:8000", False),
        ("http://localhost:3000", "localhost:8000", False),
        ("https://zenith.example.evil", "zenith.example", False),
        ("https://evil.example", "evil.example", False),  # a name that points here (rebinding)
        ("ftp://localhost:8000", "localhost:8000", False),
        ("http://[", "[", False),
        ("", "", False),
    ],
)
def test_own_origins(origin: str, host: str, own: bool, settings: Any) -> None:
    settings.SITE_URL = "https://zenith.example"
    settings.ALLOWED_HOSTS = ["zenith.example", "www.zenith.example", "localhost"]
    assert own_origin(origin, host) is own


async def test_the_server_is_told_that_it_may_start_and_stop() -> None:
    sent: list[str] = []
    orders = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> dict[str, str]:
        return {"type": next(orders)}

    async def send(message: dict[str, str]) -> None:
        sent.append(message["type"])

    await application({"type": "lifespan"}, receive, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


async def test_a_socket_opened_right_after_the_last_one_closed_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.01)
    watching, looked = watch.Watch(), asyncio.Event()
    closed, opened = (mock.Mock(table=None, login=None, lists={}) for _socket in range(2))
    opened.look = mock.AsyncMock(side_effect=lambda facts: looked.set())
    watching.enter(closed)
    watching.leave(closed)
    watching.enter(opened)
    async with asyncio.timeout(2):
        await looked.wait()
    watching.leave(opened)
