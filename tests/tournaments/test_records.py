"""The record of a tournament's game names tournament, round and ratings."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.tournaments.models import Pairing
from tests.tournaments.tournaments_factory import play_round, started


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_record_of_a_tournament_game_names_it_in_english(language: str) -> None:
    tournament = started(4)
    play_round(tournament, again=False)
    game = Pairing.objects.select_related("game").earliest("table").game
    assert game is not None
    path = reverse("record", args=[game.pk])
    answer = Client().get(path, headers={"Accept-Language": language})
    about = json.loads(answer.content)["game"]
    assert (about["occasion"], about["contest"]) == ("tournament", "Autumn Cup, Round 1")
    assert about["pool"] == "days"
    assert {player["name"] for player in about["players"]} < {"p1", "p2", "p3", "p4"}
