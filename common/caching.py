"""Which answers may be kept: only those that are for everyone, or say so themselves."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

KEPT = 60
"""Seconds for which a proxy may keep a page of `keepable`."""
VARIES = ("Accept-Language", "Cookie", "HX-Request")
"""Headers of a request that such a page depends on."""


class NoStoreMiddleware:
    """Middleware that lets no browser and no proxy keep what is not for everyone.

    The next user of a device would find it by *Back*, the next one of a proxy by the address; and
    with a kept cookie a proxy would make one user of many. A view that decides otherwise sets
    `Cache-Control` itself; an answer that sets a cookie is kept nowhere all the same.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the header to the answer to a request with a session, and to one with a cookie."""
        response = self.get_response(request)
        silent = not response.has_header("Cache-Control")
        if response.cookies or (silent and not request.session.is_empty()):
            response["Cache-Control"] = "private, no-store"
        return response


def keepable(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view whose page, for visitors without cookies, a proxy may keep for a minute.

    Browsers ask each time, as the reader may log in meanwhile: `s-maxage` is not for them.
    """

    @wraps(view)
    def keeping(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code == 200 and _is_anybodys(request):
            patch_cache_control(response, public=True, s_maxage=KEPT)
            patch_vary_headers(response, VARIES)
        return response

    keeping.is_keepable = True  # type: ignore[attr-defined]  # for the test that opens them all
    return keeping


def _is_anybodys(request: HttpRequest) -> bool:
    """Whether nothing in a request names the reader, or asks for a part of the page."""
    named = ("Cookie", "Authorization", "HX-Request", "X-Viewer")
    return request.method in ("GET", "HEAD") and not any(map(request.headers.get, named))
