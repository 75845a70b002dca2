"""An open stream: it sleeps until a hint wakes it, and then reads what is new."""

import asyncio
import logging
from asyncio import Event, create_task
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import DatabaseError
from django.http import Http404
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from ninja import Schema
from redis.exceptions import RedisError

from accounts.models import User
from common.addresses import household_of
from common.live_response import LiveResponse
from common.refusals import Refused
from games.api.gate import ApiRequest
from games.api.models import ApiToken
from games.api.streams.watch import StreamNews, streams
from games.endpoints.access import viewer_of
from games.endpoints.schemas import StreamEnd
from games.tables import publishing
from games.tables.socket_limit import connections

HEARTBEAT = 7.0
"""Seconds without a line after which an empty one is sent."""
SOON = 0.05
"""Seconds in which hints of the same change are collected."""
NDJSON = "application/x-ndjson"

log = logging.getLogger(__name__)


class EventStream:
    """What a program reads as it happens.

    As a page's socket, it belongs to groups of the channel layer, and costs nothing but its
    heartbeats while nothing happens: no thread, no statement. `new` is called in a thread of the
    database when a hint has come or the common look of all streams has found something.
    """

    def __init__(self, request: ApiRequest, group: str) -> None:
        self.groups = [group]
        self.token: int | None = None
        if request.token is not None:
            self.token = request.token.pk
            self.groups.append(publishing.group_of_streams(request.token.user_id))
        self.user: User | None = viewer_of(request)
        self.language = translation.get_language()
        self.is_over = False
        self.has_more = False
        """Whether there is more to read at once."""
        self.wake = Event()

    # --- what kinds of streams differ in ---

    def new(self) -> list[Schema]:
        """Return the lines that the program has not been sent; raises `Http404`."""
        raise NotImplementedError

    def pause(self) -> float:
        """Return for how many seconds hints are collected."""
        return SOON

    def misses(self, news: StreamNews) -> bool:
        """Whether the common look has found what the program was not told."""
        raise NotImplementedError

    # --- how they run ---

    async def parts(self) -> AsyncGenerator[bytes]:
        """Yield lines and heartbeats until the stream is over."""
        layer: Any = get_channel_layer()
        joined, hearing = [], None
        try:
            channel = await layer.new_channel()
            for group in self.groups:
                await layer.group_add(group, channel)
                joined.append(group)
            hearing = create_task(self._hear(layer, channel))
            streams().enter(self)
            while True:
                self.wake.clear()
                for line in await database_sync_to_async(self.read)():
                    yield line
                if self.is_over:
                    return
                while not self.has_more and not await self._is_woken():
                    yield b"\n"
                await asyncio.sleep(0 if self.has_more else self.pause())
        except (OSError, RedisError, DatabaseError) as error:  # the program asks again
            log.warning("a stream ended: %s", error)
        finally:
            streams().leave(self)
            if hearing is not None:
                hearing.cancel()
            with suppress(OSError, RedisError):
                for group in joined:
                    await layer.group_discard(group, channel)

    def look(self, news: StreamNews) -> None:
        """Wake up if the program misses something, or its token has been revoked."""
        if self.misses(news) or (self.token is not None and self.token not in news.tokens):
            self.wake.set()

    async def _hear(self, layer: Any, channel: str) -> None:
        while True:
            await layer.receive(channel)
            self.wake.set()

    async def _is_woken(self) -> bool:
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self.wake.wait()
        except TimeoutError:
            return False
        return True

    def read(self) -> list[bytes]:
        """Return the lines that the program has not been sent, in its language."""
        with translation.override(self.language):
            lines = self._lines()
            return [line.model_dump_json(exclude_unset=True).encode() + b"\n" for line in lines]

    def _lines(self) -> list[Schema]:
        """Return the new lines; the last one says why the stream ends, if it does."""
        if not self._is_admitted():
            return self._end("unauthenticated", _("This token is not valid, or has expired."))
        try:
            return self.new()
        except Http404:
            return self._end("not_found", _("There is nothing here, or it is not for you."))

    def _end(self, code: str, detail: str) -> list[Schema]:
        """End the stream; return its last line."""
        self.is_over = True
        return [StreamEnd(event="end", code=code, detail=detail)]

    def _is_admitted(self) -> bool:
        """Whether the token is still valid; the user is read anew with it."""
        if self.token is None:
            return True
        token = ApiToken.objects.select_related("user").filter(pk=self.token).first()
        if token is None or not token.is_valid(timezone.now()):
            return False
        if self.user is not None:
            self.user = token.user
        return True


def answer(request: ApiRequest, stream: EventStream) -> LiveResponse:
    """Return a stream as an answer; raises `Refused` if too many are open."""
    user = None if request.token is None else request.token.user_id
    place = connections.take(user, household_of(request))
    if place is None:
        sentence = _("Too many streams and pages are open. Close one of them first.")
        raise Refused(sentence, 429, retry_after=30, code="too_many_streams")
    response = LiveResponse(stream.parts, place.give_back, NDJSON)
    response["X-Accel-Buffering"] = "no"  # nginx would wait for more lines
    return response
