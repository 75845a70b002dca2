"""Vacations and changes of the week: deadlines move away, never nearer."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from accounts.models import Absence, User, VacationHour, WeekChange
from accounts.weeks import note_changes
from games.clock import LIVE
from games.tables import publishing, receivers
from games.tables.models import Ending, Game, Status
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.play import submit_bot_action
from games.tables.timekeeping.absences import (
    apply_changed_weeks,
    away_until,
    end_absence,
    leave_now,
    plan_absence,
    weeks_changed,
)
from games.tables.timekeeping.clocks import deadline_of
from tests.support.factories import answer, at_once, player, refusal, running_game, sweep, wakeful

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
DUE = T0 + 3 * DAY
"""The deadline of `turn_of`."""


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def turn_of(user: User, other: User, **fields: Any) -> Game:
    game = running_game(user, other, answers=2, now=T0, **fields)
    while not game.seats.get(user=user).asked:
        game = answer(game, T0)
    return game


def balance(user: User) -> int:
    user.refresh_from_db()
    return user.vacation_hours


def test_vacation_is_spent_by_the_hour_and_only_when_a_game_would_be_lost(
    ada: User, bob: User
) -> None:
    game = turn_of(ada, bob)
    plan_absence(ada, T0 + DAY, T0 + 10 * DAY, now=T0)
    assert away_until(ada, T0) is None
    assert away_until(ada, T0 + 2 * DAY) == T0 + 10 * DAY
    sweep(DUE)
    assert balance(ada) == 480
    for hour in range(5):
        sweep(DUE + SECOND + hour * HOUR)
    game.refresh_from_db()
    assert (game.status, game.deadline, balance(ada)) == (Status.RUNNING, DUE + 5 * HOUR, 475)
    assert ada.spent_hours.count() == 5
    assert game.version > turn_of(bob, ada).version


def test_two_vacations_are_planned_one_after_the_other(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's row is locked before the others are read: two at once could overlap."""
    locked: list[str] = []
    select_for_update = QuerySet.select_for_update

    def recorded(rows: QuerySet[Any], *args: Any, **options: Any) -> QuerySet[Any]:
        assert not ada.absences.exists()
        locked.append(rows.model._meta.label)
        return select_for_update(rows, *args, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", recorded)
    plan_absence(ada, T0 + DAY, T0 + 2 * DAY, now=T0)
    assert locked[:1] == ["accounts.User"]


def test_an_hour_is_paid_once_for_all_games(ada: User, bob: User) -> None:
    games = [turn_of(ada, bob) for _ in range(3)]
    plan_absence(ada, T0, T0 + 10 * DAY, now=T0)
    mind_the_clocks(DUE + 3 * HOUR - SECOND)
    assert balance(ada) == 477
    for game in games:
        game.refresh_from_db()
        assert game.deadline == DUE + 3 * HOUR


def test_when_the_vacation_is_spent_the_game_is_lost(ada: User, bob: User) -> None:
    ada.vacation_hours = 2
    ada.save()
    game = turn_of(ada, bob)
    plan_absence(ada, T0, T0 + 10 * DAY, now=T0)
    assert mind_the_clocks(DUE + 2 * HOUR) == 0
    assert mind_the_clocks(DUE + 2 * HOUR + SECOND) == 1
    game.refresh_from_db()
    assert (game.ending, balance(ada)) == (Ending.TIME, 0)


@pytest.mark.parametrize("fields", [{"league": True}, {"pace": LIVE[0]}], ids=str)
def test_in_league_and_live_games_vacation_does_not_help(
    ada: User, bob: User, fields: dict[str, Any]
) -> None:
    turn_of(ada, bob, **fields)
    plan_absence(ada, T0, T0 + 10 * DAY, now=T0)
    assert mind_the_clocks(DUE + SECOND) == 1
    assert balance(ada) == 480


def test_the_day_after_an_absence_belongs_to_it(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    plan_absence(ada, T0, DUE + HOUR, now=T0)
    assert mind_the_clocks(DUE + DAY) == 0
    answer(game, DUE + DAY)
    again = turn_of(ada, bob)
    assert mind_the_clocks(DUE + DAY + HOUR + SECOND) == 1
    again.refresh_from_db()
    assert again.ending == Ending.TIME
    assert balance(ada) == 480 - 25


def test_an_answer_before_the_sweep_is_covered_too(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    plan_absence(ada, T0, T0 + 10 * DAY, now=T0)
    answer(game, DUE + HOUR + SECOND)
    assert balance(ada) == 478


def test_a_bots_answer_that_is_refused_costs_its_teammate_no_vacation(ada: User) -> None:
    game = running_game(ada, "random", "random", "random", now=T0)
    plan_absence(ada, T0 + DAY, T0 + 10 * DAY, now=T0)
    User.objects.filter(pk=ada.pk).update(vacation_hours=1)
    assert game.deadline is not None
    late = game.deadline + 5 * HOUR
    assert not submit_bot_action(game.pk, 2, "redraw", game.seq, now=late)
    game.refresh_from_db()
    assert (game.seq, balance(ada), ada.spent_hours.count()) == (0, 1, 0)


def test_who_leaves_after_the_deadline_has_lost(ada: User, bob: User) -> None:
    turn_of(ada, bob)
    leave_now(ada, T0 + 10 * DAY, now=DUE + SECOND)
    assert mind_the_clocks(DUE + 2 * SECOND) == 1


def test_nights_cost_no_vacation(bob: User) -> None:
    ada = player("ada")
    game = turn_of(ada, bob)  # 48 hours, 16 a day: Thursday 20:00 ... Friday
    due = deadline_of(game, 0)
    assert due is not None
    plan_absence(ada, T0, T0 + 20 * DAY, now=T0)
    mind_the_clocks(due + DAY)
    assert balance(ada) == 480 - 16


def test_somebody_who_is_not_away_pays_nothing(ada: User, bob: User) -> None:
    turn_of(ada, bob)
    plan_absence(bob, T0, T0 + 10 * DAY, now=T0)
    assert mind_the_clocks(DUE + SECOND) == 1
    assert balance(bob) == 480


@pytest.mark.django_db(transaction=True)
def test_four_workers_pay_an_hour_once(ada: User, bob: User) -> None:
    for _ in range(3):
        turn_of(ada, bob)
    plan_absence(ada, T0, T0 + 10 * DAY, now=T0)
    mind = lambda: mind_the_clocks(DUE + 2 * HOUR - SECOND)  # noqa: E731
    assert at_once(mind, mind, mind, mind) == [0, 0, 0, 0]
    assert balance(ada) == 478
    assert VacationHour.objects.count() == 2


# --- planning ---


@pytest.mark.parametrize(
    ("start", "end", "status"),
    [
        (T0 + 2 * DAY, T0 + DAY, 422),
        (T0 - HOUR, T0 + DAY, 422),
        (T0 + DAY, T0 + 32 * DAY, 422),
        (T0 + 366 * DAY, T0 + 367 * DAY, 422),
        (T0 + 5 * DAY, T0 + 7 * DAY, 409),
    ],
    ids=["backwards", "past", "long", "far", "twice"],
)
def test_an_absence_that_cannot_be(ada: User, start: datetime, end: datetime, status: int) -> None:
    plan_absence(ada, T0 + 6 * DAY, T0 + 8 * DAY, now=T0)
    assert refusal(status, lambda: plan_absence(ada, start, end, now=T0))
    assert Absence.objects.count() == 1


def test_one_comes_back_early_or_stays(ada: User, bob: User) -> None:
    game = running_game(ada, bob, now=T0)
    now_away = leave_now(ada, T0 + 5 * DAY, now=T0)
    planned = plan_absence(ada, T0 + 8 * DAY, T0 + 9 * DAY, now=T0)
    version = Game.objects.get(pk=game.pk).version
    end_absence(ada, now_away.pk, now=T0 + DAY)
    assert away_until(ada, T0 + DAY) is None
    assert Game.objects.get(pk=game.pk).version == version + 1
    end_absence(ada, planned.pk, now=T0 + DAY)
    assert list(ada.absences.values_list("end", flat=True)) == [T0 + DAY]
    refusal(409, lambda: end_absence(ada, now_away.pk, now=T0 + 2 * DAY))
    refusal(404, lambda: end_absence(bob, now_away.pk, now=T0))
    refusal(404, lambda: end_absence(ada, 4711, now=T0))


# --- the week ---


def test_longer_nights_move_a_deadline_and_shorter_ones_do_not(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    ada.sleep_from, ada.sleep_to = time(22), time(8)
    ada.save()
    weeks_changed(ada, now=T0 + DAY)
    game.refresh_from_db()
    longer = T0 + 5 * DAY + 2 * HOUR  # 72 hours, 14 a day
    assert game.deadline == longer
    ada.sleep_from = ada.sleep_to = time(0)
    ada.save()
    weeks_changed(ada, now=T0 + DAY)
    game.refresh_from_db()
    assert game.deadline == longer


def test_a_lost_game_does_not_come_back(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    ada.sleep_from, ada.sleep_to = time(22), time(8)
    ada.save()
    weeks_changed(ada, now=DUE + SECOND)
    assert mind_the_clocks(DUE + 2 * SECOND) == 1
    game.refresh_from_db()
    assert game.ending == Ending.TIME


def test_the_other_side_keeps_its_deadline(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    bob.sleep_from, bob.sleep_to = time(22), time(8)
    bob.save()
    version = game.version
    weeks_changed(bob, now=T0)
    game.refresh_from_db()
    assert (game.deadline, game.version) == (DUE, version)


def sleep_longer(user: User, at: datetime) -> None:
    """Save longer sleep hours, as the preferences do, without moving a deadline."""
    user.sleep_from, user.sleep_to = time(22), time(8)
    user.save()
    note_changes(user, [WeekChange.Kind.SLEEP], at)


LONGER = T0 + 5 * DAY + 2 * HOUR
"""The deadline of `turn_of` after `sleep_longer`: 72 hours, 14 a day."""


def test_a_game_that_cannot_be_read_holds_up_no_other_change_of_the_week(
    ada: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = turn_of(ada, bob), turn_of(ada, bob)
    Game.objects.filter(pk=broken.pk).update(clock={"pace": 1})
    sleep_longer(ada, T0)
    weeks_changed(ada, now=T0 + HOUR)
    other.refresh_from_db()
    assert other.deadline == LONGER
    assert f"could not apply a changed week to game {broken.pk}" in caplog.text


@pytest.mark.parametrize("hours", [0, 9], ids=["the site runs", "the site is down for a night"])
def test_what_a_killed_change_of_the_week_has_left_is_done_later(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    for _ in range(2):
        turn_of(ada, bob)
    mind_the_clocks(T0)
    sleep_longer(ada, T0)
    handled: list[Game] = []

    def die(game: Game) -> None:
        handled.append(game)
        if len(handled) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(publishing, "table_changed", die)
        with pytest.raises(KeyboardInterrupt):
            weeks_changed(ada, now=T0)
    games = Game.objects.order_by("pk")
    assert [game.deadline for game in games] == [LONGER, DUE]
    again = T0 + hours * HOUR + MINUTE
    mind_the_clocks(again)
    apply_changed_weeks(again)
    # The night's 9 hours and a minute end after the next sleep, which takes ten hours.
    later = LONGER + 19 * HOUR + MINUTE if hours else LONGER
    assert [game.deadline for game in games.all()] == [later] * 2
    versions = [game.version for game in games.all()]
    apply_changed_weeks(again + MINUTE)
    assert [game.version for game in games.all()] == versions


def test_a_change_of_the_week_moves_the_deadline_of_its_player_only(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    sleep_longer(ada, T0)
    weeks_changed(bob, now=T0 + HOUR)
    game.refresh_from_db()
    assert (game.deadline, game.happened) == (DUE, [])


def test_the_preferences_move_deadlines(
    ada: User, bob: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[User] = []
    monkeypatch.setattr(receivers, "weeks_changed", moved.append)
    client.force_login(ada)
    page = client.get(reverse("preferences"))
    form = {name: value for name, value in page.context["form"].initial.items() if value}
    client.post(reverse("preferences"), form)
    assert moved == []
    client.post(reverse("preferences"), {**form, "time_zone": "Asia/Tokyo"})
    assert moved == [ada]
