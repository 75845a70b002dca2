"""The home page of a player with few games: panels, and a game that plays itself."""

import json
import re
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from engine.names import PLANETS
from games.tables.models import Game
from games.tables.previews import frames_of, preview
from games.tables.services.play import engine_game
from tests.support.browsing import markup
from tests.support.factories import finished_game, player, running_game

pytestmark = pytest.mark.django_db
HAS_PANELS = 'class="home-panels"'


def home(client: Client) -> str:
    """Return the home page."""
    return client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("started", [running_game, finished_game])
def test_a_newcomer_has_panels_until_games_fill_the_page(
    client: Client, ada: User, ben: User, started: Callable[..., Game]
) -> None:
    for number in range(4):
        assert HAS_PANELS in home(client), number
        started(ada, ben)
    assert HAS_PANELS not in home(client)


def test_my_own_game_does_not_play_itself(client: Client, ada: User, ben: User) -> None:
    running_game(ada, ben, answers=12)
    page = home(client)
    assert HAS_PANELS in page
    assert 'id="home-watch"' not in page


@pytest.mark.usefixtures("ada")
def test_a_game_that_all_may_see_plays_itself_to_where_it_is(client: Client, ben: User) -> None:
    assert 'id="home-watch"' not in home(client)
    game = running_game(player("cleo"), ben, answers=12)
    page = home(client)
    assert f'href="{game.get_absolute_url()}"' in page
    frames = frames_on(page)
    assert len(frames) > 3
    picture = preview(game)
    assert picture is not None
    assert [at for at, _below, _above in frames[-1]] == [lane.y for lane in picture.lanes]
    private = running_game(player("dora"), ben, answers=12, public=False)
    assert private.get_absolute_url() not in home(client)


def frames_on(page: str) -> list[Any]:
    """Return the frames of the game that plays itself."""
    match = re.search(r'data-frames="([^"]*)"', page)
    assert match is not None
    frames: list[Any] = json.loads(unescape(match[1]))
    return frames


def test_frames_are_turns_and_end_with_the_discs_that_were_won(ben: User) -> None:
    game = Game.objects.get(pk=finished_game(player("cleo"), ben).pk)
    frames = frames_of(game)
    assert frames == frames_of(game)
    assert all(len(frame) == len(PLANETS) for frame in frames)
    assert [disc[1:] for disc in frames[0]] == [(0, 0)] * len(PLANETS)
    won = [side["won"] for side in engine_game(game).view(None)["sides"]]
    for planet, (_at, below, above) in zip(PLANETS, frames[-1], strict=True):
        assert (below, above) == (won[0].count(planet), won[1].count(planet))
    seats = list(game.moves.values_list("seat", flat=True))
    turns = 1 + sum(seat != following for seat, following in pairwise(seats))
    assert len(frames) == 1 + turns


@pytest.mark.usefixtures("ada")
def test_a_board_that_plays_can_be_paused_and_is_nothing_without_scripts(
    client: Client, ben: User
) -> None:
    running_game(player("cleo"), ben, answers=12)
    page = markup(client.get(reverse("home")))
    assert re.search(r'<button[^>]*data-pause="Pause"[^>]*hidden', page)
    assert "board-plays.js" in client.get(reverse("home")).content.decode()


@pytest.mark.usefixtures("ada")
def test_panels_need_a_few_statements_more(
    client: Client, ben: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    running_game(player("cleo"), ben, answers=12)
    client.get(reverse("home"))  # the first look of a day writes that down, and frames are kept
    with django_assert_max_num_queries(15):
        home(client)
