"""Moving from a mail: the link does what it is for, and nothing else."""

from datetime import datetime, timedelta
from random import Random
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.core.signing import Signer
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.notifications import links
from games.notifications.links import Dead, to_move, turn_of
from games.notifications.models import Notification
from games.tables.models import Game, Seat
from games.tables.services import ending, play
from games.tables.services.drafts import add_to_draft
from tests.notifications.mailing import game_of, seat_of
from tests.support import browsing
from tests.support.factories import (
    PASSWORD,
    answer,
    everything,
    guest,
    legal_answer,
    player,
    running_game,
)
from tests.support.leaking import check, secrets_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


@pytest.fixture
def game(ada: User) -> Game:
    """Return a game in which it is Ada's turn, and that no other user may see."""
    return game_of(ada, player("bob"), public=False)


@pytest.fixture
def path(ada: User, game: Game) -> str:
    """Return the address that a mail of this moment holds."""
    return path_of(ada, game)


def path_of(user: User, game: Game, at: datetime | None = None) -> str:
    return urlsplit(to_move(user, seat_of(game, user), at or timezone.now())).path


def token_of(path: str) -> str:
    return path.split("/")[2]


def play_the_turn(client: Client, path: str) -> Any:
    """Answer by the link until it is dead; return the last answer of the site."""
    random = Random(1)
    for _step in range(40):
        done = browsing.answer(client, path, random)
        if client.get(path).status_code != 200:
            return done
    raise AssertionError("the turn has no end")


# --- what it is for ---


def test_it_shows_the_table_to_somebody_who_is_not_signed_in(
    client: Client, ada: User, game: Game, path: str
) -> None:
    page = client.get(path)
    assert page.status_code == 200
    text = page.content.decode()
    assert 'id="hand"' in text
    assert f'action="{path}draft/"' in text or f"{path}?since=" in text
    check("the page", text, secrets_of(game, seat_of(game, ada).number, True))
    assert "_auth_user_id" not in client.session


def test_a_whole_turn(client: Client, ada: User, game: Game, path: str) -> None:
    done = play_the_turn(client, path)
    assert b"Your move has been played." in done.content
    assert done.status_code == 200
    before = game.seq
    game.refresh_from_db()
    assert game.seq > before
    assert not seat_of(game, ada).asked
    assert "_auth_user_id" not in client.session
    again = client.get(path)
    assert again.status_code == 410
    assert b"This turn is over." in again.content


def test_it_lasts_for_the_turn_of_a_player_who_came_back(ada: User) -> None:
    """Who let their time pass may answer in several steps too."""
    game = running_game(ada, player("bob"), player("cleo"), player("dan"))
    goes_on = False
    while not goes_on:
        seat, _action = legal_answer(game)
        seat.abandoned_at = timezone.now()
        seat.save()
        assert seat.user is not None
        token = token_of(path_of(seat.user, game))
        turns = list(game.seats.values_list("turns", flat=True))
        game = answer(game)
        now_asked = game.seats.get(number=seat.number).asked
        goes_on = now_asked and list(game.seats.values_list("turns", flat=True)) == turns
    assert turn_of(token, timezone.now()).seat == seat


def test_it_goes_on_with_the_draft_of_the_table_and_takes_it_back(
    client: Client, ada: User, game: Game, path: str
) -> None:
    _seat, action = legal_answer(game)
    add_to_draft(ada, game.pk, action, game.seq)
    [undo] = browsing.forms_to(client.get(path), "/undo/")
    assert undo.action == f"{path}undo/"
    done = client.post(undo.action, undo.data())
    assert (done.status_code, done["Location"]) == (302, path)
    assert seat_of(game, ada).draft == []


def test_a_fragment_for_htmx(client: Client, path: str) -> None:
    page = client.get(path, headers={"HX-Request": "true"})
    assert b"<html" not in page.content
    assert b'id="table"' in page.content
    dead = client.get("/m/nonsense/", headers={"HX-Request": "true"})
    assert b"<html" not in dead.content
    assert b'id="table"' in dead.content


