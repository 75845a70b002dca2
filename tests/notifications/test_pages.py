"""The pages about notifications: wishes, tests, and what became of everything."""

import html
import re
from datetime import UTC, datetime, time, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.notifications import bounces, channel_tests, reasons
from games.notifications.kinds import NotificationKind, topics
from games.notifications.models import (
    BadAddress,
    Channel,
    Delivery,
    Digest,
    Notification,
    NotificationSettings,
    Webhook,
)
from games.notifications.notifications import (
    ChannelTest,
    GameIsOver,
    Invitation,
    ProposalMade,
    TalkMessage,
    TimeRunsShort,
    YourTurn,
)
from games.notifications.outbox import send_due
from games.notifications.policy import wanted
from games.notifications.preferences import settings_of, wishes_of
from games.notifications.short_messages import short_message
from games.tables.models import Game
from tests.support.browsing import forms_to
from tests.support.factories import guest, player, running_game

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NIGHT = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
State = Delivery.State


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Stop the clock on the wall at noon; its only entry can be changed. No worker is asked."""
    cache.clear()
    at = [NOON]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    monkeypatch.setattr(channel_tests, "wake_outbox", lambda _channels: None)
    return at


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


@pytest.fixture
def client(ada: User) -> Client:
    return signed_in(ada)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(response: Any) -> str:
    assert response.status_code in (200, 422)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", response.content.decode())))


def wishes_on(client: Client, **changed: Any) -> dict[str, Any]:
    """Return what the form of the page sends as it stands, some fields changed or left out."""
    [form] = [
        form
        for form in forms_to(client.get("/notifications/"), "/notifications/")
        if form.method == "post" and "mail_after" in form.data()
    ]
    data = {**form.data(), **changed}
    return {name: value for name, value in data.items() if value is not None}


def save(client: Client, **changed: Any) -> Any:
    names = {name.replace("__", "-"): value for name, value in changed.items()}
    return client.post("/notifications/", wishes_on(client, **names))


def tell(
    user: User, game: Game | None = None, kind: type[NotificationKind] = YourTurn, **delivery: Any
) -> Delivery:
    """Return a delivery of a notification of an hour ago."""
    at = delivery.pop("at", NOON - timedelta(hours=1))
    number = Notification.objects.count()
    data = delivery.pop("data", {})
    notification = Notification.objects.create(
        user=user, game=game, kind=kind.key, key=f"test {number}", at=at, data=data
    )
    fields = {"channel": Channel.MAIL, "due_at": at, **delivery}
    return Delivery.objects.create(notification=notification, **fields)


# What somebody wishes.


def test_saving_the_page_as_it_is_changes_nothing(client: Client, ada: User) -> None:
    assert save(client).status_code == 302
    kept = NotificationSettings.objects.get(user=ada)
    first = NotificationSettings(user=ada)
    for name in ("matrix", "mail_after", "quiet_from", "quiet_to", "alarms", "digest", "digest_at"):
        assert getattr(kept, name) == getattr(first, name), name
    assert wishes_of(ada.pk, None).matrix == {}


def test_looking_writes_nothing(client: Client) -> None:
    assert client.get("/notifications/").status_code == 200
    assert client.get("/notifications/history/").status_code == 200
    assert not NotificationSettings.objects.exists()


def on(settings: NotificationSettings) -> set[tuple[str, str]]:
    """Return the cells of the matrix that are on."""
    return {
        (topic.key, channel)
        for topic in topics()
        for channel in Channel
        if wanted(topic, channel, settings.matrix)
    }


def test_a_preset_sets_topics_and_keeps_the_rest(client: Client, ada: User) -> None:
    save(client, mail_after="7", talk__mail="on", alarms=["50"])
    assert b'id="advanced" open' in client.get("/notifications/").content
    for preset, cells in {
        "turns": {(key, c) for key in ("turn", "question", "time") for c in Channel},
        "digest": {("time", c) for c in Channel},
        "everything": {(topic.key, c) for topic in topics() for c in topic.channels},
    }.items():
        assert client.post("/notifications/", {"preset": preset}).status_code == 302
        kept = NotificationSettings.objects.get(user=ada)
        assert on(kept) == cells
        assert (kept.mail_after, kept.alarms) == (7, [50])
        assert kept.digest == ("" if preset == "turns" else "daily"), "a digest is never ended"
        page = client.get("/notifications/")
        assert page.context["presets"].initial == {"preset": preset}
        assert b'id="advanced" open' not in page.content


def test_own_settings_are_a_choice_that_changes_nothing(client: Client, ada: User) -> None:
    assert b'value="custom"' not in client.get("/notifications/").content
    assert client.post("/notifications/", {"preset": "custom"}).status_code == 422
    save(client, talk__mail="on")
    before = NotificationSettings.objects.values().get(user=ada)
    assert client.post("/notifications/", {"preset": "custom"}).status_code == 302
    assert NotificationSettings.objects.values().get(user=ada) == before


def test_a_preset_leaves_a_weekly_digest(client: Client, ada: User) -> None:
    save(client, digest="weekly")
    client.post("/notifications/", {"preset": "digest"})
    assert NotificationSettings.objects.get(user=ada).digest == "weekly"


def test_every_cell_is_kept_by_itself(client: Client, ada: User) -> None:
    page = client.get("/notifications/").content.decode()
    for topic in topics():
        for channel in Channel:
            assert f'name="{topic.key}-{channel}"' in page
    save(client, turn__mail=None, talk__webhook="on")
    kept = NotificationSettings.objects.get(user=ada).matrix
    assert kept == {"turn": {"mail": False}, "talk": {"webhook": True}}
    for topic in topics():
        for channel in Channel:
            at_first = channel in topic.channels
            changed = (topic.key, channel) in [("turn", "mail"), ("talk", "webhook")]
            assert wanted(topic, channel, kept) == (at_first != changed)
    page = client.get("/notifications/").content.decode()
    assert page.count("<small>changed</small>") == 2
    save(client, turn__mail="on")
    assert NotificationSettings.objects.get(user=ada).matrix == {"talk": {"webhook": True}}


def test_a_cell_is_named_by_its_row_and_its_column(client: Client) -> None:
    page = client.get("/notifications/").content.decode()
    assert 'aria-labelledby="row-turn column-mail"' in page
    assert re.search(r'<th scope="row" id="row-turn">It is my turn</th>', page)
    assert re.search(r'<th scope="col"><span id="column-mail">Mail</span></th>', page)


def test_all_as_at_first(client: Client, ada: User) -> None:
    save(client, turn__mail=None, mail_after="5", digest="daily", alarms=["50"], quiet="never")
    token = NotificationSettings.objects.get(user=ada).feed_token
    client.post("/notifications/", {"first": "1"})
    kept = NotificationSettings.objects.get(user=ada)
    assert (kept.matrix, kept.mail_after, kept.digest, kept.alarms) == ({}, 30, "", [20, 5])
    assert kept.quiet_from is None
    assert kept.feed_token == token, "the feeds stay where they are"


def test_quiet_hours(client: Client, ada: User) -> None:
    """The sleep hours, hours of one's own, or none; each is read again as it was written."""
    asleep = (ada.sleep_from, ada.sleep_to)
    for quiet, start, end, meant in (
        ("own", "21:30", "08:00", (time(21, 30), time(8))),
        ("never", "21:30", "08:00", None),
        ("sleep", "21:30", "08:00", asleep),
    ):
        save(client, quiet=quiet, quiet_from=start, quiet_to=end)
        own = wishes_of(ada.pk, None)
        if meant is None:
            assert own.quiet_from == own.quiet_to
        else:
            assert (own.quiet_from, own.quiet_to) == meant
        assert wishes_on(client)["quiet"] == [quiet]
    User.objects.filter(pk=ada.pk).update(sleep_from=time(1))
    assert wishes_of(ada.pk, None).quiet_from == time(1), "they follow the sleep hours"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"quiet": "own", "quiet_from": ""}, "Enter both times."),
        ({"quiet": "own", "quiet_from": "22:00", "quiet_to": "22:00"}, "two times are the same"),
        ({"mail_after": "-1"}, "greater than or equal to 0"),
        ({"mail_after": "1441"}, "less than or equal to 1440"),
        ({"alarms": ["17"]}, "17"),
        ({"digest": "hourly"}, "hourly"),
        ({"digest_day": "7"}, "7"),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: Client, ada: User, changed: dict[str, Any], sentence: str
) -> None:
    response = save(client, **changed)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert not NotificationSettings.objects.exists()


