"""Alarms: each share once a turn, at the moment at which so much usable time is left."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from accounts.models import User
from games import clock as arithmetic
from games.clock import Clock, a_turn_in
from games.notifications import alarms as alarm_clock
from games.notifications.alarms import sound_alarms
from games.notifications.forms import NotificationSettingsForm
from games.notifications.models import Notification, NotificationSettings
from games.tables.models import Game, Status
from games.tables.timekeeping import outages
from games.tables.timekeeping.clocks import keep, week_of
from tests.support.factories import player

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
"""When the side is asked: four days, so a per cent is 57.6 minutes for who never sleeps."""
PER_CENT = timedelta(days=4) / 100
SECOND = timedelta(seconds=1)


def awake(name: str, **fields: object) -> User:
    """Return a player who never sleeps."""
    return player(name, **{"sleep_from": time(0), "sleep_to": time(0), **fields})


@pytest.fixture
def ada() -> User:
    return awake("ada")


def asked_game(*askeds: User, live: bool = False) -> Game:
    """Return a game whose side 0 has been asked at noon and has four days."""
    clock = arithmetic.begin(a_turn_in(4))
    weeks = [week_of(user) for user in askeds]
    clock = arithmetic.ask(clock, 0, weeks, NOON, turn_begins=True)
    game = Game.objects.create(status=Status.RUNNING, expires_at=NOON, live=live, seq=10)
    set_clock(game, clock)
    for number, user in enumerate(askeds):
        game.seats.create(number=2 * number, user=user, asked=True, turns=3)
    game.seats.create(number=1, user=awake(f"other {game.pk}"), turns=2)
    return game


def set_clock(game: Game, clock: Clock) -> None:
    keep(game, clock)
    game.save()


def alarms() -> list[tuple[str, int]]:
    notifications = Notification.objects.filter(kind="time").order_by("pk").select_related("user")
    return [
        (notification.user.username, notification.data["share"]) for notification in notifications
    ]


def left(share: int) -> datetime:
    """Return the moment at which so many per cent of the time are left."""
    return NOON + (100 - share) * PER_CENT


def test_alarms_come_at_twenty_and_five_per_cent(ada: User) -> None:
    game = asked_game(ada)
    for moment, so_far in [
        (left(50), []),
        (left(20) - SECOND, []),
        (left(20), [20]),
        (left(20), [20]),
        (left(6), [20]),
        (left(5), [20, 5]),
        (left(0), [20, 5]),
    ]:
        sound_alarms(moment)
        assert [share for _name, share in alarms()] == so_far
    notification = Notification.objects.filter(kind="time").first()
    assert notification is not None
    assert (notification.key, notification.seq, notification.at) == (
        f"alarm {game.pk} 5 20",
        10,
        left(20),
    )


def test_the_shares_are_the_user_s(ada: User) -> None:
    asked_game(ada)
    asked_game(awake("bob"))
    NotificationSettings.objects.create(user=ada, alarms=[50])
    NotificationSettings.objects.create(user=User.objects.get(username="bob"), alarms=[])
    sound_alarms(left(1))
    assert alarms() == [("ada", 50)]


def test_usable_time_counts() -> None:
    """Who sleeps eight hours a day has four days of 24 hours only after six."""
    asked_game(player("ada"))
    sound_alarms(left(20))
    assert alarms() == []
    game = Game.objects.get()
    assert game.deadline is not None
    assert game.deadline > NOON + timedelta(days=5)
    sound_alarms(game.deadline - timedelta(hours=1))
    assert alarms() == [("ada", 5)]


def test_of_two_that_have_come_only_the_more_pressing_one_sounds(ada: User) -> None:
    asked_game(ada)
    sound_alarms(left(4))
    sound_alarms(left(3))
    assert alarms() == [("ada", 5)]


def test_another_answer_in_the_same_turn_brings_no_second_alarm(ada: User) -> None:
    game = asked_game(ada)
    sound_alarms(left(20))
    clock = Clock.from_json(game.clock)
    clock = arithmetic.answer(clock, 0, [week_of(ada)], left(19), turn_over=False)
    set_clock(game, arithmetic.ask(clock, 0, [week_of(ada)], left(18)))
    Game.objects.update(seq=12)
    sound_alarms(left(6))
    assert alarms() == [("ada", 20)]


def test_the_next_turn_has_its_own(ada: User) -> None:
    game = asked_game(ada)
    sound_alarms(left(20))
    game.seats.filter(number=1).update(turns=3)
    set_clock(game, Clock.from_json(game.clock))
    sound_alarms(left(19))
    assert alarms() == [("ada", 20), ("ada", 20)]


def test_two_of_a_team_are_told_and_the_other_side_is_not(ada: User) -> None:
    asked_game(ada, awake("bob"))
    sound_alarms(left(20))
    assert sorted(alarms()) == [("ada", 20), ("bob", 20)]


def test_whoever_plays_on_for_a_seat_is_told(ada: User) -> None:
    game = asked_game(ada)
    mia = awake("mia")
    game.seats.filter(user=ada).update(played_by=mia)
    sound_alarms(left(20))
    assert alarms() == [("mia", 20)]
    assert Notification.objects.get().data["seat"] == 0


def test_no_alarm_where_no_clock_runs(ada: User) -> None:
    asked_game(ada, live=True)
    paused = asked_game(awake("bob"))
    Game.objects.filter(pk=paused.pk).update(deadline=None)
    over = asked_game(awake("mia"))
    Game.objects.filter(pk=over.pk).update(status=Status.FINISHED)
    answered = asked_game(awake("zoe"))
    answered.seats.update(asked=False)
    sound_alarms(left(1))
    assert alarms() == []


def test_a_game_that_went_on_in_the_same_moment_is_left_alone(ada: User) -> None:
    game = asked_game(ada)
    sound_alarms(NOON)
    clock = arithmetic.gift(Clock.from_json(game.clock), 0, [week_of(ada)], 86400, NOON)
    set_clock(game, clock)
    assert alarm_clock._visit(game.pk, NOON) == 0
    sound_alarms(left(20))
    assert alarms() == [], "a day more"


# --- what a run looks at ---


def due_at(game: Game) -> datetime | None:
    game.refresh_from_db()
    return game.alarm_at


def test_a_run_looks_only_at_games_whose_alarm_is_due_or_whose_clock_has_changed(
    ada: User, django_assert_num_queries: Any
) -> None:
    games = [asked_game(ada) for _game in range(5)]
    sound_alarms(NOON)
    assert {due_at(game) for game in games} == {left(20)}
    with django_assert_num_queries(3):  # heartbeats, outages, the games
        assert sound_alarms(left(20) - SECOND) == 0
    assert sound_alarms(left(20)) == 5
    assert {due_at(game) for game in games} == {left(5)}
    assert sound_alarms(left(5)) == 5
    assert {due_at(game) for game in games} == {None}
    with django_assert_num_queries(3):  # heartbeats, outages, the games
        assert sound_alarms(left(0)) == 0


def test_a_gift_puts_the_next_alarm_off(ada: User) -> None:
    game = asked_game(ada)
    sound_alarms(NOON)
    clock = arithmetic.gift(Clock.from_json(game.clock), 0, [week_of(ada)], 4 * 86400, NOON)
    set_clock(game, clock)
    sound_alarms(NOON)
    assert due_at(game) == NOON + 160 * PER_CENT
    assert alarms() == []


def test_other_wishes_count_at_once(ada: User) -> None:
    game = asked_game(ada)
    sound_alarms(NOON)
    form = NotificationSettingsForm(ada)
    data = {name: value for name, value in form.initial.items() if value is not None}
    form = NotificationSettingsForm(ada, {**data, "alarms": ["50", "20"]})
    assert form.is_valid(), form.errors
    form.save(left(60))
    sound_alarms(left(60))
    assert due_at(game) == left(50)
    sound_alarms(left(50))
    assert alarms() == [("ada", 50)]


def test_an_outage_is_given_back_before_alarms_are_judged(ada: User) -> None:
    """The first run after the site was down knows of it, even before the clock sweep."""
    game = asked_game(ada)
    Game.objects.update(pace=a_turn_in(4).to_json(), started_at=NOON)
    outages.beat(NOON + 10 * PER_CENT)
    assert sound_alarms(NOON + 85 * PER_CENT) == 0
    game.refresh_from_db()
    assert game.deadline == NOON + 175 * PER_CENT
    outages.beat(NOON + 156 * PER_CENT)
    assert sound_alarms(NOON + 156 * PER_CENT) == 1


def test_a_game_that_can_not_be_read_stops_no_alarm_of_another_one(
    ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = asked_game(ada), asked_game(ada)
    Game.objects.filter(pk=broken.pk).update(clock={"pace": 1}, alarm_at=NOON)
    Game.objects.filter(pk=whole.pk).update(alarm_at=left(20))
    assert sound_alarms(left(20)) == 1
    assert f"could not sound the alarms of game {broken.pk}" in caplog.text


def test_a_run_has_an_end_and_the_next_one_goes_on(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _game in range(3):
        asked_game(ada)
    times = iter([0, 0, alarm_clock.RUN_SECONDS])
    monkeypatch.setattr(alarm_clock, "monotonic", lambda: next(times))
    assert sound_alarms(left(20)) == 1
    monkeypatch.undo()
    assert sound_alarms(left(20)) == 2
