"""Recalculation in slices: right whatever ends, is annulled, restored or killed meanwhile."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ratings import calculation, due, meetings, recalculation, tasks
from games.ratings.checking import check, differences
from games.ratings.models import (
    DueGame,
    Meeting,
    Pool,
    RatedGame,
    Rating,
    RatingChange,
    Recalculation,
)
from games.ratings.recalculation import recalculate, recalculate_all, recalculate_slice
from games.tables.models import Game
from tests.ratings.ledgers import PoolOfGames, pool_of_games
from tests.ratings.results_factory import ratings
from tests.support.factories import at_once, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices of three games."""
    monkeypatch.setattr(recalculation, "WINDOW", 3)


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tolerance, so that what is stored is what a calculation from the first game on gives."""
    monkeypatch.setattr(calculation, "TOLERANCE", 0)
    monkeypatch.setattr(calculation, "VOLATILITY_TOLERANCE", 0)


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is queued."""
    entries: list[tuple[Any, ...]] = []
    for module in (due, recalculation, tasks):
        monkeypatch.setattr(module, "queue", lambda *args: entries.append(args))
    return entries


def assert_right() -> None:
    """Nothing is left to do, and the ratings are those of a calculation from the first game on."""
    assert not DueGame.objects.exists()
    assert not Recalculation.objects.filter(done_at=None).exists()
    result = check(Pool.DAYS)
    assert result.differences == []
    assert result.drift < 1e-6


def first_game() -> Game:
    """Return the first game of the pool."""
    return Game.objects.get(rated_game__place=1)


@pytest.mark.usefixtures("small", "exact")
def test_slices_give_what_the_games_without_the_annulled_one_would() -> None:
    pool = pool_of_games(4, 14)
    before = ratings()
    pool.annul(first_game())
    slices = 0
    while recalculate_slice(Pool.DAYS):
        assert differences(Pool.DAYS) == []  # between slices, too
        slices += 1
    assert slices == 5
    assert ratings() != before
    assert_right()
    run = Recalculation.objects.get()
    assert (run.slices, run.games) == (5, 13)


@pytest.mark.usefixtures("small", "exact")
def test_games_that_end_during_a_recalculation_come_out_right() -> None:
    pool = pool_of_games(4, 8)
    pool.annul(first_game())
    recalculate_slice(Pool.DAYS)
    pool.end()
    assert differences(Pool.DAYS) == []
    recalculate_slice(Pool.DAYS)
    pool.end(*pool.people[:2])
    recalculate_all()
    assert RatedGame.objects.count() == 9
    assert_right()


@pytest.mark.usefixtures("small", "exact")
@pytest.mark.parametrize("places", [(2, 7), (7, 2), (4, 5)])
def test_a_second_annulment_during_a_recalculation(places: tuple[int, int]) -> None:
    pool = pool_of_games(4, 12)
    first, second = (Game.objects.get(rated_game__place=place) for place in places)
    pool.annul(first)
    recalculate_slice(Pool.DAYS)
    recalculate_slice(Pool.DAYS)
    pool.annul(second)
    assert Recalculation.objects.count() == 1  # the run goes on
    recalculate_all()
    assert_right()
    pool.restore(second)
    recalculate_slice(Pool.DAYS)
    pool.restore(first)
    recalculate_all()
    assert RatedGame.objects.count() == 12
    assert_right()


@pytest.mark.usefixtures("exact")
@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_in_whatever_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(seed)
    monkeypatch.setattr(recalculation, "WINDOW", chance.randrange(1, 5))
    monkeypatch.setattr("games.ratings.monthly_limit.A_MONTH", 2)
    monkeypatch.setattr("games.ratings.checking.A_MONTH", 2)
    pool = pool_of_games(3, 6, seed)
    annulled: list[Game] = []
    for _step in range(16):
        rated = list(RatedGame.objects.select_related("game"))
        match chance.randrange(5):
            case 0:
                pool.end()
            case 1 if len(rated) > 2:
                annulled.append(chance.choice(rated).game)
                pool.annul(annulled[-1])
            case 2 if annulled:
                pool.restore(annulled.pop(chance.randrange(len(annulled))))
            case _:
                recalculate_slice(Pool.DAYS)
        assert differences(Pool.DAYS) == []
    recalculate_all()
    assert_right()


