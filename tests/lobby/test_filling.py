"""Filling the free seats of a table with bots."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.services.filling import fill_with_bots
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.rematches import rematch
from games.lobby.services.seating import join_table
from games.tables.models import Game, Status
from games.tables.services import ending
from tests.support.factories import refusal

pytestmark = pytest.mark.django_db

TEAMS = Wish(players=4, others=(None, None, None))


def names(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.select_related("user")]


def test_bots_take_the_free_seats_and_the_game_starts(ada: User, bob: User) -> None:
    game = create_table(ada, TEAMS)
    join_table(bob, game.pk, 2, game.token)
    game = fill_with_bots(ada, game.pk, "asteroid")
    assert game.status == Status.RUNNING
    assert names(game) == ["ada", "Bot Asteroid", "bob", "Bot Asteroid 2"]


def test_three_bots_have_three_names_which_a_rematch_keeps(ada: User) -> None:
    game = create_table(ada, Wish(players=4, others=("asteroid", "meteor", "asteroid")))
    assert len(set(names(game))) == 4
    game = create_table(ada, Wish(players=4, others=("asteroid",) * 3))
    others = ["Bot Asteroid", "Bot Asteroid 2", "Bot Asteroid 3"]
    assert names(game) == ["ada", *others]
    ending.resign(ada, game.pk)
    assert sorted(names(rematch(ada, game.pk))) == sorted(["ada", *others])


def test_seats_kept_for_invited_players_stay_free(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(players=4, others=(bob, None, "asteroid")))
    game = fill_with_bots(ada, game.pk, "asteroid")
    assert game.status == Status.OPEN
    assert names(game) == ["ada", "free", "Bot Asteroid 2", "Bot Asteroid"]
    assert (
        refusal(409, fill_with_bots, ada, game.pk, "asteroid") == "No seat is free at this table."
    )


def test_a_rated_table_becomes_friendly_as_long_as_no_other_player_sits(
    ada: User, bob: User
) -> None:
    rated = Wish(players=4, others=(None,) * 3, rated=True)
    game = fill_with_bots(ada, create_table(ada, rated).pk, "no such bot")
    assert game.status == Status.RUNNING
    assert not game.rated
    game = create_table(ada, rated)
    join_table(bob, game.pk, 1, game.token)
    refusal(409, fill_with_bots, ada, game.pk, "asteroid")
    game.refresh_from_db()
    assert (game.status, game.rated) == (Status.OPEN, True)


def test_only_the_creator_fills_a_table(ada: User, bob: User) -> None:
    game = create_table(ada, TEAMS)
    join_table(bob, game.pk, 1, game.token)
    refusal(403, fill_with_bots, bob, game.pk, "asteroid")
    client = Client()
    for user, may in ((ada, True), (bob, False)):
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        page = client.get(game.get_absolute_url()).content.decode()
        assert (reverse("fill", args=[game.pk]) in page) is may


def test_one_click_fills_a_table(ada: User) -> None:
    game = create_table(ada, TEAMS)
    client = Client()
    client.force_login(ada, "django.contrib.auth.backends.ModelBackend")
    client.post(reverse("fill", args=[game.pk]), {"bot": "asteroid"})
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    client.post(reverse("new_table"), {"preset": "team-bots"})
    preset = Game.objects.latest("pk")
    assert preset.status == Status.RUNNING
    assert len({*names(preset)}) == 4
