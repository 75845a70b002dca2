"""The ASGI handler for HTTP: each request runs in one thread."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from typing import IO, Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse, HttpResponseBadRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from common.live_response import LiveResponse
from zenith_site import deadlines
from zenith_site.request_limits import has_long_head, long_head_refused, read_body
from zenith_site.slots import Slots

MOST_IDLE = 32
"""The threads that are kept for the next requests."""
LIVE = "zenith.live"
"""Marks the scope of a request whose answer goes on until the client hangs up."""

log = logging.getLogger(__name__)


class OneThreadHandler(ASGIHandler):
    """An ASGI handler for a site whose middleware and views are all sync.

    The event loop reads a request and sends the answer; all between, signals included, is one
    function in one thread. Django's own handler goes there and back for each signal and the view.
    A client that disconnects changes nothing but ends an answer that streams: the request runs to
    its end. No exception leaves, and each request finishes, which returns its connection to the
    pool.

    A thread serves one request after another; Django's own handler starts two for each. A request
    waits for a slot first; an answer that streams needs none, and makes its parts in its thread as
    the client takes them. A `LiveResponse` needs no thread.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._idle: list[ThreadPoolExecutor] = []
        self._slots = Slots()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, when it has a slot, in an idle thread or in a new one."""
        try:
            body = await read_body(scope, receive)
        except RequestAborted:
            return
        has_slot = await self._slots.take(scope)
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "request")
        try:
            try:
                loop = asyncio.get_running_loop()
                response = await loop.run_in_executor(
                    thread, copy_context().run, self._answer, scope, body
                )
            finally:
                if has_slot:
                    self._slots.give_back()
            if isinstance(response, LiveResponse):
                pass
            elif response.streaming:
                async with ThreadSensitiveContext(executor=thread):
                    try:
                        await self._stream(response, scope, receive, send)
                    finally:
                        await sync_to_async(response.close)()
            else:
                await self._send(response, scope, send)
        finally:
            if len(self._idle) < MOST_IDLE:
                self._idle.append(thread)
            else:
                thread.shutdown(wait=False)
        if isinstance(response, LiveResponse):
            await self._send_live(response, scope, receive, send)

    def _answer(self, scope: Any, body: IO[bytes]) -> Any:
        """Answer in the request's thread; 500 on any failure.

        A streaming answer is still open, but holds no connection to the database.
        """
        try:
            deadlines.begin_request()
            with closing(body):
                set_script_prefix(get_script_prefix(scope))
                request_started.send(sender=self.__class__, scope=scope)
                request, refusal = self.create_request(scope, body)
                response: Any = refusal if request is None else self.get_response(request)
                response._handler_class = self.__class__
            if not response.streaming or isinstance(response, LiveResponse):
                response.close()
            else:
                close_old_connections()
        except Exception:
            log.exception("could not answer %s", scope["path"])
            request_finished.send_robust(sender=self.__class__)
            response = _failed()
        return response

    async def _send(self, response: HttpResponseBase, scope: Any, send: Any) -> None:
        """Send the answer; 500 if that fails before it has begun."""
        begun = False

        async def note(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.send_response(response, note)
        except Exception:
            log.exception("could not answer %s", scope["path"])
            if not begun:
                await self.send_response(_failed(), send)

    async def _send_live(self, response: LiveResponse, scope: Any, receive: Any, send: Any) -> None:
        """Send an answer whose parts come as things happen."""
        scope[LIVE] = True
        if scope["method"] == "HEAD":
            response.parts = _no_parts
        try:
            await self._send_until_hung_up(response, scope, receive, send)
        finally:
            response.ended()

    async def _stream(
        self, response: StreamingHttpResponse, scope: Any, receive: Any, send: Any
    ) -> None:
        """Send an answer part by part; for HEAD none of them is made."""
        if scope["method"] == "HEAD":
            response.streaming_content = _no_parts()
        elif isinstance(response.streaming_content, Iterator):
            # Django would put all parts of a sync iterator into a list first.
            response.streaming_content = _in_thread(response.streaming_content)
        await self._send_until_hung_up(response, scope, receive, send)

    async def _send_until_hung_up(
        self, response: StreamingHttpResponse, scope: Any, receive: Any, send: Any
    ) -> None:
        """Send an answer part by part, until it ends or the client hangs up."""
        tasks = [
            asyncio.create_task(self._send(response, scope, send)),
            asyncio.create_task(_hung_up(receive)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def create_request(
        self, scope: Any, body_file: Any
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Return the request; or a 431 if its headers are too long, a 400 if they make no sense."""
        if has_long_head(scope):
            return None, long_head_refused(scope)
        try:
            return super().create_request(scope, body_file)
        except Exception as error:
            log.warning("refused a request that cannot be read: %r", error)
            return None, HttpResponseBadRequest("Bad Request", "text/plain")


async def _no_parts() -> AsyncGenerator[bytes]:
    yield b""


async def _in_thread(parts: Iterator[bytes]) -> AsyncGenerator[bytes]:
    """Yield what a sync iterator has; each part is made in the request's thread when it is due."""
    while (part := await sync_to_async(lambda: next(parts, None))()) is not None:
        yield part


async def _hung_up(receive: Any) -> None:
    """Return when the client has closed the connection, or the answer is complete."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _failed() -> HttpResponse:
    return HttpResponse("Internal Server Error", "text/plain", status=500)


def get_pages() -> OneThreadHandler:
    """Set up Django and return the HTTP application."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
