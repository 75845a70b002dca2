"""The chart at the end of a game: static at once, then replaced by that of the review."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.review.models import Review, State
from games.review.services import reviews
from games.review.services.reviews import ask_for_review, make_review
from games.tables.models import Game
from games.tables.selectors import seen
from games.tables.services import ending
from tests.review.conftest import resigned_game
from tests.support.factories import running_game

pytestmark = pytest.mark.django_db


def path_of(game: Game) -> str:
    return reverse("review_chart", args=[game.pk])


def test_a_game_against_bots_is_reviewed_without_being_asked_for(
    ada: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    queued: list[tuple[Any, ...]] = []
    monkeypatch.setattr(reviews, "queue", lambda *args: queued.append(args))
    game = running_game(ada, "noisy", pace=None, answers=20)
    with django_capture_on_commit_callbacks(execute=True):
        ending.resign(ada, game.pk)
    review = Review.objects.get(game=game)
    assert (review.asked_by, review.state) == (ada, State.QUEUED)
    assert queued == [(reviews.TASK, game.pk)]


def test_games_with_people_short_games_and_closed_deals_wait_to_be_asked_for(
    ada: User, ben: User
) -> None:
    resigned_game(ada, ben, 20)
    resigned_game(ada, "noisy", 4, pace=None)
    resigned_game(ada, "noisy", 20, pace=None, sealed=True)
    teams = running_game(ada, "noisy", ben, "noisy", answers=24)
    ending.resign(ada, teams.pk)
    assert not Review.objects.exists()


def test_a_player_at_the_limit_can_still_end_a_game(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_AN_HOUR", 1)
    for _number in range(2):
        resigned_game(ada, "noisy", 20, pace=None)
    assert Review.objects.count() == 1


def test_the_chart_renews_itself_until_the_review_is_done(ada: User, client: Client) -> None:
    game = resigned_game(ada, "noisy", 20, pace=None)
    table = client.get(game.get_absolute_url()).content.decode()
    assert f'hx-get="{path_of(game)}" hx-trigger="load"' in " ".join(table.split())
    assert 'class="course"' in table
    waiting = client.get(path_of(game)).content.decode()
    assert 'hx-trigger="every 1s"' in waiting
    assert 'class="course"' in waiting
    assert "The review starts soon." in waiting
    make_review(game.pk, seconds=0)
    assert "1 of " in client.get(path_of(game)).content.decode()
    while make_review(game.pk):
        pass
    done = client.get(path_of(game)).content.decode()
    assert "hx-trigger" not in done
    assert "review-chart" in done
    assert f"{reverse('review', args=[game.pk])}#turn-" in done


def test_without_a_review_the_chart_stays_as_it_is(over: Game, ada: User, client: Client) -> None:
    assert path_of(over) not in client.get(over.get_absolute_url()).content.decode()
    ask_for_review(ada, seen(ada, over.pk))
    assert path_of(over) in client.get(over.get_absolute_url()).content.decode()
    Review.objects.update(state=State.FAILED)
    assert path_of(over) not in client.get(over.get_absolute_url()).content.decode()


def test_a_viewer_by_link_is_led_to_no_review(ada: User) -> None:
    private = resigned_game(ada, "noisy", 20, pace=None, public=False)
    by_link = reverse("invitation", args=[private.pk, private.token])
    assert path_of(private) not in Client().get(by_link).content.decode()
    assert Client().get(path_of(private)).status_code == 404