def test_in_the_language_and_the_zone_of_its_user(client: Client, ada: User, game: Game) -> None:
    User.objects.filter(pk=ada.pk).update(language="de", time_zone="Pacific/Kiritimati")
    page = client.get(path_of(ada, game), headers={"Accept-Language": "fr"})
    assert b'lang="de"' in page.content
    assert page["Content-Language"] == "de"
    deadline = Game.objects.get(pk=game.pk).deadline
    assert deadline is not None
    there = timezone.localtime(deadline, ZoneInfo("Pacific/Kiritimati"))
    assert there.strftime("%H:%M") in page.content.decode()


# --- opening it changes nothing ---


@pytest.mark.parametrize("purpose", ["", "prefetch"])
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_scanner_that_opens_links_changes_nothing(
    client: Client, game: Game, path: str, method: str, purpose: str
) -> None:
    before = everything(), list(Notification.objects.values()), list(User.objects.values())
    headers = {"Sec-Purpose": purpose, "User-Agent": "Scanner"}
    hand = browsing.own_links(client.get(path), path)
    for address in [path, f"{path}?card=zara", *(link for link in hand if link.startswith(path))]:
        assert getattr(client, method)(address, headers=headers).status_code == 200
    for verb in ("draft", "undo", "confirm"):
        assert getattr(client, method)(f"{path}{verb}/", headers=headers).status_code == 405
    assert (
        everything(),
        list(Notification.objects.values()),
        list(User.objects.values()),
    ) == before


def test_it_stays_between_its_reader_and_the_site(client: Client, path: str) -> None:
    page = client.get(path)
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"
    assert page["X-Robots-Tag"] == "noindex"
    assert "data-live" not in page.content.decode()


# --- it can do nothing else ---


def test_there_is_nothing_else_on_the_page(client: Client, game: Game, path: str) -> None:
    Seat.objects.filter(game=game).update(notes="my dark plan")
    page = client.get(path)
    assert b"my dark plan" not in page.content
    for form in browsing.read(page).forms:
        if "/tables/" in form.action or "/messages/" in form.action:
            raise AssertionError(form.action)


def test_it_opens_no_other_page(client: Client, game: Game, path: str) -> None:
    client.get(path)
    assert client.get(game.get_absolute_url()).status_code == 404
    for verb in ("draft", "confirm", "resign", "talk", "notes", "abort"):
        answered = client.post(f"/tables/{game.pk}/{verb}/", {"seq": game.seq, "text": "hello"})
        assert answered.status_code == 302
        assert "login" in answered["Location"]
        assert client.post(f"{path}{verb}x/").status_code == 404
    for page in ("/account/export/", "/account/delete/"):
        assert "login" in client.get(page)["Location"]
    first = game.seats.first()
    assert first is not None
    assert first.user is not None
    assert seat_of(game, first.user).asked


# --- it is for one user ---


def test_somebody_else_who_is_signed_in_cannot_use_it(game: Game, path: str) -> None:
    for other in (User.objects.get(username="bob"), guest()):
        client = Client()
        client.force_login(other)
        before = everything()
        assert client.get(path).status_code == 403
        for verb in ("draft", "undo", "confirm"):
            assert client.post(f"{path}{verb}/", {"seq": game.seq}).status_code == 403
        assert everything() == before


def test_its_user_may_be_signed_in(ada: User, path: str) -> None:
    client = Client()
    client.force_login(ada)
    assert client.get(path).status_code == 200


def test_a_forged_link(client: Client, ada: User, game: Game, path: str) -> None:
    token = token_of(path)
    seat = seat_of(game, ada)
    forged = Signer(key="a key of my own", salt=links.MOVE)
    for wrong in (
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token[1:],
        token.partition(":")[0],
        "nonsense",
        forged.sign_object([ada.pk, game.pk, seat.number, 0, 0, ""]),
        urlsplit(links.to_stop(ada, ["turn"])).path.split("/")[3],
    ):
        assert client.get(f"/m/{wrong}/").status_code == 404
        assert client.post(f"/m/{wrong}/confirm/", {"seq": game.seq}).status_code == 404


