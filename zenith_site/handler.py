"""The ASGI handler for HTTP: each request runs in one thread."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase

MOST_IDLE = 32
"""The threads that are kept for the next requests."""

log = logging.getLogger(__name__)


class OneThreadHandler(ASGIHandler):
    """Django's ASGI handler for a site whose middleware and views are all sync.

    Django's own switches between the event loop and a thread at each boundary of middleware and
    view. This one enters the request's thread once: less work, and a client that disconnects
    doesn't cut the request in two (asgiref fails with "CurrentThreadExecutor already quit" then,
    and `request_finished` is not sent). No exception leaves it and each request finishes: Django
    sends `request_finished`, which returns the connection to the pool, only after a response.

    A thread serves one request after another; Django's own handler starts two for each.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request in an idle thread, or in a new one if all are busy."""
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            if len(self._idle) < MOST_IDLE:
                self._idle.append(thread)
            else:
                thread.shutdown(wait=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request; on any failure finish it, and answer 500 if nothing was sent yet."""
        begun = False

        async def note(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await super().handle(scope, receive, note)
        except BaseException as error:
            await request_finished.asend_robust(sender=self.__class__)
            if not isinstance(error, Exception):  # the server shuts down
                raise
            log.exception("could not answer %s", scope["path"])
            if not begun:
                failed = HttpResponse("Internal Server Error", "text/plain", status=500)
                await self.send_response(failed, send)

    def create_request(
        self, scope: Any, body_file: Any
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Return the request, or a 400 if its headers can't be parsed."""
        try:
            return super().create_request(scope, body_file)
        except Exception as error:
            log.warning("refused a request that cannot be read: %r", error)
            return None, HttpResponseBadRequest("Bad Request", "text/plain")

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in the request's thread, to the end, even if the client has disconnected."""
        answer = asyncio.ensure_future(sync_to_async(self.get_response)(request))
        return await asyncio.shield(answer)


def get_pages() -> OneThreadHandler:
    """Set up Django and return the HTTP application."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
