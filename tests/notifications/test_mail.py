"""Mails: what they say, how they thread, and the digest."""

import re
from datetime import UTC, datetime, time, timedelta
from email.message import EmailMessage
from email.policy import default
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.template.defaultfilters import striptags
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from games import clock as arithmetic
from games.clock import a_turn_in
from games.notifications import links, reasons
from games.notifications.board_image import Picture, picture
from games.notifications.delivery_errors import GiveUp
from games.notifications.kinds import NotificationKind
from games.notifications.mail import send, send_digest, send_summary
from games.notifications.models import Digest, NotificationSettings
from games.notifications.notifications import (
    GameIsOver,
    Invitation,
    ProposalMade,
    QuestionInTurn,
    SeatAbandoned,
    TableFilled,
    TalkMessage,
    TimeRunsShort,
    YourTurn,
)
from games.tables.models import Game, Message, Proposal, ProposalKind
from games.tables.services.ending import resign
from games.tables.services.play import engine_game, replayed
from games.tables.timekeeping.clocks import deadline_of, keep, week_of
from games.tables.timekeeping.display import time_left
from tests.notifications.mail_parts import part, pictures
from tests.notifications.mailing import NOON, delivery_of, game_of, notification_of, seat_of
from tests.support.factories import answer, finished_game, player, running_game, table
from tests.support.leaking import NAMES, check, secrets_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> User:
    return player("bob", language="fr")


def mailed(
    user: User, game: Game, kind: type[NotificationKind] = YourTurn, **data: Any
) -> EmailMessage:
    """Return the mail of a notification."""
    send(delivery_of(notification_of(user, game, kind, **data)))
    sent = mail.outbox[-1].message(policy=default)
    assert isinstance(sent, EmailMessage)
    return sent


# --- what it says ---


def test_a_mail_says_what_happened_until_when_and_where_to_answer(ada: User, bob: User) -> None:
    game = game_of(ada, bob)
    seat = seat_of(game, ada)
    deadline = datetime(2026, 11, 26, 17, 40, tzinfo=UTC)
    assert game.clock is not None
    game.clock["sides"][seat.side]["promised"] = deadline.isoformat()
    game.save()
    sent = mailed(ada, game)
    assert sent["Subject"] == f"Game {game.pk} against bob"
    assert sent["To"] == "ada@example.org"
    for kind in ("plain", "html"):
        text = part(sent, kind)
        assert "It is your turn." in text
        assert "Thursday 26 Nov, 18:40 (your time, Europe/Berlin)" in text
        assert links.site(game.get_absolute_url()) in text
        assert links.to_move(ada, seat, NOON) in text
        hand = engine_game(game).view(seat.number)["hands"][seat.number]["cards"]
        assert hand
        for slug in hand:
            assert NAMES[slug] in text


def test_a_mail_says_the_time_left_as_pages_do(ada: User, bob: User) -> None:
    ada.sleep_from, ada.sleep_to = time(0), time(8)
    ada.save()
    game = game_of(ada, bob, pace=a_turn_in(14))
    deadline = deadline_of(game, seat_of(game, ada).side)
    assert deadline is not None
    at = deadline - timedelta(days=3)
    left = time_left([week_of(ada)], deadline, at)
    assert left.uncounted
    notification = notification_of(ada, game, at=at)
    send(delivery_of(notification))
    sent = mail.outbox[-1].message(policy=default)
    assert isinstance(sent, EmailMessage)
    said = f"When this was sent: {left.says}. {left.uncounted}"
    assert said in part(sent, "plain")
    assert escape(said) in part(sent, "html")


def test_it_tells_the_moves_since_the_readers_last_one(ada: User, bob: User) -> None:
    game = game_of(ada, bob)
    text = part(mailed(ada, game), "plain")
    told = text[text.index("Since your last move") : text.index("The table now")]
    _title, _empty, mover, first, *_more = told.splitlines()
    assert mover == "bob"
    last = game.moves.filter(seat=seat_of(game, ada).number).latest("seq").seq
    events = [event for move in game.moves.filter(seq__gt=last) for event in move.events]
    recruited = [NAMES[e["agent"]] for e in events if e["event"] == "AgentRecruited"]
    led = [NAMES[e["agent"]] for e in events if e["event"] == "LeadershipTaken"]
    assert recruited or led
    for name in recruited + led:
        assert name in told
    assert first.startswith("- ")