def test_alarms_and_the_wait_for_a_mail(client: Client, ada: User) -> None:
    save(client, alarms=["50", "5"], mail_after="0")
    kept = NotificationSettings.objects.get(user=ada)
    assert (kept.alarms, kept.mail_after) == ([50, 5], 0)
    save(client, alarms=None)
    assert NotificationSettings.objects.get(user=ada).alarms == []


def test_a_summary_begins_with_the_next_one(client: Client, ada: User, clock: Any) -> None:
    save(client, digest="weekly", digest_day="3", digest_at="19:15")
    kept = NotificationSettings.objects.get(user=ada)
    assert (kept.digest, kept.digest_day, kept.digest_at) == (Digest.WEEKLY, 3, time(19, 15))
    assert kept.digest_sent_at == NOON
    clock[0] = NOON + timedelta(hours=1)
    save(client, mail_after="10")
    assert NotificationSettings.objects.get(user=ada).digest_sent_at == NOON, (
        "it is the same summary"
    )


def test_guests_are_told_why_they_get_nothing(ada: User) -> None:
    page = signed_in(guest()).get("/notifications/")
    assert "Guests get no notifications" in text_of(page)
    assert b"turn-mail" not in page.content


def test_it_is_for_who_is_signed_in() -> None:
    for path in ("/notifications/", "/notifications/history/"):
        assert "/accounts/login/" in Client().get(path).headers["Location"]


