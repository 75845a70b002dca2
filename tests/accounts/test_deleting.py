"""An account is deleted while games start and end."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import closing
from accounts.models import User
from accounts.signals import account_closing
from common.announcements import Order
from common.refusals import Refused
from games.lobby.services import seating
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.tables.models import Game, Seat, Status
from games.tables.services import ending
from tests.support.browsing import log_in_freshly
from tests.support.factories import at_once, player, running_game, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def ben() -> User:
    return player("ben")


def meanwhile(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, event: Any) -> None:
    """Let something happen, once, just before a function is called."""
    real, events = getattr(module, name), [event]

    def first_the_event(*args: Any, **kwargs: Any) -> Any:
        if events:
            events.pop()()
        return real(*args, **kwargs)

    monkeypatch.setattr(module, name, first_the_event)


def test_a_game_that_ends_meanwhile_is_no_error(
    ada: User, ben: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = running_game(ada, ben), running_game(ben, ada)
    meanwhile(monkeypatch, ending, "resign", lambda: ending.abort(ben, game.pk))
    log_in_freshly(client, ada)
    assert client.post(reverse("delete_account"), {"name": "ada"}).status_code == 302
    assert not User.objects.filter(username="ada").exists()
    game.refresh_from_db()
    other.refresh_from_db()
    assert (game.status, other.status, other.winner) == (Status.ABORTED, Status.FINISHED, 0)


def test_a_game_that_starts_meanwhile_is_resigned(
    ada: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = create_table(ada, Wish())
    meanwhile(monkeypatch, seating, "leave_table", lambda: join_table(ben, game.pk, None))
    closing.delete_account(ada)
    assert not User.objects.filter(username="ada").exists()
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending) == (Status.FINISHED, 1, "resignation")


def test_an_account_whose_games_start_without_end_stays_whole(
    ada: User, ben: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    receivers = account_closing._receivers

    def start_a_game(_event: Any) -> None:
        running_game(ada, ben)

    more = [*receivers, (Order.NOTIFICATIONS, start_a_game)]
    monkeypatch.setattr(account_closing, "_receivers", more)
    log_in_freshly(client, ada)
    answer = client.post(reverse("delete_account"), {"name": "ada"})
    assert answer.status_code == 409
    assert "is just starting" in answer.content.decode()
    assert User.objects.filter(username="ada").exists()
    monkeypatch.setattr(account_closing, "_receivers", receivers)
    closing.delete_account(ada)
    assert not Game.objects.filter(status=Status.RUNNING).exists()


def test_a_table_that_has_run_out_and_a_second_click_are_no_errors(ada: User, ben: User) -> None:
    old = table(ada, None)
    Game.objects.filter(pk=old.pk).update(expires_at=old.created_at)
    again = User.objects.get(pk=ada.pk)
    closing.delete_account(ada)
    closing.delete_account(again)
    assert Seat.objects.filter(game=old, user=None).count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_round", range(3))
def test_deleting_while_others_sit_down_and_resign(ada: User, ben: User, _round: int) -> None:
    """Whatever comes first: no game runs on without players, and nothing breaks."""
    open_one, running = create_table(ada, Wish()), running_game(ada, ben)
    done = at_once(
        lambda: closing.delete_account(ada),
        lambda: join_table(ben, open_one.pk, None),
        lambda: ending.resign(ben, running.pk),
    )
    assert done[0] is None, done
    assert all(isinstance(one, Game | Refused) for one in done[1:]), done
    assert not User.objects.filter(username="ada").exists()
    assert not Game.objects.filter(status__in=(Status.OPEN, Status.RUNNING)).exists()
