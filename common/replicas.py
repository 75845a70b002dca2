"""Reading from a replica of the database, on pages whose facts may be seconds old.

`from_replica` marks such a view: leaderboards, profiles, finished games; never a table. Its
queries go to the replica while that one is known to be fresh (`zenith_site/replica.py` finds out),
unless the user has changed something lately, whose effect the page must show. If the replica fails
meanwhile, the view runs again on the primary: it must not change anything.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, DatabaseError
from django.http import HttpRequest, HttpResponse

REPLICA = "replica"
"""The alias of the replica in `DATABASES`, if the site has one."""
View = Callable[..., HttpResponse]
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

log = logging.getLogger(__name__)
_reads: ContextVar[bool] = ContextVar("reads from the replica", default=False)


class Freshness:
    """Until when the replica is known to be fresh enough, in seconds of `monotonic`."""

    until = 0.0

    def is_given(self) -> bool:
        """Whether it is fresh now."""
        return monotonic() < self.until

    def take(self) -> None:
        """Take it for stale until the next look."""
        self.until = 0.0


freshness = Freshness()
"""The freshness of the replica, as this process knows it."""


class ReplicaRouter:
    """Router that sends to the replica what a view reads that is marked with `from_replica`."""

    def db_for_read(self, _model: object, **_hints: object) -> str:
        """Return the replica within such a view, else the primary."""
        return REPLICA if _reads.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: object, **_hints: object) -> str:
        """Return the primary."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: object, _other: object, **_hints: object) -> bool:
        """Allow all: both have the same rows."""
        return True

    def allow_migrate(self, db: str, _app: str, **_hints: object) -> bool:
        """Allow the primary only: the replica follows by itself."""
        return db == DEFAULT_DB_ALIAS


def from_replica(view: View) -> View:
    """Have a view read from the replica, where it can; its user comes from the primary."""
    return from_replica_if(lambda *_args, **_kwargs: True)(view)


def from_replica_if(is_old: Callable[..., bool]) -> Callable[[View], View]:
    """Have a view read from the replica what is old enough, such as games that are over.

    `is_old`: gets the arguments of the view, and says so by what the replica knows.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def reading(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            if not _may_read(request):
                return view(request, *args, **kwargs)
            try:
                with _reading():
                    if is_old(*args, **kwargs):
                        return view(request, *args, **kwargs)
            except DatabaseError as error:
                freshness.take()
                log.warning("the replica failed, the primary answers: %s", error)
            return view(request, *args, **kwargs)

        return reading

    return decorated


class RecentWritersMiddleware:
    """Middleware that notes who has changed something: their pages come from the primary then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Note the user of a request that may change something."""
        response = self.get_response(request)
        if request.method not in SAFE_METHODS and (pk := _user(request)):
            cache.set(_key(pk), True, 2 * settings.DATABASE_REPLICA_LAG)
        return response


def _may_read(request: HttpRequest) -> bool:
    if not settings.HAS_REPLICA or not freshness.is_given():
        return False
    pk = _user(request)  # read from the primary, before the view asks for it
    return request.method in SAFE_METHODS and not (pk and cache.get(_key(pk)))


@contextmanager
def _reading() -> Iterator[None]:
    token = _reads.set(True)
    try:
        yield
    finally:
        _reads.reset(token)


def _user(request: HttpRequest) -> Any:
    return request.user.pk


def _key(pk: object) -> str:
    return f"wrote-lately-{pk}"
