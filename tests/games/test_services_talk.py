"""The talk at a table and the mails: no more of either than people want."""

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail as mailbox
from django.core.signing import BadSignature
from django.utils import timezone

from accounts.models import User
from games.models import Game, Message, Report, TurnMail
from games.services import mails, talk
from games.services.play import resign
from tests.games.factories import answer, guest, player, refusal, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


# --- talk ---


def test_a_line_is_said_and_raises_the_version(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    assert talk.say(ada, game.pk, "  good \n luck ").text == "good luck"
    assert Game.objects.get(pk=game.pk).version == game.version + 1


@pytest.mark.parametrize("text", ["", " \n ", "x" * 501])
def test_nothing_and_too_much_is_not_said(ada: User, bob: User, text: str) -> None:
    refusal(422, talk.say, ada, running_game(ada, bob).pk, text)


def test_only_who_plays_talks(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    refusal(403, talk.say, player("eve"), game.pk, "hello")
    visitor = guest()
    refusal(403, talk.say, visitor, running_game(visitor, "noisy").pk, "hello")


def test_six_lines_a_minute_are_enough(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    for _line in range(6):
        talk.say(ada, game.pk, "hello")
    refusal(429, talk.say, ada, game.pk, "hello")
    refusal(429, talk.say, ada, running_game(ada, "noisy").pk, "hello")
    talk.say(bob, game.pk, "hello")
    Message.objects.update(at=timezone.now() - timedelta(seconds=61))
    talk.say(ada, game.pk, "hello")


def test_a_line_is_reported_once_and_not_by_its_author(ada: User, bob: User) -> None:
    line = talk.say(ada, running_game(ada, bob).pk, "hello")
    talk.report(bob, line.pk)
    talk.report(bob, line.pk)
    assert Report.objects.count() == 1
    refusal(422, talk.report, ada, line.pk)
    refusal(403, talk.report, guest(), line.pk)


def test_notes_have_an_end(ada: User, bob: User) -> None:
    seat = running_game(ada, bob).seats.get(user=ada)
    talk.keep_notes(seat, "x" * 4000)
    refusal(422, talk.keep_notes, seat, "x" * 4001)


# --- mails ---


def send_all() -> int:
    """Let everything be due, and send."""
    TurnMail.objects.filter(settled_at=None).update(due_at=timezone.now() - timedelta(seconds=1))
    return mails.send_due_mails()


def waiting_game(ada: User, bob: User) -> Game:
    """Return a game whose word has just gone to one of the two, with no mails of before."""
    game = running_game(ada, bob, answers=3)
    while not TurnMail.objects.filter(seq=game.seq).exists():
        game = answer(game)
    TurnMail.objects.exclude(seq=game.seq).delete()
    return game


def test_a_turn_has_one_mail(ada: User, bob: User) -> None:
    game = waiting_game(ada, bob)
    assert mails.send_due_mails() == 0, "it is not due yet"
    assert send_all() == 1
    assert send_all() == 0
    [sent] = mailbox.outbox
    asked = game.seats.get(asked=True).user
    assert asked is not None
    assert sent.to == [asked.email]
    assert str(game.pk) in sent.subject
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_who_has_looked_gets_no_mail(ada: User, bob: User) -> None:
    game = waiting_game(ada, bob)
    game.seats.update(seen_at=timezone.now())
    assert send_all() == 0
    assert TurnMail.objects.filter(settled_at=None).count() == 0


def test_who_looked_before_the_turn_gets_a_mail(ada: User, bob: User) -> None:
    game = waiting_game(ada, bob)
    game.seats.update(seen_at=timezone.now() - timedelta(hours=1))
    assert send_all() == 1


@pytest.mark.parametrize("fields", [{"turn_mails": False}, {"is_active": False}, {"email": ""}])
def test_who_wants_no_mail_gets_none(ada: User, bob: User, fields: dict[str, Any]) -> None:
    waiting_game(ada, bob)
    User.objects.update(**fields)
    assert send_all() == 0


def test_a_turn_that_is_over_has_no_mail(ada: User, bob: User) -> None:
    game = waiting_game(ada, bob)
    planned = TurnMail.objects.get()
    while planned.seat in game.seats.filter(asked=True):
        game = answer(game)
    TurnMail.objects.exclude(pk=planned.pk).delete()
    assert send_all() == 0


def test_a_finished_game_and_a_live_one_send_no_mails(ada: User, bob: User) -> None:
    resign(ada, waiting_game(ada, bob).pk)
    running_game(ada, bob, turn_seconds=300)
    assert send_all() == 0


def test_a_mail_that_the_server_refuses_comes_later(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting_game(ada, bob)

    def refuse(_mail: TurnMail) -> None:
        raise SMTPException("not now")

    with monkeypatch.context() as patched:
        patched.setattr(mails, "send", refuse)
        assert send_all() == 0
    again = TurnMail.objects.get()
    assert again.settled_at is None
    assert again.due_at > timezone.now() + timedelta(minutes=9)
    assert send_all() == 1


def test_the_link_in_a_mail_stops_the_mails(ada: User, bob: User) -> None:
    waiting_game(ada, bob)
    for user in (ada, bob):
        mails.unsubscribe(mails.unsubscribe_token(user))
        mails.unsubscribe(mails.unsubscribe_token(user))
        user.refresh_from_db()
        assert not user.turn_mails
    assert send_all() == 0


def test_a_forged_link_stops_nothing(ada: User) -> None:
    with pytest.raises(BadSignature):
        mails.unsubscribe(mails.unsubscribe_token(ada) + "x")
