"""How much a request may send: its head, and a body as long as its form needs."""

from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from typing import Any

from django.core.exceptions import RequestAborted
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _

from common.bodies import LONGEST_BODY, longest_body

LONGEST_PATH = 1000
"""Characters of an address before its query; ours have less than 300. Some of Django's patterns
take a time that grows with the square of it.
"""
LONGEST_HEAD = 32 * 1024
"""Bytes of address and headers, cookies among them; common proxies pass on no more either."""
TOO_LONG = "zenith.too_long"
"""Where a scope keeps the limit that its body exceeds; the body itself is dropped."""

LONGEST_LANGUAGES = 200
"""Bytes of an `Accept-Language` header that are read for a refusal."""


def has_long_head(scope: Mapping[str, Any]) -> bool:
    """Whether a request or a socket came with a longer address or longer headers than allowed."""
    path, query = len(scope["path"]), len(scope.get("query_string", b""))
    headers = sum(len(name) + len(value) for name, value in scope["headers"])
    return path > LONGEST_PATH or path + query + headers > LONGEST_HEAD


def long_head_refused(scope: Mapping[str, Any]) -> HttpResponse:
    """Return a 431 in the browser's language, without looking at anything else that it sent."""
    browser = HttpRequest()
    accepted = dict(scope["headers"]).get(b"accept-language", b"")
    browser.META["HTTP_ACCEPT_LANGUAGE"] = accepted[:LONGEST_LANGUAGES].decode("latin1")
    with translation.override(get_language_from_request(browser)):
        sentence = _(
            "Your browser sent a longer address or more cookies than this site accepts. "
            "Delete the cookies of this site and try again."
        )
    return HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", status=431)


async def read_body(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]]) -> BytesIO:
    """Return the body of a request; raises `RequestAborted` if the client disconnects.

    A body that is too long is not read any further, or at all if its length is announced: it is
    empty, and the scope says so (`TOO_LONG`). The server discards what still comes.
    """
    body, more = BytesIO(), True
    size = _announced(scope)
    while size <= LONGEST_BODY or size <= _limit_of(scope["path"]):
        if not more:
            body.seek(0)
            return body
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        body.write(message.get("body", b""))
        more = message.get("more_body", False)
        size = max(size, body.tell())
    scope[TOO_LONG] = _limit_of(scope["path"])
    return BytesIO()


def exceeded(request: HttpRequest) -> int | None:
    """Return the limit that the body of a request exceeds, in bytes; `None` if it doesn't."""
    limit: int | None = getattr(request, "scope", {}).get(TOO_LONG)
    return limit


def _announced(scope: Mapping[str, Any]) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() and len(length) < 20 else 0


def _limit_of(path: str) -> int:
    """Return how many bytes of a body the view at a path takes."""
    try:
        return longest_body(resolve(path).func)
    except Resolver404:
        return LONGEST_BODY