def test_pictures_of_now_and_of_the_last_look(ada: User, bob: User) -> None:
    game = game_of(ada, bob)
    sent = mailed(ada, game)
    html = part(sent, "html")
    shown = pictures(sent)
    assert [name.split(".")[0] for name in shown] == ["now", "before"]
    for name, png in shown.items():
        assert f'src="cid:{name}"' in html
        assert png.startswith(b"\x89PNG")
    for alt in re.findall(r'alt="([^"]*)"', html):
        assert "the disc is" in alt
    game.seats.filter(user=ada).update(seen_seq=game.seq)  # seen: there is no other before
    game.notifications.all().delete()
    assert [name.split(".")[0] for name in pictures(mailed(ada, game))] == ["now"]


def test_both_parts_say_the_same(ada: User, bob: User) -> None:
    sent = mailed(ada, game_of(ada, bob))
    words = set(re.findall(r"\w{4,}", striptags(part(sent, "html").partition("</title>")[2])))
    plain = part(sent, "plain")
    missing = {word for word in words if word not in plain}
    assert missing <= {"ZENITH", "mailsZenith"}


def test_nobody_reads_what_is_hidden_from_them(ada: User, bob: User) -> None:
    game = game_of(ada, bob, turns=4)
    game.seats.filter(user=bob).update(notes="my dark plan")
    for user in (ada, bob):
        seat = seat_of(game, user)
        for kind in (YourTurn, GameIsOver):
            sent = mailed(user, game, kind)
            for form in ("plain", "html"):
                check("the mail", part(sent, form), secrets_of(game, seat.number, True))


def test_its_pictures_are_of_the_readers_own_view(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Picture, "png", lambda picture: picture.svg.encode())
    game = game_of(ada, bob)
    seats = list(game.seats.order_by("number"))
    number = seat_of(game, ada).number
    looked = seats[number].seen_seq
    then, now = replayed(game, looked).view(number), engine_game(game).view(number)
    own = picture(now, seats, number, then, with_hand=True), picture(then, seats, number)
    assert list(pictures(mailed(ada, game)).values()) == [one.svg.encode() for one in own]


def test_a_terminal_shows_the_text_only(settings: Any, ada: User, bob: User) -> None:
    stream = StringIO()
    backend = "common.mailers.Console"
    settings.MAILERS = {"default": {"BACKEND": backend, "OPTIONS": {"stream": stream}}}
    send(delivery_of(notification_of(ada, game_of(ada, bob))))
    shown = stream.getvalue()
    assert "To: ada@example.org" in shown
    assert "It is your turn." in shown
    assert "<html" not in shown
    assert "base64" not in shown


def test_in_the_readers_language(ada: User, bob: User) -> None:
    game = game_of(bob, ada)
    sent = mailed(bob, game)
    assert 'lang="fr"' in part(sent, "html")
    assert "Hello" not in part(sent, "plain")


def test_an_invitation_shows_no_table(ada: User, bob: User) -> None:
    game = table(ada, None, access="invited", rated=True)
    game.seats.filter(number=1).update(invited=bob)
    User.objects.filter(pk=bob.pk).update(language="en")
    sent = mailed(User.objects.get(pk=bob.pk), game, Invitation)
    assert "ada invites you to a game." in part(sent, "plain")
    assert sent["Subject"] == f"Game {game.pk} against ada"  # as it will be when they play
    for kind in ("plain", "html"):
        assert f"{game.pace_words} · rated" in part(sent, kind)
    assert pictures(sent) == {}
    assert "/m/" not in part(sent, "plain")


