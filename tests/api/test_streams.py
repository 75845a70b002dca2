"""Streams: what happens arrives once, also after an interruption, and only for those it is for."""

import asyncio
import json
import threading
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.signals import AccessRevoked, access_revoked
from games.api import tokens
from games.api.models import ApiToken
from games.api.streams import stream, watch
from games.api.streams.positions import StreamPosition
from games.endpoints.access import Scope
from games.lobby.services.opening import Wish, create_table
from games.notifications.models import Notification
from games.tables import publishing, socket_limit
from games.tables.models import Access, Game
from games.tables.services import ending
from games.talk import chat
from tests.api.client import Program, token_for
from tests.api.streaming import Listener
from tests.support.factories import answer, player, running_game
from tests.tables.sockets import make

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_layer")]


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is there to be asked."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)


async def people(*names: str) -> list[Any]:
    return [await make(player, name) for name in names]


async def listening(path: str, user: User | None = None, *scopes: str) -> Listener:
    """Open a stream that must be accepted."""
    token = "" if user is None else await make(token_for, user, *(scopes or (Scope.READ,)))
    listener = Listener(path, token)
    assert await listener.open() == 200
    assert listener.head["content-type"] == "application/x-ndjson"
    return listener


async def ready(user: User, since: str = "") -> Listener:
    """Open a user's stream; its first line has been read."""
    listener = await listening(f"/stream?since={since}", user)
    assert (await listener.hear())["event"] == "ready"
    return listener


def invite(host: User, other: User) -> Game:
    return create_table(host, Wish(access=Access.INVITED, others=(other,)))


async def test_what_concerns_a_user_arrives_as_it_happens() -> None:
    ada, bob = await people("ada", "bob")
    mine = await ready(bob)
    offered = await make(invite, ada, bob)
    line = await mine.hear()
    assert (line["event"], line["game"]["id"]) == ("challenge", offered.pk)
    game = await make(running_game, ada, bob)
    line = await mine.hear()
    assert (line["event"], line["game"]["id"]) == ("started", game.pk)
    assert line["game"]["your_turn"]
    await make(chat.say, ada, game.pk, "good luck")
    line = await mine.hear()
    assert (line["event"], line["message"]["text"]) == ("message", "good luck")
    while not await make(bob.notifications.filter(kind="turn", seq__gt=0).exists):
        game = await make(answer, game)
    line = await mine.hear()
    assert (line["event"], line["game"]["your_turn"]) == ("turn", True)
    await make(ending.resign, ada, game.pk)
    line = await mine.hear()
    assert (line["event"], line["game"]["winner"]) == ("ended", 1)
    assert line["at"].endswith("Z")
    await mine.hang_up()


async def test_an_interruption_loses_nothing_and_doubles_nothing() -> None:
    ada, bob = await people("ada", "bob")
    mine = await ready(bob)
    games = [await make(running_game, ada, bob) for _game in range(2)]
    first = await mine.hear()
    await mine.hang_up()
    games.append(await make(running_game, ada, bob))
    again = await ready(bob, first["id"])
    heard = [await again.hear(), await again.hear()]
    assert [line["game"]["id"] for line in (first, *heard)] == [game.pk for game in games]
    await again.hang_up()
    last = await ready(bob, heard[-1]["id"])
    assert await last.is_quiet()
    await last.hang_up()


async def test_a_row_that_commits_late_is_told_too() -> None:
    """Numbers are given before the commit: a smaller one can appear behind a larger one."""
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob)
    mine = await ready(bob)
    cursor = await make(lambda: str(StreamPosition.now(bob, game.created_at)))
    rows = Notification.objects.filter(user=bob)
    taken = (await make(rows.latest, "pk")).pk + 1

    def write(pk: int) -> None:
        fields = {"kind": "over", "key": f"over {pk}", "game": game, "user": bob}
        Notification.objects.create(pk=pk, **fields)
        publishing.games_changed([bob.pk])

    await make(write, taken + 1)
    late = await mine.hear()
    await make(write, taken)
    assert (await mine.hear())["event"] == "ended"
    assert await mine.is_quiet()
    await mine.hang_up()
    for since, more in ((cursor, 2), (late["id"], 1)):
        again = await ready(bob, since)
        for _row in range(more):
            assert (await again.hear())["event"] == "ended"
        assert await again.is_quiet()
        await again.hang_up()


async def test_many_lines_come_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.streams.mine.MOST", 2)
    ada, bob = await people("ada", "bob")
    games = [await make(running_game, ada, bob) for _game in range(5)]
    mine = await ready(bob, "0")
    assert [(await mine.hear())["game"]["id"] for _game in games] == [game.pk for game in games]
    await mine.hang_up()


@pytest.mark.parametrize("wrong", ["x", "-1", "1-", "1--2", "9" * 20, "1-2-x"])
async def test_a_position_that_is_none_is_refused(wrong: str) -> None:
    [ada] = await people("ada")
    listener = Listener(f"/stream?since={wrong}", await make(token_for, ada, Scope.READ))
    assert await listener.open() == 422
    assert (await listener.hear())["code"] == "bad_cursor"
    await listener.finish()


