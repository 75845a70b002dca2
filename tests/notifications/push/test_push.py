"""Pushes: read with another implementation's eyes (http_ece), at a push service of our own."""

import base64
import json
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.notifications import outbox, reasons
from games.notifications.addresses import FAILURES
from games.notifications.delivery_errors import GiveUp, TryLater
from games.notifications.kinds import kinds
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import GameIsOver, TableFilled, TimeRunsShort, YourTurn
from games.notifications.push import vapid
from games.notifications.push.browsers import add_browser, wake_browser
from games.notifications.push.models import PushSubscription
from games.notifications.push.sending import KEY, encrypted, send, send_digest
from games.notifications.push.vapid import from_base64, in_base64
from games.tables.models import Game
from tests.notifications.mailing import NOON, delivery_of, notification_of
from tests.notifications.push.browsers import Browser
from tests.notifications.receiving import HOST, Receiver
from tests.support.factories import player, running_game
from tests.support.leaking import check, secrets_of
from zenith_site import environment as env

PRESSING_KINDS = [kind for kind in kinds() if kind.pressing]

pytestmark = pytest.mark.django_db

delivery = partial(delivery_of, channel=KEY)

FROM_THE_RFC = {
    "plain": "When I grow up, I want to be a watermelon",
    "own": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "receiver": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
    "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "sealed": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
}
"""RFC 8291, section 5 and appendix A."""


# --- encryption and signature ---


def test_the_example_of_the_rfc() -> None:
    example = FROM_THE_RFC
    own = ec.derive_private_key(int.from_bytes(from_base64(example["own"])), ec.SECP256R1())
    made = encrypted(
        example["plain"].encode(),
        from_base64(example["receiver"]),
        from_base64(example["auth"]),
        own,
        from_base64(example["salt"]),
    )
    assert in_base64(made) == example["sealed"]


def test_only_this_browser_reads_it(ada: User, game: Game, there: Receiver) -> None:
    browser, other = Browser(there.url), Browser(there.url)
    browser.of(ada)
    send(delivery(notification_of(ada, game)))
    [posted] = there.posted
    said = browser.reads(posted)
    assert said.pop("body").startswith("It is your turn.")
    assert said == {
        "title": f"Game {game.pk} against bob",
        "url": f"http://127.0.0.1:8000/tables/{game.pk}/",
        "tag": f"game-{game.pk}",
    }
    with pytest.raises(http_ece.ECEException):
        other.reads(posted)
    assert b"turn" not in posted.body


def test_each_push_has_a_key_and_a_salt_of_its_own(ada: User, game: Game, there: Receiver) -> None:
    Browser(there.url).of(ada)
    for kind in (YourTurn, TimeRunsShort):
        send(delivery(notification_of(ada, game, kind)))
    first, second = (posted.body for posted in there.posted)
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]


def test_the_signature_is_the_sites(ada: User, game: Game, there: Receiver) -> None:
    Browser(there.url).of(ada)
    before = timezone.now().timestamp()
    send(delivery(notification_of(ada, game)))
    scheme, _space, rest = there.posted[0].headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == vapid.public_key()
    head, claims, signature = parts["t"].split(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(parts["k"]))
    raw = from_base64(signature)
    r, s = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(from_base64(claims))
    assert said["aud"] == f"https://{HOST}:{there.server.server_port}"
    assert said["sub"] == "mailto:zenith@127.0.0.1"
    assert before < said["exp"] <= before + 24 * 3600


def test_the_headers(ada: User, game: Game, there: Receiver) -> None:
    subscription = Browser(there.url).of(ada)
    for kind in (YourTurn, TimeRunsShort):
        send(delivery(notification_of(ada, game, kind)))
    game.status = "finished"
    game.save()
    send(delivery(notification_of(ada, game, GameIsOver)))
    for posted in there.posted:
        assert posted.headers["TTL"] == str(12 * 3600)
        assert posted.headers["Content-Encoding"] == "aes128gcm"
        assert len(base64.urlsafe_b64decode(posted.headers["Topic"])) == 24
        assert len(posted.headers["Topic"]) == 32
    assert [posted.headers["Urgency"] for posted in there.posted] == ["high", "high", "normal"]
    assert len({posted.headers["Topic"] for posted in there.posted}) == 1
    another = running_game(ada, player("cy"))
    send(delivery(notification_of(ada, another)))
    assert there.posted[-1].headers["Topic"] != there.posted[0].headers["Topic"]
    subscription.refresh_from_db()
    assert subscription.used_at is not None