def test_each_notification_kind_has_its_sentence(ada: User, bob: User) -> None:
    game = game_of(ada, bob)
    line = Message.objects.create(game=game, author=bob, text="Well <played>!")
    offer = Proposal.objects.create(game=game, side=1 - seat_of(game, ada).side, kind="pause")
    said: dict[type[NotificationKind], tuple[dict[str, Any], str]] = {
        YourTurn: ({}, "It is your turn."),
        QuestionInTurn: ({}, "There is a question for you."),
        TimeRunsShort: ({"share": 20}, "20 % of your time is left."),
        TableFilled: ({}, "Your table has filled up, and the game has started."),
        ProposalMade: ({"proposal": offer.pk}, "bob proposes to pause the game."),
        TalkMessage: ({"message": line.pk}, "bob writes: Well <played>!"),
    }
    for kind, (data, sentence) in said.items():
        sent = mailed(ada, game, kind, **data)
        assert sentence in part(sent, "plain")
        assert escape(sentence) in part(sent, "html")
    Message.objects.update(hidden=True)
    offer.delete()
    game.notifications.all().delete()
    assert "played" not in part(mailed(ada, game, TalkMessage, message=line.pk), "plain")
    proposal = mailed(ada, game, ProposalMade, proposal=offer.pk)
    assert "withdrawn" in part(proposal, "plain")


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (ProposalKind.RESUME, "bob proposes to go on with the game."),
        (ProposalKind.PACE, "bob proposes another pace: no clock."),
    ],
)
def test_other_proposals(ada: User, bob: User, kind: str, sentence: str) -> None:
    game = game_of(ada, bob)
    offer = Proposal.objects.create(game=game, side=1 - seat_of(game, ada).side, kind=kind)
    sent = mailed(ada, game, ProposalMade, proposal=offer.pk)
    assert sentence in part(sent, "plain")


def test_an_alarm_that_comes_late_says_how_much_time_is_left_now(ada: User, bob: User) -> None:
    game = game_of(ada, bob)
    seat = seat_of(game, ada)
    User.objects.update(sleep_from="0:00", sleep_to="0:00")
    clock = arithmetic.ask(arithmetic.begin(a_turn_in(10)), seat.side, [None], NOON)
    keep(game, clock)
    game.save()
    for days, said in ((8, "20 %"), (8.5, "15 %"), (9.95, "1 %"), (12, "0 %")):
        mail.outbox.clear()
        at = NOON + timedelta(days=days)
        notification = notification_of(ada, game, TimeRunsShort, at, share=20, seat=seat.number)
        send(delivery_of(notification))
        notification.delete()
        sent = mail.outbox[-1].message(policy=default)
        assert isinstance(sent, EmailMessage)
        assert f"{said} of your time is left." in part(sent, "plain")


def test_a_teammate_may_play_on_for_somebody(ada: User, bob: User) -> None:
    game = running_game(ada, bob, player("cleo"), player("dan"))
    sent = mailed(ada, game, SeatAbandoned, abandoned=2)
    assert "cleo has run out of time. You may play on for them." in part(sent, "plain")


def test_a_game_that_is_over_has_no_button_to_move(ada: User, bob: User) -> None:
    game = game_of(ada, bob)
    resign(bob, game.pk)
    game.refresh_from_db()
    text = part(mailed(ada, game, GameIsOver), "plain")
    assert "You won the game: bob resigned." in text
    assert "/m/" not in text
    assert "until" not in text


