"""The socket of an open table page: it sends the table's version and nothing else.

The page then fetches itself, so a message contains no secrets. A lost message only costs time: the
page catches up whenever its socket opens, and the socket compares versions periodically. The page
sends "here" while a user looks at it.
"""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError
from django.http import Http404
from redis.exceptions import RedisError

from games.tables import presence, publishing
from games.tables.models import Game
from games.tables.selectors import seen

NO_TABLE = 4404
"""Close code: the viewer may not see this table. The page must not reconnect."""
SIGNED_OUT = 4401
"""Close code: the session has ended or the account is closed. The page may reconnect without."""
TRY_LATER = 1013
"""Standard close code: try again later."""

LOOK_EVERY = 20.0
"""Seconds between two checks for lost messages: the channel layer may have been down, or a worker
killed between its commit and its message."""

log = logging.getLogger(__name__)


class TableSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Notifies a page of changes of its table; open to all viewers who may see the table.

    A page with the link of a private table adds `?token=` to the address.
    """

    group: str | None = None
    here = False
    sent = -1
    """The latest version sent to the page."""
    checking: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Accept a viewer who may see the table, and send its version."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        token = query.get("token", [""])[0]
        if not await _may_see(self.scope.get("user"), pk, token):
            await self.close(NO_TABLE)
            return
        group = publishing.group(pk)
        try:
            await self.channel_layer.group_add(group, self.channel_name)
        except (OSError, RedisError) as error:
            log.warning("a socket could not join %s: %s", group, error)
            await self.close(TRY_LATER)
            return
        self.group = group
        await self.accept()
        # Read after joining the group, so that no change in between is missed.
        await self._hint(pk, await _version(pk))
        self.checking = asyncio.create_task(self._check_again(pk))

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.here:
            await self._is_here(False)
        if self.checking is not None:
            self.checking.cancel()
        if self.group is not None:
            try:
                await self.channel_layer.group_discard(self.group, self.channel_name)
            except (OSError, RedisError) as error:
                log.warning("a socket could not leave %s: %s", self.group, error)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Note whether a user looks at the page; other messages are ignored."""
        if self.group is not None and text_data in ("here", "away"):
            await self._is_here(text_data == "here")

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Forward a change to the page."""
        await self._hint(event["game"], event["version"])

    async def _is_here(self, here: bool) -> None:
        user = self.scope.get("user")
        if user is not None and user.is_authenticated:
            self.here = here
            remember = presence.here if here else presence.away
            await sync_to_async(remember)(user.pk, self.scope["url_route"]["kwargs"]["pk"])

    async def _check_again(self, pk: int) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                if not await self._is_still_here():
                    await self.close(SIGNED_OUT)
                    return
                version = await _version(pk)
            except DatabaseError:
                continue  # requests log it
            except Game.DoesNotExist:
                await self.close(NO_TABLE)
                return
            if version > self.sent:
                await self._hint(pk, version)

    async def _is_still_here(self) -> bool:
        """Whether a signed-in viewer still has an open account and a valid session."""
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            return True
        stale = self.scope["session"]
        session = stale.__class__(stale.session_key)  # reads the store again
        return bool((await get_user({"session": session})).pk == user.pk)

    async def _hint(self, pk: int, version: int) -> None:
        self.sent = max(self.sent, version)
        with suppress(OSError):  # the page has disconnected
            await self.send(text_data=json.dumps({"game": pk, "version": version}))


class UnknownSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Refuses connections to unknown addresses."""

    async def connect(self) -> None:
        """Close the connection."""
        await self.close(NO_TABLE)


@database_sync_to_async  # type: ignore[untyped-decorator]
def _may_see(user: Any, pk: int, token: str) -> bool:
    try:
        seen(user, pk, token)
    except Http404:
        return False
    return True


@database_sync_to_async  # type: ignore[untyped-decorator]
def _version(pk: int) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=pk)