def test_a_bad_address_is_told_with_what_to_do(client: Client, ada: User) -> None:
    bounces.note_bad(ada.email, BadAddress.Why.BOUNCE, "550 No such user")
    page = client.get("/notifications/")
    assert "A mail to ada@example.org came back" in text_of(page)
    assert "550 No such user" in text_of(page)
    assert forms_to(page, reverse("mails_again"))


def test_all_of_it_is_on_one_page(client: Client) -> None:
    page = client.get("/notifications/").content.decode()
    for part in ("push", "webhooks", "tests", "feeds"):
        assert f'id="{part}"' in page
    for name in ("webhook_add", "feeds_revoke"):
        assert f'action="{reverse(name)}' in page


def test_pages_lead_here(client: Client, ada: User) -> None:
    for path in ("/", "/preferences/", "/notifications/history/"):
        assert b'href="/notifications/"' in client.get(path).content
    assert b'href="/notifications/history/"' in client.get("/notifications/").content


# Tests of a channel.


def test_a_test_by_mail(client: Client, ada: User, clock: Any) -> None:
    """It goes through the outbox, at once, at night, and whatever the matrix says."""
    clock[0] = NIGHT
    NotificationSettings.objects.create(user=ada, matrix={"test": {"mail": False}})
    client.post("/notifications/tests/mail/")
    page = text_of(client.get("/notifications/"))
    assert "It is on its way." in page
    assert not mail.outbox
    assert send_due(NIGHT) == 1
    [sent] = mail.outbox
    assert sent.to == ["ada@example.org"]
    assert "this is your test" in str(sent.body)
    assert "/notifications/history/" in str(sent.body)
    assert "Sent today 23:30." in text_of(client.get("/notifications/"))
    assert send_due(NIGHT) == 0


def test_the_page_looks_again_only_while_a_test_waits(client: Client) -> None:
    assert b"hx-trigger" not in client.get("/notifications/").content
    client.post("/notifications/tests/mail/")
    assert b'hx-trigger="load delay:2s"' in client.get("/notifications/").content
    send_due(NOON)
    assert b"hx-trigger" not in client.get("/notifications/").content


