"""Signing up, as a visitor and as a guest; logging in."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.tables.models import Game
from tests.support.factories import PASSWORD, player

pytestmark = pytest.mark.django_db

NEW = {
    "username": "ada",
    "email": "ada@example.org",
    "password1": "a long way to Jupiter",
    "password2": "a long way to Jupiter",
}


def who(client: Client) -> User | None:
    """Return who is logged in."""
    user = get_user(client)
    return user if isinstance(user, User) else None


def open_link(client: Client) -> None:
    """Confirm the address by the link in the last mail."""
    found = re.search(r"http://\S+(/accounts/confirm-email/\S+/)", str(mail.outbox[-1].body))
    assert found is not None
    assert client.post(found[1]).status_code == 302


def test_a_failed_sign_up_says_so_first(client: Client) -> None:
    """In the title, and in a summary that has the focus and leads to the fields."""
    page = client.post(reverse("account_signup"), NEW | {"email": "nowhere"}).content.decode()
    assert re.search(r"<title>\s*Error:\s+Sign up", page)
    summary = re.search(r'<div role="alert" tabindex="-1" autofocus>(.*?)</div>', page, re.DOTALL)
    assert summary is not None
    assert '<a href="#id_email">' in summary[1]
    page = client.get(reverse("account_signup")).content.decode()
    assert "autofocus" not in page
    assert "Error:" not in page


def test_nobody_signs_up_and_confirms_the_address(client: Client) -> None:
    answer = client.post(reverse("account_signup"), NEW | {"time_zone": "Europe/Paris"})
    assert answer.status_code == 302
    ada = User.objects.get()
    assert (ada.username, ada.is_guest, ada.time_zone) == ("ada", False, "Europe/Paris")
    assert who(client) is None
    open_link(client)
    assert EmailAddress.objects.get().verified
    assert who(client) == ada


def test_after_the_sign_up_there_is_one_welcome(client: Client) -> None:
    """No messages stand above it; another browser is told that the address is confirmed."""
    client.post(reverse("account_signup"), NEW)
    client.get(reverse("account_email_verification_sent"))  # which shows what was said of the mail
    open_link(client)
    page = client.get(reverse("home"))
    assert "Welcome, ada!" in page.content.decode()
    assert list(page.context["messages"]) == []

    client.logout()
    client.post(reverse("account_signup"), NEW | {"username": "bob", "email": "bob@example.org"})
    other = Client()
    open_link(other)
    page = other.get(reverse("account_login"))
    assert [str(message) for message in page.context["messages"]] == [
        "You have confirmed bob@example.org."
    ]


def test_an_odd_time_zone_is_ignored(client: Client) -> None:
    client.post(reverse("account_signup"), NEW | {"time_zone": "../etc/passwd"})
    assert User.objects.get().time_zone == "UTC"


def test_nobody_logs_in_before_the_address_is_confirmed(client: Client) -> None:
    client.post(reverse("account_signup"), NEW)
    other = Client()
    other.post(reverse("account_login"), {"login": "ada", "password": NEW["password1"]})
    assert who(other) is None


def test_a_wrong_form_comes_back_with_422_and_its_errors_linked(client: Client) -> None:
    answer = client.post(reverse("account_signup"), NEW | {"email": "nonsense"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'aria-invalid="true"' in page
    assert 'id="id_email_error"' in page
    described = re.search(r'<input type="email"[^>]*aria-describedby="([^"]*)"', page)
    assert described is not None
    assert "id_email_error" in described[1]


def test_a_guest_signs_up_and_keeps_the_games(client: Client) -> None:
    client.post(reverse("play_a_bot"))
    guest = who(client)
    assert guest is not None
    game = Game.objects.get()
    assert client.get(reverse("account_signup")).status_code == 200
    assert client.post(reverse("account_signup"), NEW).status_code == 302

    # Meanwhile the guest plays on, with a name, and with no more rights than a guest.
    ada = User.objects.get()
    assert (ada.pk, ada.username, ada.is_guest) == (guest.pk, "ada", True)
    assert who(client) == ada
    assert client.get(reverse("home")).status_code == 200
    assert client.post(reverse("new_table"), {"preset": "anybody"}).status_code == 403

    open_link(client)
    ada.refresh_from_db()
    assert not ada.is_guest
    assert who(client) == ada
    assert game.seats.filter(user=ada).exists()
    assert ada.check_password(NEW["password1"])


def test_a_guest_with_a_mistyped_address_signs_up_again(client: Client) -> None:
    client.post(reverse("play_a_bot"))
    client.post(reverse("account_signup"), NEW | {"email": "aad@example.org"})
    assert client.post(reverse("account_signup"), NEW).status_code == 302
    assert [a.email for a in EmailAddress.objects.all()] == ["ada@example.org"]
    open_link(client)
    assert not User.objects.get().is_guest


def test_a_guest_who_takes_a_taken_name_or_address_stays_a_guest(client: Client) -> None:
    player("ben")
    client.post(reverse("play_a_bot"))
    guest = who(client)
    answer = client.post(reverse("account_signup"), NEW | {"username": "BEN"})
    assert answer.status_code == 422
    client.post(reverse("account_signup"), NEW | {"email": "ben@example.org"})
    assert guest is not None
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.username.startswith("Comet ")
    assert who(client) == guest


def test_nobody_calls_themselves_a_guest(client: Client) -> None:
    answer = client.post(reverse("account_signup"), NEW | {"username": "Guest-123"})
    assert answer.status_code == 422


@pytest.mark.parametrize("login", ["ada", "ADA", "ada@example.org"])
def test_a_player_logs_in_by_name_or_address(client: Client, login: str) -> None:
    ada = player("ada")
    answer = client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
    assert answer.status_code == 302
    assert who(client) == ada


def test_a_guest_logs_in_to_an_account_of_before(client: Client) -> None:
    ada = player("ada")
    client.post(reverse("play_a_bot"))
    assert client.get(reverse("account_login")).status_code == 200
    client.post(reverse("account_login"), {"login": "ada", "password": "wrong"})
    guest = who(client)
    assert guest is not None
    assert guest.is_guest
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert who(client) == ada


@pytest.mark.parametrize(
    "name",
    [
        "account_email",
        "account_change_password",
        "mfa_index",
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "usersessions_list",
    ],
)
def test_a_player_reaches_the_pages_of_the_account(client: Client, name: str) -> None:
    player("ada")
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert b"<style" not in page.content
    assert b' style="' not in page.content


def test_a_session_elsewhere_is_ended(client: Client) -> None:
    player("ada")
    player("ben")
    there, stranger = Client(), Client()
    for one, name in ((client, "ada"), (there, "ada"), (stranger, "ben")):
        one.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert there.session.session_key is not None
    session = UserSession.objects.get(session_key=there.session.session_key)
    page = client.get(reverse("usersessions_list")).content.decode()
    assert reverse("end_session", args=[session.pk]) in page
    assert stranger.post(reverse("end_session", args=[session.pk])).status_code == 404
    assert who(there) is not None
    assert client.post(reverse("end_session", args=[session.pk])).status_code == 302
    assert who(there) is None
    assert who(client) is not None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Username or email", "Stay logged in"]),
        ("fr", ["Nom ou adresse e-mail", "Rester connecté"]),
        ("de", ["Name oder E-Mail-Adresse", "Angemeldet bleiben"]),
    ],
)
def test_the_log_in_form_says_what_it_asks_for(language: str, words: list[str]) -> None:
    page = Client(headers={"accept-language": language}).get(reverse("account_login"))
    labels = re.findall(r"<label[^>]*>\s*(.*?)\s*</label>", page.content.decode(), re.DOTALL)
    assert [word for word in words if not any(word in label for label in labels)] == []


def test_a_login_that_is_longer_than_any_address_is_refused(client: Client) -> None:
    """SQLite raises an error for a pattern of 50,000 bytes."""
    assert 'maxlength="320"' in client.get(reverse("account_login")).content.decode()
    response = client.post(reverse("account_login"), {"login": "x" * 60_000, "password": PASSWORD})
    assert response.status_code == 422
    assert "at most 320 characters" in response.content.decode()