# --- what is pushed ---


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Du bist am Zug."), ("fr", "C’est à vous de jouer."), ("", "your turn")],
)
def test_it_speaks_the_users_language(
    language: str, said: str, ada: User, game: Game, there: Receiver
) -> None:
    browser = Browser(there.url)
    browser.of(ada)
    ada.language = language
    ada.save()
    send(delivery(notification_of(ada, game)))
    assert said in browser.reads(there.posted[0])["body"]


def test_nothing_hidden_goes_out_not_even_the_own_hand(
    ada: User, game: Game, there: Receiver
) -> None:
    browser = Browser(there.url)
    browser.of(ada)
    for kind in PRESSING_KINDS:
        send(delivery(notification_of(ada, game, kind)))
    assert len(there.posted) == len(PRESSING_KINDS)
    for posted in there.posted:
        check("a push", json.dumps(browser.reads(posted)), secrets_of(game, None, False))


def test_the_longest_one_fits_into_a_record(ada: User, there: Receiver) -> None:
    browser = Browser(there.url)
    browser.of(ada)
    game = running_game(ada, player("😀" * 37))
    User.objects.filter(username__contains="😀").update(username="😀" * 150)
    notifications = [
        Notification.objects.create(user=ada, game=game, kind="turn", key=f"{n}", at=NOON)
        for n in range(30)
    ]
    for notification in notifications:
        delivery(notification)
    send_digest(ada, notifications, NOON)
    assert len(there.posted[0].body) <= 4096
    said = browser.reads(there.posted[0])
    assert (said["title"], said["tag"]) == ("Your games", "digest")
    assert said["url"] == "http://127.0.0.1:8000/"


def test_through_the_outbox(ada: User, game: Game, there: Receiver) -> None:
    browser = Browser(there.url)
    browser.of(ada)
    sent = delivery(notification_of(ada, game, TableFilled))
    assert outbox.send_due(NOON, [KEY]) == 1
    sent.refresh_from_db()
    assert sent.state == Delivery.State.SENT
    assert browser.reads(there.posted[0])["body"].startswith("Your table has filled up")


# --- what the push service answers ---


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_kept_and_told(
    status: int, ada: User, game: Game, there: Receiver
) -> None:
    PushSubscription.objects.filter(pk=Browser(there.url).of(ada).pk).update(browser="Firefox")
    there.status = status
    with pytest.raises(GiveUp) as end:
        send(delivery(notification_of(ada, game)))
    assert end.value.reason == reasons.REFUSED
    assert not ada.push_subscriptions.awake().exists()
    assert "Firefox (since" in home(ada)
    with pytest.raises(GiveUp):
        send(delivery(notification_of(ada, game, TableFilled)))
    assert len(there.posted) == 1  # it is not asked again


def home(user: User, device: str = "") -> str:
    client = Client()
    client.force_login(user)
    if device:
        client.cookies["device"] = device
    return client.get("/").content.decode()


@pytest.mark.parametrize("status", [400, 401, 403])
def test_one_that_is_refused_ten_times_in_a_row_is_stopped_and_told(
    status: int, ada: User, game: Game, there: Receiver
) -> None:
    browser = add_browser(ada, Browser(there.url).subscription, "Firefox on Linux", "its cookie")
    PushSubscription.objects.filter(pk=browser.pk).update(session="here")
    there.status = status
    again = delivery(notification_of(ada, game))

    def refused() -> None:
        Delivery.objects.filter(pk=again.pk).update(refused=[])
        with pytest.raises(GiveUp):
            send(Delivery.objects.get(pk=again.pk))

    for _ in range(FAILURES - 1):
        refused()
    assert ada.push_subscriptions.awake().get().failures == FAILURES - 1
    assert "don’t arrive" not in home(ada)
    refused()
    assert len(there.posted) == FAILURES
    refused()
    assert len(there.posted) == FAILURES
    assert "This browser is no longer reached" in home(ada, "its cookie")
    assert "Firefox on Linux (since" in home(ada, "another cookie")
    assert f"<q>HTTP {status} " in home(ada)


def test_a_push_that_arrives_begins_the_count_anew(ada: User, game: Game, there: Receiver) -> None:
    Browser(there.url).of(ada)
    ada.push_subscriptions.update(failures=FAILURES - 1, said="HTTP 403")
    send(delivery(notification_of(ada, game)))
    assert (ada.push_subscriptions.get().failures, ada.push_subscriptions.get().said) == (0, "")


