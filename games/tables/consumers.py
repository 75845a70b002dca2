"""The socket of an open page: it sends numbers and nothing else.

A page hears the version of its table, the numbers of the games that wait for its user, and the
names of lists that have changed; it then fetches what it shows, so a message contains no secrets.
A lost message only costs time: the page catches up whenever its socket opens, and `Watch` compares
periodically. The page sends "here" while a user looks at its table, and "ping" when it has heard
nothing for a while: a connection can die without an end.
"""

import json
import logging
import math
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import HASH_SESSION_KEY
from django.http import Http404
from django.utils import timezone
from redis.exceptions import RedisError

from games.tables import list_changes, presence, publishing
from games.tables.publishing import GamesHint, ListHint, StartHint, TableHint
from games.tables.selectors import seen
from games.tables.watch import Facts, Login, watch

NO_TABLE = 4404
"""Close code: the viewer may not see this table. The page must not reconnect."""
SIGNED_OUT = 4401
"""Close code: the session has ended or the account is closed. The page may reconnect without."""
TRY_LATER = 1013
"""Standard close code: try again later."""

PING, PONG = "ping", "pong"

MOST_LISTS = 4
LIST = re.compile(r"[a-z]{1,16}(\.[a-z]{1,16})?")
"""Names of lists."""
MINE = "mine"
"""The name of the list of the user's own games, on the home page."""

log = logging.getLogger(__name__)