def test_one_test_a_minute(client: Client, clock: Any) -> None:
    client.post("/notifications/tests/mail/")
    page = client.post("/notifications/tests/mail/")
    assert page.status_code == 429
    assert "One test a minute" in page.content.decode()
    assert Delivery.objects.count() == 1
    clock[0] += timedelta(minutes=1)
    client.post("/notifications/tests/mail/")
    assert Delivery.objects.count() == 2


def test_a_test_to_nowhere(client: Client) -> None:
    assert not forms_to(client.get("/notifications/"), "/notifications/tests/push/")
    for channel in ("push", "webhook"):
        page = client.post(f"/notifications/tests/{channel}/")
        assert page.status_code == 422
        assert "no address to send it to" in text_of(page)
    assert client.post("/notifications/tests/pigeon/").status_code == 404
    assert not Notification.objects.exists()


def test_a_test_says_why_it_did_not_go(client: Client, ada: User) -> None:
    client.post("/notifications/tests/mail/")
    bounces.note_bad(ada.email, BadAddress.Why.BOUNCE, "550 No such user")
    send_due(NOON)
    assert not mail.outbox
    assert "Mails to your address do not arrive." in text_of(client.get("/notifications/"))


def test_a_test_only_by_posting_and_with_its_token(ada: User) -> None:
    assert signed_in(ada).get("/notifications/tests/mail/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post("/notifications/tests/mail/").status_code == 403
    assert strict.post("/notifications/", {"mail_after": "0"}).status_code == 403


def test_a_test_has_words_for_every_channel(ada: User) -> None:
    told = short_message(Notification(user=ada, kind=ChannelTest.key), NOON)
    assert "this is your test" in told.text
    assert told.url.endswith("/notifications/")


def test_each_channel_says_where_it_leads(client: Client, ada: User) -> None:
    Webhook.objects.create(user=ada, url="https://example.org/a")
    Webhook.objects.create(user=ada, url="https://example.org/b", stopped_at=NOON)
    page = client.get("/notifications/")
    assert "ada@example.org" in text_of(page)
    tests = [(test["channel"], test["where"]) for test in page.context["tests"]]
    assert tests == [("push", ""), ("webhook", "https://example.org/a"), ("mail", ada.email)]


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
    assert "Nothing was sent: you had no browser" in text_of(client.get("/notifications/history/"))


def test_an_alarm_says_how_much_was_left(client: Client, ada: User) -> None:
    tell(ada, kind=TimeRunsShort, data={"share": 20})
    assert "20 % of your time was left" in text_of(client.get("/notifications/history/"))


def test_filters(client: Client, ada: User) -> None:
    one, other = running_game(ada, player("bob")), running_game(ada, player("cleo"))
    Notification.objects.all().delete()
    first = tell(ada, one, state=State.SENT, settled_at=NOON)
    Delivery.objects.create(
        notification=first.notification,
        channel=Channel.PUSH,
        state=State.DROPPED,
        due_at=NOON,
        settled_at=NOON,
    )
    tell(ada, other, channel=Channel.WEBHOOK, state=State.FAILED, settled_at=NOON)

    def shown(query: str) -> set[str]:
        page = client.get(f"/notifications/history/?{query}")
        body = re.sub(r"<select.*?</select>", "", page.content.decode(), flags=re.DOTALL)
        words = ("against bob", "against cleo", "<dt>Mail", "<dt>Push", "<dt>Webhook")
        return {word for word in words if word in body}

    everything = {"against bob", "against cleo", "<dt>Mail", "<dt>Push", "<dt>Webhook"}
    assert shown("") == everything
    assert shown(f"game={one.pk}") == {"against bob", "<dt>Mail", "<dt>Push"}
    assert shown("channel=push") == {"against bob", "<dt>Push"}
    assert shown(f"game={other.pk}&channel=push") == set()
    assert shown("game=nonsense&channel=pigeon&page=-3") == everything, "what is odd is no filter"


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


def test_settings_are_made_once_however_often_it_is_saved(client: Client, ada: User) -> None:
    for minutes in (1, 2, 3):
        save(client, mail_after=str(minutes))
    assert settings_of(User.objects.get(pk=ada.pk)).mail_after == 3
    assert NotificationSettings.objects.count() == 1