def test_a_renewed_browser_takes_the_place_of_the_one_that_was_stopped(ada: User) -> None:
    old = add_browser(ada, Browser(f"https://{HOST}/old").subscription, "Firefox", "its cookie")
    other = add_browser(ada, Browser(f"https://{HOST}/other").subscription, "Chrome", "another")
    PushSubscription.objects.update(stopped_at=NOON, failures=3, said="HTTP 410 Gone")
    new = add_browser(ada, Browser(f"https://{HOST}/new").subscription, "Firefox", "its cookie")
    assert list(ada.push_subscriptions.order_by("pk")) == [other, new]
    assert (new.stopped_at, new.failures) == (None, 0)
    same = add_browser(ada, Browser(other.endpoint).subscription, "Chrome", "another")
    assert (same.pk, same.stopped_at, same.failures, same.said) == (other.pk, None, 0, "")
    assert not PushSubscription.objects.filter(pk=old.pk).exists()


def test_a_stopped_browser_does_not_wake_at_a_log_in(ada: User) -> None:
    add_browser(ada, Browser(f"https://{HOST}/old").subscription, "Firefox", "its cookie")
    PushSubscription.objects.update(stopped_at=NOON)
    wake_browser(ada, "its cookie", SessionStore())
    assert not ada.push_subscriptions.exclude(session="").exists()


@pytest.mark.parametrize(("status", "error"), [(500, TryLater), (429, TryLater), (403, GiveUp)])
def test_any_other_trouble_keeps_it(
    status: int, error: type[Exception], ada: User, game: Game, there: Receiver
) -> None:
    Browser(there.url).of(ada)
    there.status = status
    with pytest.raises(error):
        send(delivery(notification_of(ada, game)))
    assert ada.push_subscriptions.exists()


def test_all_browsers_get_it_and_each_once(ada: User, game: Game, there: Receiver) -> None:
    Browser(there.url).of(ada)
    with Receiver() as other:
        other.status = 503
        Browser(other.url).of(ada)
        again = delivery(notification_of(ada, game))
        with pytest.raises(TryLater):
            send(again)
        other.status = 201
        send(Delivery.objects.get(pk=again.pk))
        assert (len(there.posted), len(other.posted)) == (1, 2)


def test_one_that_is_gone_does_not_matter_to_the_others(
    ada: User, game: Game, there: Receiver
) -> None:
    Browser(there.url).of(ada)
    with Receiver() as other:
        other.status = 410
        Browser(other.url).of(ada)
        send(delivery(notification_of(ada, game)))
    assert ada.push_subscriptions.awake().count() == 1


# --- the key ---


@pytest.fixture
def no_key(settings: Any, tmp_path: Path) -> Iterator[Any]:
    settings.VAPID_PRIVATE_KEY, settings.REDIS_URL = "", ""
    settings.DATA_DIR = tmp_path
    vapid._key.cache_clear()
    yield settings
    vapid._key.cache_clear()


def test_a_site_alone_makes_its_key_once(no_key: Any, tmp_path: Path) -> None:
    first = vapid.public_key()
    assert len(from_base64(first)) == 65
    vapid._key.cache_clear()
    assert vapid.public_key() == first
    assert [path.name for path in tmp_path.iterdir()] == ["vapid.key"]
    assert stat.S_IMODE((tmp_path / "vapid.key").stat().st_mode) == 0o600
    assert env.vapid_key("VAPID_PRIVATE_KEY") == ""


def test_a_grown_site_without_a_key_sends_none(
    no_key: Any, ada: User, game: Game, client: Client, tmp_path: Path
) -> None:
    no_key.REDIS_URL = "redis://redis:6379/0"
    Browser(f"https://{HOST}/1").of(ada)
    with pytest.raises(GiveUp) as end:
        send(delivery(notification_of(ada, game)))
    assert end.value.reason == reasons.NO_ADDRESS
    client.force_login(ada)
    assert (
        "This site sends no push notifications." in client.get("/notifications/").content.decode()
    )
    assert not list(tmp_path.iterdir())


def test_a_key_by_the_environment(no_key: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY", f"{FROM_THE_RFC['own']}=")
    no_key.VAPID_PRIVATE_KEY = env.vapid_key("KEY")
    no_key.REDIS_URL = "redis://redis:6379/0"
    own = ec.derive_private_key(int.from_bytes(from_base64(FROM_THE_RFC["own"])), ec.SECP256R1())
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    assert from_base64(vapid.public_key()) == point


@pytest.mark.parametrize(
    "value", ["short", "x" * 42, "x" * 44, "é" * 43, "+" * 43, "A" * 43, "_" * 43]
)
def test_an_odd_key_stops_the_start(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY", value)
    with pytest.raises(ImproperlyConfigured) as error:
        env.vapid_key("KEY")
    assert str(error.value).startswith("KEY must be ")
    assert value not in str(error.value)
