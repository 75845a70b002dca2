"""Ladders in the admin."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.ladder import places
from games.ladder.models import Rung
from games.tables.models import Status
from tests.support.factories import player, refusal, running_game
from tests.zenith_site.test_admin import MODELS, open_all_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(client: Client) -> User:
    """A logged-in member of staff with every permission, but no superuser."""
    user = player("mod", is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    client.force_login(user)
    return user


@pytest.mark.parametrize("model", [model for model in MODELS if model._meta.app_label == "ladder"])
def test_no_page_of_the_admin_raises_anyone(
    client: Client, moderator: User, model: type[Model]
) -> None:
    places.join(player("ada"), "days")
    open_all_pages(client, moderator, model, [moderator.password])


@pytest.mark.parametrize(
    ("rung", "name"),
    [(Rung(user=User(username="ada")), "ada"), (Rung(bot="meteor"), "meteor")],
    ids=["player", "bot"],
)
def test_a_rung_is_listed_by_its_player_or_bot(rung: Rung, name: str) -> None:
    rung.ladder_id, rung.place = "days", 3
    assert str(rung) == f"days 3: {name}"


def test_a_moderator_moves_no_rung_of_their_own(moderator: User) -> None:
    places.join(player("ada"), "days")
    places.join(moderator, "days")
    refusal(403, places.move, moderator, Rung.objects.get(user=moderator).pk, 1, "I am the best")


def test_a_player_on_a_ladder_can_be_deleted(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    root = player("root", is_staff=True, is_superuser=True)
    ada = player("ada")
    places.join(ada, "days")
    game = running_game(ada, player("ben"), rated=True)
    client.force_login(root)
    url = reverse("admin:accounts_user_delete", args=[ada.pk])
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(url, {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=ada.pk).exists()
    game.refresh_from_db()
    assert (game.status, game.winner) == (Status.FINISHED, 1)
