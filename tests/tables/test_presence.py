"""Presence: open pages report whether a user looks at them."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.tables import presence
from games.tables.consumers import PageSocket
from games.tables.models import Game, Seat
from tests.support.factories import player, running_game, table

pytestmark = pytest.mark.django_db

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def test_it_is_of_one_user_and_one_table_and_ends() -> None:
    presence.here(1, 17)
    assert presence.is_here(1, 17)
    assert not presence.is_here(1, 18)
    assert not presence.is_here(2, 17)
    presence.away(1, 17)
    assert not presence.is_here(1, 17)


def test_it_is_not_believed_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    monkeypatch.setattr(cache, "set", lambda *args: kept.append(args[2]))
    presence.here(1, 17)
    assert kept == [60]


# --- over the socket ---


def socket(user: Any, joined: bool = True) -> PageSocket:
    made = PageSocket()
    made.scope = {"user": user, "url_route": {"kwargs": {"pk": 17}}}
    made.table = 17 if joined else None
    return made


class Someone:
    """A user of a scope."""

    def __init__(self, authenticated: bool) -> None:
        self.pk, self.is_authenticated = 1, authenticated


async def test_a_page_says_that_it_is_looked_at() -> None:
    page = socket(Someone(True))
    await page.receive("here")
    assert presence.is_here(1, 17)
    await page.receive("away")
    assert not presence.is_here(1, 17)


async def test_a_page_that_is_closed_is_not_looked_at() -> None:
    page = socket(Someone(True))
    await page.receive("here")
    await page.disconnect(1000)
    assert not presence.is_here(1, 17)


async def test_a_hidden_tab_that_is_closed_says_nothing_of_the_other_one() -> None:
    page, hidden = socket(Someone(True)), socket(Someone(True))
    await page.receive("here")
    await hidden.disconnect(1000)
    assert presence.is_here(1, 17)


@pytest.mark.parametrize("text", ["", "HERE", "here ", '{"here": 1}', None])
async def test_nothing_else_is_heard(text: str | None) -> None:
    await socket(Someone(True)).receive(text, b"here" if text is None else None)
    assert not presence.is_here(1, 17)


async def test_strangers_and_those_turned_away_are_nowhere() -> None:
    await socket(Someone(False)).receive("here")
    await socket(None).receive("here")
    await socket(Someone(True), joined=False).receive("here")
    assert not presence.is_here(1, 17)


# --- what counts as a look ---


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def page(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def looked(page: Client, game: Game, query: str = "", **headers: str) -> bool:
    """Fetch the table; return whether that counts as a look of Ada's."""
    own = Seat.objects.filter(game=game, user__username="ada") | Seat.objects.filter(
        game=game, invited__username="ada"
    )
    own.update(seen_at=LONG_AGO)
    answer = page.get(f"/tables/{game.pk}/{query}", headers=headers)
    assert answer.status_code in (200, 204)
    return own.get().seen_at != LONG_AGO


def test_a_page_that_is_opened_is_looked_at(page: Client, ada: User) -> None:
    game = running_game(ada, "noisy")
    assert looked(page, game)
    assert Seat.objects.get(game=game, user=ada).seen_seq == game.seq


def test_a_page_that_fetches_itself_says_whether_it_is(page: Client, ada: User) -> None:
    game = running_game(ada, player("bob"), answers=3)
    htmx = {"HX-Request": "true"}
    assert not looked(page, game, "?version=1", **htmx)
    assert looked(page, game, "?version=1&here=1", **htmx)
    now = f"?version={game.version}"
    assert not looked(page, game, now, **htmx)
    assert looked(page, game, now + "&here=1", **htmx), "it may have come while no tab was in front"


def test_a_page_that_is_fetched_ahead_is_not_looked_at(page: Client, ada: User) -> None:
    game = running_game(ada, player("bob"))
    assert not looked(page, game, **{"Sec-Purpose": "prefetch;prerender"})


def test_who_is_invited_looks_too(page: Client, ada: User) -> None:
    game = table(player("bob"), None)
    Seat.objects.filter(game=game, user=None).update(invited=ada)
    assert looked(page, game)
    assert not looked(page, game, "?version=0")


def test_a_spectator_marks_nobody_s_seat(page: Client) -> None:
    game = running_game(player("bob"), player("mia"))
    page.get(f"/tables/{game.pk}/")
    assert not Seat.objects.exclude(seen_at=None).exists()