@pytest.mark.usefixtures("small", "exact")
@pytest.mark.parametrize("at", ["states", "changes", "ratings", "end"])
def test_a_slice_that_is_killed_is_done_again(at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = pool_of_games(4, 9)
    pool.annul(first_game())
    recalculate_slice(Pool.DAYS)
    before = list(RatingChange.objects.order_by("pk").values())

    def die(*_args: Any, **_options: Any) -> Any:
        raise MemoryError

    target: tuple[Any, str] = {
        "states": (recalculation, "states_before"),
        "changes": (recalculation.CHANGES, "write"),
        "ratings": (meetings, "store"),
        "end": (due, "note"),
    }[at]
    with monkeypatch.context() as patch:
        patch.setattr(*target, die)
        with pytest.raises(MemoryError):
            recalculate_slice(Pool.DAYS)
    assert list(RatingChange.objects.order_by("pk").values()) == before
    recalculate_all()
    assert_right()


@pytest.mark.usefixtures("small")
def test_the_limit_is_checked_beyond_the_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = player("ada"), player("bob")
    pool = PoolOfGames([ada, bob])
    games = [pool.end(ada, bob) for _game in range(14)]
    uncounted = RatedGame.objects.filter(counts=False).order_by("place")
    assert [rated.place for rated in uncounted] == [11, 12, 13, 14]
    pool.annul(games[0])
    pool.annul(games[1])
    recalculate_all()
    assert [rated.place for rated in uncounted.all()] == [13, 14]
    assert_right()
    pool.restore(games[0])
    recalculate_all()
    assert [rated.place for rated in uncounted.all()] == [12, 13, 14]
    assert_right()
    assert Rating.objects.get(user=ada).games == 10


# --- tolerance ---


def test_small_changes_are_not_carried_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculation, "TOLERANCE", 60)
    monkeypatch.setattr(calculation, "VOLATILITY_TOLERANCE", 1)
    pool = pool_of_games(4, 20)
    game = Game.objects.get(rated_game__place=8)
    pool.annul(game)
    recalculate_all()
    assert Recalculation.objects.get().games < 8
    result = check(Pool.DAYS)
    assert result.differences == []
    assert 0 < result.drift < 100
    monkeypatch.setattr(calculation, "TOLERANCE", 0.01)
    assert differences(Pool.DAYS) != []


# --- what the request costs ---


def test_an_annulment_costs_the_same_however_many_games_follow() -> None:
    counts = []
    for games in (6, 24):
        with transaction.atomic():
            pool = pool_of_games(4, games)
            game = Game.objects.get(rated_game__place=2)
            with CaptureQueriesContext(connection) as captured:
                pool.annul(game)
            counts.append(len(captured))
            with CaptureQueriesContext(connection) as captured:
                pool.restore(game)
            counts.append(len(captured))
            transaction.set_rollback(True)
    assert counts[:2] == counts[2:]
    assert max(counts) < 30


def test_the_end_of_a_game_costs_the_same_however_many_were_before() -> None:
    counts = []
    pool = pool_of_games(2, 2)
    for _more in range(2):
        with CaptureQueriesContext(connection) as captured:
            pool.end()
        counts.append((len(captured), sum("COUNT(" in query["sql"] for query in captured)))
        for _game in range(6):
            pool.end()
    assert counts[0] == counts[1]
    assert counts[0][1] == 0


# --- workers ---


