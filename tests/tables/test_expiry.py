"""The clock sweep: a late game ends once, with the right result."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from common.periodic import schedule
from games.notifications.models import Notification
from games.tables import publishing
from games.tables.models import Ending, Game, Outage, Seat, Status
from games.tables.services import ending, expiry
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.seen import mark_seen
from games.tables.timekeeping import outages
from games.tables.timekeeping.clocks import deadline_of
from tests.support.factories import answer, at_once, finished_game, running_game, sweep, wakeful

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
LATE = T0 + 3 * DAY + SECOND


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def result(game: Game) -> tuple[str, int | None, str]:
    game.refresh_from_db()
    return game.status, game.winner, game.ending


def turn_of(user: User, other: User, now: datetime = T0, **fields: Any) -> Game:
    """Return a game with a turn of a user that has started at `now`."""
    game = running_game(user, other, answers=2, now=now, **fields)
    while not game.seats.get(user=user).asked:
        game = answer(game, now)
    return game


def both_played(game: Game) -> Game:
    """Let both sides have completed a turn, so that the game counts."""
    game.seats.update(turns=2)
    return game


def test_the_clocks_are_minded_thrice_before_a_gap_is_an_outage() -> None:
    entry = schedule()["check the clocks"]
    assert entry["task"] == "games.tables.tasks.mind_the_clocks"
    gaps = [kind.gap.total_seconds() for kind in outages.KINDS]
    assert entry["schedule"] * 3 <= min(gaps)


def test_whose_time_runs_out_loses_once(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    assert mind_the_clocks(T0 + 3 * DAY) == 0
    assert result(game)[0] == Status.RUNNING
    assert mind_the_clocks(LATE) == 1
    assert mind_the_clocks(LATE) == 0
    assert result(game) == (Status.FINISHED, 1, Ending.TIME)
    assert (game.finished_at, game.deadline) == (LATE, None)
    assert not game.seats.filter(asked=True).exists()
    notified = Notification.objects.filter(key=f"over {game.pk}").values_list(
        "user__username", flat=True
    )
    assert sorted(notified) == ["ada", "bob"]


def test_a_game_that_nobody_began_counts_for_nobody(ada: User, bob: User) -> None:
    game = running_game(ada, bob, rated=True, now=T0)
    assert mind_the_clocks(LATE) == 1
    assert result(game) == (Status.ABORTED, None, Ending.UNBEGUN)
    ada.refresh_from_db()
    assert ada.vacation_hours == 480


def test_who_never_showed_up_has_not_lost(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=1, now=T0)
    mind_the_clocks(LATE)
    assert result(game) == (Status.ABORTED, None, Ending.UNBEGUN)


def test_games_without_a_clock_and_of_bots_go_on(ada: User, bob: User) -> None:
    running_game(ada, bob, answers=2, pace=None, now=T0)
    bots = running_game(ada, "noisy", now=T0)
    while bots.seats.get(user=ada).asked:
        bots = answer(bots, T0)
    assert mind_the_clocks(T0 + 400 * DAY) == 0


def test_an_old_game_ends_at_its_deadline(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    Game.objects.update(clock=None, deadline=T0 + DAY)
    assert mind_the_clocks(T0 + DAY) == 0
    assert mind_the_clocks(T0 + DAY + SECOND) == 1
    assert result(game) == (Status.FINISHED, 1, Ending.TIME)


def test_a_deadline_that_is_not_that_of_the_clock_is_mended(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    Game.objects.update(deadline=T0)
    assert mind_the_clocks(T0 + HOUR) == 0
    game.refresh_from_db()
    assert game.deadline == T0 + 3 * DAY == deadline_of(game, 0)


def test_a_broken_game_holds_up_no_other(
    ada: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = turn_of(ada, bob), turn_of(ada, bob)
    Game.objects.filter(pk=broken.pk).update(clock={"pace": 1})
    assert mind_the_clocks(LATE) == 1
    assert result(other)[0] == Status.FINISHED
    assert f"could not handle the clock of game {broken.pk}" in caplog.text


def test_rated_games_earn_vacation(ada: User, bob: User) -> None:
    bob.vacation_hours = 715
    bob.save()
    ending.resign(ada, both_played(running_game(ada, bob, rated=True)).pk)
    ending.resign(ada, both_played(running_game(ada, bob)).pk)
    ada.refresh_from_db()
    bob.refresh_from_db()
    assert (ada.vacation_hours, bob.vacation_hours) == (492, 720)


def test_a_rated_game_that_only_one_side_has_played_earns_nothing(ada: User, bob: User) -> None:
    given_up = running_game(ada, bob, rated=True)
    ending.resign(ada, given_up.pk)
    late = turn_of(ada, bob, rated=True)
    late.seats.filter(user=bob).update(turns=2)
    assert sweep(LATE) == 1
    assert result(late)[2] == Ending.TIME
    ada.refresh_from_db()
    bob.refresh_from_db()
    assert (ada.vacation_hours, bob.vacation_hours) == (480, 480)


def test_a_game_played_to_its_end_earns_vacation(ada: User, bob: User) -> None:
    finished_game(ada, bob, rated=True)
    ada.refresh_from_db()
    assert ada.vacation_hours == 492


# --- the same absence ---


def test_only_the_first_game_of_an_absence_is_lost(ada: User, bob: User) -> None:
    games = [turn_of(ada, bob, T0 + days * DAY) for days in (0, 0, 2)]
    assert sweep(LATE) == 2
    assert sweep(LATE + 2 * DAY) == 1
    first, *later = map(result, games)
    assert first == (Status.FINISHED, 1, Ending.TIME)
    assert later == [(Status.ABORTED, None, Ending.ANNULLED)] * 2


def test_who_looks_in_between_is_not_away(ada: User, bob: User) -> None:
    first, second = turn_of(ada, bob), turn_of(ada, bob, T0 + DAY)
    sweep(LATE)
    mark_seen(second.seats.get(user=ada), second, LATE + HOUR)
    sweep(LATE + DAY)
    assert [result(game)[2] for game in (first, second)] == [Ending.TIME] * 2


def test_who_answers_in_between_is_not_away(ada: User, bob: User) -> None:
    first, second = turn_of(ada, bob), turn_of(ada, bob, T0 + DAY)
    third = turn_of(ada, bob, T0 + 2 * DAY)
    sweep(LATE)
    sweep(LATE + HOUR)
    answer(second, LATE + HOUR)
    sweep(LATE + 2 * DAY)
    assert [result(game)[2] for game in (first, third)] == [Ending.TIME] * 2


def test_the_other_ones_absence_is_not_mine(ada: User, bob: User) -> None:
    first, second = turn_of(ada, bob), turn_of(bob, ada, T0 + DAY)
    sweep(LATE)
    sweep(LATE + DAY)
    assert result(first) == (Status.FINISHED, 1, Ending.TIME)
    assert result(second) == (Status.FINISHED, 1, Ending.TIME)


# --- many at once, and killed ---


@pytest.mark.django_db(transaction=True)
def test_four_workers_end_a_game_once(ada: User, bob: User) -> None:
    games = [both_played(turn_of(ada, wakeful(f"other{n}"), rated=True)) for n in range(4)]
    sweep = lambda: mind_the_clocks(LATE)  # noqa: E731
    ended = at_once(sweep, sweep, sweep, sweep)
    assert sum(ended) == 4
    assert sorted(result(game)[2] for game in games) == [*[Ending.ANNULLED] * 3, Ending.TIME]
    ada.refresh_from_db()
    assert ada.vacation_hours == 492  # one game counts
    assert Notification.objects.filter(key__startswith="over").count() == 8


@pytest.mark.django_db(transaction=True)
def test_four_workers_at_the_same_game_end_it_once(ada: User, bob: User) -> None:
    game = both_played(turn_of(ada, bob, rated=True))
    look = lambda: expiry._handle(game.pk, LATE)  # noqa: E731
    assert sorted(at_once(look, look, look, look)) == [False, False, False, True]
    ada.refresh_from_db()
    assert ada.vacation_hours == 492


@pytest.mark.django_db(transaction=True)
def test_an_answer_and_the_sweep_at_once_are_one_of_both(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    results = at_once(lambda: mind_the_clocks(LATE), lambda: answer(game, T0 + 3 * DAY))
    status = result(game)[0]
    if results[0] == 1:
        assert status == Status.FINISHED
    else:
        assert status == Status.RUNNING


@pytest.mark.parametrize("step", ["finish", "table_changed"])
def test_a_worker_killed_between_the_steps_leaves_nothing_half_done(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    game = both_played(turn_of(ada, bob, rated=True))

    class Killed(BaseException):
        pass

    def die(*_args: object) -> None:
        raise Killed

    before = list(Game.objects.values()), list(Seat.objects.values())
    with monkeypatch.context() as patched:
        if step == "finish":
            patched.setattr(ending, "_end", die)  # when vacation has been earned already
        else:
            patched.setattr(publishing, "table_changed", die)  # the last thing before the commit
        with pytest.raises(Killed):
            mind_the_clocks(LATE)
    assert (list(Game.objects.values()), list(Seat.objects.values())) == before
    ada.refresh_from_db()
    assert ada.vacation_hours == 480
    assert mind_the_clocks(LATE + SECOND) == 1
    assert result(game) == (Status.FINISHED, 1, Ending.TIME)
    ada.refresh_from_db()
    assert ada.vacation_hours == 492


def test_after_a_night_of_downtime_nobody_has_lost(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    mind_the_clocks(T0 + 3 * DAY - HOUR)
    morning = T0 + 3 * DAY + 8 * HOUR
    assert mind_the_clocks(morning) == 0
    assert Outage.objects.filter(live=False).count() == 1
    for minute in range(60):
        assert mind_the_clocks(morning + minute * timedelta(minutes=1)) == 0
    assert mind_the_clocks(morning + HOUR + SECOND) == 1
    assert result(game)[2] == Ending.TIME