class PageSocket(AsyncWebsocketConsumer):
    """Notifies a page of changes: of its table, of lists, and of its user's games.

    The address has the table, for viewers who may see it, and in its query `token` (the link of a
    private table), `list` (names of lists), `made` (when they were rendered, in seconds since 1970)
    and `viewer` (the user that the page was made for).
    """

    table: int | None = None
    login: Login | None = None
    """`None` for a visitor."""
    is_own = False
    """Whether the page was made for the user who is logged in now."""
    lists: dict[str, str]
    """The lists that the page shows, each with the group that hears of it."""
    known: dict[str, float]
    """When the page's lists were rendered or last told to have changed, in seconds since 1970."""
    groups: tuple[str, ...] = ()
    here = False
    plays = False
    """Whether the viewer has a seat at the table."""
    version = -1
    """The latest version sent to the page."""
    waiting: list[int] | None = None
    """The games that the page knows to wait."""

    async def connect(self) -> None:
        """Accept a viewer who may see the table, and send its version."""
        query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        self.table = self.scope["url_route"]["kwargs"].get("pk")
        self.login = _login(self.scope)
        viewer = query.get("viewer", [""])[0]
        self.is_own = self.login is not None and viewer in ("", str(self.login.user))
        self.lists = self._lists(query.get("list", [])[:MOST_LISTS])
        made = _seconds(query.get("made", [""])[0])
        self.known = dict.fromkeys(self.lists, made - list_changes.EARLY)
        if not await self._join():
            await self.close(TRY_LATER)
            return
        version = None
        if self.table is not None:
            # Read after joining the group, so that no change in between is missed.
            token = query.get("token", [""])[0]
            access = await _version_for(self.scope.get("user"), self.table, token)
            if access is None:
                await self.close(NO_TABLE)
                return
            version, self.plays = access
        await self.accept()
        watch().enter(self)
        if version is not None:
            self.version = version
            await self._tell(game=self.table, version=version)
        if self.lists:
            await self._tell_lists(await _latest(list(self.lists.values())))

    async def dispatch(self, message: Mapping[str, object]) -> None:
        """Handle a message.

        Channels' own method first enters a thread to close old connections to the database. Here
        the few methods that need the database do that (`database_sync_to_async`).
        """
        await getattr(self, get_handler_name(message))(message)

    async def disconnect(self, code: int) -> None:
        """Leave the groups."""
        watch().leave(self)
        if self.here:
            await self._is_here(False)
        for group in self.groups:
            try:
                await self.channel_layer.group_discard(group, self.channel_name)
            except (OSError, RedisError) as error:
                log.warning("a socket could not leave %s: %s", group, error)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping; note whether a user looks at the table. Other messages are ignored."""
        if text_data == PING:
            await self.send(text_data=PONG)
        elif self.table is not None and text_data in ("here", "away"):
            await self._is_here(text_data == "here")

    # --- what the groups are told ---

    async def table_changed(self, event: TableHint) -> None:
        """Forward a change of the table to the page."""
        await self._tell_version(event["version"])

    async def games_changed(self, event: GamesHint) -> None:
        """Have it looked up which games wait for the user; the list of the games has changed."""
        if self.login is not None:
            watch().games_changed(self.login.user)
        if MINE in self.lists:
            await self._tell_list(MINE, event["at"])

    async def game_started(self, event: StartHint) -> None:
        """Tell the page that a game of its user has started."""
        await self._tell(started=event["game"])

    async def list_changed(self, event: ListHint) -> None:
        """Tell the page that a list has changed, and within how many seconds to fetch it."""
        await self._tell_list(event["list"], event["at"])

    # --- what the watch has found ---

    async def look(self, facts: Facts) -> None:
        """Close the socket of a session that has ended; tell the page what it has missed."""
        if self.login is not None:
            if self.login not in facts.valid:
                await self.close(SIGNED_OUT)
                return
            await self.tell_waiting(facts.waiting.get(self.login.user, []))
        await self._tell_lists(facts.changes)
        if self.table is not None:
            version = facts.versions.get(self.table)
            if version is None:
                await self.close(NO_TABLE)
            elif version > self.version:
                await self._tell_version(version)

    async def tell_waiting(self, games: list[int]) -> None:
        """Tell the page which games wait for its user; a page that lists them fetches its list."""
        if not self.is_own or games == self.waiting:
            return
        is_new = self.waiting is not None
        self.waiting = games
        await self._tell(waiting=games)
        if is_new and MINE in self.lists:
            await self._tell_list(MINE, timezone.now().timestamp())

    def _lists(self, names: list[str]) -> dict[str, str]:
        lists = {name: publishing.group_of_list(name) for name in names if LIST.fullmatch(name)}
        if lists.pop(MINE, None) and self.login is not None and self.is_own:
            lists[MINE] = publishing.group_of_user(self.login.user)
        return lists

    async def _join(self) -> bool:
        groups = [group for name, group in self.lists.items() if name != MINE]
        if self.table is not None:
            groups.append(publishing.group(self.table))
        if self.login is not None and self.is_own:
            groups.append(publishing.group_of_user(self.login.user))
        for group in groups:
            try:
                await self.channel_layer.group_add(group, self.channel_name)
            except (OSError, RedisError) as error:
                log.warning("a socket could not join %s: %s", group, error)
                return False
            self.groups = (*self.groups, group)
        return True

    async def _is_here(self, here: bool) -> None:
        user = self.scope.get("user")
        if user is not None and user.is_authenticated and self.table is not None:
            self.here = here
            remember = presence.here if here else presence.away
            await sync_to_async(remember)(user.pk, self.table)

    async def _tell_version(self, version: int) -> None:
        self.version = max(self.version, version)
        if self.plays or self.table is None:
            await self._tell(game=self.table, version=version)
        else:
            within = watch().spread_of_table(self.table)
            await self._tell(game=self.table, version=version, within=within)

    async def _tell_lists(self, changes: Mapping[str, float]) -> None:
        """Tell the page which of its lists have changed without a hint that reached it."""
        for name, group in self.lists.items():
            if changes.get(group, 0) > self.known[name]:
                await self._tell_list(name, changes[group])

    async def _tell_list(self, name: str, at: float) -> None:
        self.known[name] = max(self.known[name], at)
        await self._tell(list=name, within=0 if name == MINE else watch().spread(name))

    async def _tell(self, **facts: Any) -> None:
        await self.send(text_data=json.dumps(facts))


class UnknownSocket(AsyncWebsocketConsumer):
    """Refuses connections to unknown addresses."""

    async def connect(self) -> None:
        """Close the connection."""
        await self.close(NO_TABLE)


def _login(scope: Any) -> Login | None:
    user = scope.get("user")
    if user is None or not user.is_authenticated:
        return None
    session = scope["session"]
    return Login(user.pk, session.session_key, session.get(HASH_SESSION_KEY, ""))


def _seconds(text: str) -> float:
    """Return a time that a page has sent; without one, the page misses nothing."""
    try:
        return float(text)
    except ValueError:
        return math.inf


_latest = sync_to_async(list_changes.latest)


@database_sync_to_async
def _version_for(user: Any, pk: int, token: str) -> tuple[int, bool] | None:
    """Return the version of a table, and whether the viewer plays; `None` for a hidden one."""
    try:
        table = seen(user, pk, token)
    except Http404:
        return None
    return table.game.version, table.own is not None
