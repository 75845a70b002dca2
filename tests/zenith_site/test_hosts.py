"""The hosts under which the site answers, and the links in its mails."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.factories import player, table
from zenith_site.hosts import is_own

SITE = "https://zenith.example"


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.SITE_URL = SITE
    settings.ALLOWED_HOSTS = ["zenith.example", "www.zenith.example"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("zenith.example", True),
        ("ZENITH.example", True),
        ("www.zenith.example", True),
        ("zenith.example:4711", False),
        ("zenith.example:443", True),
        ("www.zenith.example:443", True),
        ("zenith.example:80", True),  # and then leads to https
        ("zenith.example:8443", False),
        ("evil.example:443", False),
        ("localhost", False),
        ("localhost:8000", False),
        ("127.0.0.1", False),
        ("evil.example", False),
        ("zenith.example.evil", False),
        ("zenith.example@evil.example", False),
        ("zenith.example,evil.example", False),
        ("", False),
    ],
)
def test_the_site_answers_at_its_own_address_only(host: str, own: bool, client: Client) -> None:
    page = client.get("/symbols/", headers={"host": host})
    assert page.status_code == (200 if own else 400)
    if not own:
        assert page.content.decode() == f"The address of this site is {SITE}.\n"


def test_the_port_of_the_sites_address_is_allowed(settings: Any) -> None:
    settings.SITE_URL = "http://zenith.example:8000"
    assert is_own("zenith.example:8000")
    assert not is_own("zenith.example:8001")


@pytest.mark.django_db
def test_a_usual_port_is_like_none_to_the_origin(ada: User) -> None:
    """A proxy may pass on a port that the browser left out."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    host = {"host": "www.zenith.example:443"}
    client.get("/", headers=host, secure=True)
    headers = {**host, "origin": "https://www.zenith.example"}
    form = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    page = client.post("/preferences/", form, headers=headers, secure=True)
    assert page.status_code != 403


def test_another_host_is_refused_with_a_sentence_under_debug(settings: Any) -> None:
    settings.DEBUG = True
    page = Client().get("/symbols/", headers={"host": "evil.example"})
    assert page.status_code == 400
    assert page.content.decode() == (
        f"The address of this site is {SITE}. "
        "To open it under another one, set SITE_URL or ALLOWED_HOSTS.\n"
    )


@pytest.mark.parametrize("host", ["localhost:8000", "10.0.0.7", "_"])
def test_health_checks_are_answered_under_any_host(
    host: str, settings: Any, client: Client
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz", headers={"host": host}).status_code == 200


def posted(path: str, host: str, **fields: str) -> None:
    """Send a form under a name of the site."""
    page = Client().post(path, fields, headers={"host": host})
    assert page.status_code == 302, page.content


@pytest.mark.django_db
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("kind", ["confirm", "taken", "reset", "unknown"])
def test_account_mails_lead_to_the_site(kind: str, settings: Any) -> None:
    """The Host header is ignored, even if it names another allowed host."""
    ada = player("ada")
    ada.email = "ada@example.org"
    ada.save()
    password = "correct horse battery"
    sign_up = {"username": "berta", "password1": password, "password2": password}
    path, fields = {
        "confirm": ("account_signup", sign_up | {"email": "berta@example.org"}),
        "taken": ("account_signup", sign_up | {"email": "ada@example.org"}),
        "reset": ("account_reset_password", {"email": "ada@example.org"}),
        "unknown": ("account_reset_password", {"email": "nobody@example.org"}),
    }[kind]
    posted(reverse(path), "www.zenith.example", **fields)
    text = f"{mail.outbox[0].subject}\n{mail.outbox[0].body}"
    links = re.findall(r"https?://\S+", text)
    assert {f"{urlsplit(link).scheme}://{urlsplit(link).netloc}" for link in links} <= {SITE}
    assert links or kind == "unknown"
    assert "www." not in text


@pytest.mark.django_db
def test_the_link_of_an_invitation_leads_to_the_site(ada: User, client: Client) -> None:
    game = table(ada, None)
    page = client.get(reverse("table", args=[game.pk]), headers={"host": "www.zenith.example"})
    assert f"{SITE}/" in page.content.decode()
    assert "www.zenith.example" not in page.content.decode()