def test_no_disc_comes_after_the_end(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    text = part(mailed(ada, game, GameIsOver), "plain")
    assert ": the disc has been won.\n" in text  # the one that ended the game
    assert "A new one comes" not in text


def test_no_disc_comes_after_a_resignation_in_the_middle_of_a_turn(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    while None not in engine_game(game).view(None)["discs"].values():
        game = answer(game)
    resign(bob, game.pk)
    game.refresh_from_db()
    text = part(mailed(ada, game, GameIsOver), "plain")
    assert ": the disc has been won.\n" in text
    assert "A new one comes" not in text


def test_a_table_that_is_no_longer_theirs(ada: User, bob: User) -> None:
    game = table(ada, None, access="invited", public=False)
    with pytest.raises(GiveUp) as end:
        send(delivery_of(notification_of(bob, game, Invitation)))
    assert end.value.reason == reasons.GONE
    assert mail.outbox == []


# --- headers ---


def test_the_mails_of_a_game_are_one_thread_for_each_reader(ada: User, bob: User) -> None:
    game, other = game_of(ada, bob), game_of(ada, player("cleo"))
    first = mailed(ada, game)
    second = mailed(ada, game, TimeRunsShort, share=20)
    assert first["Message-ID"] != second["Message-ID"]
    assert first["Subject"] == second["Subject"]
    assert first["References"] == first["In-Reply-To"] == second["References"]
    assert first["References"] not in (first["Message-ID"], second["Message-ID"])
    assert mailed(ada, other)["References"] != first["References"]
    assert mailed(bob, game, GameIsOver)["References"] != first["References"]


def test_headers_for_mail_programs(ada: User, bob: User, client: Any) -> None:
    sent = mailed(ada, game_of(ada, bob))
    stop = str(sent["List-Unsubscribe"]).strip("<>")
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent["Auto-Submitted"] == "auto-generated"
    assert sent["Feedback-ID"].startswith("notification:turn:")
    assert stop in part(sent, "plain")
    done = client.post(urlsplit(stop).path, {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert NotificationSettings.objects.get(user=ada).matrix == {"turn": {"mail": False}}


# --- the digest ---


def test_a_digest_counts_games_on_a_site_without_moves_from_mails(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "optional_url", lambda name, *args: "")
    send_digest(ada, [notification_of(ada, game_of(ada, bob))], NOON)
    assert mail.outbox[-1].subject == "1 game waits for you"


def test_a_digest_has_a_line_for_each_in_the_order_given(ada: User, bob: User) -> None:
    one, two = game_of(ada, bob), game_of(ada, player("cleo"))
    invited = table(bob, None, access="invited")
    invited.seats.filter(number=1).update(invited=ada)
    gone = table(bob, None, access="invited", public=False)
    notifications = [
        notification_of(ada, two),
        notification_of(ada, one),
        notification_of(ada, gone, Invitation),
        notification_of(ada, invited, Invitation),
    ]
    send_digest(ada, notifications, NOON)
    sent = mail.outbox[-1].message(policy=default)
    assert isinstance(sent, EmailMessage)
    assert sent["Subject"] == "2 games wait for you"
    for kind in ("plain", "html"):
        text = part(sent, kind)
        places = [text.index(f"against {name}") for name in ("cleo", "bob")]
        assert places == sorted(places)
        assert "bob invites you to a game." in text
        assert links.site(gone.get_absolute_url()) not in text
        assert links.to_move(ada, seat_of(one, ada), NOON) in text


def test_a_digest_says_how_to_stop_it(ada: User, bob: User, client: Client) -> None:
    notifications = [notification_of(ada, game_of(ada, bob))]
    notifications.append(
        notification_of(ada, table(bob, None, access="invited", public=False), Invitation)
    )
    NotificationSettings.objects.create(user=ada, digest=Digest.DAILY)
    for how, kinds, words in (
        (send_digest, ["turn"], "it is my turn"),  # the table of the other is none of hers
        (send_summary, ["digest"], "the daily or weekly digest"),
    ):
        how(ada, notifications, NOON)
        sent = mail.outbox[-1].message(policy=default)
        assert isinstance(sent, EmailMessage)
        stop = links.to_stop(ada, kinds)
        assert sent["List-Unsubscribe"] == f"<{stop}>"
        for kind in ("plain", "html"):
            assert f"because you have turned on mails about: {words}" in part(sent, kind)
        page = client.get(urlsplit(stop).path).content.decode()
        assert re.findall(r"<li>(.*)</li>", page.partition("<h1>")[2]) == [words]


def test_a_digest_of_what_is_gone_is_not_sent(ada: User, bob: User) -> None:
    notification = notification_of(
        ada, table(bob, None, access="invited", public=False), Invitation
    )
    for how in (send_digest, send_summary):
        with pytest.raises(GiveUp) as end:
            how(ada, [notification], NOON)
        assert end.value.reason == reasons.GONE
    assert not mail.outbox


def test_a_mail_that_is_sent_again_has_the_same_name(ada: User, bob: User) -> None:
    """By which mail programs and servers know the second copy."""
    turn = notification_of(ada, game_of(ada, bob))
    other = notification_of(ada, game_of(ada, player("cleo")), QuestionInTurn)
    talk = notification_of(ada, other.game, GameIsOver)
    send(delivery_of(turn))
    send(turn.deliveries.get())
    send_digest(ada, [turn, talk, other], NOON)
    send_digest(ada, [other, turn], NOON + timedelta(minutes=6))
    names = [sent.message()["Message-ID"] for sent in mail.outbox]
    assert names[0] == names[1] != names[2] == names[3]