def test_it_does_not_open_the_other_seat_or_another_game(ada: User, game: Game, path: str) -> None:
    turn = turn_of(token_of(path), timezone.now())
    assert (turn.user, turn.game, turn.seat.user) == (ada, game, ada)
    game.seats.filter(user=ada).update(user=None)  # she has gone
    with pytest.raises(Dead):
        turn_of(token_of(path), timezone.now())


# --- when it is dead ---


def test_after_a_move_at_the_table(client: Client, ada: User, game: Game, path: str) -> None:
    while seat_of(game, ada).asked:
        game = answer(game)
    assert client.get(path).status_code == 410
    before = everything()
    assert client.post(f"{path}confirm/", {"seq": game.seq}).status_code == 410
    assert everything() == before


def test_it_is_not_for_the_next_turn(client: Client, ada: User, game: Game, path: str) -> None:
    while seat_of(game, ada).asked:
        game = answer(game)
    while not seat_of(game, ada).asked:
        game = answer(game)
    assert client.get(path).status_code == 410
    assert client.get(path_of(ada, game)).status_code == 200


def test_it_does_not_outlive_the_mulligan(client: Client, ada: User) -> None:
    """Who answers last and begins is asked all the time, and yet it is another turn."""
    game = running_game(ada, player("bob"), beginner=False)
    first = 1 - game.second_side
    waiting = game.seats.get(number=first)
    other = game.seats.get(number=1 - first)
    assert waiting.user is not None
    assert other.user is not None
    path = path_of(waiting.user, game)
    play.submit_actions(other.user, game.pk, ["redraw"], 0)
    assert client.get(path).status_code == 200
    play.submit_actions(waiting.user, game.pk, ["redraw"], 1)
    assert seat_of(game, waiting.user).asked
    assert client.get(path).status_code == 410


def test_used_twice(client: Client, ada: User, game: Game, path: str) -> None:
    """Two windows with the same link: the second one changes nothing."""
    second = client.get(path)
    play_the_turn(client, path)
    before = everything()
    for form in browsing.forms_to(second, "/draft/"):
        for button in form.buttons:
            assert client.post(form.action, form.data(button)).status_code == 410
    assert client.post(f"{path}confirm/", {"seq": game.seq}).status_code == 410
    assert everything() == before


def test_an_old_page_is_refused_while_the_turn_goes_on(
    client: Client, game: Game, path: str
) -> None:
    before = everything()
    stale = client.post(f"{path}confirm/", {"seq": game.seq + 1})
    assert stale.status_code == 409
    assert client.post(f"{path}confirm/", {"seq": "x"}).status_code == 422
    assert everything() == before


def test_after_two_weeks(ada: User, game: Game) -> None:
    at = timezone.now()
    token = token_of(path_of(ada, game, at))
    assert turn_of(token, at + timedelta(days=14) - timedelta(seconds=2)).game == game
    with pytest.raises(Dead) as dead:
        turn_of(token, at + timedelta(days=14, seconds=2))
    assert dead.value.status == 410


def test_two_weeks_are_counted_by_the_page_too(client: Client, ada: User, game: Game) -> None:
    old = path_of(ada, game, timezone.now() - timedelta(days=15))
    assert client.get(old).status_code == 410


def test_when_the_game_is_over(client: Client, ada: User, game: Game, path: str) -> None:
    ending.resign(User.objects.get(username="bob"), game.pk)
    assert client.get(path).status_code == 410


def test_when_the_account_is_closed(client: Client, ada: User, path: str) -> None:
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert client.get(path).status_code == 410


def test_when_the_password_or_the_address_has_changed(
    client: Client, ada: User, game: Game, path: str
) -> None:
    assert ada.check_password(PASSWORD)
    ada.set_password("another horse")
    ada.save()
    assert client.get(path).status_code == 410
    path = path_of(ada, game)
    assert client.get(path).status_code == 200
    User.objects.filter(pk=ada.pk).update(email="new@example.org")
    assert client.get(path).status_code == 410


def test_no_scripts_without_the_token_of_the_form(ada: User, game: Game, path: str) -> None:
    """What is posted needs the page: a foreign site can't send it."""
    client = Client(enforce_csrf_checks=True)
    assert client.post(f"{path}confirm/", {"seq": game.seq}).status_code == 403
