"""Places on the ladder: protected by vacation, lost by bars and by staying away."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Absence, User, VacationHour
from games.ladder.challenges import challenge, mind_the_ladders
from games.ladder.history import lines, steps_of
from games.ladder.models import ChallengeState, LadderStep, Rung, StepReason
from games.ladder.rules import facts_of
from games.ladder.vacation import Vacation, protecting
from games.notifications.models import Notification
from games.ratings.models import Pool
from games.tables.models import Game
from tests.ladder.ladders import DAY, HOUR, T0, bar, here, on_ladder, order, playing, rung
from tests.support.factories import refusal

pytestmark = pytest.mark.django_db


# --- what vacation protects ---


def protected(*absences: tuple[int, int], balance: int = 20) -> list[int]:
    """Return how many days of each absence (its first day and its end) protect a place."""
    rows = [Vacation(1, T0 + a * DAY, T0 + b * DAY, T0 + a * DAY) for a, b in absences]
    found = protecting((row, balance * DAY) for row in rows)
    return [(one.protects_until - one.start) // DAY for one in found]


def test_vacation_protects_a_place_as_far_as_the_balance_covers_it() -> None:
    assert protected((0, 10)) == [10]
    assert protected((0, 30)) == [20]
    assert protected((0, 30), balance=0) == [0]


def test_vacation_protects_a_place_for_thirty_days_a_year() -> None:
    assert protected((0, 20), (30, 50), (60, 80)) == [20, 10, 0]
    assert protected((60, 80), (0, 20), (400, 420)) == [20, 10, 20]
    assert protected((0, 20), (100, 110), (370, 390)) == [20, 10, 5]


def test_a_place_is_not_held_for_ever_by_planned_vacation() -> None:
    """Twelve absences of thirty days cost nothing as long as no game is lost in them."""
    ada, bob = on_ladder("ada", "bob")
    User.objects.filter(pk=ada.pk).update(vacation_hours=0)
    for month in range(12):
        start = T0 + month * 30 * DAY
        Absence.objects.create(user=ada, start=start, end=start + 30 * DAY)
    made = challenge(bob, Pool.DAYS, "ada", now=T0 + DAY)
    mind_the_ladders(T0 + 4 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.RUNNING


@pytest.mark.slow
def test_a_full_balance_protects_for_thirty_days_a_year_and_no_longer() -> None:
    _ada, bob = on_ladder("ada", "bob")
    for month in range(12):
        start = T0 + month * 30 * DAY
        Absence.objects.create(user=_ada, start=start, end=start + 30 * DAY)
    days = []
    for day in range(360):
        now = T0 + day * DAY
        facts = facts_of(rung(bob), [rung(_ada)], now)
        if facts.why_not(rung(_ada)).startswith("On vacation"):
            days.append(day)
    assert days == [*range(20), *range(30, 40)]


def test_hours_that_an_absence_has_cost_protect_as_well() -> None:
    ada, bob = on_ladder("ada", "bob")
    Absence.objects.create(user=ada, start=T0, end=T0 + 10 * DAY)
    hours = [VacationHour(user=ada, hour=T0 + n * HOUR) for n in range(96)]
    VacationHour.objects.bulk_create(hours)
    User.objects.filter(pk=ada.pk).update(vacation_hours=24)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "ada", now=T0 + 4 * DAY))
    assert said == "On vacation until tomorrow 12:00."
    challenge(bob, Pool.DAYS, "ada", now=T0 + 5 * DAY)


def test_a_player_who_is_away_learns_how_long_their_place_is_protected() -> None:
    ada, bob = on_ladder("ada", "bob")
    User.objects.filter(pk=bob.pk).update(vacation_hours=48)
    Absence.objects.create(user=bob, start=T0, end=T0 + 10 * DAY)
    here_now = facts_of(rung(bob), [rung(ada)], T0 + DAY).why_none()
    assert "Your place is protected until" in here_now
    assert "no longer protected" in facts_of(rung(bob), [rung(ada)], T0 + 3 * DAY).why_none()


# --- bars ---


@pytest.mark.parametrize("pool", [Pool.DAYS, Pool.LIVE])
@pytest.mark.parametrize("how", ["barred", "closed"])
def test_a_player_who_may_not_play_loses_the_place_without_a_game(pool: str, how: str) -> None:
    ada, bob = on_ladder("ada", "bob", pool=pool)
    if how == "barred":
        bar(ada, days=30)
    else:
        User.objects.filter(pk=ada.pk).update(is_active=False)
    Rung.objects.filter(user=ada).update(at_once=True)
    made = challenge(bob, pool, "ada", now=T0)
    assert made.state == ChallengeState.WAITING
    mind_the_ladders(T0 + 3 * DAY - timedelta(seconds=1))
    assert order(pool) == "ada bob"
    for _twice in range(2):
        mind_the_ladders(T0 + 3 * DAY)
    assert order(pool) == "bob ada"
    made.refresh_from_db()
    assert (made.state, made.game, made.place) == (ChallengeState.COUNTED, None, 1)
    assert not Game.objects.exists()
    steps = made.steps.order_by("number").values_list("rung__user__username", "before", "after")
    assert list(steps) == [("bob", 2, 1), ("ada", 1, 2)]
    said = [
        line.says for user in (bob, ada) for line in lines(list(steps_of(rung(user, pool)))[:1])
    ]
    assert said == ["place taken from ada without a game", "place lost to bob without a game"]


def test_a_bar_that_ends_in_time_costs_no_place() -> None:
    ada, bob = on_ladder("ada", "bob")
    bar(ada, days=2)
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.RUNNING


def test_a_player_who_may_not_play_takes_no_place_either() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    bar(ada, days=30)
    bar(bob, days=30)
    mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert (made.state, order()) == (ChallengeState.EXPIRED, "ada bob")


# --- staying away ---


def test_a_player_who_is_not_on_the_site_for_sixty_days_leaves() -> None:
    now = timezone.now()
    ada, bob, eve, kim = on_ladder("ada", "bob", "eve", "kim", now=now - 61 * DAY)
    here(bob, now - 59 * DAY)
    User.objects.filter(pk=eve.pk).update(last_login=now - DAY)
    made = playing(kim, eve, now=now - 61 * DAY)
    assert made.game is not None
    made.game.seats.filter(user=kim).update(seen_at=now - DAY)
    mind_the_ladders(now - 2 * DAY)
    assert order() == "ada bob eve kim"
    mind_the_ladders(now)
    assert order() == "bob eve kim"
    told = Notification.objects.get(kind="ladder_absent")
    assert told.user == ada
    assert told.deliveries.filter(channel="mail").exists()
    assert LadderStep.objects.get(rung__user=ada, after=None).why == StepReason.ABSENT


def test_logging_out_makes_no_active_member_absent(client: Client) -> None:
    now = timezone.now()
    ada, _bob = on_ladder("ada", "bob", now=now - 100 * DAY)
    client.force_login(ada)
    User.objects.update(last_login=now - 100 * DAY)
    client.get("/")
    assert client.post(reverse("account_logout")).status_code == 302
    UserSession.objects.purge_and_list(ada)
    assert not UserSession.objects.exists()
    mind_the_ladders(now)
    assert order() == "ada"
