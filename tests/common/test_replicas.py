"""Views that read from a replica: when they do, and what happens when it fails."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from accounts.models import User
from common.replicas import (
    RecentWritersMiddleware,
    ReplicaRouter,
    freshness,
    from_replica,
    from_replica_if,
)
from zenith_site import replica
from zenith_site.replica import REPLAYED, WRITTEN, ReplicaWatch


@pytest.fixture(autouse=True)
def site_with_a_replica(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HAS_REPLICA = True
    monkeypatch.setattr(freshness, "until", float("inf"))
    cache.clear()


def asked(method: str = "GET", user: Any = None) -> HttpRequest:
    request = RequestFactory().generic(method, "/leaderboard/")
    request.user = user or AnonymousUser()
    return request


def aliases(_request: HttpRequest, fails: str = "") -> HttpResponse:
    """Answer where this view reads and writes."""
    router = ReplicaRouter()
    reads = router.db_for_read(User)
    if reads == fails:
        raise DatabaseError("the server closed the connection")
    return HttpResponse(f"{reads} {router.db_for_write(User)}")


view = from_replica(aliases)


def test_a_page_reads_from_the_replica_and_writes_to_the_primary() -> None:
    assert view(asked()).content == b"replica default"
    assert aliases(asked()).content == b"default default"


def test_a_replica_that_is_not_known_to_be_fresh_is_not_asked(settings: Any) -> None:
    settings.HAS_REPLICA = False
    assert view(asked()).content == b"default default"
    settings.HAS_REPLICA = True
    freshness.take()
    assert view(asked()).content == b"default default"


def test_a_request_that_may_change_something_asks_the_primary() -> None:
    assert view(asked("POST")).content == b"default default"


def test_who_has_changed_something_sees_the_primary_for_a_while() -> None:
    ada, bob = User(pk=1), User(pk=2)
    RecentWritersMiddleware(aliases)(asked("GET", ada))
    assert view(asked("GET", ada)).content == b"replica default"
    RecentWritersMiddleware(aliases)(asked("POST", ada))
    assert view(asked("GET", ada)).content == b"default default"
    assert view(asked("GET", bob)).content == b"replica default"


def test_a_replica_that_fails_is_left_alone_until_the_next_look() -> None:
    assert view(asked(), "replica").content == b"default default"
    assert not freshness.is_given()
    with pytest.raises(DatabaseError):
        view(asked(), "default")


def test_only_what_is_old_enough_is_read_there() -> None:
    def is_over(number: int) -> bool:
        return number == 1 and ReplicaRouter().db_for_read(User) == "replica"

    def of_a_game(request: HttpRequest, number: int) -> HttpResponse:
        return aliases(request)

    of_old_games = from_replica_if(is_over)(of_a_game)
    assert of_old_games(asked(), 1).content == b"replica default"
    assert of_old_games(asked(), 2).content == b"default default"


def test_only_the_primary_is_migrated() -> None:
    router = ReplicaRouter()
    assert [router.allow_migrate(db, "accounts") for db in ("default", "replica")] == [True, False]


POSITIONS: list[tuple[list[int], list[int | None], float | None]] = [
    ([10, 20, 30], [10, 20, 30], 0),
    ([10, 20, 30], [10, 10, 10], 2),
    ([10, 10, 10], [10, 10, 10], 0),
    ([10, 20, 30], [20, 20, 20], 1),
    ([10, 20, 30], [9, 9, 9], None),
    ([10, 20, 30], [30, 30, -1], None),
    ([10, 20, 30], [30, 30, None], None),
]


@pytest.mark.parametrize(("written", "replayed", "lag"), POSITIONS)
def test_the_lag_is_the_age_of_what_has_been_replayed(
    written: list[int],
    replayed: list[int | None],
    lag: float | None,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    settings.DATABASE_REPLICA_LAG = 5
    answers = {WRITTEN: iter(written), REPLAYED: iter(replayed)}

    def position(_alias: str, query: str) -> int:
        answer = next(answers[query])
        if answer is None:
            raise DatabaseError("away")
        return answer

    now = 1000.0
    monkeypatch.setattr(replica, "_position", position)
    monkeypatch.setattr(replica, "monotonic", lambda: now)
    watch = ReplicaWatch()
    for now in (1000.0, 1001.0, 1002.0):  # noqa: B007 - `monotonic` reads it
        watch.look()
    assert watch.lag == lag
    assert freshness.until == (0 if lag is None else 1002 - lag + 5)