def test_a_recalculation_is_queued_after_the_commit(
    queued: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    pool = pool_of_games(3, 4)
    with django_capture_on_commit_callbacks(execute=True):
        pool.annul(first_game())
        assert queued == []
    assert queued == [(due.TASK, "days")]


def test_nothing_is_queued_if_no_game_follows(queued: list[tuple[Any, ...]]) -> None:
    pool = pool_of_games(2, 3)
    pool.annul(Game.objects.get(rated_game__place=3))
    assert_right()
    assert not Recalculation.objects.exists()


@pytest.mark.usefixtures("small")
def test_a_task_gives_way_and_queues_the_rest(
    queued: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = pool_of_games(3, 7)
    pool.annul(first_game())
    pauses: list[float] = []
    assert recalculate(Pool.DAYS, seconds=-1, wait=pauses.append)
    assert Recalculation.objects.get().slices == 1
    assert Recalculation.objects.get().claimed_until is None
    monkeypatch.setattr(recalculation, "recalculate", lambda pool: pool == Pool.DAYS)
    tasks.recalculate("days")
    assert queued == [(due.TASK, "days")]
    monkeypatch.undo()
    assert not recalculate(Pool.DAYS, wait=pauses.append)
    assert len(pauses) == Recalculation.objects.get().slices - 1 >= 1
    assert_right()


def test_one_worker_recalculates_a_pool(queued: list[tuple[Any, ...]]) -> None:
    pool = pool_of_games(3, 5)
    pool.annul(first_game())
    run = Recalculation.objects.filter(done_at=None)
    run.update(claimed_until=timezone.now() + timedelta(seconds=30))
    assert not recalculate(Pool.DAYS)
    recalculation.wake_forgotten_runs()
    assert queued == []
    assert DueGame.objects.exists()
    run.update(claimed_until=timezone.now() - timedelta(seconds=1))  # its worker has died
    tasks.wake_recalculations()
    assert queued == [(due.TASK, "days")]
    assert not recalculate(Pool.DAYS)
    assert_right()


@pytest.mark.django_db(transaction=True)
def test_two_workers_while_games_end_and_are_annulled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recalculation, "WINDOW", 2)
    monkeypatch.setattr(calculation, "TOLERANCE", 0)
    pool = pool_of_games(4, 10)
    games = {place: Game.objects.get(rated_game__place=place) for place in (1, 5)}
    pool.annul(games[1])

    def slices() -> None:
        while recalculate_slice(Pool.DAYS):
            pass

    def more() -> None:
        for _game in range(3):
            pool.end()

    works: list[Callable[[], Any]] = [slices, slices, more, lambda: pool.annul(games[5])]
    assert [result for result in at_once(*works) if result is not None] == []
    recalculate_all()
    assert RatedGame.objects.count() == 11
    assert_right()


# --- beside the version before ---


def as_before(pool: PoolOfGames) -> None:
    """Let a game end as the version without places and meetings writes it."""
    rows = {row.pk: row.tallied for row in Rating.objects.all()}
    counters = list(Meeting.objects.values_list("pk", "games", "month", "month_games"))
    pool.end(*pool.people[:2])
    RatingChange.objects.filter(rated__place=RatedGame.objects.count()).update(place=None)
    Meeting.objects.exclude(pk__in=[pk for pk, *_numbers in counters]).delete()
    for pk, games, month, month_games in counters:
        Meeting.objects.filter(pk=pk).update(games=games, month=month, month_games=month_games)
    for pk, tallied in rows.items():
        Rating.objects.filter(pk=pk).update(tallied=tallied)


@pytest.mark.usefixtures("exact")
def test_games_of_the_version_before_are_counted_too() -> None:
    pool = pool_of_games(3, 5)
    as_before(pool)
    assert differences(Pool.DAYS) == []
    pool.end(*pool.people[1:])
    as_before(pool)
    pool.annul(first_game())
    assert not RatingChange.objects.filter(place=None).exists()
    recalculate_all()
    for _game in range(3):
        pool.end()
    assert_right()
    assert all(rating.has_tally for rating in Rating.objects.all())


# --- the check ---


@pytest.mark.parametrize("change", ["games", "opponents", "met", "month", "extra"])
def test_the_check_finds_a_wrong_counter(change: str) -> None:
    pool_of_games(3, 6)
    assert differences(Pool.DAYS) == []
    rating = Rating.objects.order_by("pk")[0]
    meeting = Meeting.objects.filter(rating=rating)[0]
    match change:
        case "games" | "opponents":
            Rating.objects.filter(pk=rating.pk).update(**{change: 9})
        case "met":
            Meeting.objects.filter(pk=meeting.pk).update(games=9)
        case "month":
            Meeting.objects.filter(pk=meeting.pk).update(month_games=9)
        case "extra":
            Meeting.objects.create(rating=rating, opponent=rating, games=1)
    assert differences(Pool.DAYS) == [f"Rating {rating.pk} does not match its games."]


def test_the_check_says_what_is_still_to_be_recalculated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pool = pool_of_games(3, 6)
    pool.annul(first_game())
    call_command("check_ratings")
    assert "games are still to be recalculated" in capsys.readouterr().out
