"""The history of notifications: what became of each, and why."""

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.notifications import reasons
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import (
    GameIsOver,
    Invitation,
    ProposalMade,
    TalkMessage,
    TimeRunsShort,
)
from games.notifications.outbox import send_due
from tests.notifications.pager import PAGER, install
from tests.notifications.pages.forms import NOON, signed_in, tell, text_of
from tests.support.factories import player, running_game

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
State = Delivery.State


# What became of everything.

WHY: list[tuple[dict[str, Any], str]] = [
    ({"state": State.SENT, "settled_at": NOON}, "sent Sent today 12:00."),
    (
        {"state": State.DIGEST, "settled_at": NOON - timedelta(days=1)},
        "in a digest Sent Fri 20 Nov, 12:00, together with others.",
    ),
    (
        {"due_at": NOON + timedelta(hours=19), "reason": reasons.QUIET},
        "held back Held back until the end of your quiet hours. Due: tomorrow 07:00.",
    ),
    (
        {"due_at": NOON + timedelta(minutes=20), "reason": reasons.UNSEEN},
        "waiting Waiting a few minutes, in case you look at the table before. Due: today 12:20.",
    ),
    (
        {"due_at": NOON + timedelta(minutes=5), "reason": reasons.RETRY, "said": "451 Greylisted"},
        "will try again. Due: today 12:05. 451 Greylisted",
    ),
    ({"due_at": NOON}, "waiting It is on its way."),
    (
        {"state": State.DROPPED, "settled_at": NOON, "reason": reasons.SEEN},
        "not sent You had already looked at the table.",
    ),
    (
        {
            "state": State.FAILED,
            "settled_at": NOON,
            "reason": reasons.BAD_ADDRESS,
            "said": "550 <no> such user",
        },
        "failed Mails to your address do not arrive. 550 <no> such user",
    ),
]


@pytest.mark.parametrize(("fields", "sentence"), WHY)
def test_what_became_of_it(
    client: Client, ada: User, fields: dict[str, Any], sentence: str
) -> None:
    tell(ada, **fields)
    page = text_of(client.get("/notifications/history/"))
    assert sentence in page
    assert "It is my turn" in page
    assert "Sat 21 Nov, 11:00" in page


def test_every_reason_is_a_sentence(client: Client, ada: User) -> None:
    for code in reasons.SENTENCES:
        tell(ada, state=State.DROPPED, settled_at=NOON, reason=code)
    page = text_of(client.get("/notifications/history/"))
    for code in reasons.SENTENCES:
        assert reasons.sentence(code) in page


def test_in_my_language_and_my_zone() -> None:
    eve = player("eve", language="de", time_zone="Asia/Tokyo")
    tell(eve, state=State.SENT, settled_at=NOON)
    page = signed_in(eve).get("/notifications/history/").content.decode()
    assert 'lang="de"' in page
    assert "21:00" in page


def test_no_channel_at_all(client: Client, ada: User) -> None:
    Notification.objects.create(user=ada, kind="turn", key="turn 1 1", at=NOON)
    assert "Nothing was sent: there was no address" in text_of(
        client.get("/notifications/history/")
    )


def test_an_alarm_says_how_much_was_left(client: Client, ada: User) -> None:
    tell(ada, kind=TimeRunsShort, data={"share": 20})
    assert "20 % of your time was left" in text_of(client.get("/notifications/history/"))


def test_filters(client: Client, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Telex is a channel that was removed from the site."""
    install(monkeypatch)
    one, other = running_game(ada, player("bob")), running_game(ada, player("cleo"))
    Notification.objects.all().delete()
    first = tell(ada, one, state=State.SENT, settled_at=NOON)
    Delivery.objects.create(
        notification=first.notification,
        channel=PAGER,
        state=State.DROPPED,
        due_at=NOON,
        settled_at=NOON,
    )
    tell(ada, other, channel="telex", state=State.FAILED, settled_at=NOON)

    def shown(query: str) -> set[str]:
        page = client.get(f"/notifications/history/?{query}")
        body = re.sub(r"<select.*?</select>", "", page.content.decode(), flags=re.DOTALL)
        words = ("against bob", "against cleo", "<dt>Mail", "<dt>Pager", "<dt>Telex")
        return {word for word in words if word in body}

    everything = {"against bob", "against cleo", "<dt>Mail", "<dt>Pager", "<dt>Telex"}
    assert shown("") == everything
    assert shown(f"game={one.pk}") == {"against bob", "<dt>Mail", "<dt>Pager"}
    assert shown("channel=pager") == {"against bob", "<dt>Pager"}
    assert shown(f"game={other.pk}&channel=pager") == set()
    assert shown("game=nonsense&channel=dove&page=-3") == everything, "what is odd is no filter"


def test_it_is_mine_alone_and_of_30_days(client: Client, ada: User) -> None:
    tell(player("bob"), kind=TalkMessage)
    tell(ada, kind=GameIsOver, at=NOON - timedelta(days=31))
    tell(ada, kind=ProposalMade, at=NOON - timedelta(days=29))
    page = text_of(client.get("/notifications/history/"))
    assert "A proposal" in page
    assert "Talk at my table" not in page
    assert "A game is over" not in page


def test_who_left_a_table_reads_no_names_any_more(client: Client, ada: User) -> None:
    game = running_game(player("bob"), player("cleo"))
    tell(ada, game, kind=Invitation)
    page = text_of(client.get("/notifications/history/"))
    assert f"Game {game.pk}" in page
    assert "bob" not in page


def test_pages_of_25_and_at_most_10_queries(client: Client, ada: User) -> None:
    games = [running_game(ada, player(f"player{number}")) for number in range(3)]
    Notification.objects.all().delete()
    for number in range(60):
        tell(ada, games[number % 3], state=State.SENT, settled_at=NOON)
    client.get("/notifications/history/")  # the first look of a day writes that down
    for page, rows in ((1, 25), (2, 25), (3, 10)):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            response = client.get(f"/notifications/history/?channel=mail&page={page}")
        assert len(response.context["entries"]) == rows
        assert len(queries) <= 10, [query["sql"] for query in queries]
    assert b"?channel=mail&amp;page=2" in client.get("/notifications/history/?channel=mail").content


def test_a_mail_leads_to_both_pages(client: Client, ada: User) -> None:
    client.post("/notifications/tests/mail/")
    send_due(NOON)
    message = mail.outbox[0].message()
    assert isinstance(message, EmailMessage)
    for kind in ("plain", "html"):
        part = message.get_body((kind,))
        assert part is not None
        assert "/notifications/history/" in part.get_content()
        assert '/notifications/"' in part.get_content() or "/notifications/\n" in part.get_content()
