"""Forms of pages that anyone may keep: they have no token, but stand on this site."""

import pytest
from django.test import Client
from django.urls import reverse

from games.tables.models import Game

pytestmark = pytest.mark.django_db
OWN = "http://testserver"
FORMS = [("set_language", {"language": "de"}), ("play_a_bot", {}), ("close_announcement", {})]
"""Names of addresses, and what their forms send."""


def post(name: str, fields: dict[str, str], **headers: str) -> int:
    """Post a form as a visitor without cookies; return the status."""
    address = reverse(name, args=[1] if name == "close_announcement" else [])
    client = Client(enforce_csrf_checks=True)
    return client.post(address, fields, headers=headers).status_code


@pytest.mark.parametrize(("name", "fields"), FORMS)
def test_a_page_of_this_site_needs_no_token(name: str, fields: dict[str, str]) -> None:
    assert post(name, fields, origin=OWN) == 302


@pytest.mark.parametrize(("name", "fields"), FORMS)
@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://testserver.evil.example", "https://testserver", "null", ""],
)
def test_another_site_can_post_nothing(name: str, fields: dict[str, str], origin: str) -> None:
    assert post(name, fields, origin=origin) == 403
    assert not Game.objects.exists()


@pytest.mark.parametrize(("name", "fields"), FORMS)
def test_without_the_browsers_word_the_token_is_needed(name: str, fields: dict[str, str]) -> None:
    assert post(name, fields) == 403
    client = Client(enforce_csrf_checks=True)
    client.get(reverse("account_login"))
    token = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    address = reverse(name, args=[1] if name == "close_announcement" else [])
    assert client.post(address, fields | token).status_code == 302