async def test_heartbeats_come_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)
    [ada] = await people("ada")
    mine = await ready(ada)
    assert [await mine.part() for _beat in range(3)] == [b"\n"] * 3
    await mine.hang_up()


async def test_an_idle_stream_holds_no_thread_and_asks_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob)
    first = await ready(ada)
    before = threading.active_count()
    more = [await ready(ada) for _stream in range(5)]
    more += [await listening(f"/games/{game.pk}/stream") for _stream in range(5)]
    for each in more[5:]:
        await each.hear()
    assert threading.active_count() == before
    with mock.patch.object(stream.EventStream, "read", side_effect=AssertionError):
        for each in more:
            for _beat in range(3):
                assert await each.part() == b"\n"
    for each in (first, *more):
        await each.hang_up()


def test_one_look_serves_all_streams(django_assert_num_queries: Any) -> None:
    users = [player(name) for name in ("ada", "bob", "eve")]
    games = [running_game(*users[:2]), running_game(*users[1:])]
    owned = {token.pk for token in map(_token, users)}
    with django_assert_num_queries(3):
        found = watch.find(owned, {game.pk for game in games}, {user.pk for user in users})
    assert found.tokens == owned
    assert found.versions == {game.pk: game.version for game in games}
    assert {user.pk for user in users} == set(found.notifications)


def _token(user: User) -> ApiToken:
    token_for(user, Scope.READ)
    return ApiToken.objects.get(user=user)


async def test_a_lost_hint_costs_time_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.05)
    ada, bob = await people("ada", "bob")
    mine = await ready(bob)
    with mock.patch.object(publishing, "_send"):
        game = await make(running_game, ada, bob)
    assert (await mine.hear())["game"]["id"] == game.pk
    of_game = await listening(f"/games/{game.pk}/stream")
    await of_game.hear()
    assert watch.streams().of_game == {0: 1, game.pk: 1}
    with mock.patch.object(publishing, "_send"):
        await make(answer, game)
    assert (await of_game.hear())["event"] == "move"
    for each in (mine, of_game):
        await each.hang_up()


def test_the_chat_of_a_game_is_read_once_for_all_its_lines() -> None:
    ada, bob = player("ada"), player("bob")
    game, program = running_game(ada, bob), Program(bob)
    queries = []
    for text in ("one", "two", "three"):
        chat.say(ada, game.pk, text)
        response = program.get("/stream?since=0")
        mine = response.parts.__self__
        with CaptureQueriesContext(connection) as captured:
            lines = [json.loads(line) for line in mine.read()]
        response.ended()
        queries.append(len(captured))
    assert [line["message"]["text"] for line in lines[2:]] == ["one", "two", "three"]
    assert queries == [queries[0]] * 3


# --- the stream of a game ---


async def test_the_moves_of_a_game_arrive_and_then_its_end() -> None:
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob)
    watching = await listening(f"/games/{game.pk}/stream")
    line = await watching.hear()
    assert (line["event"], line["game"]["seq"]) == ("game", 0)
    game = await make(answer, game)
    move, state = await watching.hear(), await watching.hear()
    assert (move["event"], move["move"]["seq"], move["id"]) == ("move", 1, "1")
    assert move["move"]["events"][0]["sentence"]
    assert (state["event"], state["game"]["seq"]) == ("game", 1)
    await make(ending.resign, bob, game.pk)
    assert (await watching.hear())["game"]["status"] == "finished"
    assert await watching.hear() is None
    await watching.finish()


async def test_a_game_goes_on_behind_the_last_move() -> None:
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob, answers=6)
    watching = await listening(f"/games/{game.pk}/stream?since=3")
    heard = [await watching.hear() for _line in range(4)]
    assert [line["id"] for line in heard] == ["4", "5", "6", "6"]
    assert [line["event"] for line in heard] == ["move"] * 3 + ["game"]
    await watching.hang_up()


async def test_each_viewer_sees_the_own_cards_only() -> None:
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob, answers=12)
    lines = {}
    for user in (ada, bob, None):
        watching = await listening(f"/games/{game.pk}/stream?since=0", user)
        lines[user] = [await watching.hear() for _line in range(game.seq)]
        await watching.hang_up()

    def moved(user: User | None) -> list[Any]:
        """Return the events of the moves of seat 0, as a viewer was sent them."""
        moves = [line["move"] for line in lines[user]]
        return [[each["data"] for each in m["events"]] for m in moves if m["seat"] == 0]

    assert moved(ada) != moved(None)
    assert moved(bob) == moved(None)


async def test_private_games_stay_private() -> None:
    ada, bob, eve = await people("ada", "bob", "eve")
    game = await make(running_game, ada, bob, public=False)
    path = f"/games/{game.pk}/stream"
    for user, scopes, query, status in (
        (ada, (Scope.READ,), "", 200),
        (ada, (Scope.PLAY,), "", 404),
        (eve, (Scope.READ,), "", 404),
        (None, (), "", 404),
        (None, (), "?link=wrong", 404),
        (None, (), f"?link={game.token}", 200),
    ):
        token = "" if user is None else await make(token_for, user, *scopes)
        listener = Listener(path + query, token)
        assert await listener.open() == status, (user, scopes, query)
        await listener.hang_up()


