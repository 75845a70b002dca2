"""Annulled and restored games: ratings as if a game had never been played, or never annulled."""

import random
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from accounts.closing import delete_account
from accounts.models import User
from common.refusals import Refused
from games.notifications.kinds import kind_of
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.notifications.reasons import GONE
from games.ratings import glicko2
from games.ratings.checking import differences
from games.ratings.models import (
    AnnulledRating,
    Ledger,
    PlayerResult,
    Pool,
    RatedGame,
    Rating,
    RatingChange,
)
from games.tables.models import Ending, Game, Status
from games.tables.services import ending
from tests.ratings.results_factory import DAY, T0, annul, over, rating, ratings, restore
from tests.support.factories import at_once, player, refusal, running_game

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


def history(people: list[User], left_out: int | None = None) -> list[Game | None]:
    """Play 16 games by chance, and return them; one may be left out."""
    dice = random.Random(7)
    games: list[Game | None] = []
    for number in range(16):
        one, other = dice.sample(people, 2)
        winner = dice.choice([0, 0, 1, None])
        now = T0 + timedelta(hours=5 * number + dice.randrange(5))
        played = number != left_out
        games.append(over(one, other, winner=winner, now=now) if played else None)
    return games


def test_annulled_is_as_if_never_played() -> None:
    people = [player(f"player{number}") for number in range(4)]
    history(people, left_out=6)
    without = ratings()
    Game.objects.all().delete()
    Rating.objects.all().delete()
    game = history(people)[6]
    assert game is not None
    assert ratings() != without
    annul(game.pk)
    assert ratings() == without
    assert differences(Pool.DAYS) == []


def test_a_player_who_had_only_the_annulled_game_is_new_again(ada: User, bob: User) -> None:
    game = over(ada, bob)
    annul(game.pk)
    assert rating(ada).glicko == glicko2.GlickoRating()
    assert (rating(ada).games, rating(ada).last_at) == (0, None)
    game.refresh_from_db()
    assert (game.status, game.ending, game.winner) == (Status.ABORTED, Ending.REVOKED, None)
    assert not PlayerResult.objects.exists()


def test_the_eleventh_counts_when_one_of_the_ten_is_annulled(ada: User, bob: User) -> None:
    games = [over(ada, bob, now=T0 + timedelta(hours=hour)) for hour in range(11)]
    assert rating(ada).games == 10
    annul(games[3].pk)
    assert rating(ada).games == 10
    assert not RatedGame.objects.filter(counts=False).exists()


def test_only_a_finished_game_is_annulled(ada: User, bob: User) -> None:
    game = running_game(ada, bob, rated=True)
    assert "finished" in refusal(409, annul, game.pk)
    refusal(404, annul, 4711)
    annul(over(ada, bob, rated=False).pk)
    with pytest.raises(CommandError, match="Only a finished game"):
        call_command("annul_game", str(game.pk))


def everything_rated() -> list[object]:
    """Return all that games did, without what a row is called."""
    changes = RatingChange.objects.order_by("rated__pool", "rated__place", "pk")
    return [
        ratings(),
        list(RatedGame.objects.order_by("pool", "place").values("game", "pool", "place", "counts")),
        [{**row, "id": None, "rated_id": None} for row in changes.values()],
        [{**row, "id": None} for row in PlayerResult.objects.order_by("game", "seat").values()],
        list(Game.objects.order_by("pk").values("status", "ending", "winner", "finished_at")),
        list(Ledger.objects.order_by("pool").values()),
    ]


@pytest.mark.parametrize("number", [0, 6, 15], ids=["first", "middle", "last"])
def test_annulled_and_restored_is_as_if_never_annulled(number: int) -> None:
    people = [player(f"player{number}") for number in range(4)]
    game = history(people)[number]
    assert game is not None
    before = everything_rated()
    for _twice in range(2):
        annul(game.pk)
        assert everything_rated() != before
        restore(game.pk)
        assert everything_rated() == before
    assert differences(Pool.DAYS) == []
    assert not AnnulledRating.objects.exists()


