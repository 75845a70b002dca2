"""The record of a game says who played and how it ended."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import Game as EngineGame
from games.tables.services import ending
from tests.support.factories import guest, running_game


@pytest.mark.django_db
def test_a_resigned_game_says_so_and_forgets_who_has_left(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=4, public=True)
    ending.resign(bob, game.pk)
    path = reverse("record", args=[game.pk])
    record = json.loads(Client().get(path).content)
    assert record["ended"]["ending"] == "resignation"
    about = record["game"]
    assert about["site"].endswith(f"/tables/{game.pk}/")
    assert [(p["kind"], p["name"]) for p in about["players"]] == [
        ("person", "ada"),
        ("person", "bob"),
    ]
    assert about["started"] <= about["finished"]
    assert (about["occasion"], about["contest"]) == (None, None)
    assert EngineGame.replay(record).record()["actions"] == record["actions"]
    bob.delete()
    after = json.loads(Client().get(path).content)
    assert [p["name"] for p in after["game"]["players"]] == ["ada", "anonymous"]


@pytest.mark.django_db
def test_guests_and_levels_are_told_apart() -> None:
    visitor = guest("Comet 412")
    game = running_game(visitor, "meteor", answers=4, public=True)
    ending.resign(visitor, game.pk)
    record = json.loads(Client().get(reverse("record", args=[game.pk])).content)
    assert record["game"]["players"] == [
        {"kind": "guest", "name": "Comet 412", "rating": None},
        {"kind": "level", "name": "Bot Meteor", "level": "meteor", "rating": None},
    ]
