"""Time in which nobody minded the clocks is given back, once, to everybody."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game, Heartbeat, Outage, Status
from games.services import play
from games.times import outages
from games.times.clocks import deadline_of
from games.times.expiry import mind_the_clocks
from tests.games.factories import at_once, legal_answer, player, running_game, wakeful

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def deadlines() -> list[datetime | None]:
    return list(Game.objects.order_by("pk").values_list("deadline", flat=True))


def test_a_night_of_downtime_is_given_back(
    ada: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    games = [running_game(ada, bob, answers=2, now=T0) for _ in range(3)]
    running_game(ada, bob, answers=2, pace=None, now=T0)
    mind_the_clocks(T0)
    assert mind_the_clocks(T0 + 8 * HOUR) == 0
    assert deadlines() == [T0 + 3 * DAY + 8 * HOUR] * 3 + [None]
    outage = Outage.objects.get()
    assert (outage.start, outage.end, outage.games) == (T0, T0 + 8 * HOUR, 3)
    assert "given back in 3 games" in caplog.text
    mind_the_clocks(T0 + 8 * HOUR + MINUTE)
    assert Outage.objects.count() == 1
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
    assert Outage.objects.count() == 1
    assert mind_the_clocks(T0 + 3 * DAY + 5 * HOUR) == 0
    assert Outage.objects.count() == 1


def test_a_short_silence_is_none(ada: User, bob: User) -> None:
    running_game(ada, bob, answers=2, now=T0)
    mind_the_clocks(T0)
    mind_the_clocks(T0 + 3 * MINUTE)
    assert not Outage.objects.exists()
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
    assert Outage.objects.count() == 1
    assert deadlines() == [T0 + 3 * DAY + 10 * HOUR]


def test_a_worker_killed_while_giving_back_gives_nothing(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        running_game(ada, bob, answers=2, now=T0)
    outages.beat(T0)

    class Killed(BaseException):
        pass

    calls: list[int] = []

    def die(game: Game, clock: object) -> None:
        calls.append(game.pk)
        if len(calls) == 2:
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(outages, "keep", die)
        with pytest.raises(Killed):
            mind_the_clocks(T0 + 10 * HOUR)
    assert not Outage.objects.exists()
    assert deadlines() == [T0 + 3 * DAY] * 2
    assert mind_the_clocks(T0 + 10 * HOUR) == 0
    assert deadlines() == [T0 + 3 * DAY + 10 * HOUR] * 2
    assert Game.objects.filter(status=Status.RUNNING).count() == 2
