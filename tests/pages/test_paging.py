"""Lists shown by pages without being counted."""

import pytest
from django.db.models import CharField
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from games.lobby.services.opening import Wish, create_table
from games.pages.paging import A_PAGE, PagedQuery, page_number
from tests.support.factories import player

pytestmark = pytest.mark.django_db


def test_pages_of_a_list() -> None:
    User.objects.bulk_create(
        User(username=f"ada{number:02}", name_key=f"ada{number:02}", email=f"{number}@example.org")
        for number in range(2 * A_PAGE + 1)
    )
    query = PagedQuery(
        lambda first: User.objects.filter(username__gte=first).order_by("username"),
        first=CharField(),
    )
    pages = [query.page(number, first="ada00") for number in (1, 2, 3)]
    names = [[user.username for user in page.object_list] for page in pages]
    assert [len(one) for one in names] == [A_PAGE, A_PAGE, 1]
    assert [*names[0], *names[1], *names[2]] == [f"ada{number:02}" for number in range(41)]
    assert [page.has_next for page in pages] == [True, True, False]
    assert [page.has_previous for page in pages] == [False, True, True]
    assert (pages[1].previous_page_number, pages[1].next_page_number) == (1, 3)
    behind = query.page(4, first="ada00")
    assert (behind.number, behind.object_list) == (1, pages[0].object_list)
    assert not query.page(1, first="ada21").has_other_pages
    assert query.page(1, first="zoe").object_list == []


@pytest.mark.parametrize(
    ("given", "number"),
    [("", 1), ("2", 2), ("0", 1), ("-3", 1), ("x", 1), ("²", 1), ("9" * 5000, 999_999)],
)
def test_number_of_a_page(given: str, number: int) -> None:
    assert page_number(RequestFactory().get("/", {"page": given})) == number


def test_pages_of_the_lobby(client: Client) -> None:
    games = [create_table(player(f"ada{number:02}"), Wish()) for number in range(A_PAGE + 1)]
    client.force_login(player("bob"))
    first = client.get(reverse("lobby"), {"pace": "days"}).content.decode()
    assert "?pace=days&amp;page=2" in first
    assert games[-1].get_absolute_url() in first
    assert f'"{games[0].get_absolute_url()}"' not in first
    second = client.get(reverse("lobby"), {"pace": "days", "page": "2"}).content.decode()
    assert f'"{games[0].get_absolute_url()}"' in second
    assert "?pace=days&amp;page=1" in second
    assert "page=3" not in second
