"""Who does a thing too often is told so, with 429 and a sentence."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts import mail_limits
from accounts.models import User
from games.lobby.services import opening, rematches
from games.lobby.services.opening import Wish
from games.tables.models import Game
from games.talk import chat
from tests.support.factories import PASSWORD, finished_game, player, refusal, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """Let nothing be counted yet."""
    cache.clear()


@pytest.fixture
def limits(settings: Settings) -> None:
    """Switch django-allauth's own limits on, as they are on the site."""
    settings.ACCOUNT_RATE_LIMITS = {}


def too_often(answer: Any, sentence: str) -> None:
    """Check that an answer is a page that says so."""
    assert answer.status_code == 429
    assert sentence in answer.content.decode()


@pytest.mark.usefixtures("limits")
def test_wrong_passwords() -> None:
    player("ada")
    wrong = {"login": "ada", "password": "wrong"}
    client = Client()
    for _try in range(5):
        assert client.post(reverse("account_login"), wrong).status_code == 422
    right = {"login": "ada", "password": PASSWORD}
    answer = client.post(reverse("account_login"), right)
    too_often(answer, "Too many failed login attempts. Try again later.")
    assert not get_user(client).is_authenticated


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize(("name", "most"), [("account_login", 30), ("account_signup", 20)])
def test_forms_from_one_address(name: str, most: int) -> None:
    client = Client()
    for _try in range(most):
        assert client.post(reverse(name), {}).status_code == 422
    too_often(client.post(reverse(name), {}), "You tried this too often.")


@pytest.mark.usefixtures("limits", "worker")
def test_forgotten_passwords() -> None:
    player("ada")
    client, address = Client(), {"email": "ada@example.org"}
    for _try in range(5):
        assert client.post(reverse("account_reset_password"), address).status_code == 302
    too_often(client.post(reverse("account_reset_password"), address), "You tried this too often.")
    assert len(mail.outbox) == mail_limits.MOST_RESETS


def test_talk(client: Client) -> None:
    ada = player("ada")
    game = running_game(ada, player("bob"))
    client.force_login(ada)
    for _line in range(chat.MOST_A_MINUTE):
        assert client.post(reverse("say", args=[game.pk]), {"text": "hello"}).status_code == 302
    answer = client.post(reverse("say", args=[game.pk]), {"text": "hello"})
    too_often(answer, "sending messages too fast. Wait a minute.")


def test_open_tables(client: Client) -> None:
    client.force_login(player("ada"))
    for _table in range(opening.MOST_OPEN_TABLES):
        assert client.post(reverse("new_table"), {"preset": "anybody"}).status_code == 302
    answer = client.post(reverse("new_table"), {"preset": "anybody"})
    too_often(answer, "You already have 10 open tables")


def enough_tables(user: User) -> None:
    """Let a user have opened as many tables as one may in an hour."""
    now = timezone.now()
    Game.objects.bulk_create(
        Game(creator=user, status="finished", expires_at=now)
        for _table in range(opening.MOST_TABLES_AN_HOUR)
    )


def test_games_against_bots(client: Client) -> None:
    ada = player("ada")
    enough_tables(ada)
    client.force_login(ada)
    too_often(client.post(reverse("play_a_bot")), "You have opened 30 tables within an hour.")
    Game.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    assert client.post(reverse("play_a_bot")).status_code == 302


def test_rematches() -> None:
    ada = player("ada")
    game = finished_game(ada, "noisy")
    enough_tables(ada)
    assert "30 tables" in refusal(429, rematches.rematch, ada, game.pk)
    refusal(429, opening.create_table, ada, Wish())
