"""Faces of players: everyone has one, bots have their own, and it can be chosen."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.agents import NUMBER
from engine.bots import BOTS as ALL_BOTS
from engine.bots import LEVELS
from engine.names import PLANETS
from games.portraits.faces import AGENTS, BOTS, LETTER, PlayerFace, face_of, face_of_bot
from games.portraits.templatetags.portraits import face
from tests.support.factories import guest, player, running_game


def test_everyone_has_a_face_from_the_start() -> None:
    shown = face_of(User(username="ada"))
    assert shown.agent in AGENTS
    assert shown.planet in PLANETS
    assert shown == face_of(User(username="ada"))
    faces = {face_of(User(username=f"Comet {number}")) for number in range(1000)}
    assert {one.planet for one in faces} == set(PLANETS)
    assert {one.agent for one in faces} == set(AGENTS)


def test_a_face_is_what_its_player_has_chosen() -> None:
    assert face_of(User(username="ada", face="nero", face_colour="mars")) == PlayerFace(
        "nero", "mars"
    )
    letter = face_of(User(username="ada", face=LETTER, face_colour="mars"))
    assert letter == PlayerFace("", "mars", "a")
    assert ">a<" in face(letter)
    gone = face_of(User(username="ada", face="an agent that has left the game"))
    assert gone == face_of(User(username="ada"))


def test_each_bot_has_a_portrait_that_no_player_gets() -> None:
    assert set(BOTS) == set(ALL_BOTS)
    portraits = [one.agent for one in BOTS.values()]
    assert len(set(portraits)) == len(portraits)
    assert set(portraits) <= set(NUMBER)
    assert set(portraits).isdisjoint(AGENTS)
    assert all(bot.character for bot in LEVELS.values())
    assert face_of_bot("a bot of long ago").letter == "a"


@pytest.mark.django_db
def test_a_player_chooses_a_face_and_the_table_shows_it(client: Client) -> None:
    ada = player("ada")
    client.force_login(ada)
    page = client.get(reverse("face")).content.decode()
    assert page.count('name="face"') == len(AGENTS) + 1
    client.post(reverse("face"), {"face": "nero", "face_colour": "mars"})
    game = running_game(ada, "nova")
    table = client.get(game.get_absolute_url()).content.decode()
    assert face(PlayerFace("nero", "mars")) in table
    assert face(BOTS["nova"]) in table


@pytest.mark.django_db
@pytest.mark.parametrize(
    "choice", [{}, {"face": "nova", "face_colour": "mars"}, {"face": "nero", "face_colour": "sun"}]
)
def test_no_one_has_a_face_that_is_not_offered(client: Client, choice: dict[str, str]) -> None:
    client.force_login(guest())
    assert client.post(reverse("face"), choice).status_code == 422
    assert User.objects.get().face == ""