async def test_a_game_that_becomes_hidden_ends_its_stream() -> None:
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob)
    watching = await listening(f"/games/{game.pk}/stream")
    await watching.hear()
    await make(Game.objects.filter(pk=game.pk).update, public=False)
    await make(answer, game)
    assert (await watching.hear())["code"] == "not_found"
    assert await watching.hear() is None
    await watching.finish()


async def test_what_a_blocked_player_writes_is_not_told() -> None:
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob)
    mine = await ready(bob)
    await make(chat.say, ada, game.pk, "one")
    assert (await mine.hear())["message"]["text"] == "one"
    await mine.hang_up()
    row = await make(Notification.objects.filter(kind="talk").get)
    await make(bob.blocks.create, blocked=ada)
    again = await ready(bob, str(row.pk - 1))
    assert await again.is_quiet()
    await again.hang_up()


# --- who may, how many, how long ---


@pytest.mark.parametrize(
    ("scopes", "status", "code"),
    [((Scope.PLAY, Scope.TALK), 403, "missing_scope"), (None, 401, "unauthenticated")],
)
async def test_the_own_stream_needs_the_right(scopes: Any, status: int, code: str) -> None:
    [ada] = await people("ada")
    listener = Listener("/stream", "" if scopes is None else await make(token_for, ada, *scopes))
    assert await listener.open() == status
    assert (await listener.hear())["code"] == code
    await listener.finish()


@pytest.mark.parametrize("how", ["revoked", "all", "expired", "closed"])
async def test_a_stream_ends_with_its_token(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.05)
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob)
    token = await make(token_for, ada, Scope.READ)
    open_streams = [Listener(path, token) for path in ("/stream", f"/games/{game.pk}/stream")]
    for each in open_streams:
        assert await each.open() == 200
        await each.hear()
    row = await make(ApiToken.objects.get)
    match how:
        case "revoked":
            await make(tokens.revoke, ada, row.pk)
        case "all":
            await make(access_revoked.send, AccessRevoked(ada))
        case "expired":
            await make(ApiToken.objects.update, expires_at=row.created_at)
        case "closed":
            await make(User.objects.filter(pk=ada.pk).update, is_active=False)
    for each in open_streams:
        line = await each.hear()
        assert (line["event"], line["code"]) == ("end", "unauthenticated")
        assert line["detail"]
        assert await each.hear() is None
        await each.finish()


async def test_revoking_ends_a_stream_at_once() -> None:
    [ada] = await people("ada")
    mine = await ready(ada)
    row = await make(ApiToken.objects.get)
    await make(tokens.revoke, ada, row.pk)
    assert (await mine.hear())["event"] == "end"
    await mine.finish()


async def test_a_user_opens_so_many_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limit, "MOST_OF_A_USER", 2)
    ada, bob = await people("ada", "bob")
    game = await make(running_game, ada, bob)
    mine, of_game = await ready(ada), await listening(f"/games/{game.pk}/stream", ada)
    refused = Listener("/stream", await make(token_for, ada, Scope.READ))
    assert await refused.open() == 429
    assert refused.head["retry-after"] == "30"
    assert (await refused.hear())["code"] == "too_many_streams"
    await refused.finish()
    await of_game.hang_up()
    again = await ready(ada)
    for each in (mine, again):
        await each.hang_up()


async def test_a_household_of_visitors_opens_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limit, "MOST_OF_VISITORS", 1)
    game = await make(running_game, "noisy", "random")
    watching = await listening(f"/games/{game.pk}/stream")
    refused = Listener(f"/games/{game.pk}/stream")
    assert await refused.open() == 429
    await refused.finish()
    await watching.hang_up()
    await (await listening(f"/games/{game.pk}/stream")).hang_up()


async def test_a_head_is_answered_without_lines() -> None:
    [ada] = await people("ada")
    token = await make(token_for, ada, Scope.READ)
    listener = Listener("/stream", token, "HEAD")
    assert await listener.open() == 200
    assert await listener.part() == b""
    await listener.finish()
    assert not socket_limit.connections._open


async def test_streams_leave_no_trace() -> None:
    """The common look goes on until the last one is closed."""
    ada, bob = await people("ada", "bob")
    mine, theirs = await ready(ada), await ready(bob)
    looking = watch.streams()._looking
    assert looking is not None
    await mine.hang_up()
    assert not looking.cancelling()
    await theirs.hang_up()
    assert looking.cancelling()
    assert not watch.streams().streams
    assert not watch.streams().of_game
    assert not socket_limit.connections._open


async def test_a_stream_opened_right_after_the_last_one_closed_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.01)
    watching, looked = watch.StreamWatch(), asyncio.Event()
    closed, opened = (mock.Mock(token=None, user=None, game=0) for _stream in range(2))
    opened.look.side_effect = lambda news: looked.set()
    watching.enter(closed)
    watching.leave(closed)
    watching.enter(opened)
    async with asyncio.timeout(2):
        await looked.wait()
    watching.leave(opened)
