"""What proxies may keep: pages that are the same for all visitors, and no others."""

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import Client, RequestFactory
from django.urls import resolve, reverse

from common.caching import NoStoreMiddleware
from common.indexing import plain_pages
from tests.support.factories import player

pytestmark = pytest.mark.django_db
PLAIN = {name: resolve(reverse(name)).func for name in plain_pages()}
KEEPABLE = [name for name, view in PLAIN.items() if hasattr(view, "is_keepable")]
FOR_A_MINUTE = {"public", "s-maxage=60"}


def cache_control(response: HttpResponseBase) -> set[str]:
    """Return the directives of an answer."""
    return {part.strip() for part in response.headers.get("Cache-Control", "").split(",")}


def test_the_pages_that_may_be_kept_are_found() -> None:
    assert {"home", "leaderboard", "symbols", "symbols_cards"} <= set(KEEPABLE)


@pytest.mark.parametrize("name", KEEPABLE)
def test_a_page_for_all_visitors_may_be_kept_and_sets_no_cookie(name: str, client: Client) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 200
    assert cache_control(response) == FOR_A_MINUTE
    assert {"Cookie", "Accept-Language", "HX-Request"} <= {
        header.strip() for header in response["Vary"].split(",")
    }
    assert not response.cookies
    assert b"csrfmiddlewaretoken" not in response.content


@pytest.mark.parametrize("name", KEEPABLE)
def test_the_page_of_a_player_may_not(name: str, client: Client) -> None:
    client.force_login(player("ada"))
    response = client.get(reverse(name))
    assert b"ada" in response.content
    assert cache_control(response) == {"private", "no-store"}


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "django_language=de"},
        {"cookie": "closed_announcements=1"},
        {"cookie": "sessionid=gone"},
        {"cookie": "anything"},
        {"authorization": "Bearer x"},
        {"hx-request": "true"},
    ],
)
def test_what_names_the_reader_or_a_part_of_the_page_may_not(headers: dict[str, str]) -> None:
    response = Client().get(reverse("home"), headers=headers)
    assert response.status_code == 200
    assert "public" not in cache_control(response)


def test_neither_may_a_page_that_is_missing(client: Client) -> None:
    assert "public" not in cache_control(client.get("/leaderboard/none/"))


def test_an_answer_that_sets_a_cookie_is_kept_nowhere(rf: RequestFactory) -> None:
    def answered(request: HttpRequest) -> HttpResponse:
        request.session = SessionBase()
        response = HttpResponse(headers={"Cache-Control": "public, max-age=60"})
        response.set_cookie("device", "x")
        return response

    response = NoStoreMiddleware(answered)(rf.get("/"))
    assert response["Cache-Control"] == "private, no-store"
