"""The socket of an open page: it hears "table 17 is at version 42" and nothing else.

The page then fetches what its viewer may see, like any page. So a hint has no secrets, and a
lost one costs nothing: the page looks again whenever its socket opens.
"""

import json
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import Http404
from redis.exceptions import RedisError

from games.models import Game
from games.selectors import seen
from games.services import notify

NO_TABLE = 4404
"""Close code: there is no such table for this viewer. Trying again is of no use."""
TRY_LATER = 1013
"""Close code of the standard: try again later."""

log = logging.getLogger(__name__)


class TableSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Tells one page when its table has changed; whoever may see the table may listen.

    A page with the link of a private table adds `?token=` to the address.
    """

    group: str | None = None

    async def connect(self) -> None:
        """Let the viewer in, and say where the table is now."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        token = query.get("token", [""])[0]
        if not await _may_see(self.scope.get("user"), pk, token):
            await self.close(NO_TABLE)
            return
        group = notify.group(pk)
        try:
            await self.channel_layer.group_add(group, self.channel_name)
        except (OSError, RedisError):
            log.warning("a socket could not join %s", group, exc_info=True)
            await self.close(TRY_LATER)
            return
        self.group = group
        await self.accept()
        # Read only now: what changes from here on comes as a hint.
        await self._hint(pk, await _version(pk))

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.group is not None:
            try:
                await self.channel_layer.group_discard(self.group, self.channel_name)
            except (OSError, RedisError):
                log.warning("a socket could not leave %s", self.group, exc_info=True)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore it: a page has nothing to say here."""

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Pass a hint on."""
        await self._hint(event["game"], event["version"])

    async def _hint(self, pk: int, version: int) -> None:
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
