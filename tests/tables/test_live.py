"""The socket of a page: games that wait, games that start, lists; and what an idle one costs."""

import asyncio
from typing import Any

import pytest
from django.contrib.auth import HASH_SESSION_KEY
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.tables import publishing, watch
from games.tables.consumers import PageSocket
from games.tables.models import Access, Game, Seat
from games.tables.selectors import next_game, waiting_games
from games.tables.services import ending
from games.tables.watch import Login, Watch
from tests.support.factories import answer, player, running_game
from tests.tables.time_pages.pages import draft_to_the_end

pytestmark = pytest.mark.django_db

Sent = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Collect what is published after commits."""
    sent: Sent = []

    class Layer:
        async def group_send(self, group: str, hint: dict[str, Any]) -> None:
            sent.append((group, hint))

    monkeypatch.setattr(publishing, "get_channel_layer", Layer)
    return sent


def told(hints: Sent, kind: str) -> set[str]:
    """Return the groups that have heard a kind of hint."""
    publishing.flush()
    return {group for group, hint in hints if hint["type"] == kind}


def named(hints: Sent, kind: str) -> set[str]:
    """Return the groups that have heard a kind of hint, and forget all."""
    groups = told(hints, kind)
    hints.clear()
    return groups


def pages(*users: User) -> set[str]:
    return {f"user.{user.pk}" for user in users}


# --- who is told ---


def test_the_players_hear_whenever_other_seats_are_asked(
    ada: User, bob: User, hints: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = running_game(ada, bob)
    assert pages(ada, bob) <= told(hints, "game.started")
    assert named(hints, "games.changed") == pages(ada, bob)
    with django_capture_on_commit_callbacks(execute=True):
        answer(game)  # in the mulligan: no other seat is asked, but this one has answered
    assert named(hints, "games.changed") == pages(ada, bob)
    with django_capture_on_commit_callbacks(execute=True):
        ending.resign(ada, game.pk)
    assert named(hints, "games.changed") == pages(ada, bob)


def test_the_lobby_hears_of_its_tables_alone(
    ada: User, bob: User, hints: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        create_table(ada, Wish(access=Access.INVITED, others=(bob,)))
    assert "list.lobby" not in told(hints, "list.changed")
    assert named(hints, "games.changed") == pages(ada, bob), "the invitation is on the home page"
    with django_capture_on_commit_callbacks(execute=True):
        game = create_table(ada, Wish())
    assert named(hints, "list.changed") == {"list.lobby"}
    with django_capture_on_commit_callbacks(execute=True):
        join_table(bob, game.pk, None)
    assert named(hints, "list.changed") == {"list.lobby"}


# --- what waits ---


def test_the_games_that_wait_begin_with_the_least_time_left(ada: User, bob: User) -> None:
    games = [running_game(ada, bob, answers=0) for _ in range(3)]
    for hours, game in zip((5, 1, 3), games, strict=True):
        row = Game.objects.get(pk=game.pk)
        assert row.deadline is not None
        Game.objects.filter(pk=game.pk).update(deadline=row.deadline.replace(year=2040, hour=hours))
    first, second, third = games[1].pk, games[2].pk, games[0].pk
    assert waiting_games([ada.pk])[ada.pk] == [first, second, third]
    assert next_game(ada) == first
    assert next_game(ada, after=first) == second
    Seat.objects.filter(user=ada).update(asked=False)
    assert waiting_games([ada.pk, bob.pk]).keys() == {bob.pk}
    assert next_game(ada) is None


def test_the_games_of_many_users_are_looked_up_as_those_of_few(ada: User, bob: User) -> None:
    """Up to four users by a prepared query, more by a plain one."""
    games = [running_game(ada, bob, answers=0) for _ in range(2)]
    others = [ada.pk + bob.pk + number for number in range(1, 6)]
    few, many = waiting_games([ada.pk, bob.pk]), waiting_games([ada.pk, bob.pk, *others])
    assert few == many
    assert {game for waiting in few.values() for game in waiting} == {game.pk for game in games}


def test_next_leads_to_the_next_game_or_home(ada: User, bob: User) -> None:
    client = Client()
    client.force_login(ada)
    assert client.get("/next/").headers["Location"] == "/"
    game, other = running_game(ada, bob), running_game(ada, bob)
    assert client.get("/next/").headers["Location"] == f"/tables/{game.pk}/"
    assert client.get(f"/next/?after={game.pk}").headers["Location"] == f"/tables/{other.pk}/"
    assert Client().get("/next/").headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("goes_on", [True, False])
@pytest.mark.parametrize("htmx", [True, False])
def test_after_a_move_the_next_game_comes_if_the_player_wants_that(
    ada: User, bob: User, goes_on: bool, htmx: bool
) -> None:
    User.objects.filter(pk=ada.pk).update(goes_on=goes_on)
    game, other = running_game(ada, bob, answers=0), running_game(ada, bob)
    Seat.objects.filter(game=game, user=ada).update(draft=["redraw"], draft_seq=game.seq)
    client = Client(headers={"HX-Request": "true"} if htmx else {})
    client.force_login(ada)
    response = client.post(reverse("confirm", args=[game.pk]), {"seq": str(game.seq)})
    to = response.headers.get("HX-Redirect" if htmx else "Location")
    stays = None if htmx else f"/tables/{game.pk}/"
    assert to == (f"/tables/{other.pk}/" if goes_on else stays)


def test_the_next_game_says_that_a_sent_turn_can_be_taken_back(ada: User, bob: User) -> None:
    User.objects.filter(pk=ada.pk).update(goes_on=True, undo_send=True)
    game, other = running_game(ada, bob, answers=2), running_game(ada, bob)
    while not Seat.objects.get(game=game, user=ada).asked:
        answer(game)
    ada.refresh_from_db()
    draft_to_the_end(ada, game)
    game.refresh_from_db()
    client = Client()
    client.force_login(ada)
    page = client.post(
        reverse("confirm", args=[game.pk]), {"seq": str(game.seq)}, follow=True
    ).content.decode()
    assert Seat.objects.get(game=game, user=ada).sends_at is not None
    assert f"Your turn in game {game.pk} is sent in 30 seconds." in page
    assert f'<a href="/tables/{game.pk}/">Take it back</a>' in page
    assert f'data-game="{other.pk}"' in page


# --- the banner ---


def test_the_banner_says_what_is_true(ada: User, bob: User) -> None:
    client = Client()
    client.force_login(ada)
    game, other = running_game(ada, bob), running_game(ada, bob)
    foreign = running_game(bob, player("eve"))

    def lines(query: str) -> str:
        return " ".join(client.get(f"/news/?{query}").content.decode().split())

    assert "Your turn against bob." in lines(f"turn={game.pk}")
    assert f'href="/tables/{game.pk}/"' in lines(f"turn={game.pk}&turn={foreign.pk}")
    assert "Your turn in 2 games." in lines(f"turn={game.pk}&turn={other.pk}")
    both = lines(f"started={game.pk}&turn={game.pk}")
    assert "Your game against bob has started." in both
    assert "Your turn" not in both
    odd = ("turn=x", "turn=" + "9" * 30)
    for nothing in ("", f"turn={foreign.pk}", f"started={foreign.pk}", *odd):
        assert "<li>" not in lines(nothing)


# --- the watch ---


class Socket:
    """A socket that keeps what it is told."""

    def __init__(self, login: Login | None = None, table: int | None = None, *lists: str) -> None:
        self.login, self.table = login, table
        self.lists = {name: f"list.{name}" for name in lists}
        self.looks: list[watch.Facts] = []
        self.waiting: list[list[int]] = []

    async def look(self, facts: watch.Facts) -> None:
        self.looks.append(facts)

    async def tell_waiting(self, games: list[int]) -> None:
        self.waiting.append(games)


def login_of(user: User) -> Login:
    client = Client()
    client.force_login(user)
    session = client.session
    return Login(user.pk, str(session.session_key), session[HASH_SESSION_KEY])


def test_a_look_for_a_thousand_sockets_takes_four_statements(ada: User, bob: User) -> None:
    games = [running_game(ada, bob) for _ in range(3)]
    logins = [login_of(user) for user in (ada, bob) for _browser in range(5)]
    with CaptureQueriesContext(connection) as statements:
        facts = watch._look(logins * 100, [game.pk for game in games] * 300)
    assert len(statements) == 4
    assert facts.valid == set(logins)
    assert facts.versions == {game.pk: game.version for game in games}
    assert set(facts.waiting[ada.pk]) == {game.pk for game in games}


def test_a_login_ends_with_its_session_its_password_and_its_account(ada: User, bob: User) -> None:
    ended, changed, closed, fine = (
        *(login_of(ada), login_of(bob)),
        *(login_of(player("eve")), login_of(player("mia"))),
    )
    Client(headers={"Cookie": f"sessionid={ended.session}"}).post("/accounts/logout/")
    bob.set_password("correct horse battery")
    bob.save()
    User.objects.filter(username="eve").update(is_active=False)
    assert watch._valid([ended, changed, closed, fine]) == {fine}


async def test_changes_of_one_moment_are_looked_up_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[set[int]] = []

    async def waiting(users: set[int]) -> dict[int, list[int]]:
        asked.append(users)
        return {1: [17]}

    monkeypatch.setattr(watch, "_waiting", waiting)
    monkeypatch.setattr(watch, "SOON", 0)
    crowd = Watch()
    sockets = [Socket(Login(user, str(user), "")) for user in (1, 1, 2)] + [Socket()]
    for socket in sockets:
        crowd.enter(socket)
    while not sockets[2].waiting:
        await asyncio.sleep(0)
    assert asked == [{1, 2}]
    assert [socket.waiting for socket in sockets] == [[[17]], [[17]], [[]], []]
    for socket in sockets:
        crowd.leave(socket)


async def test_a_socket_that_can_not_be_told_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def waiting(_users: set[int]) -> dict[int, list[int]]:
        return {}

    class Broken(Socket):
        async def tell_waiting(self, games: list[int]) -> None:
            raise RuntimeError("no luck")

    monkeypatch.setattr(watch, "_waiting", waiting)
    monkeypatch.setattr(watch, "SOON", 0)
    crowd, whole = Watch(), Socket(Login(2, "2", ""))
    sockets = [Broken(Login(1, "1", "")), whole]
    for socket in sockets:
        crowd.enter(socket)
    while not whole.waiting:
        await asyncio.sleep(0)
    assert "a socket could not be told" in caplog.text
    for socket in sockets:
        crowd.leave(socket)


async def test_a_socket_that_opens_during_a_look_is_left_to_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That look has not asked for its session and its table: it would take both for gone."""
    crowd, late = Watch(), Socket(Login(2, "late", ""))
    asked: list[set[Login]] = []

    async def facts(logins: set[Login], *_others: object) -> watch.Facts:
        asked.append(logins)
        crowd.enter(late)
        return watch.Facts(valid=logins)

    monkeypatch.setattr(watch, "_facts", facts)
    monkeypatch.setattr(watch, "LOOK_EVERY", 0)
    early = Socket(Login(1, "early", ""))
    crowd.enter(early)
    while not late.looks:
        await asyncio.sleep(0)
    assert [len(logins) for logins in asked[:2]] == [1, 2]
    assert late.login in late.looks[0].valid
    for socket in (early, late):
        crowd.leave(socket)


