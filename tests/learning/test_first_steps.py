"""The first page of a new player: three choices."""

import pytest
from django.test import Client
from django.urls import reverse

from common.navigation import optional_url
from games.tables.models import Game
from tests.support.browsing import markup
from tests.support.factories import player, running_game

pytestmark = pytest.mark.django_db


def test_a_new_player_chooses_to_learn_to_play_a_bot_or_a_person(client: Client) -> None:
    client.force_login(player("ada"))
    page = client.get(reverse("home"))
    assert "Welcome, ada!" in markup(page)
    html = page.content.decode()
    ways = [reverse("tutorial", args=[chapter]) for chapter in ("first-game", "screen")]
    for way in filter(None, (*ways, optional_url("find"))):
        assert f'href="{way}"' in html
    client.post(reverse("play_a_bot"))
    assert Game.objects.get().seats.filter(user__username="ada").exists()


def test_a_player_with_games_is_not_asked_again(client: Client) -> None:
    ada = player("ada")
    running_game(ada, player("bob"))
    client.force_login(ada)
    assert "Welcome, ada!" not in markup(client.get(reverse("home")))
