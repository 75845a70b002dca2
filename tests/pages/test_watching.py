"""The page of games to watch."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.clock import LIVE
from games.pages import watching
from games.review.models import TRIAL, Review, State
from games.tables.models import Game
from games.tables.selectors import table_to_watch
from tests.support.browsing import text_of
from tests.support.factories import answer, finished_game, player, running_game

pytestmark = pytest.mark.django_db


def shown(client: Client) -> list[int]:
    """Return the games of the page, in its order."""
    page = client.get(reverse("watch")).content.decode()
    return [int(number) for number in re.findall(r'id="watched-(\d+)"', page)]


def test_live_games_come_first_then_those_of_people(client: Client, ada: User, ben: User) -> None:
    bot = running_game(ada, "noisy", answers=6)
    people = running_game(ada, ben, answers=6)
    live = running_game(ada, ben, answers=6, pace=LIVE[0])
    assert shown(client) == [live.pk, people.pk, bot.pk]


def test_only_games_that_all_may_see(client: Client, ada: User, ben: User) -> None:
    running_game(ada, ben, answers=6, public=False)
    running_game(ada, ben, answers=6, occasion=TRIAL.key)
    running_game(ada, ben, answers=2)
    assert shown(client) == []
    assert "No game that all can watch" in client.get(reverse("watch")).content.decode()


def test_players_choose_whether_their_correspondence_games_are_shown(
    client: Client, ada: User, ben: User
) -> None:
    running_game(ada, ben, answers=6)
    live = running_game(ada, ben, answers=6, pace=LIVE[0])
    assert len(shown(client)) == 2
    User.objects.filter(pk=ben.pk).update(watchable=False)
    assert shown(client) == [live.pk]
    live.delete()
    assert table_to_watch() is None  # nor on the landing page


def test_a_board_shows_what_spectators_see_and_moves_with_the_game(
    client: Client, ada: User, ben: User
) -> None:
    game = running_game(ada, ben, answers=12)
    before = client.get(reverse("watch")).content.decode()
    game.refresh_from_db()
    assert game.snapshot is not None
    assert not any(card in before for hand in game.snapshot["table"]["hands"] for card in hand)
    for _ in range(20):
        game = answer(game)
    after = client.get(reverse("watch")).content.decode()
    discs = r'<circle class="disc" cy="(\d+)"'
    assert re.findall(discs, before) != re.findall(discs, after)


@pytest.mark.parametrize(
    ("won", "says"),
    [
        ([["mars"], ["mars", "mars"]], "One disc from victory"),
        ([["mars", "mars"], ["venus", "terra", "mars"]], "One disc decides"),
        ([["mars"], ["venus", "terra"]], ""),
    ],
)
def test_how_near_the_end_is_is_said(ada: User, ben: User, won: list[list[str]], says: str) -> None:
    game = running_game(ada, ben, answers=12)
    assert game.snapshot is not None
    for side, discs in zip(game.snapshot["table"]["sides"], won, strict=True):
        side["won"] = discs
    game.save()
    (one,) = watching.games_to_watch(timezone.now())
    assert one.says == says


def test_the_best_game_of_the_day_is_the_one_its_review_agrees_with(
    client: Client, ada: User, ben: User
) -> None:
    now = timezone.now()
    games = [finished_game(ada, ben) for _ in range(4)]
    for game, good in zip(games, (6, 9, 10, 10), strict=True):
        Review.objects.create(game=game, state=State.DONE, agreement=[[10, good], [10, good]])
    Review.objects.filter(game=games[2]).update(state=State.QUEUED)
    Game.objects.filter(pk=games[3].pk).update(finished_at=now - timedelta(days=2))
    best = watching.best_of_the_day(now)
    assert best is not None
    assert (best.game, best.agreed) == (games[1], (18, 20))
    page = client.get(reverse("watch"))
    assert "18 of 20 turns" in text_of(page)
    assert reverse("replay", args=[games[1].pk]) in page.content.decode()


def test_the_page_takes_as_many_statements_for_many_games(
    client: Client, ada: User, ben: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        running_game(player(f"eve{number}"), ben, answers=6)
    client.get(reverse("watch"))
    with django_assert_max_num_queries(8):
        assert len(shown(client)) == 5
