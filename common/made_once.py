"""Answers that cost much and don't change: made once, kept by the process, and limited.

An answer is named by a digest of all that it is made of. Each household may have the site compute
so much a minute; what takes longest is made one at a time.
"""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from hashlib import sha256
from resource import RUSAGE_CHILDREN, getrusage
from threading import Lock
from time import thread_time

from django.core.cache import cache, caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from common.addresses import household_of
from common.refusals import Refused
from common.release import release

A_DAY = 86400
A_MINUTE = 60
MOST_A_MINUTE = 6000
"""Milliseconds of computing that a household can ask for in a minute, besides what is kept."""
LONGEST_WAIT = 5
"""Seconds after which a request gives up waiting for another one that makes the same."""
FOREVER = "max-age=31536000, immutable"


def digest_of(*facts: object) -> str:
    """Return the name of an answer that is made of these facts in the active language."""
    return sha256(repr((facts, get_language(), release())).encode()).hexdigest()[:20]


def answer(
    request: HttpRequest,
    digest: str,
    make: Callable[[], bytes],
    content_type: str,
    *,
    is_public: bool,
    is_slow: bool = False,
) -> HttpResponse:
    """Answer with what `make` makes, or with a 304; raises `Refused`: 429, 503.

    An address that names the digest (`?v=`) never changes its content; any other one is asked
    again after a minute. `is_public`: whether everyone gets the same. `is_slow`: see `made`.
    """
    etag = f'"{digest}"'
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    if response is None:
        content = made(request, digest, make, is_slow=is_slow)
        response = HttpResponse(content, content_type=content_type)
    # A signed-in user's answer may come with cookies.
    whose = "public" if is_public and not request.user.is_authenticated else "private"
    is_named = request.GET.get("v") == digest
    response["ETag"] = etag
    response["Cache-Control"] = f"{whose}, {FOREVER if is_named else f'max-age={A_MINUTE}'}"
    return response


def made(
    request: HttpRequest,
    digest: str,
    make: Callable[[], bytes],
    *,
    seconds: int = A_DAY,
    is_slow: bool = False,
) -> bytes:
    """Return what is kept under a digest; make it first if nothing is. Raises `Refused`: 429, 503.

    `seconds`: how long it is kept at most. `is_slow`: it is made alone, once for all who ask for it
    meanwhile; others are refused.
    """
    content: bytes | None = caches["drawn"].get(digest)
    if content is not None:
        return content
    spent = f"making:{household_of(request)}"
    if cache.get(spent, 0) >= MOST_A_MINUTE:
        sentence = _("That is a lot from your network at once. Try again in a minute.")
        raise Refused(sentence, 429, retry_after=A_MINUTE)

    def work() -> bytes:
        begun = _computed(is_slow)
        content = make()
        cache.add(spent, 0, A_MINUTE)
        with suppress(ValueError):  # it expired between the two lines
            cache.incr(spent, 1 + int(1000 * (_computed(is_slow) - begun)))
        caches["drawn"].set(digest, content, seconds)
        return content

    return workshop.make(digest, work) if is_slow else work()


def _computed(is_slow: bool) -> float:
    """Return the seconds that this thread has computed; for what is slow, child processes too."""
    if not is_slow:
        return thread_time()
    children = getrusage(RUSAGE_CHILDREN)
    return thread_time() + children.ru_utime + children.ru_stime


class Workshop:
    """Where a process makes what takes long: one thing at a time.

    Nothing waits for another thing: requests that wait keep pages out (`zenith_site/slots.py`).
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._orders: dict[str, Future[bytes]] = {}

    def make(self, digest: str, work: Callable[[], bytes]) -> bytes:
        """Return what `work` makes, or what a concurrent request makes under the same digest."""
        with self._guard:
            other = self._orders.get(digest)
            if other is None:
                if self._orders:
                    raise _busy()
                own = self._orders[digest] = Future()
        if other is not None:
            try:
                return other.result(LONGEST_WAIT)
            except TimeoutError as error:
                raise _busy() from error
        try:
            own.set_result(work())
        except BaseException as error:
            own.set_exception(error)
            raise
        finally:
            with self._guard:
                del self._orders[digest]
        return own.result()


def _busy() -> Refused:
    sentence = _("The site is drawing other pictures right now. Try again in a moment.")
    return Refused(sentence, 503, retry_after=2)


workshop = Workshop()
