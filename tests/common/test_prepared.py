"""Queries that are compiled once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import BigIntegerField, DateTimeField, Exists, OuterRef, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Absence, User
from common.prepared import PreparedQuery, PreparedUpdate
from games.tables.models import Game, Seat, Status
from tests.support.factories import running_game

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


def users_away(pk: Any, now: Any) -> QuerySet[Any]:
    """Return the query of `pk`'s user, with whether that user is on vacation."""
    away = Absence.objects.filter(user=OuterRef("pk"), start__lte=now, end__gt=now)
    return User.objects.filter(pk=pk).annotate(away=Exists(away))


def user(name: str) -> User:
    """Create a user."""
    return User.objects.create_user(name, f"{name}@example.org")


def query() -> PreparedQuery[Any]:
    """Return the query of users on vacation, not yet compiled."""
    return PreparedQuery(users_away, pk=BigIntegerField(), now=DateTimeField())


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.mark.django_db
def test_rows_are_those_of_the_queryset(now: datetime) -> None:
    ada, ben = user("ada"), user("ben")
    Absence.objects.create(user=ben, start=now - timedelta(days=1), end=now + timedelta(days=1))
    prepared = query()
    for one in (ada, ben, ada):
        for at in (now, now + timedelta(days=2)):
            expected = list(users_away(one.pk, at))
            found = prepared.all(pk=one.pk, now=at)
            assert found == expected
            assert [row.away for row in found] == [row.away for row in expected]
            assert found[0].date_joined == one.date_joined
    assert prepared.get(pk=ben.pk, now=now).away
    assert prepared.all(pk=0, now=now) == []
    assert prepared.all(pk=10**30, now=now) == prepared.all(pk=-(10**30), now=now) == []
    assert prepared.first(pk=0, now=now) is None
    with pytest.raises(User.DoesNotExist):
        prepared.get(pk=0, now=now)


@pytest.mark.django_db
def test_related_rows_and_tuples(now: datetime) -> None:
    ada = user("ada")
    Absence.objects.create(user=ada, start=now, end=now + timedelta(days=1))
    of_user = Absence.objects.filter
    related = PreparedQuery(
        lambda user: of_user(user=user).select_related("user"), user=BigIntegerField()
    )
    (absence,) = related.all(user=ada.pk)
    with patch.object(SQLCompiler, "execute_sql", side_effect=AssertionError):
        assert absence.user == ada
    tuples = PreparedQuery(
        lambda user: of_user(user=user).values_list("user", "start"), user=BigIntegerField()
    )
    assert tuples.all(user=ada.pk) == [(ada.pk, now)]


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["%s", "50 %", "o'clock", 'back\\slash "'])
def test_values_that_never_change_stay_as_they_are(text: str) -> None:
    ada = user("ada")
    User.objects.filter(pk=ada.pk).update(about=text)
    for lookup in ("about", "about__startswith", "about__contains"):
        prepared = PreparedQuery(
            lambda pk, lookup=lookup: User.objects.filter(**{lookup: text}, pk=pk, is_guest=False),
            pk=BigIntegerField(),
        )
        assert prepared.all(pk=ada.pk) == [ada]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no plans to keep")
@pytest.mark.django_db
def test_postgresql_plans_a_query_with_constants_once() -> None:
    """Though the index of the open games only serves a query that says so."""
    prepared = PreparedQuery(
        lambda user: Game.objects.filter(status=Status.OPEN, seats__user=user),
        user=BigIntegerField(),
    )
    prepared.all(user=1)
    with CaptureQueriesContext(connection) as captured:
        prepared.all(user=1)
    assert prepared._compiled is not None
    assert len(prepared._compiled.params) == 1
    assert """"status" = 'open'""" in captured[0]["sql"]


@pytest.mark.django_db
def test_compiled_once(now: datetime) -> None:
    ada, ben = user("ada"), user("ben")
    prepared = query()
    prepared.all(pk=ada.pk, now=now)
    with patch.object(SQLCompiler, "as_sql", side_effect=AssertionError):
        assert prepared.all(pk=ben.pk, now=now) == [ben]


@pytest.mark.django_db
def test_parameters_are_exactly_those_of_the_query(now: datetime) -> None:
    with pytest.raises(TypeError, match="pk"):
        query().all(now=now)
    with pytest.raises(TypeError, match="name"):
        query().all(pk=1, now=now, name="ada")


@pytest.mark.django_db(transaction=True)
def test_each_thread_reads_by_its_own_connection(now: datetime) -> None:
    users = [user(name) for name in ("ada", "ben", "cleo", "dan")]
    prepared = query()

    def read(one: User) -> list[User]:
        try:
            return prepared.all(pk=one.pk, now=now)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(read, users * 5))
    assert found == [[one] for one in users * 5]


@pytest.mark.django_db(transaction=True)
def test_a_lock_needs_a_transaction() -> None:
    ada = user("ada")
    locked = PreparedQuery(
        lambda pk: User.objects.filter(pk=pk).select_for_update(), pk=BigIntegerField()
    )
    with transaction.atomic():
        assert locked.all(pk=ada.pk) == [ada]
    if connection.features.has_select_for_update:
        with pytest.raises(transaction.TransactionManagementError):
            locked.all(pk=ada.pk)
    else:
        assert locked.all(pk=ada.pk) == [ada]


@pytest.mark.django_db
def test_an_update_writes_the_fields_of_its_rows_alone(ada: User, ben: User) -> None:
    game = running_game(ada, ben)
    third = running_game(ada, ben)
    seats = list(game.seats.order_by("number"))
    others = list(third.seats.order_by("pk").values())
    written: tuple[dict[str, Any], ...] = (
        {"asked": True, "asked_at": None, "turns": 7, "draft": ["lead nero"], "played_by": ada},
        {"asked": False, "asked_at": NOON, "turns": 0, "draft": [], "played_by": None},
    )
    for seat, values in zip(seats, written, strict=True):
        seat.notes = "not written"
        for name, value in values.items():
            setattr(seat, name, value)
    update = PreparedUpdate(Seat, *written[0])
    update.write([])
    update.write(seats)
    update.write(seats)  # the statement that is known
    for seat, values in zip(game.seats.order_by("number"), written, strict=True):
        assert {name: getattr(seat, name) for name in values} == values
        assert seat.notes == ""
    seats[0].turns = 8
    update.write(seats[:1])
    assert [seat.turns for seat in game.seats.order_by("number")] == [8, 0]
    assert list(third.seats.order_by("pk").values()) == others
    seats[1].pk = 0
    with pytest.raises(DatabaseError):
        update.write(seats)
