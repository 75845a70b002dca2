"""The clock of a game during play: deadlines and time left."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.clock import BANK, LIVE, Clock, Pace, a_turn_in
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.rematches import rematch
from games.lobby.services.seating import join_table
from games.tables.models import Game
from games.tables.services import check, ending, play
from games.tables.timekeeping.clocks import after_move_of, deadline_of
from tests.support.factories import answer, legal_answer, player, refusal, running_game, wakeful

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def kept(game: Game) -> Clock:
    game.refresh_from_db()
    return Clock.from_json(game.clock)


def side_asked(game: Game) -> int:
    return game.seats.filter(asked=True)[0].side


def play_until_the_turn_ends(game: Game, now: datetime) -> Game:
    side = side_asked(game)
    while side_asked(game) == side:
        game = answer(game, now)
    return game


def test_both_sides_owe_the_mulligan_and_then_one_has_a_turn(ada: User, bob: User) -> None:
    game = running_game(ada, bob, pace=a_turn_in(2), now=T0)
    assert [deadline_of(game, side) for side in (0, 1)] == [T0 + 2 * DAY] * 2
    assert game.deadline == T0 + 2 * DAY
    game = answer(game, T0 + HOUR)
    game = answer(game, T0 + 5 * HOUR)
    side = side_asked(game)
    assert deadline_of(game, side) == game.deadline == T0 + 2 * DAY + 5 * HOUR
    assert deadline_of(game, 1 - side) is None
    assert check.differences(game) == []


def test_a_bank_pays_for_a_turn_and_gets_its_increment(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=2, pace=BANK, now=T0)
    side = side_asked(game)
    assert game.deadline == T0 + 3 * DAY
    assert after_move_of(game, side, T0 + DAY) == 3 * 86400
    game = play_until_the_turn_ends(game, T0 + DAY)
    assert kept(game).sides[side].left == 3 * 86400  # 3 - 1 + 1 days
    assert game.deadline == T0 + 4 * DAY
    assert check.differences(game) == []


def test_answers_of_one_turn_share_its_time(ada: User, bob: User) -> None:
    game, now = running_game(ada, bob, answers=2, now=T0), T0
    while True:
        before = (side_asked(game), sum(seat.turns for seat in game.seats.all()), game.deadline)
        now += HOUR
        game = answer(game, now)
        after = (side_asked(game), sum(seat.turns for seat in game.seats.all()), game.deadline)
        if after[:2] == before[:2]:
            assert after == before
            break


def test_nights_and_days_off_are_not_counted(bob: User) -> None:
    ada = player("ada", time_zone="Europe/Berlin", days_off="6")  # Sundays, and 23 to 7
    game = running_game(ada, bob, pace=a_turn_in(2), now=T0)
    assert deadline_of(game, 0) == datetime(2026, 3, 5, 12, tzinfo=UTC)  # 48 hours, 16 a day
    assert deadline_of(game, 1) == T0 + 2 * DAY
    assert game.deadline == T0 + 2 * DAY


def test_live_play_knows_no_night(bob: User) -> None:
    ada = player("ada")
    night = T0.replace(hour=23, minute=30)
    game = running_game(ada, bob, pace=LIVE[1], now=night)
    assert [deadline_of(game, side) for side in (0, 1)] == [night + timedelta(minutes=5)] * 2


def test_bots_have_no_deadline(ada: User) -> None:
    game = running_game(ada, "noisy", now=T0)
    assert deadline_of(game, 1) is None
    while game.seats.get(user=ada).asked:
        game = answer(game, T0)
    assert game.deadline is None
    assert kept(game).sides[0].since is None


def test_a_game_without_a_clock_has_no_deadline(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=3, pace=None, now=T0)
    assert (game.clock, game.deadline) == (None, None)
    assert after_move_of(game, 0, T0) is None


def test_who_is_late_can_no_longer_answer(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=2, now=T0)
    seat, action = legal_answer(game)
    assert seat.user is not None
    late = T0 + 3 * DAY + timedelta(seconds=1)
    submit: Any = lambda now: play.submit_actions(  # noqa: E731
        seat.user, game.pk, [action], game.seq, now=now
    )
    assert "time" in refusal(409, submit, late)
    submit(late - timedelta(seconds=1))


# --- games from before there were clocks ---


def from_before(*seats: User | str, deadline: datetime) -> Game:
    game = running_game(*seats, answers=2, now=T0)
    Game.objects.filter(pk=game.pk).update(clock=None, deadline=deadline)
    game.refresh_from_db()
    return game


def test_an_old_game_keeps_its_deadline(ada: User, bob: User) -> None:
    promised = T0 + 2 * DAY + timedelta(minutes=7)
    game = from_before(ada, bob, deadline=promised)
    side = side_asked(game)
    assert deadline_of(game, side) == promised
    assert deadline_of(game, 1 - side) is None
    seat, action = legal_answer(game)
    assert seat.user is not None
    play.submit_actions(seat.user, game.pk, [action], game.seq, now=promised)
    game.refresh_from_db()
    assert game.clock is not None
    if side_asked(game) == side:  # the turn goes on
        assert game.deadline == promised
    assert check.differences(game) == []


# --- opening a table ---


def test_a_table_keeps_its_pace_in_the_rematch(ada: User, bob: User) -> None:
    pace = Pace(4 * 86400, 43200, 5 * 86400)
    game = create_table(ada, Wish(pace=pace, league=True), now=T0)
    join_table(bob, game.pk, 1, now=T0)
    game.refresh_from_db()
    assert game.deadline == T0 + 4 * DAY
    ending.resign(ada, game.pk, now=T0)
    again = rematch(ada, game.pk, now=T0)
    assert (again.pace, again.league, again.live) == (pace.to_json(), True, False)
    assert again.pace_words == "4 days + 12 hours a turn, at most 5 days"


def test_check_games_finds_a_wrong_clock(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=2, now=T0)
    clock = {**kept(game).to_json(), "paused": True}
    Game.objects.filter(pk=game.pk).update(clock=clock, deadline=T0)
    game.refresh_from_db()
    assert [line.split()[1] for line in check.differences(game)] == ["clocks", "deadline", "clock"]
