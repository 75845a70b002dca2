"""Lists that changed while a page had no socket: the page is told when it connects."""

import time
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from games.lobby.services.opening import Wish, create_table
from games.tables import publishing, watch
from tests.support.factories import player, running_game
from tests.tables.sockets import OWN, Socket, cookie, make

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_layer")]

BEFORE = time.time() - 60
"""Every change of a test comes after this, those of its set-up too."""


async def page_of(name: str, made: float | str, user: User | None = None) -> Socket:
    """Open the socket of a page that shows a list, rendered at a time."""
    headers = [(b"host", b"testserver"), (b"origin", OWN.encode())]
    if user is not None:
        headers.append((b"cookie", (await make(cookie, user)).encode()))
    socket = Socket(f"/ws/?list={name}&made={made}", headers)
    accepted, _code = await socket.connect()
    assert accepted
    return socket


@pytest.fixture(autouse=True)
def no_changes() -> None:
    cache.clear()


async def test_a_table_opened_before_the_socket_is_in_the_lobby() -> None:
    await make(create_table, await make(player, "ada"), Wish())
    socket = await page_of("lobby", BEFORE)
    assert (await socket.hear("list"))["list"] == "lobby"
    await socket.disconnect()


@pytest.mark.parametrize("made", ["", "soon", "nan", "inf", "9e9"])
async def test_a_list_that_has_not_changed_since_is_not_fetched(made: str) -> None:
    await make(create_table, await make(player, "ada"), Wish())
    socket = await page_of("lobby&list=ladder.days", made)
    await make(publishing.list_changed, "ladder.days")
    assert (await socket.hear("list"))["list"] == "ladder.days"
    await socket.disconnect()


async def test_a_game_that_started_before_the_socket_is_on_the_home_page() -> None:
    ada, bob = await make(player, "ada"), await make(player, "bob")
    await make(running_game, ada, bob)
    socket = await page_of("mine", BEFORE, ada)
    assert (await socket.hear("list"))["list"] == "mine"
    await socket.disconnect()
    eve = await make(player, "eve")
    socket = await page_of("mine", BEFORE, eve)
    assert await socket.hear("waiting", "list") == {"waiting": []}
    await socket.disconnect()


class LosingLayer:
    """A channel layer that loses all messages."""

    async def group_send(self, _group: str, _message: dict[str, Any]) -> None:
        """Lose the message."""


async def test_a_lost_hint_is_found_by_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: the look after it finds nothing new."""
    monkeypatch.setattr(watch, "LOOK_EVERY", 0)
    socket = await page_of("lobby&list=ladder.days", time.time())
    with monkeypatch.context() as lost:
        lost.setattr(publishing, "get_channel_layer", LosingLayer)
        await make(publishing.list_changed, "lobby")
    assert (await socket.hear("list"))["list"] == "lobby"
    with monkeypatch.context() as lost:
        lost.setattr(publishing, "get_channel_layer", LosingLayer)
        await make(publishing.list_changed, "ladder.days")
    assert (await socket.hear("list"))["list"] == "ladder.days"
    await socket.disconnect()
