"""Pairing: who meets whom, who goes first, and nothing twice."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Absence, Block, User
from common.refusals import Refused
from games.clock import BANK, a_turn_in
from games.lobby import selectors
from games.lobby.services import open_tables, opening, seating
from games.lobby.services.opening import Wish
from games.matchmaking import display, pairing
from games.matchmaking.candidates import gather, present_opponents, recent_opponents, searches
from games.matchmaking.matching import Seeker
from games.matchmaking.models import FOUND_GAME, GameSearch
from games.matchmaking.pairing import bring_together, in_turn, pair_all
from games.matchmaking.searching import stop
from games.matchmaking.tasks import pair_searches
from games.notifications.models import Notification
from games.notifications.notifications import TableFilled
from games.ratings.models import Rating
from games.tables.models import Game, Status
from tests.matchmaking.searches import DAY, FIVE, HOUR, MINUTE, T0, looks, names, running
from tests.ratings.results_factory import over
from tests.support.factories import at_once, player, refusal, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


@pytest.fixture
def eve() -> User:
    return player("eve")


# --- two who look ---


def test_the_second_meets_the_first_at_once(ada: User, bob: User) -> None:
    first = looks(ada)
    assert first.state == "waiting"
    second = looks(bob, now=T0 + HOUR)
    assert second.state == "found"
    game = second.game
    assert game is not None
    assert names(game) == {"ada", "bob"}
    assert (game.status, game.rated, game.occasion) == (Status.RUNNING, True, FOUND_GAME.key)
    assert game.pace == BANK.to_json()
    first.refresh_from_db()
    assert (first.state, first.game) == ("found", game)
    assert not searches(T0 + HOUR).exists()


def test_two_that_can_not_meet_hold_up_no_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    paces = (BANK, BANK, a_turn_in(1), a_turn_in(1))
    with monkeypatch.context() as alone:  # all wait until the sweep
        alone.setattr(pairing, "look", lambda *_search: None)
        found = [looks(player(f"p{n}"), pace) for n, pace in enumerate(paces)]
    together = pairing.bring_together

    def fail(mine: Seeker, *others: Any) -> Game | None:
        if mine.search in (found[0].pk, found[1].pk):
            raise RuntimeError("no luck")
        return together(mine, *others)

    monkeypatch.setattr(pairing, "bring_together", fail)
    assert pair_all(T0) == 1
    assert "could not pair searches" in caplog.text


def test_the_table_of_the_first_is_closed_then(ada: User, bob: User) -> None:
    looks(ada)
    looks(bob, now=T0 + HOUR)
    statuses = Game.objects.order_by("pk").values_list("status", flat=True)
    assert list(statuses) == [Status.CANCELLED, Status.RUNNING]


def test_whoever_waited_hears_of_it(ada: User, bob: User) -> None:
    looks(ada)
    game = looks(bob, now=T0 + HOUR).game
    accepted = Notification.objects.filter(kind=TableFilled.key, game=game)
    assert list(accepted.values_list("user", flat=True)) == [ada.pk]


def test_another_pace_does_not_fit(ada: User, bob: User) -> None:
    looks(ada)
    assert looks(bob, a_turn_in(3)).state == "waiting"
    assert looks(bob, FIVE).state == "waiting"
    assert pair_all(T0 + DAY) == 0


def test_ratings_out_of_reach_do_not_meet(ada: User, bob: User) -> None:
    Rating.objects.create(user=bob, pool="days", value=1700)
    Rating.objects.create(user=bob, pool="live", value=1500)
    looks(ada, reach=100)
    assert looks(bob).state == "waiting"
    assert pair_all(T0 + DAY) == 0
    looks(ada, FIVE, reach=100)
    assert looks(bob, FIVE).state == "found"  # another pool, another rating


def test_the_blocked_do_not_meet(ada: User, bob: User, eve: User) -> None:
    Block.objects.create(user=ada, blocked=bob)
    looks(ada)
    assert looks(bob).state == "waiting"
    assert pair_all(T0 + DAY) == 0
    assert names(looks(eve, now=T0 + DAY).game) == {"ada", "eve"}


def test_a_player_who_is_on_vacation_is_left_in_peace(ada: User, bob: User) -> None:
    looks(ada)
    Absence.objects.create(user=ada, start=T0, end=T0 + 3 * DAY)
    assert looks(bob, now=T0 + HOUR).state == "waiting"
    refusal(409, lambda: looks(ada, a_turn_in(3), now=T0 + HOUR))
    assert looks(ada, FIVE, now=T0 + HOUR).state == "waiting"
    assert pair_all(T0 + 3 * DAY) == 1


def test_the_periodic_task_pairs(ada: User, bob: User) -> None:
    now = timezone.now()
    first = looks(ada, now=now)
    Absence.objects.create(user=ada, start=now - HOUR, end=now + HOUR)
    assert looks(bob, now=now).state == "waiting"
    Absence.objects.all().delete()
    pair_searches()
    first.refresh_from_db()
    assert first.state == "found"


def test_the_table_of_a_search_waits_too_while_its_owner_is_on_vacation(
    ada: User, bob: User
) -> None:
    table = looks(ada, now=timezone.now()).table
    assert table is not None
    assert table in selectors.lobby(bob)
    start = timezone.now()
    absence = Absence.objects.create(user=ada, start=start, end=start + 3 * DAY)
    said = refusal(409, seating.join_table, bob, table.pk, None)
    assert said.startswith("ada is on vacation until")
    assert table not in selectors.lobby(bob)
    Absence.objects.filter(pk=absence.pk).update(end=start)
    assert table in selectors.lobby(bob)
    seating.join_table(bob, table.pk, None)
    assert running() == [{"ada", "bob"}]


def test_a_vacation_that_has_just_begun_keeps_two_apart(ada: User, bob: User) -> None:
    Absence.objects.create(user=ada, start=T0 + HOUR, end=T0 + 3 * DAY)
    rating = Rating.objects.create(user=bob, pool="days", value=2400)
    looks(ada, reach=400)
    looks(bob, reach=400)
    rating.delete()
    seekers, _blocked, people = gather(T0, live=False)
    one, other = seekers
    assert bring_together(one, other, people, T0 + HOUR) is None
    assert bring_together(one, other, people, T0) is not None


def test_a_player_who_looks_for_a_live_game_is_seated_once(ada: User, bob: User, eve: User) -> None:
    """At another table meanwhile: their own, and the search, are over."""
    own = looks(ada, FIVE)
    other = opening.create_table(bob, Wish(pace=FIVE), now=T0)
    seating.join_table(ada, other.pk, None, now=T0)
    assert own.table is not None
    table = own.table.pk
    said = refusal(409, lambda: seating.join_table(eve, table, None, now=T0))
    assert said == "ada is playing a live game right now."
    assert not searches(T0).exists()
    assert own.table not in selectors.lobby(eve)
    assert display.live(ada, T0) is None
    assert looks(eve, FIVE).state == "waiting"
    own.refresh_from_db()
    pair_all(T0)
    own.refresh_from_db()
    assert own.state == "stopped"
    assert Game.objects.get(pk=table).status == Status.CANCELLED
    assert running() == [{"ada", "bob"}]


@pytest.mark.django_db(transaction=True)
def test_a_player_who_is_wanted_at_two_live_tables_at_once_sits_at_one(
    ada: User, bob: User, eve: User
) -> None:
    now = timezone.now()
    own = looks(ada, FIVE, now=now).table
    other = opening.create_table(bob, Wish(pace=FIVE), now=now)
    assert own is not None
    results = at_once(
        lambda: seating.join_table(ada, other.pk, None, now=now),
        lambda: seating.join_table(eve, own.pk, None, now=now),
    )
    assert sum(isinstance(result, Refused) for result in results) == 1
    assert len(running()) == 1


def test_a_recent_opponent_only_when_no_player_else_comes(ada: User, bob: User) -> None:
    over(ada, bob, now=T0 - DAY)
    looks(ada)
    looks(bob)
    assert pair_all(T0 + 59 * MINUTE) == 0
    assert pair_all(T0 + HOUR) == 1


def test_a_new_opponent_comes_before_a_recent_one(ada: User, bob: User, eve: User) -> None:
    over(ada, bob, now=T0 - DAY)
    looks(ada)
    looks(bob, reach=400)
    assert names(looks(eve, now=T0 + 2 * HOUR).game) == {"ada", "eve"}


def test_the_last_three_opponents_are_counted(ada: User, bob: User) -> None:
    others = [player(f"other{number}") for number in range(4)]
    for day, other in enumerate(others):
        over(ada, other, now=T0 - (10 - day) * DAY)
    over(ada, others[3], now=T0 - DAY)
    over(ada, bob, now=T0 - DAY, pace=FIVE)
    known = recent_opponents([ada.pk, others[0].pk], live=False, now=T0)
    assert known == {
        ada.pk: {other.pk for other in others[1:]},
        others[0].pk: {ada.pk},
    }


def test_an_opponent_of_a_running_game_comes_after_all_others(
    ada: User, bob: User, eve: User
) -> None:
    over(eve, ada, now=T0 - 50 * DAY)
    running_game(ada, bob, now=T0 - 40 * DAY)
    for day in range(3):
        over(ada, player(f"other{day}"), now=T0 - (30 - day) * DAY)
    looks(bob)
    assert present_opponents([ada.pk, eve.pk], live=False) == {ada.pk: {bob.pk}}
    looks(ada, reach=400, now=T0 + HOUR / 2)
    assert pair_all(T0 + HOUR / 2) == 0
    looks(eve, reach=400, now=T0 + HOUR / 2)
    assert {frozenset(pair) for pair in running()} == {
        frozenset({"ada", "bob"}),
        frozenset({"bob", "eve"}),
    }
    assert pair_all(T0 + HOUR) == 0
    looks(bob, now=T0 + HOUR)
    assert pair_all(T0 + 2 * HOUR) == 1


# --- who is first ---


def test_a_player_who_was_second_is_first_next_time(ada: User, bob: User) -> None:
    firsts = []
    for day in range(4):
        now = T0 + day * DAY
        looks(ada, now=now)
        looks(bob, now=now)
        pair_all(now + 2 * HOUR)
        game = Game.objects.get(status=Status.RUNNING)
        firsts.append(game.seats.get(number=1 - game.second_side).user)
        Game.objects.update(status=Status.FINISHED)
    assert firsts[0] != firsts[1]
    assert firsts == firsts[:2] * 2


def test_without_a_game_before_it_is_drawn_by_lot(ada: User, bob: User) -> None:
    drawn = {in_turn(ada, bob) for _ in range(64)}
    assert drawn == {(ada, bob), (bob, ada)}


# --- twice is once ---


def test_pairing_twice_is_pairing_once(ada: User, bob: User) -> None:
    over(ada, bob, now=T0 - DAY)
    looks(ada)
    looks(bob)
    assert [pair_all(T0 + HOUR), pair_all(T0 + HOUR)] == [1, 0]
    assert running() == [{"ada", "bob"}]


@pytest.mark.parametrize("what", ["sits down", "closes", "stops", "is late", "is blocked", "moves"])
def test_what_has_changed_since_is_not_paired(ada: User, bob: User, eve: User, what: str) -> None:
    """Between looking and locking, another request may have changed the table."""
    Rating.objects.create(user=bob, pool="days", value=1600)
    found, other = looks(ada), looks(bob, reach=0)
    assert found.table is not None
    seekers, _blocked, people = gather(T0 + HOUR, live=False)
    one, two = (next(s for s in seekers if s.search == each.pk) for each in (found, other))
    now = T0 + HOUR
    match what:
        case "sits down":
            seating.join_table(eve, found.table.pk, None, now=now)
        case "closes":
            open_tables.cancel_table(ada, found.table.pk, now=now)
        case "stops":
            stop(ada, found.pk, now=now)
        case "is late":
            now = found.expires_at
        case "is blocked":
            Block.objects.create(user=bob, blocked=ada)
        case "moves":
            GameSearch.objects.filter(pk=found.pk).update(table=None)
    before = Game.objects.count()
    assert bring_together(one, two, people, now) is None
    assert Game.objects.count() == before
    other.refresh_from_db()
    assert other.state == "waiting"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("reach", [None, 400], ids=["with tables", "without"])
def test_four_workers_pair_no_player_twice(reach: int | None) -> None:
    people = [player(f"p{number}") for number in range(4)]
    for number, one in enumerate(people):
        for other in people[:number]:
            over(one, other, now=T0 - DAY)
    for minute, one in enumerate(people):
        looks(one, now=T0 + minute * MINUTE, reach=reach)
    assert not running()
    started = at_once(*[lambda: pair_all(T0 + 2 * HOUR)] * 4)
    assert sum(started) == 2, started
    assert sorted(name for two in running() for name in two) == [one.username for one in people]
    assert not Game.objects.filter(status=Status.OPEN).exists()
    assert not GameSearch.objects.exclude(state="found").exists()


@pytest.mark.django_db(transaction=True)
def test_people_who_click_at_the_same_moment_are_paired() -> None:
    people = [player(f"p{number}") for number in range(4)]
    done = at_once(*[lambda one=one: looks(one) for one in people])
    assert all(isinstance(each, GameSearch) for each in done), done
    pair_all(T0 + MINUTE)
    assert sorted(name for two in running() for name in two) == ["p0", "p1", "p2", "p3"]
    assert not Game.objects.filter(status=Status.OPEN).exists()
