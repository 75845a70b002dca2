"""Publishing changes after the commit: to open pages by socket, to bots by task."""

import asyncio
import atexit
import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, wait
from functools import cache, partial
from threading import Thread
from typing import Any, TypedDict

from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from redis.exceptions import RedisError

from common.prepared import PreparedUpdate
from common.queueing import queue
from games.tables import list_changes
from games.tables.models import Access, Game, Seat, Status

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds for which a hint waits for Redis to take it; then it is sent again."""
TRIES = 3
AGAIN = 0.5
"""Seconds until a hint that Redis has refused is sent again."""

LOBBY = "lobby"
"""The name of the list of open tables."""


class TableHint(TypedDict):
    """The hint that a table has a new version."""

    type: str
    game: int
    version: int


class StartHint(TypedDict):
    """The hint to a user that a game has started."""

    type: str
    game: int


class GamesHint(TypedDict):
    """The hint to a user that the list of the user's games has changed, and when."""

    type: str
    at: float


class ListHint(TypedDict):
    """The hint that a list, such as the lobby, has changed, and when."""

    type: str
    list: str
    at: float


def group(game_id: int) -> str:
    """Return the channel group of all pages that show a game."""
    return f"game.{game_id}"


def group_of_user(user_id: int) -> str:
    """Return the channel group of all pages of a user."""
    return f"user.{user_id}"


def group_of_streams(user_id: int) -> str:
    """Return the channel group of a user's streams, which hear of more than pages do."""
    return f"stream.{user_id}"


def group_of_list(name: str) -> str:
    """Return the channel group of all pages that show a list, such as the lobby."""
    return f"list.{name}"


def table_changed(
    game: Game, fields: Sequence[str] = (), seats: Sequence[Seat] | None = None
) -> None:
    """Raise the version of a table, and publish it after the commit.

    `fields`: fields of a locked game to be saved with it. `seats`: the seats, if the caller has
    them; without any bot there is none to wake. A change before the start concerns lists too.
    """
    if fields:
        game.version += 1
        _update(tuple(fields)).write([game])
    else:
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        game.version += 1
    hint = {"type": "table.changed", "game": game.pk, "version": game.version}
    transaction.on_commit(partial(_send, [group(game.pk)], hint))
    if game.status in (Status.OPEN, Status.CANCELLED):
        _waiting_table_changed(game)
    has_bots = seats is None or any(seat.bot for seat in seats)
    if game.status == Status.RUNNING and has_bots:
        transaction.on_commit(lambda: wake_bots_of(game.pk))


@cache
def _update(fields: tuple[str, ...]) -> PreparedUpdate:
    return PreparedUpdate(Game, *fields, "version")


def _waiting_table_changed(game: Game) -> None:
    rows = Seat.objects.filter(game=game).values_list("user", "invited")
    games_changed(user for row in rows for user in row)
    if game.access == Access.OPEN:
        list_changed(LOBBY)


def games_changed(users: Iterable[int | None]) -> None:
    """Tell the pages of users, after the commit, that the list of their games has changed."""
    groups = _groups_of(users)
    if groups:
        transaction.on_commit(partial(_send_change, groups, {"type": "games.changed"}))


def game_started(game: Game, users: Iterable[int | None]) -> None:
    """Tell the pages of users, after the commit, that a game of theirs has started."""
    groups = _groups_of(users)
    if groups:
        hint = {"type": "game.started", "game": game.pk}
        transaction.on_commit(partial(_send, groups, hint))
        transaction.on_commit(partial(_send_change, groups, {"type": "games.changed"}))


def streams_woken(users: Iterable[int]) -> None:
    """Let the streams of users look, after the commit, for what no page is told."""
    groups = sorted(group_of_streams(pk) for pk in set(users))
    if groups:
        transaction.on_commit(partial(_send, groups, {"type": "stream.woken"}))


def list_changed(name: str) -> None:
    """Tell the pages that show a list, after the commit, that it has changed."""
    hint = {"type": "list.changed", "list": name}
    transaction.on_commit(partial(_send_change, [group_of_list(name)], hint))


def _groups_of(users: Iterable[int | None]) -> list[str]:
    return sorted(group_of_user(pk) for pk in set(users) if pk is not None)


def _send_change(groups: Sequence[str], hint: Mapping[str, object]) -> None:
    """Send the hint that lists have changed; a page that connects later learns when."""
    at = timezone.now().timestamp()
    _send(groups, {**hint, "at": at}, at)


def _send(groups: Sequence[str], hint: Mapping[str, object], at: float | None = None) -> None:
    """Send a hint to the sockets; a page that misses it catches up at its next check.

    `at`: when lists have changed. A move doesn't wait until Redis has taken it.
    """
    sending = asyncio.run_coroutine_threadsafe(
        _send_each(get_channel_layer(), groups, hint, at), _loop(os.getpid())
    )
    _under_way.add(sending)
    sending.add_done_callback(_under_way.discard)


_under_way: set[Future[None]] = set()


def flush() -> None:
    """Wait until the hints of this process have been sent, or have failed; before it ends."""
    wait(_under_way.copy(), 2 * PATIENCE)


atexit.register(flush)


@cache
def _loop(_process: int) -> asyncio.AbstractEventLoop:
    """Return the event loop from which a process sends hints, running in a thread of its own.

    Its connection to Redis stays open. `async_to_sync` makes a loop for each call where none runs,
    as in a worker, and channels_redis a connection for each loop: a third of a move there.
    """
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="hints", daemon=True).start()
    return loop


async def _send_each(
    layer: Any, groups: Sequence[str], hint: Mapping[str, object], at: float | None
) -> None:
    try:
        if at is not None:
            list_changes.note(groups, at)  # waits, but in this thread nothing else is done
        left = list(groups)
        for _try in range(TRIES):
            trouble = await _try_to_send(layer, left, hint)
            if not left:
                return
        log.warning("could not publish to %s: %s", ", ".join(left), trouble)
    except Exception:
        log.exception("could not publish to %s", ", ".join(groups))


async def _try_to_send(layer: Any, left: list[str], hint: Mapping[str, object]) -> str:
    """Send a hint to each group, which is then no longer left; return why one has not got it.

    In a process with more to do than it can, the time may be over though Redis has answered. To be
    told twice does no harm.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            while left:
                await layer.group_send(left[0], hint)
                del left[0]
    except TimeoutError:
        return "no answer"
    except (OSError, RedisError) as error:
        await asyncio.sleep(AGAIN)
        return str(error)
    return ""


def wake_bots_of(game_id: int) -> None:
    """Queue a task for each bot that is asked; a periodic task repeats lost ones."""
    asked = Seat.objects.filter(game_id=game_id, asked=True).exclude(bot="")
    for number in asked.values_list("number", flat=True):
        queue("games.tables.tasks.play_bot", game_id, number)