def test_restored_after_other_games_have_ended_and_another_was_annulled() -> None:
    people = [player(f"player{number}") for number in range(4)]
    games = history(people)
    one, other = games[3], games[9]
    assert one is not None
    assert other is not None
    over(people[0], people[1], now=T0 + 60 * DAY)
    expected = everything_rated()
    Rating.objects.all().delete()
    Game.objects.all().delete()
    Ledger.objects.all().delete()
    games = history(people)
    one, other = games[3], games[9]
    assert one is not None
    assert other is not None
    annul(one.pk)
    annul(other.pk)
    over(people[0], people[1], now=T0 + 60 * DAY)
    restore(one.pk)
    assert differences(Pool.DAYS) == []
    restore(other.pk)
    assert everything_rated()[0] == expected[0]


def test_the_limit_of_ten_is_reckoned_anew_too(ada: User, bob: User) -> None:
    games = [over(ada, bob, now=T0 + timedelta(hours=hour)) for hour in range(11)]
    before = everything_rated()
    annul(games[3].pk)
    restore(games[3].pk)
    assert everything_rated() == before
    assert list(RatedGame.objects.filter(counts=False).values_list("place", flat=True)) == [11]


def test_teams_bots_and_friendly_games_are_restored_too(ada: User, bob: User) -> None:
    games = [
        over(ada, bob, player("eve"), player("kim")),
        over(ada, "greedy"),
        over(ada, bob, rated=False),
        over(ada, bob, winner=None),
    ]
    before = everything_rated()
    for game in games:
        annul(game.pk)
    assert not PlayerResult.objects.exists()
    for game in reversed(games):
        restore(game.pk)
    assert everything_rated() == before


def test_only_an_annulled_game_is_restored(ada: User, bob: User) -> None:
    game = over(ada, bob)
    assert "not annulled" in refusal(409, restore, game.pk)
    refusal(404, restore, 4711)
    annul(game.pk)
    restore(game.pk)
    refusal(409, restore, game.pk)


def test_a_game_of_a_player_gone_is_restored(ada: User, bob: User) -> None:
    first = over(ada, bob)
    over(ada, bob, now=T0 + DAY)
    before = rating(ada).glicko
    annul(first.pk)
    delete_account(bob)
    restore(first.pk)
    assert differences(Pool.DAYS) == []
    assert rating(ada).glicko == before
    assert PlayerResult.objects.filter(user=ada).count() == 2


def test_players_are_told_each_time(ada: User, bob: User) -> None:
    game = over(ada, bob)
    for _twice in range(2):
        annul(game.pk)
        restore(game.pk)
    revised = Notification.objects.filter(kind__in=("game_annulled", "game_restored"))
    told = revised.filter(user=ada).order_by("pk")
    assert [each.kind for each in told] == ["game_annulled", "game_restored"] * 2
    assert revised.filter(user=bob).count() == 4
    titles = [compose(notification, game.created_at).title for notification in told[:2]]
    assert titles == [f"Game {game.pk} is annulled", f"Game {game.pk} counts again"]
    assert [kind_of(notification).stale() for notification in told[:2]] == [GONE, ""]


@pytest.mark.django_db(transaction=True)
def test_four_may_restore_at_once_while_games_end(ada: User, bob: User) -> None:
    first = over(ada, bob)
    running = running_game(ada, bob, rated=True, now=T0)
    running.seats.update(turns=2)
    annul(first.pk)
    again = lambda: restore(first.pk)  # noqa: E731
    results = at_once(again, again, again, lambda: ending.resign(ada, running.pk, now=T0 + DAY))
    assert sum(isinstance(result, Refused) for result in results) == 2
    assert rating(ada).games == 2
    assert differences(Pool.DAYS) == []
