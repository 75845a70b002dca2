"""Web Push: short, encrypted for one browser (RFC 8291), signed by this site (RFC 8292).

A newer push of a game replaces the older one: on its way by `Topic` (RFC 8030), on the screen by
`tag`. What is not fetched in half a day is not wanted any more.
"""

import json
import os
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db.models import F
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.notifications import http_client, reasons
from games.notifications.addresses import note_failure
from games.notifications.delivery_errors import GiveUp
from games.notifications.fanout import deliveries_of, to_each
from games.notifications.kinds import kind_of
from games.notifications.models import Delivery, Notification
from games.notifications.push import vapid
from games.notifications.push.models import PushSubscription
from games.notifications.short_messages import short_digest, short_message

KEY = "push"
"""The key of the channel."""

TTL = timedelta(hours=12)
RECORD = 4096
"""Bytes that one record may have; push services take no more, and ours is the only one."""

LONGEST_TITLE, LONGEST_TEXT = 150, 600
"""Letters, so that all of it fits in a record in any script."""


def send(delivery: Delivery) -> None:
    """Send a notification to each of its user's browsers; raises `TryLater` or `GiveUp`."""
    _send(delivery.notification.user, [delivery], delivery.due_at)


def send_digest(user: User, notifications: Sequence[Notification], now: datetime) -> None:
    """Send several notifications as one, in this order; raises `TryLater` or `GiveUp`."""
    _send(user, deliveries_of(notifications, KEY), now)


def _send(user: User, deliveries: Sequence[Delivery], at: datetime) -> None:
    if not vapid.public_key():
        raise GiveUp(reasons.NO_ADDRESS)
    with (
        translation.override(user.reads),
        timezone.override(user.zone),
    ):
        to_each(
            deliveries,
            PushSubscription.objects.awake()
            .filter(user=user)
            .order_by(F("used_at").desc(nulls_last=True), "created_at"),
            lambda browser, notifications: _push(browser, notifications, at),
            minds_gone=False,
        )


def _push(browser: PushSubscription, notifications: Sequence[Notification], at: datetime) -> None:
    alone = len(notifications) == 1
    message = short_message(notifications[0], at) if alone else short_digest(notifications, at)
    about = _about(notifications)
    payload = {
        "title": message.title[:LONGEST_TITLE],
        "body": message.text[:LONGEST_TEXT],
        "url": message.url,
        "tag": about,
    }
    now = timezone.now()
    headers = {
        "Authorization": vapid.authorization(browser.endpoint, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(TTL.total_seconds())),
        "Topic": _topic(browser, about),
        "Urgency": urgency(notifications),
    }
    body = encrypted(
        json.dumps(payload, ensure_ascii=False).encode(),
        vapid.from_base64(browser.p256dh),
        vapid.from_base64(browser.auth),
    )
    try:
        http_client.post(browser.endpoint, body, headers)
    except http_client.Gone as gone:
        note_failure(browser, gone.answer, at_most=1)
        raise
    except GiveUp as refusal:
        note_failure(browser, refusal.answer)
        raise
    known = PushSubscription.objects.filter(pk=browser.pk)
    known.update(used_at=now, failures=0, said="")


def _about(notifications: Sequence[Notification]) -> str:
    """Return the tag by which a newer push replaces an older one."""
    if len(notifications) > 1:
        return "digest"
    game = notifications[0].game_id
    return f"news-{notifications[0].pk}" if game is None else f"game-{game}"


def urgency(notifications: Iterable[Notification]) -> str:
    """Return the urgency of a push (RFC 8030): whether a phone wakes up for it."""
    pressing = any(kind_of(notification).pressing for notification in notifications)
    return "high" if pressing else "normal"


def _topic(browser: PushSubscription, about: str) -> str:
    """Return 32 letters that tell a push service nothing."""
    digest = salted_hmac("push topic", f"{browser.pk} {about}", algorithm="sha256").digest()
    return vapid.in_base64(digest[:24])


def encrypted(
    plain: bytes,
    receiver: bytes,
    auth: bytes,
    own: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a text that only one browser can read (RFC 8291: aes128gcm, one record).

    `receiver`: its public key, a point of P-256; `auth`: what it shares with us. `own` and `salt`
    are new ones each time, but for examples. Raises `ValueError` for a key that is none.
    """
    own = own or generate_private_key(SECP256R1())
    salt = salt or os.urandom(16)
    sender = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), receiver))
    secret = _derived(shared, auth, b"WebPush: info\0" + receiver + sender, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + len(sender).to_bytes(1) + sender
    return head + AESGCM(key).encrypt(nonce, plain + b"\2", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
