"""How a page is answered under ASGI: the whole request in one thread."""

import asyncio

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OneThreadHandler(ASGIHandler):
    """Django's handler for a site whose middleware and views are all sync.

    Django's own goes thread - loop - thread between middleware and view. This one goes into the
    request's thread once: less work, and a browser that hangs up meanwhile does not cut the
    request in two (asgiref fails with "CurrentThreadExecutor already quit" then, and
    `request_finished` is not sent).
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in the request's thread, to the end, even if nobody waits for it any more."""
        answer = asyncio.ensure_future(sync_to_async(self.get_response)(request))
        return await asyncio.shield(answer)


def get_pages() -> OneThreadHandler:
    """Set Django up and return what answers HTTP."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
