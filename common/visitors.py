"""What the site keeps for visitors without an account: in a signed cookie, not in a row.

A subject declares with `in_cookie` the keys of the session that it fills for visitors. A session
with nothing else makes no row, so that a request without cookies leaves nothing behind.
"""

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.middleware import SessionMiddleware
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

COOKIE = "visitor"
LARGEST = 3800
"""Browsers keep 4,096 bytes of a cookie, with its name and attributes."""
_keys: set[str] = set()


def in_cookie(key: str) -> str:
    """Declare that a key of the session is kept in a cookie for visitors; return it."""
    _keys.add(key)
    return key


class VisitorSessionMiddleware(SessionMiddleware):
    """Session middleware that keeps the session of a visitor in a cookie, if that has room.

    When the visitor logs in, signs up or becomes a guest, it moves into the session's row.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Begin the session, a visitor's with what the cookie has."""
        super().process_request(request)
        kept = read_cookie(request.COOKIES.get(COOKIE, ""))
        if kept:
            session = request.session
            session.update({key: kept[key] for key in kept if key not in session})
            session.modified = SESSION_KEY in session

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Keep a visitor's session in the cookie, and any other one in its row."""
        session = request.session
        if session.modified and response.status_code < 500:
            cookie = _signed(session)
            if cookie:
                self._keep(request, response, cookie)
                return response
            if COOKIE in request.COOKIES:
                response.delete_cookie(COOKIE)
        return super().process_response(request, response)

    def _keep(self, request: HttpRequest, response: HttpResponse, cookie: str) -> None:
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        if request.session.session_key is not None:  # a row of before
            request.session.delete()
            response.delete_cookie(settings.SESSION_COOKIE_NAME)
        patch_vary_headers(response, ("Cookie",))


def read_cookie(cookie: str) -> dict[str, object]:
    """Return what a cookie keeps; nothing if it is none of ours, or too old."""
    try:
        kept: dict[str, object] = signing.loads(
            cookie, salt=COOKIE, max_age=settings.SESSION_COOKIE_AGE
        )
    except signing.BadSignature:
        return {}
    return kept


def _signed(session: SessionBase) -> str:
    """Return the cookie for a session; "" if it is empty, has other keys, or is too large."""
    kept = dict(session.items())
    if not kept or not _keys.issuperset(kept):
        return ""
    cookie = signing.dumps(kept, salt=COOKIE, compress=True)
    return cookie if len(cookie) <= LARGEST else ""
