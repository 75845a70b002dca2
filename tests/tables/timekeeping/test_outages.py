"""Outages: every running game gets them back once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.clock import LIVE, Clock
from games.tables.models import Ending, Game, Heartbeat, Outage, Status
from games.tables.services import play
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.locks import lock_running
from games.tables.timekeeping import clocks, outages
from games.tables.timekeeping.clocks import deadline_of, keep
from tests.support.factories import (
    arrive,
    at_once,
    legal_answer,
    player,
    refusal,
    running_game,
    wakeful,
)

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
SECOND = timedelta(seconds=1)


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def deadlines() -> list[datetime | None]:
    return list(Game.objects.order_by("pk").values_list("deadline", flat=True))


def outage_of_days() -> Outage:
    return Outage.objects.get(live=False)


def test_a_night_of_downtime_is_given_back(
    ada: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    games = [running_game(ada, bob, answers=2, now=T0) for _ in range(3)]
    running_game(ada, bob, answers=2, pace=None, now=T0)
    mind_the_clocks(T0)
    assert mind_the_clocks(T0 + 8 * HOUR) == 0
    assert deadlines() == [T0 + 3 * DAY + 8 * HOUR] * 3 + [None]
    outage = outage_of_days()
    assert (outage.start, outage.end, outage.games) == (T0, T0 + 8 * HOUR, 3)
    assert outage.done
    assert "giving back" in caplog.text
    mind_the_clocks(T0 + 8 * HOUR + MINUTE)
    assert outage_of_days() == outage
    assert games[0].version < Game.objects.get(pk=games[0].pk).version


def test_a_deadline_in_the_outage_loses_nothing(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0 + 3 * DAY - HOUR)
    back = T0 + 3 * DAY + 9 * HOUR
    assert mind_the_clocks(back) == 0
    assert mind_the_clocks(back + MINUTE) == 0
    game.refresh_from_db()
    assert game.deadline == back + HOUR


def test_a_game_lost_before_the_outage_stays_lost(ada: User, bob: User) -> None:
    running_game(ada, bob, answers=2, now=T0)
    Heartbeat.objects.create(worker=outages.CLOCKS, at=T0 + 3 * DAY + MINUTE)
    assert mind_the_clocks(T0 + 4 * DAY) == 1


def test_an_answer_before_the_first_sweep_is_in_time(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0 + 3 * DAY - HOUR)
    seat, action = legal_answer(game)
    assert seat.user is not None
    play.submit_actions(seat.user, game.pk, [action], game.seq, now=T0 + 3 * DAY + 5 * HOUR)
    assert not outage_of_days().done
    assert mind_the_clocks(T0 + 3 * DAY + 5 * HOUR) == 0
    assert outage_of_days().done


def refuse_a_move(game: Game, now: datetime) -> None:
    """Send an answer that is not legal, so that its transaction is rolled back."""
    seat, _action = legal_answer(game)
    user = seat.user
    assert user is not None
    refusal(422, lambda: play.submit_actions(user, game.pk, ["fly"], game.seq, now=now))


def test_a_refused_move_leaves_the_outage_to_the_next_sweep(ada: User, bob: User) -> None:
    first, second = (running_game(ada, bob, answers=2, now=T0 + day * DAY) for day in (0, 1))
    mind_the_clocks(T0 + 3 * DAY - HOUR)
    back = T0 + 3 * DAY + 5 * HOUR
    refuse_a_move(second, back)
    assert not Outage.objects.exists()
    assert mind_the_clocks(back + SECOND) == 0
    first.refresh_from_db()
    assert (first.status, first.deadline) == (Status.RUNNING, back + SECOND + HOUR)
    assert outage_of_days().start == T0 + 3 * DAY - HOUR


def test_a_refused_move_gives_no_other_game_an_outage_that_never_was(ada: User, bob: User) -> None:
    refused, game = (running_game(ada, bob, answers=2, now=T0) for _ in range(2))
    mind_the_clocks(T0)
    back = T0 + 8 * HOUR
    refuse_a_move(refused, back)
    lock_running(game.pk, back + SECOND)
    outages.forget()  # the sweep runs in another process
    mind_the_clocks(back + 2 * SECOND)
    assert deadlines() == [T0 + 3 * DAY + 8 * HOUR + SECOND] * 2
    assert outage_of_days().games == 1


def test_a_process_reads_an_outage_once_when_a_sweep_has_run(
    ada: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0)
    mind_the_clocks(T0 + HOUR)
    mind_the_clocks(T0 + HOUR + SECOND)
    outages.known(T0 + HOUR + SECOND)
    with django_assert_num_queries(0):
        assert outages.known(T0 + HOUR + 2 * SECOND).lately


def test_a_short_silence_is_none(ada: User, bob: User) -> None:
    running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0)
    mind_the_clocks(T0 + 3 * MINUTE)
    assert not Outage.objects.filter(live=False).exists()
    assert deadlines() == [T0 + 3 * DAY]


def test_nobody_was_there_before_the_first_sweep(ada: User, bob: User) -> None:
    running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0 + DAY)
    assert not Outage.objects.exists()


def test_usable_time_is_given_back(bob: User) -> None:
    ada = player("ada")
    game = running_game(ada, bob, now=T0)
    usual = deadline_of(game, 0)
    assert usual is not None
    mind_the_clocks(T0)
    mind_the_clocks(T0 + 16 * HOUR)
    game.refresh_from_db()
    assert deadline_of(game, 0) == usual + DAY  # 16 of its hours are usable


def test_an_old_clock_does_not_turn_the_heart_back() -> None:
    outages.beat(T0 + MINUTE)
    outages.beat(T0)
    assert Heartbeat.objects.get(worker=outages.CLOCKS).at == T0 + MINUTE


@pytest.mark.django_db(transaction=True)
def test_four_workers_give_back_once(ada: User, bob: User) -> None:
    running_game(ada, bob, answers=2, now=T0)
    outages.beat(T0)
    sweep = lambda: mind_the_clocks(T0 + 10 * HOUR)  # noqa: E731
    assert at_once(sweep, sweep, sweep, sweep) == [0, 0, 0, 0]
    assert outage_of_days().done
    assert deadlines() == [T0 + 3 * DAY + 10 * HOUR]


class Killed(BaseException):
    """The worker is killed at this moment."""


def test_a_worker_killed_while_giving_back_is_followed_by_one_that_goes_on(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        running_game(ada, bob, answers=2, now=T0)
    outages.beat(T0)
    kept: list[int] = []

    def die(game: Game, clock: Clock | None) -> None:
        keep(game, clock)
        kept.append(game.pk)
        if len(kept) == 2:
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(outages, "AT_ONCE", 1)
        patched.setattr(clocks, "keep", die)
        with pytest.raises(Killed):
            mind_the_clocks(T0 + 10 * HOUR)
    back = T0 + 3 * DAY + 10 * HOUR
    assert deadlines() == [back, T0 + 3 * DAY, T0 + 3 * DAY]
    assert mind_the_clocks(T0 + 10 * HOUR) == 0
    assert deadlines() == [back] * 3
    assert (outage_of_days().games, outage_of_days().done) == (3, True)


def test_a_move_gives_back_its_own_game_only(
    ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    games = [running_game(ada, bob, answers=2, now=T0) for _ in range(30)]
    outages.beat(T0)
    back = T0 + 3 * DAY + 5 * HOUR
    seat, action = legal_answer(games[0])
    assert seat.user is not None
    with django_assert_max_num_queries(40):
        play.submit_actions(seat.user, games[0].pk, [action], 2, now=back)
    assert deadlines()[1:] == [T0 + 3 * DAY] * 29
    assert mind_the_clocks(back) == 0
    assert set(deadlines()[1:]) == {back + 3 * DAY}


def test_a_sweep_that_has_no_time_left_leaves_the_rest_to_the_next_one(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        running_game(ada, bob, answers=2, now=T0)
    outages.beat(T0)
    back = T0 + 3 * DAY + 10 * HOUR
    with monkeypatch.context() as patched:
        patched.setattr(outages, "AT_WORK", -1.0)
        assert mind_the_clocks(T0 + 10 * HOUR) == 0
        assert not outage_of_days().done
        assert mind_the_clocks(T0 + 10 * HOUR) == 0
    assert mind_the_clocks(T0 + 10 * HOUR) == 0
    assert deadlines() == [back] * 3
    assert outage_of_days().done


def test_a_game_that_is_due_has_its_time_back_before_it_is_judged(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running_game(ada, bob, answers=2, now=T0)
    outages.beat(T0 + 3 * DAY - HOUR)
    monkeypatch.setattr(outages, "settle", lambda _now: None)
    assert mind_the_clocks(T0 + 3 * DAY + 9 * HOUR) == 0
    game.refresh_from_db()
    assert game.deadline == T0 + 3 * DAY + 10 * HOUR


def test_two_outages_are_both_given_back(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        running_game(ada, bob, answers=2, now=T0)
    outages.beat(T0)
    with monkeypatch.context() as patched:
        patched.setattr(outages, "settle", lambda _now: None)
        mind_the_clocks(T0 + HOUR)
        mind_the_clocks(T0 + HOUR + MINUTE)
    mind_the_clocks(T0 + 3 * HOUR)
    assert deadlines() == [T0 + 3 * DAY + 3 * HOUR - MINUTE] * 2


def test_a_game_that_cannot_be_read_holds_up_no_other(
    ada: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, _other = (running_game(ada, bob, answers=2, now=T0) for _ in range(2))
    Game.objects.filter(pk=broken.pk).update(clock={"pace": 1}, deadline=None)
    outages.beat(T0)
    mind_the_clocks(T0 + 10 * HOUR)
    assert deadlines() == [None, T0 + 3 * DAY + 10 * HOUR]
    assert outage_of_days().done
    assert f"could not give outages back to game {broken.pk}" in caplog.text


def test_a_game_that_began_after_an_outage_gets_nothing(ada: User, bob: User) -> None:
    outages.beat(T0)
    outages.notice(T0 + DAY)
    running_game(ada, bob, answers=2, now=T0 + DAY)
    mind_the_clocks(T0 + DAY)
    assert deadlines() == [T0 + 4 * DAY]


# --- live games: to the second ---


def live_game(ada: User, bob: User, now: datetime = T0) -> Game:
    """Return a live game with a player who has five minutes left."""
    return running_game(ada, bob, answers=2, now=now, pace=LIVE[1])


def test_a_short_outage_is_given_back_in_live_games(ada: User, bob: User) -> None:
    live_game(ada, bob)
    running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0 + 10 * SECOND)
    mind_the_clocks(T0 + 57 * SECOND)
    assert deadlines() == [T0 + 5 * MINUTE + 47 * SECOND, T0 + 3 * DAY]
    assert Outage.objects.get().live


def test_two_sweeps_that_come_late_are_no_outage(ada: User, bob: User) -> None:
    live_game(ada, bob)
    for seconds in (0, 15, 30):
        mind_the_clocks(T0 + seconds * SECOND)
    assert not Outage.objects.exists()


def test_pages_that_work_while_the_sweep_does_not_still_give_back_long_outages(
    ada: User, bob: User
) -> None:
    """Moves of a live game record its outages; correspondence games still get theirs."""
    running_game(ada, bob, answers=2, now=T0)
    outages.beat(T0)
    for minute in range(1, 31):
        outages.notice(T0 + minute * MINUTE)
    mind_the_clocks(T0 + 31 * MINUTE)
    [deadline] = deadlines()
    assert deadline is not None
    assert deadline >= T0 + 3 * DAY + 28 * MINUTE


def test_after_a_long_outage_a_live_game_waits_for_its_players(ada: User, bob: User) -> None:
    game = live_game(ada, bob)
    outages.beat(T0 + MINUTE)
    back = T0 + 2 * HOUR
    assert mind_the_clocks(back) == 0
    game.refresh_from_db()
    assert (game.gathering, game.deadline) == (True, None)
    arrive(game, back + MINUTE)
    assert (game.gathering, game.deadline) == (False, back + 5 * MINUTE)


def test_a_live_game_to_which_nobody_comes_back_is_broken_off(ada: User, bob: User) -> None:
    game = live_game(ada, bob)
    outages.beat(T0 + MINUTE)
    mind_the_clocks(T0 + 2 * HOUR)
    outages.beat(T0 + 2 * HOUR + 5 * MINUTE - SECOND)
    assert mind_the_clocks(T0 + 2 * HOUR + 5 * MINUTE) == 1
    game.refresh_from_db()
    assert (game.status, game.ending) == (Status.ABORTED, Ending.LAPSED)


# --- clocks that jump, and old backups ---


def test_a_heartbeat_from_the_future_is_recognised(
    ada: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    mind_the_clocks(T0 + 365 * DAY)
    running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0)
    assert "has jumped" in caplog.text
    assert set(Heartbeat.objects.values_list("at", flat=True)) == {T0}
    mind_the_clocks(T0 + 10 * HOUR)
    assert deadlines() == [T0 + 3 * DAY + 10 * HOUR]


def test_a_slightly_fast_clock_is_no_jump(caplog: pytest.LogCaptureFixture) -> None:
    outages.beat(T0 + 2 * MINUTE)
    outages.beat(T0)
    assert "jumped" not in caplog.text
    assert Heartbeat.objects.get(worker=outages.CLOCKS).at == T0 + 2 * MINUTE


def test_after_a_very_long_outage_everybody_has_what_they_had(bob: User) -> None:
    """A restored old backup, or a clock that jumps, does not give years of usable time."""
    ada = player("ada")  # who sleeps eight hours
    game = running_game(ada, bob, now=T0)
    outages.beat(T0 + DAY)
    back = T0 + 366 * DAY
    assert mind_the_clocks(back) == 0
    game.refresh_from_db()
    assert deadline_of(game, 1) == back + 2 * DAY
    assert deadline_of(game, 0) == back + 3 * DAY + 8 * HOUR  # 56 hours, 16 a day
