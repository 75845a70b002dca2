"""Mails and the mail server: what its answers mean, and what an address does."""

import socket
import threading
from typing import Any

import pytest

from accounts.models import User
from common import mailers
from common.mailers import Unsure
from games.notifications import reasons
from games.notifications.channels import MAIL
from games.notifications.delivery_errors import Down, GiveUp, TryLater
from games.notifications.mail import send
from games.notifications.models import BadAddress
from games.notifications.notifications import GameIsOver, TimeRunsShort
from games.notifications.outbox import send_due
from games.tables.models import Game
from tests.notifications.mail_parts import part, pictures
from tests.notifications.mailing import NOON, delivery_of, game_of, notification_of
from tests.notifications.smtp import HANG_UP, MailServer
from tests.support.factories import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> User:
    return player("bob", language="fr")


def sent_through(server: MailServer, settings: Any, ada: User, bob: User) -> None:
    settings.MAILERS = server.mailers
    send(delivery_of(notification_of(ada, game_of(ada, bob))))


def test_a_server_takes_it(settings: Any, ada: User, bob: User) -> None:
    with MailServer() as server:
        sent_through(server, settings, ada, bob)
    [sent] = server.mails
    assert server.recipients == ["ada@example.org"]
    assert len(pictures(sent)) == 2
    assert "It is your turn." in part(sent, "plain")
    assert not BadAddress.objects.exists()


@pytest.mark.parametrize("answer", ["550 5.1.1 no such user", "553 never heard of them"])
def test_an_address_that_does_not_exist(settings: Any, ada: User, bob: User, answer: str) -> None:
    User.objects.filter(pk=ada.pk).update(email="Ada@Example.org")
    ada.refresh_from_db()
    with MailServer(rcpt=answer) as server:
        with pytest.raises(GiveUp) as end:
            sent_through(server, settings, ada, bob)
        assert (end.value.reason, end.value.answer) == (reasons.BAD_ADDRESS, answer)
        bad = BadAddress.objects.get()
        assert (bad.address, bad.why, bad.said) == ("ada@example.org", "bounce", answer)
    with MailServer() as server:  # nothing goes there any more
        settings.MAILERS = server.mailers
        with pytest.raises(GiveUp):
            send(delivery_of(notification_of(ada, Game.objects.get(), TimeRunsShort, share=5)))
    assert server.mails == []


@pytest.mark.parametrize(
    "answer", ["450 4.2.0 not now", "550 5.7.1 we do not like you", "552 5.2.2 the mailbox is full"]
)
def test_an_address_is_not_blamed_for_what_is_not_its_fault(
    settings: Any, ada: User, bob: User, answer: str
) -> None:
    with MailServer(rcpt=answer) as server, pytest.raises(TryLater) as later:
        sent_through(server, settings, ada, bob)
    assert later.value.answer == answer
    assert not BadAddress.objects.exists()


def test_a_server_that_is_busy(settings: Any, ada: User, bob: User) -> None:
    with MailServer(data="451 4.3.0 busy") as server, pytest.raises(TryLater) as later:
        sent_through(server, settings, ada, bob)
    assert later.value.answer == "451 4.3.0 busy"


def test_a_server_that_does_not_like_the_mail(settings: Any, ada: User, bob: User) -> None:
    with MailServer(data="554 5.7.1 spam") as server, pytest.raises(GiveUp) as end:
        sent_through(server, settings, ada, bob)
    assert (end.value.reason, end.value.answer) == (reasons.REFUSED, "554 5.7.1 spam")
    assert not BadAddress.objects.exists()


def test_a_server_that_hangs_up_before_the_mail(settings: Any, ada: User, bob: User) -> None:
    with MailServer(rcpt=HANG_UP) as server, pytest.raises(TryLater):
        sent_through(server, settings, ada, bob)
    assert server.mails == []


def test_a_server_that_hangs_up_after_the_mail_may_have_taken_it(
    settings: Any, ada: User, bob: User
) -> None:
    with MailServer(data=HANG_UP) as server, pytest.raises(Unsure):
        sent_through(server, settings, ada, bob)
    assert len(server.mails) == 1


@pytest.mark.parametrize(
    "answers",
    [{"rcpt": "421 4.3.2 shutting down"}, {"rcpt": HANG_UP}, {"data": "421 4.3.2 shutting down"}],
    ids=str,
)
def test_a_server_that_is_down_and_not_the_mailbox(
    settings: Any, ada: User, bob: User, answers: dict[str, Any]
) -> None:
    with MailServer(**answers) as server, pytest.raises(Down):
        sent_through(server, settings, ada, bob)


@pytest.mark.parametrize(
    "answers",
    [{"rcpt": "452 4.2.2 mailbox full"}, {"rcpt": "552 5.2.2 full"}, {"data": "451 4.7.1 grey"}],
    ids=str,
)
def test_a_refused_recipient_is_no_dead_server(
    settings: Any, ada: User, bob: User, answers: dict[str, Any]
) -> None:
    with MailServer(**answers) as server, pytest.raises(TryLater) as later:
        sent_through(server, settings, ada, bob)
    assert not isinstance(later.value, Down)


def test_an_accepted_mail_is_noted_before_the_server_answers_to_quit(
    settings: Any, ada: User, bob: User
) -> None:
    delivery = delivery_of(notification_of(ada, game_of(ada, bob), GameIsOver))
    with MailServer(quit_waits=10) as server:
        settings.MAILERS = server.mailers
        assert send_due(NOON, [MAIL]) == 1
        delivery.refresh_from_db()
        assert delivery.state == delivery.State.SENT
        server.may_quit.set()
    assert server.quit_in_time, "the answer to QUIT was waited for"


def test_a_server_that_answers_one_letter_at_a_time_is_cut_off(
    settings: Any, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each letter comes in time; the greeting never would."""
    monkeypatch.setattr(mailers, "SECONDS", 0.3)
    cut = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _address = server.accept()
            with connection:
                try:
                    while not cut.wait(0.02):
                        connection.sendall(b"2")
                except OSError:
                    cut.set()

        thread = threading.Thread(target=drip)
        thread.start()
        options = {"host": "127.0.0.1", "port": server.getsockname()[1], "timeout": 10}
        backend = "common.mailers.Smtp"
        settings.MAILERS = {"default": {"BACKEND": backend, "OPTIONS": options}}
        try:
            with pytest.raises(Down):
                send(delivery_of(notification_of(ada, game_of(ada, bob))))
        finally:
            cut.set()
            thread.join()


def test_no_server(settings: Any, ada: User, bob: User) -> None:
    with MailServer() as server:
        pass
    with pytest.raises(TryLater):
        sent_through(server, settings, ada, bob)


def test_no_address(ada: User, bob: User) -> None:
    game = game_of(ada, bob)
    ada.email = ""
    with pytest.raises(GiveUp) as end:
        send(delivery_of(notification_of(ada, game)))
    assert end.value.reason == reasons.NO_ADDRESS


def test_an_address_that_cannot_be_written_in_a_mail(settings: Any, ada: User, bob: User) -> None:
    ada.email = "a b@example.org"
    with MailServer() as server, pytest.raises(GiveUp) as end:
        sent_through(server, settings, ada, bob)
    assert end.value.reason == reasons.BAD_ADDRESS
    assert server.mails == []
