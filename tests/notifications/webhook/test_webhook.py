"""Webhooks: what is posted, to where never, and what becomes of those that fail."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from common.refusals import Refused
from games.notifications import fanout, http_client, outbox, reasons
from games.notifications.addresses import FAILURES
from games.notifications.delivery_errors import GiveUp, TryLater
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import QuestionInTurn, TableFilled, TimeRunsShort, YourTurn
from games.notifications.record import note
from games.notifications.webhook import hooks
from games.notifications.webhook.models import Webhook
from games.notifications.webhook.sending import KEY, send, send_digest
from games.tables.models import Game
from tests.notifications.mailing import NOON, delivery_of, notification_of
from tests.notifications.receiving import HOST, Receiver, let_in
from tests.notifications.webhook.hooks import hook
from tests.support.browsing import log_in_freshly
from tests.support.factories import guest, player, running_game
from tests.support.leaking import check, secrets_of

pytestmark = pytest.mark.django_db

delivery = partial(delivery_of, channel=KEY)

MINUTE = timedelta(minutes=1)


# --- what is posted ---


def test_plain_json(ada: User, game: Game, there: Receiver) -> None:
    hook(ada, there.url)
    notification = notification_of(ada, game)
    send(delivery(notification))
    [posted] = there.posted
    assert posted.path == "/to/me?key=1"
    assert posted.headers["Host"] == f"{HOST}:{there.server.server_port}"
    assert posted.headers["Content-Type"] == "application/json"
    assert there.names == [HOST]
    said = json.loads(posted.body)
    text = said.pop("text")
    assert text.startswith("It is your turn.")
    assert said == {
        "id": notification.pk,
        "event": "turn",
        "game": game.pk,
        "title": f"Game {game.pk} against bob",
        "url": f"http://127.0.0.1:8000/tables/{game.pk}/",
        "at": "2026-11-21T12:00:00Z",
    }


def test_discord_gets_a_text_that_names_nobody(ada: User, game: Game, there: Receiver) -> None:
    hook(ada, there.url, Webhook.Form.DISCORD)
    User.objects.filter(username="bob").update(username="@everyone")
    send(delivery(notification_of(ada, game)))
    said = json.loads(there.posted[0].body)
    assert said["allowed_mentions"] == {"parse": []}
    assert "It is your turn." in said["content"]
    assert said["content"].endswith(f"/tables/{game.pk}/")
    assert said.keys() == {"content", "allowed_mentions"}


def test_discord_mentions_the_owner_and_no_other_user(
    ada: User, game: Game, there: Receiver
) -> None:
    hook(ada, there.url, Webhook.Form.DISCORD, mention="123456789012345678")
    User.objects.filter(username="bob").update(username="<@999999999999999999>")
    send(delivery(notification_of(ada, game)))
    data = json.loads(there.posted[0].body)
    assert data["content"].startswith("<@123456789012345678> Game")
    assert data["allowed_mentions"] == {"parse": [], "users": ["123456789012345678"]}


def test_whom_discord_mentions_is_a_number(client: Client, ada: User) -> None:
    log_in_freshly(client, ada)
    new = {"url": "https://a.example/", "form": "discord"}
    for mention in ("@everyone", "<@1>", "12", "1" * 21, "١" * 18):
        assert client.post("/webhooks/add/", {**new, "mention": mention}).status_code == 422
    assert client.post("/webhooks/add/", {**new, "mention": "1" * 18}).status_code == 302
    assert ada.webhooks.get().mention == "1" * 18
    assert "mentions you" in client.get("/notifications/").content.decode()


def test_a_long_text_is_cut_and_keeps_its_link(ada: User, game: Game, there: Receiver) -> None:
    hook(ada, there.url, Webhook.Form.DISCORD)
    User.objects.filter(username="bob").update(username="b" * 150)
    notifications = [
        Notification.objects.create(user=ada, game=game, kind="turn", key=f"more {n}", at=NOON)
        for n in range(30)
    ]
    for notification in notifications:
        delivery(notification)
    send_digest(ada, notifications, NOON)
    content = json.loads(there.posted[0].body)["content"]
    assert len(content) == 2000
    assert content.endswith("\nhttp://127.0.0.1:8000/")


def test_what_was_held_back_comes_as_one_and_in_order(
    ada: User, game: Game, there: Receiver
) -> None:
    hook(ada, there.url)
    notifications = [notification_of(ada, game, kind) for kind in (QuestionInTurn, YourTurn)]
    for notification in reversed(notifications):
        delivery(notification)
    send_digest(ada, notifications, NOON)
    [posted] = there.posted
    said = json.loads(posted.body)
    assert said["event"] == "digest"
    assert [each["event"] for each in said["notifications"]] == ["question", "turn"]
    assert said["at"] == "2026-11-21T12:00:00Z"


def test_it_speaks_the_users_language(ada: User, game: Game, there: Receiver) -> None:
    hook(ada, there.url)
    ada.language = "de"
    ada.save()
    send(delivery(notification_of(ada, game)))
    assert "Du bist am Zug" in json.loads(there.posted[0].body)["text"]


@pytest.mark.parametrize("form", Webhook.Form)
def test_nothing_hidden_goes_out_not_even_the_own_hand(
    form: str, ada: User, game: Game, there: Receiver
) -> None:
    hook(ada, there.url, form)
    for kind in (YourTurn, QuestionInTurn, TimeRunsShort):
        send(delivery(notification_of(ada, game, kind)))
    assert len(there.posted) == 3
    for posted in there.posted:
        check("a webhook", posted.body, secrets_of(game, None, False))
        assert b"/m/" not in posted.body  # no link that moves without a login


def test_a_game_that_is_none_of_the_users(ada: User, there: Receiver) -> None:
    hook(ada, there.url)
    others = running_game(player("cy"), player("dan"), public=False)
    with pytest.raises(GiveUp) as end:
        send(delivery(notification_of(ada, others)))
    assert end.value.reason == reasons.GONE
    assert not there.posted


# --- what the other end answers ---


@pytest.mark.parametrize("status", [200, 201, 204])
def test_taken(status: int, ada: User, game: Game, there: Receiver) -> None:
    there.status = status
    made = hook(ada, there.url, failures=9, said="HTTP 500")
    send(delivery(notification_of(ada, game)))
    made.refresh_from_db()
    assert (made.failures, made.said) == (0, "")


@pytest.mark.parametrize("status", [408, 500, 502])
def test_tried_later(status: int, ada: User, game: Game, there: Receiver) -> None:
    there.status = status
    made = hook(ada, there.url)
    with pytest.raises(TryLater) as later:
        send(delivery(notification_of(ada, game)))
    assert later.value.answer.startswith(f"HTTP {status}")
    made.refresh_from_db()
    assert made.failures == 1


@pytest.mark.parametrize("status", [301, 302, 307, 400, 403, 404, 410])
def test_refused_and_no_redirect_is_followed(
    status: int, ada: User, game: Game, there: Receiver
) -> None:
    there.status = status
    there.headers = {"Location": there.url}
    made = hook(ada, there.url)
    with pytest.raises(GiveUp) as end:
        send(delivery(notification_of(ada, game)))
    assert end.value.reason == reasons.REFUSED
    assert len(there.posted) == 1
    made.refresh_from_db()
    assert made.failures == 1


def test_who_wants_us_to_wait_is_left_alone(
    ada: User, game: Game, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []
    keep = cache.set

    def keeping(key: str, value: object, wait: int) -> None:
        waits.append(wait)
        keep(key, value, wait)

    monkeypatch.setattr(cache, "set", keeping)
    there.status, there.headers = 429, {"Retry_After": "90"}
    made = hook(ada, there.url)
    for _ in range(2):
        with pytest.raises(TryLater) as later:
            send(delivery_again(notification_of_once(ada, game)))
        assert later.value.answer == "HTTP 429 Too Many Requests"
    assert len(there.posted) == 1
    assert waits == [91]
    made.refresh_from_db()
    assert made.failures == 0  # nothing is wrong with it


def notification_of_once(user: User, game: Game) -> Notification:
    return user.notifications.first() or notification_of(user, game)


def delivery_again(notification: Notification) -> Delivery:
    return notification.deliveries.select_related(
        "notification__user", "notification__game"
    ).first() or delivery(notification)


def test_how_long_to_wait() -> None:
    assert http_client._seconds(None) == 0
    assert http_client._seconds("0.3") == 1
    assert http_client._seconds("120") == 121
    assert http_client._seconds("soon") == 0
    assert http_client._seconds("inf") == 0
    assert http_client._seconds("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert http_client._seconds("Wed, 21 Oct 2099 07:28:00 GMT") > http_client.LONGEST_WAIT


def test_after_ten_failures_in_a_row_it_is_stopped_and_told(
    ada: User, game: Game, there: Receiver, client: Client
) -> None:
    there.status = 500
    made = hook(ada, there.url)
    again = delivery(notification_of(ada, game))
    client.force_login(ada)
    for _ in range(FAILURES - 1):
        with pytest.raises(TryLater):
            send(again)
    assert not stopped(made)
    assert "was stopped" not in client.get("/").content.decode()
    with pytest.raises(TryLater):
        send(again)
    assert stopped(made)
    assert "A webhook was stopped" in client.get("/").content.decode()
    page = client.get("/notifications/").content.decode()
    assert "<q>HTTP 500 Internal Server Error</q>" in page
    posted = len(there.posted)
    with pytest.raises(GiveUp) as end:
        send(again)
    assert end.value.reason == reasons.NO_ADDRESS
    assert len(there.posted) == posted
    client.post(f"/webhooks/{made.pk}/restart/")
    there.status = 200
    send(again)
    assert len(there.posted) == posted + 1


def stopped(made: Webhook) -> bool:
    return Webhook.objects.get(pk=made.pk).stopped_at is not None


def test_each_webhook_gets_it_once_though_another_fails(
    ada: User, game: Game, there: Receiver
) -> None:
    hook(ada, there.url)
    with Receiver() as other:
        other.status = 500
        hook(ada, other.url)
        again = delivery(notification_of(ada, game))
        with pytest.raises(TryLater):
            send(again)
        other.status = 200
        send(Delivery.objects.get(pk=again.pk))
        assert (len(there.posted), len(other.posted)) == (1, 2)
        send(Delivery.objects.get(pk=again.pk))
        assert (len(there.posted), len(other.posted)) == (1, 2)


class Watch:
    """Stands for `monotonic`: each post takes some seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now = 0.0
        self.posted: list[str] = []
        monkeypatch.setattr(fanout, "monotonic", lambda: self.now)

        def post(url: str, _body: bytes, _headers: object) -> None:
            self.posted.append(url)
            self.now += seconds

        monkeypatch.setattr(http_client, "post", post)


