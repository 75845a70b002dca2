"""Teammates who are both asked: what one has drafted or confirmed, the other overtakes."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.notifications.kinds import TableNotification, kind_of
from games.notifications.models import Delivery, Notification
from games.notifications.relevance import relevance_of
from games.tables.models import Game, Seat, Void
from games.tables.selectors import seen
from games.tables.services import drafts, sending
from games.tables.services.play import submit_actions
from games.tables.services.sealing import WAITS
from tests.support.factories import running_game, wakeful
from tests.tables.answering import until_asked

pytestmark = pytest.mark.django_db

NOON = datetime(2031, 3, 5, 12, tzinfo=timezone.get_fixed_timezone(0))
SOON = timedelta(seconds=5)


@pytest.fixture
def team() -> tuple[Game, User, User]:
    """Return a game that asks who of a team plays first, and the two: one can take back turns."""
    people = [wakeful(name, undo_send=True) for name in ("ada", "bob", "cleo", "dan")]
    game = until_asked(running_game(*people, now=NOON), 0, 2)
    Notification.objects.all().delete()
    one, other = (game.seats.select_related("user").get(number=number).user for number in (0, 2))
    assert one is not None
    assert other is not None
    return game, one, other


def draft(game: Game, user: User) -> None:
    """Draft that the user plays first, and the whole turn."""
    seat = Seat.objects.get(game=game, user=user)
    while (decision := drafts.draft_of(game, seat).decision) is not None:
        wanted = (f"first {seat.number}", "lead")
        found = [option for option in decision.options if option.startswith(wanted)]
        drafts.add_to_draft(user, game.pk, (found or decision.options)[0], game.seq)
        seat.refresh_from_db()


def confirm(game: Game, user: User) -> Seat:
    """Draft and confirm a turn that waits."""
    draft(game, user)
    drafts.confirm_draft(user, game.pk, game.seq, now=NOON)
    seat = Seat.objects.get(game=game, user=user)
    assert seat.sends_at == NOON + WAITS
    return seat


def says(notification: Notification) -> str:
    kind = kind_of(notification)
    assert isinstance(kind, TableNotification)
    assert notification.game is not None
    return kind.headline(seen(notification.user, notification.game.pk), notification.at)


def test_a_confirmed_turn_that_is_overtaken_is_asked_anew_and_told(
    team: tuple[Game, User, User], client: Client
) -> None:
    game, one, other = team
    confirm(game, one)
    submit_actions(other, game.pk, ["first 0"], game.seq, now=NOON + SOON)
    seat = Seat.objects.get(game=game, user=one)
    assert (seat.asked, seat.asked_at, seat.sends_at) == (True, NOON + SOON, None)
    assert seat.void == Void.TURN
    [told] = Notification.objects.filter(user=one)
    because = "Your confirmed turn was not played: cleo answered first."
    assert says(told) == f"{because} It is your turn."
    relevance = relevance_of(told)
    assert not relevance.seen
    assert not relevance.stale
    assert Delivery.objects.filter(notification=told, channel="mail", due_at__isnull=False).exists()
    assert not Notification.objects.filter(user=other).exists()

    client.force_login(one)
    page = client.get(game.get_absolute_url()).content.decode()
    assert page.count(because) == 2  # at the question, and for screen readers
    game.refresh_from_db()
    draft(game, one)
    assert because not in client.get(game.get_absolute_url()).content.decode()


def test_a_confirmed_turn_of_a_player_who_now_waits_is_told(team: tuple[Game, User, User]) -> None:
    game, one, other = team
    confirm(game, one)
    submit_actions(other, game.pk, ["first 2"], game.seq, now=NOON + SOON)
    [told] = Notification.objects.filter(user=one)
    assert says(told) == "Your confirmed turn was not played: cleo answered first."
    seat = Seat.objects.get(game=game, user=one)
    assert (seat.asked, seat.void) == (False, Void.TURN)
    sending.send_due(NOON + 2 * WAITS)
    assert game.moves.filter(seat=0, action__startswith="first").count() == 0


def test_a_draft_that_is_overtaken_is_told_where_something_is_asked(
    team: tuple[Game, User, User],
) -> None:
    game, one, other = team
    draft(game, one)
    submit_actions(other, game.pk, ["first 0"], game.seq, now=NOON + SOON)
    [told] = Notification.objects.filter(user=one)
    because = "Your answers were not played: cleo answered first."
    assert says(told) == f"{because} It is your turn."


def test_a_player_whose_teammate_has_chosen_hears_of_the_own_turn(
    team: tuple[Game, User, User],
) -> None:
    """Both were asked who plays first: that notification may have been seen long ago."""
    game, one, other = team
    Seat.objects.filter(game=game, user=one).update(seen_at=NOON, seen_seq=game.seq)
    submit_actions(other, game.pk, ["first 0"], game.seq, now=NOON + SOON)
    [told] = Notification.objects.filter(user=one)
    assert (told.kind, says(told)) == ("turn", "It is your turn.")
    assert not relevance_of(told).seen


def test_one_who_answers_for_both_is_not_told_of_the_next_question(
    team: tuple[Game, User, User],
) -> None:
    game, one, _other = team
    submit_actions(one, game.pk, ["first 0"], game.seq, now=NOON + SOON)
    assert not Notification.objects.filter(user=one).exists()


def test_a_confirmed_turn_that_is_not_legal_any_more_is_told(
    team: tuple[Game, User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, one, _other = team
    confirm(game, one)

    def nothing(*_args: Any) -> list[str]:
        return []

    monkeypatch.setattr(sending, "drafted", nothing)
    sending.send_due(NOON + WAITS)
    [told] = Notification.objects.filter(user=one)
    because = "Your confirmed turn was not played: it was not possible any more."
    assert says(told) == f"{because} It is your turn."
