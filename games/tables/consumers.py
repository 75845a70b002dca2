"""The socket of an open page: it hears "table 17 is at version 42" and nothing else.

The page then fetches what its viewer may see, like any page. So a hint has no secrets, and a
lost one costs a little time: the page looks again whenever its socket opens, and the socket looks
now and then by itself. The page says "here" while somebody looks at it.
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
"""Close code: there is no such table for this viewer. Trying again is of no use."""
SIGNED_OUT = 4401
"""Close code: the session has ended, or the account is closed. The page may come back without."""
TRY_LATER = 1013
"""Close code of the standard: try again later."""

LOOK_EVERY = 20.0
"""Seconds between two looks for hints that got lost: the layer may be away and come back, or a
worker end between its commit and its hint, while the socket stays open."""

log = logging.getLogger(__name__)


class TableSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Tells one page when its table has changed; whoever may see the table may listen.

    A page with the link of a private table adds `?token=` to the address.
    """

    group: str | None = None
    here = False
    told = -1
    """The latest version that the page has heard of."""
    looking: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Let the viewer in, and say where the table is now."""
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
        # Read only now: what changes from here on comes as a hint.
        await self._hint(pk, await _version(pk))
        self.looking = asyncio.create_task(self._look_again(pk))

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.here:
            await self._is_here(False)
        if self.looking is not None:
            self.looking.cancel()
        if self.group is not None:
            try:
                await self.channel_layer.group_discard(self.group, self.channel_name)
            except (OSError, RedisError) as error:
                log.warning("a socket could not leave %s: %s", self.group, error)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Hear whether somebody looks at the page; it has nothing else to say here."""
        if self.group is not None and text_data in ("here", "away"):
            await self._is_here(text_data == "here")

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Pass a hint on."""
        await self._hint(event["game"], event["version"])

    async def _is_here(self, here: bool) -> None:
        user = self.scope.get("user")
        if user is not None and user.is_authenticated:
            self.here = here
            remember = presence.here if here else presence.away
            await sync_to_async(remember)(user.pk, self.scope["url_route"]["kwargs"]["pk"])

    async def _look_again(self, pk: int) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                if not await self._is_still_here():
                    await self.close(SIGNED_OUT)
                    return
                version = await _version(pk)
            except DatabaseError:
                continue  # it will be back; the log has it from the pages
            except Game.DoesNotExist:
                await self.close(NO_TABLE)
                return
            if version > self.told:
                await self._hint(pk, version)

    async def _is_still_here(self) -> bool:
        """Whether a signed-in viewer still is: the account may be closed, the session ended."""
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            return True
        known = self.scope["session"]
        session = known.__class__(known.session_key)  # read anew
        return bool((await get_user({"session": session})).pk == user.pk)

    async def _hint(self, pk: int, version: int) -> None:
        self.told = max(self.told, version)
        with suppress(OSError):  # the page has just gone; `disconnect` follows
            await self.send(text_data=json.dumps({"game": pk, "version": version}))


class Nothing(AsyncWebsocketConsumer):  # type: ignore[misc]
    """There is no socket at this address."""

    async def connect(self) -> None:
        """Refuse."""
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