def test_a_delivery_has_a_total_deadline(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch, fanout.DELIVERY_SECONDS - 1)
    for name, failures in (("c", 2), ("a", 0), ("b", 1)):
        hook(ada, f"https://{name}.example/", failures=failures)
    again = delivery(notification_of(ada, game))
    with pytest.raises(TryLater) as later:
        send(again)
    assert later.value.answer == "Your addresses answer too slowly."
    assert watch.posted == ["https://a.example/", "https://b.example/"], "the best ones first"
    send(Delivery.objects.get(pk=again.pk))
    assert len(watch.posted) == 3


def test_a_user_has_a_budget_of_seconds_an_hour(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    watch = Watch(monkeypatch, fanout.BUDGET_SECONDS / 4)
    bob = User.objects.get(username="bob")
    for user in (ada, bob):
        hook(user, f"https://{user}.example/")
    for number in range(4):
        send(delivery(note_of(ada, game, number)))
    with pytest.raises(TryLater):
        send(delivery(note_of(ada, game, 4)))
    assert len(watch.posted) == 4
    send(delivery(notification_of(bob, game)))
    assert watch.posted[-1] == "https://bob.example/"
    cache.clear()  # an hour later
    send(delivery(note_of(ada, game, 5)))
    assert len(watch.posted) == 6


def note_of(user: User, game: Game, number: int) -> Notification:
    return Notification.objects.create(
        user=user, game=game, kind="turn", key=f"turn {number}", at=NOON
    )


def test_a_summary_leaves_out_what_a_webhook_has(ada: User, game: Game, there: Receiver) -> None:
    hook(ada, there.url)
    notifications = [notification_of(ada, game, kind) for kind in (QuestionInTurn, YourTurn)]
    first, _second = [delivery(notification) for notification in notifications]
    send(first)
    send_digest(ada, notifications, NOON)
    assert [json.loads(posted.body)["event"] for posted in there.posted] == ["question", "turn"]


def test_through_the_outbox(ada: User, game: Game, there: Receiver) -> None:
    hook(ada, there.url)
    notification = note(ada, TableFilled, "accepted 1", game, game.seq, now=NOON)
    assert notification is not None
    assert outbox.send_due(NOON, [KEY]) == 1
    assert outbox.send_due(NOON, [KEY]) == 0
    assert notification.deliveries.get(channel=KEY).state == Delivery.State.SENT
    assert len(there.posted) == 1


@pytest.fixture
def three(ada: User, there: Receiver) -> Iterator[tuple[Receiver, Receiver, Receiver]]:
    """Return who takes it, who never will, and who may later: three webhooks of Ada."""
    with Receiver() as never, Receiver() as later:
        never.status, later.status = 403, 500
        for receiver in (there, never, later):
            hook(ada, receiver.url)
        yield there, never, later


def run(notification: Notification | None, now: datetime) -> tuple[str, str, str]:
    """Let the outbox run; return state, reason and what was said."""
    assert notification is not None
    outbox.send_due(now, [KEY])
    kept = notification.deliveries.get(channel=KEY)
    return kept.state, kept.reason, kept.said


type Three = tuple[Receiver, Receiver, Receiver]


def test_only_who_may_take_it_later_is_asked_again(ada: User, game: Game, three: Three) -> None:
    notification = note(ada, TableFilled, "accepted 1", game, game.seq, now=NOON)
    said = "HTTP 500 Internal Server Error"
    assert run(notification, NOON) == ("waiting", reasons.NOT_YET_ALL, said)
    assert run(notification, NOON + MINUTE) == ("waiting", reasons.NOT_YET_ALL, said)
    three[2].status = 200
    assert run(notification, NOON + 6 * MINUTE) == ("sent", reasons.PARTLY, "")
    assert [len(each.posted) for each in three] == [1, 1, 3]
    assert [each.failures for each in ada.webhooks.all()] == [0, 1, 0]


def test_what_one_has_was_sent_though_another_never_takes_it(
    ada: User, game: Game, three: Three
) -> None:
    User.objects.update(sleep_from="0:00", sleep_to="0:00")
    notification = note(ada, TableFilled, "accepted 1", game, game.seq, now=NOON)
    now = NOON
    for pause in (MINUTE * 0, *outbox.PAUSES):
        now += pause
        ended = run(notification, now)
    assert ended == ("sent", reasons.PARTLY, "HTTP 500 Internal Server Error")
    assert [len(each.posted) for each in three] == [1, 1, 1 + len(outbox.PAUSES)]


def test_what_one_has_was_sent_though_it_is_over_before_another_takes_it(
    ada: User, game: Game, three: Three
) -> None:
    notification = note(ada, TableFilled, "accepted 1", game, game.seq, now=NOON)
    run(notification, NOON)
    Game.objects.update(status="finished")
    assert run(notification, NOON + MINUTE) == ("sent", reasons.PARTLY, "")


def test_nobody_took_it(ada: User, game: Game, three: Three) -> None:
    notification = note(ada, TableFilled, "accepted 1", game, game.seq, now=NOON)
    for each in three:
        each.status = 403
    assert run(notification, NOON) == ("failed", reasons.REFUSED, "HTTP 403 Forbidden")
    assert ada.webhooks.filter(failures=1).count() == 3


def test_a_test_of_one_webhook(ada: User, client: Client, three: Three) -> None:
    client.force_login(ada)
    works, never, _later = ada.webhooks.all()
    for each in (works, never):
        client.post("/notifications/tests/webhook/", {"address": each.pk})
    outbox.send_due(channels=[KEY])
    assert [len(each.posted) for each in three] == [1, 1, 0]
    tests = client.get("/notifications/").context["tests"]
    told = {test["where"]: test["report"] and test["report"].state for test in tests}
    assert [told[each.url] for each in ada.webhooks.all()] == ["sent", "failed", None]
    eve = Client()
    eve.force_login(player("eve", language="en"))
    theirs = hook(User.objects.get(username="eve"), "https://eve.example/")
    for strange in (works.pk, 4711):
        page = eve.post("/notifications/tests/webhook/", {"address": strange}, follow=True)
        assert "There is no address to send it to yet." in page.content.decode()
    assert eve.post("/notifications/tests/webhook/", {"address": "x"}).status_code == 404
    assert not Notification.objects.filter(user=theirs.user).exists()


# --- the page ---


def test_adding_restarting_and_removing(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    log_in_freshly(client, ada)
    for path, status in (("a", 302), ("b", 302), ("c", 302), ("d", 409)):
        data = {"url": f"https://{HOST}/{path}", "form": "discord"}
        assert client.post("/webhooks/add/", data).status_code == status
    assert [each.url[-1] for each in ada.webhooks.all()] == ["a", "b", "c"]
    page = client.get("/notifications/").content.decode()
    assert page.count("https://there.example/") >= 3
    first = ada.webhooks.all()[0]
    client.post(f"/webhooks/{first.pk}/remove/")
    assert ada.webhooks.count() == 2


def test_a_refused_address_stays_in_the_form(ada: User, client: Client) -> None:
    log_in_freshly(client, ada)
    data = {"url": "https://127.0.0.1/me", "form": "discord"}
    answer = client.post("/webhooks/add/", data)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'value="https://127.0.0.1/me"' in page
    assert '<option value="discord" selected>' in page
    assert "This address is not on the public internet." in page
    assert client.post("/webhooks/add/", {**data, "form": "xml"}).status_code == 422
    assert not ada.webhooks.exists()


def test_what_cannot_be_added(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    let_in(monkeypatch)
    hooks.add_webhook(ada, f"https://{HOST}/", "json")
    for user, form, status in (
        (ada, "json", 409),
        (ada, "xml", 422),
        (guest(), "json", 403),
    ):
        with pytest.raises(Refused) as refused:
            hooks.add_webhook(user, f"https://{HOST}/", form)
        assert refused.value.status == status


def test_nobody_touches_the_webhooks_of_others(ada: User, client: Client) -> None:
    mine = hook(ada, "https://there.example/")
    client.force_login(player("eve"))
    client.post(f"/webhooks/{mine.pk}/remove/")
    client.post(f"/webhooks/{mine.pk}/restart/")
    assert ada.webhooks.count() == 1
    assert "there.example" not in client.get("/notifications/").content.decode()
    assert Client().post("/webhooks/add/", {"url": "https://x.example"}).status_code == 302
    assert client.get(f"/webhooks/{mine.pk}/remove/").status_code == 405
