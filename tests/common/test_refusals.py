"""Refusals that no view catches: the sentence, the status, a way back, and nothing half-written."""

import html
import re
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in
from common.refusals import Refused
from tests.support.factories import guest, player, running_game
from zenith_site.urls import urlpatterns as site

pytestmark = pytest.mark.django_db

SENTENCE = "The <dice> are still rolling."
PAGE = "http://testserver/lobby/?pace=live"


def half_done(request: HttpRequest) -> HttpResponse:
    """Write a row, then refuse inside the same transaction."""
    with transaction.atomic():
        User.objects.create(username="half-written")
        raise Refused(SENTENCE, int(request.GET.get("status", 409)))


def broken(request: HttpRequest) -> HttpResponse:
    """Fail for another reason."""
    raise ValueError("a fault")


@signed_in
def name(request: SignedInRequest) -> HttpResponse:
    """Answer with the user's name."""
    return HttpResponse(request.user.username)


urlpatterns = [
    path("half-done/", half_done),
    path("broken/", broken),
    path("name/", name),
    *site,
]


@pytest.fixture(autouse=True)
def _urls(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__


def main_of(response: Any) -> str:
    """Return the text of the page's content."""
    [main] = re.findall(r'<main id="main".*?</main>', response.content.decode(), re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", main))


def links_of(response: Any) -> list[str]:
    """Return where the buttons of a refusal lead."""
    [buttons] = re.findall(r'<div class="buttons">.*?</div>', response.content.decode(), re.DOTALL)
    return [html.unescape(href) for href in re.findall(r'href="([^"]*)"', buttons)]


@pytest.mark.parametrize("status", [403, 404, 409, 422, 429])
def test_a_page_with_the_sentence_the_status_and_a_way_back(client: Client, status: int) -> None:
    response = client.post(f"/half-done/?status={status}", headers={"Referer": PAGE})
    assert response.status_code == status
    assert response.templates[0].name == "refused.html"
    assert SENTENCE in main_of(response)
    assert links_of(response) == ["/lobby/?pace=live", "/"]
    assert "HX-Retarget" not in response.headers


def test_nothing_is_half_written(client: Client) -> None:
    assert client.post("/half-done/").status_code == 409
    assert not User.objects.filter(username="half-written").exists()
    assert not transaction.get_connection().needs_rollback


def test_another_exception_is_no_refusal(client: Client) -> None:
    with pytest.raises(ValueError, match="a fault"):
        client.post("/broken/")


@pytest.mark.parametrize("page", ["", "https://evil.example/", "http://testserver/"])
def test_only_home_without_a_page_of_the_site_to_go_back_to(client: Client, page: str) -> None:
    response = client.post("/half-done/", headers={"Referer": page})
    assert links_of(response) == ["/"]


def test_a_refused_page_does_not_lead_back_to_itself(client: Client) -> None:
    response = client.get("/half-done/", headers={"Referer": "http://testserver/half-done/"})
    assert links_of(response) == ["/"]
    again = client.post("/half-done/", headers={"Referer": "http://testserver/half-done/"})
    assert links_of(again) == ["/half-done/", "/"]  # there the form is


def test_htmx_replaces_the_content_of_the_page(client: Client) -> None:
    """Whatever region the page asked for; static/js/regions.js lets it through."""
    headers = {"HX-Request": "true", "HX-Current-URL": PAGE, "X-Viewer": ""}
    response = client.post("/half-done/", headers=headers)
    assert response.status_code == 409
    assert SENTENCE in main_of(response)
    assert links_of(response)[0] == "/lobby/?pace=live"
    assert response.headers["HX-Retarget"] == response.headers["HX-Reselect"] == "#main"
    assert response.headers["HX-Reswap"] == "outerHTML"


def test_a_script_gets_json(client: Client) -> None:
    response = client.post("/half-done/", "{}", content_type="application/json")
    assert response.status_code == 409
    assert response.json()["detail"] == SENTENCE


def test_a_user_reads_it_in_their_language(ada: User, client: Client) -> None:
    User.objects.filter(pk=ada.pk).update(language="de")
    response = client.post(reverse("leave", args=[running_game(player("bob"), player("cy")).pk]))
    assert response.status_code == 409
    with translation.override("de"):
        sentence = gettext("This game has already started.")
    assert sentence != "This game has already started."
    assert sentence in main_of(response)


def test_views_leave_refusals_to_the_middleware(ada: User, client: Client) -> None:
    game = running_game(ada, player("bob"))
    client.force_login(guest())
    refused = {
        reverse("join", args=[game.pk]): 409,
        reverse("rematch", args=[game.pk]): 403,
        reverse("block", args=["ada"]): 403,
        reverse("come_back", args=[1]): 404,
    }
    for address, status in refused.items():
        response = client.post(address)
        assert response.status_code == status, address
        assert "refused.html" in [used.name for used in response.templates], address


def test_a_signed_in_view_sends_visitors_to_the_login(client: Client) -> None:
    response = client.get("/name/")
    assert response.status_code == 302
    assert response["Location"] == f"{reverse('account_login')}?next=/name/"


def test_a_signed_in_view_gets_the_user(ada: User, client: Client) -> None:
    assert client.get("/name/").content == b"ada"
    client.force_login(guest())
    assert client.get("/name/").status_code == 200
