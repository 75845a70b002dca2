"""A visitor who opens an invitation link plays as a guest, with one click."""

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from accounts.closing import remove_stale_guests
from accounts.models import User
from games.lobby.qr_code import qr_code
from games.lobby.services.rematches import rematch
from games.tables.models import Access, Game, Status
from tests.support.browsing import markup, text_of
from tests.support.factories import player, table

pytestmark = pytest.mark.django_db
BUTTON = "Play as a guest"


@pytest.fixture
def game() -> Game:
    """A friendly table for one more player, who has the link."""
    return table(player("bob"), None, access=Access.LINK)


def by_link(game: Game) -> str:
    """Return the address of an invitation."""
    return reverse("invitation", args=[game.pk, game.token])


def sit_down(client: Client, game: Game, token: str) -> int:
    """Post the form of the free seat; return the status."""
    data = {"seat": 1, "token": token, "guest": 1}
    return client.post(reverse("join", args=[game.pk]), data).status_code


def test_a_visitor_with_the_link_is_seated_as_a_guest(client: Client, game: Game) -> None:
    page = client.get(by_link(game))
    assert BUTTON in markup(page)
    assert "You need no account" in text_of(page)
    assert not User.objects.filter(is_guest=True).exists()  # looking makes no guest
    assert sit_down(client, game, game.token) == 302
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    visitor = User.objects.get(is_guest=True)
    assert game.seats.get(number=1).user == visitor
    assert 'data-viewer=""' not in client.get(game.get_absolute_url()).content.decode()


def test_a_guest_sits_down_with_the_same_link(client: Client, game: Game) -> None:
    client.post(reverse("play_a_bot"))
    assert "Sit down" in markup(client.get(by_link(game)))
    assert sit_down(client, game, game.token) == 302
    assert User.objects.filter(is_guest=True).count() == 1


def test_without_the_link_there_is_no_guest(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(access=Access.OPEN)
    page = client.get(game.get_absolute_url())
    assert BUTTON not in markup(page)
    assert "Sign in to play" in markup(page)
    assert sit_down(client, game, "another token") == 403
    assert not User.objects.filter(is_guest=True).exists()


def test_a_rated_table_refuses_with_a_sentence(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(rated=True)
    page = client.get(by_link(game))
    assert BUTTON not in markup(page)
    assert "This game is rated: you need an account to play it." in text_of(page)
    assert sit_down(client, game, game.token) == 403
    assert not User.objects.filter(is_guest=True).exists()


def test_a_taken_seat_leaves_no_guest(client: Client, game: Game) -> None:
    data = {"seat": 0, "token": game.token, "guest": 1}
    assert client.post(reverse("join", args=[game.pk]), data).status_code == 409
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_accepts_the_rematch_of_a_friend(client: Client, game: Game) -> None:
    sit_down(client, game, game.token)
    bob, visitor = User.objects.get(username="bob"), User.objects.get(is_guest=True)
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED)
    again = rematch(bob, game.pk)
    assert "Accept" in markup(client.get(again.get_absolute_url()))
    assert client.post(reverse("rematch", args=[game.pk])).status_code == 302
    again.refresh_from_db()
    assert again.status == Status.RUNNING
    assert again.seats.filter(user=visitor).exists()


def test_a_game_against_a_person_outlives_the_guest(client: Client, game: Game) -> None:
    sit_down(client, game, game.token)
    User.objects.filter(is_guest=True).update(
        date_joined="2020-01-01T00:00Z", last_login="2020-01-01T00:00Z"
    )
    client.logout()
    assert remove_stale_guests() == 1
    game.refresh_from_db()
    assert game.status in (Status.FINISHED, Status.ABORTED)


def test_an_invitation_is_shared_by_link_mail_and_qr_code(client: Client, game: Game) -> None:
    client.force_login(User.objects.get(username="bob"))
    shown = client.get(game.get_absolute_url())
    page, link = markup(shown), shown.context["link"]
    assert link.endswith(by_link(game))
    assert f'data-share="{link}"' in page
    assert f"body={quote(link, safe='')}" in page
    assert str(qr_code(link)) in page
    client.logout()
    assert "qr-code" not in markup(client.get(by_link(game)))
