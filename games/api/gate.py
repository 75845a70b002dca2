"""The gate of the API: what holds for every operation, before and after it.

Who asks (a token, never a session), how often, in which language; what scripts of
other sites may do. Errors are problems (`common.problems`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from accounts.models import User
from common.addresses import household_of
from common.problems import problem
from games.api.idempotency import once
from games.api.models import ApiToken
from games.api.tokens import find
from games.endpoints.access import NoToken
from games.endpoints.conditional import was_matched

A_MINUTE = 60
READS = ("GET", "HEAD", "OPTIONS")
View = Callable[..., HttpResponse]


class ApiRequest(HttpRequest):
    """A request that has passed the gate; `token`: `None` for a visitor."""

    token: ApiToken | None
    kept_answer: HttpResponse
    """Of a write that has been done before: an operation that admits the token answers so."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How many requests one user, or one household of visitors, may send in a minute."""

    name: str
    most: int


VISITORS = RateLimit("visitors", 120)
READING = RateLimit("reading", 300)
WRITING = RateLimit("writing", 60)
EXPOSED = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"
"""The headers of answers that scripts of other sites may read."""
ACCEPTED = "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
"""The headers that they may send."""


def gate(view: View) -> View:
    """Return a view of the API that counts, knows the token, and speaks the client's language."""

    @wraps(view)
    def passing(request: ApiRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with translation.override(_language(request, None)):
            response = _admitted(request, view, args, kwargs)
        patch_vary_headers(response, ("Accept-Language", "Authorization"))
        # A program keeps what it can ask for by its ETag, and nothing else.
        kept = "private, no-cache" if "ETag" in response.headers else "no-store"
        response.headers.setdefault("Cache-Control", kept)
        # No answer depends on a cookie: what a script of another site gets, its own server could.
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = EXPOSED
        return response

    passing.csrf_exempt = True  # type: ignore[attr-defined]
    return cast("View", passing)


def _admitted(request: ApiRequest, view: View, args: Any, kwargs: Any) -> HttpResponse:
    """Answer a request, or refuse it before the view sees it."""
    if request.method == "OPTIONS":
        return _preflight()
    request.token = None
    has_token = "Authorization" in request.headers
    if has_token:
        kind, _space, token = request.headers["Authorization"].partition(" ")
        if kind.lower() == "bearer":
            request.token = find(token.strip(), timezone.now())
    limit, left, seconds = _count(request)
    if left < 0:
        response: HttpResponse = too_many(seconds)
    elif has_token and request.token is None:
        response = unauthenticated(_("This token is not valid, or has expired."))
    elif _is_odd(request):
        response = problem(415, _("Send JSON, with Content-Type: application/json."))
    else:
        user = None if request.token is None else request.token.user
        with translation.override(_language(request, user)):
            response = _answered(request, view, args, kwargs)
            response["Content-Language"] = translation.get_language() or ""
    response["RateLimit-Policy"] = f'"{limit.name}";q={limit.most};w={A_MINUTE}'
    response["RateLimit"] = f'"{limit.name}";r={max(0, left)};t={seconds}'
    return response


def too_many(seconds: int) -> HttpResponse:
    """Return the answer to a request beyond the limit, which ends in some seconds."""
    response = problem(429, _("Too many requests. Wait a minute."))
    response["Retry-After"] = str(seconds)
    return response


def visitor_waits(request: HttpRequest) -> int:
    """Count a request without a token; return the seconds that it has to wait, or 0."""
    _limit, left, seconds = _count_of(VISITORS, household_of(request))
    return seconds if left < 0 else 0


def _answered(request: ApiRequest, view: View, args: Any, kwargs: Any) -> HttpResponse:
    """Call the view; a HEAD is a GET whose body the server leaves out."""
    if request.method == "HEAD":
        request.method = "GET"

    def work() -> HttpResponse:
        return view(request, *args, **kwargs)

    if request.token is None or request.method in READS:
        response = work()
    elif (key := request.headers.get("Idempotency-Key")) is not None:
        response = _once(request, request.token, key, work)
    else:
        response = _matching(request, work)
    if response.status_code == 405:
        allowed = response["Allow"]
        response = problem(405, _("This address doesn't take this method."))
        response["Allow"] = allowed
    return response


def _once(
    request: ApiRequest, token: ApiToken, key: str, work: Callable[[], HttpResponse]
) -> HttpResponse:
    """Do a write with an `Idempotency-Key`; a kept answer needs the same rights as the write."""

    def again(answer: HttpResponse) -> HttpResponse:
        request.kept_answer = answer
        return work()

    return once(request, token, key, lambda: _matching(request, work), again)


def _matching(request: HttpRequest, work: Callable[[], HttpResponse]) -> HttpResponse:
    """Do a write in one transaction with the comparison of its `If-Match`, if it has one.

    A condition that the operation can't compare is one that does not hold.
    """
    if "If-Match" not in request.headers:
        return work()
    with transaction.atomic():
        response = work()
        if response.status_code < 400 and not was_matched(request):
            response = problem(412, _("What is written here has no ETag: leave out If-Match."))
        if response.status_code >= 400:
            transaction.set_rollback(True)
    return response


def _preflight() -> HttpResponse:
    """Let scripts of other sites read, and write with a token."""
    response = HttpResponse(status=204)
    response["Access-Control-Allow-Methods"] = "GET, HEAD, POST, PUT, PATCH, DELETE"
    response["Access-Control-Allow-Headers"] = ACCEPTED
    response["Access-Control-Max-Age"] = "86400"
    return response


def _is_odd(request: HttpRequest) -> bool:
    """Whether a request that writes has a body that is not JSON."""
    is_empty = request.headers.get("Content-Length", "0") in ("", "0")
    writes = request.method not in READS
    return writes and not is_empty and request.content_type != "application/json"


def _language(request: HttpRequest, user: User | None) -> str:
    """Return the language that a client asks for, or that of the token's user."""
    if user is not None and "Accept-Language" not in request.headers:
        return user.reads
    return translation.get_language_from_request(request)


def _count(request: ApiRequest) -> tuple[RateLimit, int, int]:
    """Count a request; return its limit, how many are left (negative: too many), the seconds."""
    if request.token is None:
        limit, who = VISITORS, household_of(request)
    else:
        limit = READING if request.method in READS else WRITING
        who = f"user-{request.token.user_id}"
    return _count_of(limit, who)


def _count_of(limit: RateLimit, who: str) -> tuple[RateLimit, int, int]:
    now = int(timezone.now().timestamp())
    seconds = A_MINUTE - now % A_MINUTE
    key = f"api:{limit.name}:{who}:{now // A_MINUTE}"
    cache.add(key, 0, A_MINUTE)
    try:
        return limit, limit.most - cache.incr(key), seconds
    except ValueError:  # it expired between the two lines
        return limit, limit.most - 1, seconds


# --- for operations ---


def unauthenticated(sentence: str) -> HttpResponse:
    """Return the answer to a request that needs a token and has no valid one."""
    response = problem(401, sentence)
    response["WWW-Authenticate"] = 'Bearer realm="Zenith"'
    return response


def token_of(request: HttpRequest) -> ApiToken:
    """Return the token of an operation that `needs` one."""
    token: ApiToken | None = getattr(request, "token", None)
    if token is None:
        raise NoToken
    return token