async def test_pages_of_a_list_spread_their_fetches_by_their_number() -> None:
    crowd = Watch()
    sockets = [Socket(None, None, "lobby") for _ in range(500)] + [Socket()]
    for socket in sockets:
        crowd.enter(socket)
    assert crowd.spread("lobby") == pytest.approx(10)
    assert crowd.spread("mine") == 0
    for socket in sockets:
        crowd.leave(socket)


async def test_spectators_spread_their_fetches_by_their_number_up_to_two_seconds() -> None:
    crowd = Watch()
    sockets = [Socket(None, 7) for _ in range(500)]
    for socket in sockets:
        crowd.enter(socket)
    assert crowd.spread_of_table(7) == pytest.approx(1)
    assert crowd.spread_of_table(8) == 0
    more = [Socket(None, 7) for _ in range(1000)]
    for socket in more:
        crowd.enter(socket)
    assert crowd.spread_of_table(7) == 2
    for socket in sockets + more + more:  # a second time changes nothing
        crowd.leave(socket)
    assert crowd.spread_of_table(7) == 0


def test_a_page_made_for_another_user_hears_of_no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = PageSocket()
    socket.login = Login(1, "key", "")
    sent: list[Any] = []

    async def tell(**facts: Any) -> None:
        sent.append(facts)

    monkeypatch.setattr(socket, "_tell", tell)
    asyncio.run(socket.tell_waiting([17]))
    assert sent == []
    socket.is_own = True
    asyncio.run(socket.tell_waiting([17]))
    asyncio.run(socket.tell_waiting([17]))
    assert sent == [{"waiting": [17]}]
