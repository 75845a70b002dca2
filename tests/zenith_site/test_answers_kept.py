"""What a request leaves behind, at every address: in the session table, caches and cookies."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from tests.support.cookies import undisclosed
from tests.zenith_site.test_bad_input import addresses, as_player

pytestmark = [pytest.mark.django_db]
__all__ = ["addresses"]

KEPT = {
    "api_cards": "asks whether they have changed",
    "api_chat": "asks whether it has changed",
    "api_game": "asks whether it has changed",
    "api_write": "the address of the chat, which asks",
    "api_moves": "asks whether they have changed",
    "api_picture_png": "a picture, for a minute",
    "api_picture_svg": "a picture, for a minute",
    "embed_daily_puzzle": "the same for all, asks whether it has changed",
    "embed_game": "the same for all, asks whether it has changed",
    "favicon": "the same for all",
    "feed": "asks whether it has changed",
    "latest_png": "a picture, for a minute",
    "latest_png_by_link": "a picture, for a minute",
    "manifest": "the same for all",
    "moment_png": "a picture, for a minute",
    "moment_svg": "a picture, for a minute",
    "overlay": "the same for all, asks whether it has changed",
    "puzzle_picture": "a picture, the same for all",
    "robots": "the same for all",
    "service_worker": "the same for all",
    "sitemap": "the same for all",
    "table_help": "the same for all, for an hour",
}
"""Pages that say themselves how long they may be kept."""
SIGNING_IN = {
    "mfa_login_webauthn": "the challenge to a passkey, for a day",
    "play_a_bot": "a guest, of whom so many come from one network",
    "real_game": "a guest",
}
"""Addresses at which a visitor without cookies begins a session."""


@pytest.fixture
def one_each(addresses: dict[str, list[str]]) -> dict[str, str]:
    """Return an address for each name."""
    return {name: found[0] for name, found in addresses.items()}


@pytest.mark.whole
def test_a_page_for_one_user_is_kept_nowhere(one_each: dict[str, str]) -> None:
    client = as_player()
    kept = set()
    for name, address in one_each.items():
        response = client.get(address)
        assert undisclosed(response) == [], name
        if "no-store" not in response.headers.get("Cache-Control", ""):
            kept.add(name)
    assert sorted(kept - set(KEPT)) == []


@pytest.mark.whole
def test_visitors_without_cookies_leave_no_session(one_each: dict[str, str]) -> None:
    rows = set()
    for name, address in one_each.items():
        for method in ("get", "post"):
            response = getattr(Client(raise_request_exception=False), method)(address)
            assert undisclosed(response) == [], name
            if Session.objects.exists():
                rows.add(name)
                Session.objects.all().delete()
    assert sorted(rows - set(SIGNING_IN)) == []
