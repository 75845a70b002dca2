"""Webhooks: what concerns a user, or what they follow, posted to addresses of their own.

Plain JSON is `{"id", "event", "game", "title", "text", "url", "at"}`; `event` is the key of a
topic. News of a subject has `subject` and `facts` instead of `game`. What quiet hours held back
comes as one: `{"event": "digest", "text", "url", "at", "notifications": [...]}`. A repeated `id` is
the same notification. JSON is signed (`signing`). Discord gets a text.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256

from django.utils import timezone, translation

from accounts.models import User
from games.notifications import http_client
from games.notifications.addresses import note_failure
from games.notifications.delivery_errors import GiveUp, TryLater
from games.notifications.fanout import deliveries_of, to_each
from games.notifications.kinds import NotificationKind, kind_of
from games.notifications.models import Delivery, Notification
from games.notifications.short_messages import (
    ShortDigest,
    ShortMessage,
    short_digest,
    short_message,
)
from games.notifications.subjects import SubjectNews
from games.notifications.webhook import signing
from games.notifications.webhook.models import Webhook

KEY = "webhook"
"""The key of the channel."""

LONGEST = 2000
"""Letters of a text at Discord."""


def send(delivery: Delivery) -> None:
    """Post a notification to each webhook of its user; raises `TryLater` or `GiveUp`."""
    _send(delivery.notification.user, [delivery], delivery.due_at)


def send_digest(user: User, notifications: Sequence[Notification], now: datetime) -> None:
    """Post several notifications as one, in this order; raises `TryLater` or `GiveUp`."""
    _send(user, deliveries_of(notifications, KEY), now)


def _send(user: User, deliveries: Sequence[Delivery], at: datetime) -> None:
    hooks = user.webhooks.filter(stopped_at=None).order_by("failures", "created_at")
    # A test of one webhook never waits for other deliveries; nor does news of what it follows.
    only = deliveries[0].notification.data.get("address")
    hooks = hooks.filter(pk=only) if only else hooks.filter(sort="")
    with (
        translation.override(user.reads),
        timezone.override(user.zone),
    ):
        to_each(
            deliveries,
            hooks,
            lambda hook, notifications: _post(hook, notifications, at),
            wants=_wants,
        )


def _wants(hook: Webhook, notification: Notification) -> bool:
    kind = kind_of(notification)
    return kind.requested or hook.carries(kind.topic.key)


def _post(hook: Webhook, notifications: Sequence[Notification], at: datetime) -> None:
    alone = len(notifications) == 1
    message = short_message(notifications[0], at) if alone else short_digest(notifications, at)
    is_text = hook.form == Webhook.Form.DISCORD
    payload = for_discord(message, hook.mention) if is_text else in_json(message, at)
    body = json.dumps(payload, ensure_ascii=False).encode()
    try:
        signature = signing.headers_of(hook, _id_of(notifications), body, timezone.now())
        http_client.post(hook.url, body, {"Content-Type": "application/json", **signature})
    except http_client.Busy:
        raise
    except (TryLater, GiveUp) as error:
        note_failure(hook, error.answer)
        raise
    Webhook.objects.filter(pk=hook.pk).exclude(failures=0).update(failures=0, said="")


def _id_of(notifications: Sequence[Notification]) -> str:
    """Return the id of a post: the same when it is sent again."""
    numbers = " ".join(str(notification.pk) for notification in notifications)
    return f"n{numbers}" if len(notifications) == 1 else f"d{sha256(numbers.encode()).hexdigest()}"


def for_discord(message: ShortMessage | ShortDigest, mention: str = "") -> dict[str, object]:
    """Return a message that mentions this user of Discord and no other, whatever the text says."""
    start, link = f"<@{mention}> " if mention else "", f"\n{message.url}"
    text = f"{start}{message.title}\n{message.text}"[: LONGEST - len(link)]
    allowed: dict[str, object] = {"parse": []}
    if mention:
        allowed["users"] = [mention]
    return {"content": text + link, "allowed_mentions": allowed}


def in_json(message: ShortMessage | ShortDigest, at: datetime) -> dict[str, object]:
    """Return plain JSON; moments are in UTC."""
    if isinstance(message, ShortMessage):
        return _one(message)
    return {
        "event": "digest",
        "text": message.text,
        "url": message.url,
        "at": _utc(at),
        "notifications": [_one(short) for short in message.messages],
    }


def _one(message: ShortMessage) -> dict[str, object]:
    kind = kind_of(message.notification)
    return {
        "id": message.notification.pk,
        **(_of_subject(kind) if isinstance(kind, SubjectNews) else _of_user(kind)),
        "title": message.title,
        "text": message.text,
        "url": message.url,
        "at": _utc(message.notification.at),
    }


def _of_user(kind: NotificationKind) -> dict[str, object]:
    return {"event": kind.topic.key, "game": kind.notification.game_id}


def _of_subject(kind: SubjectNews) -> dict[str, object]:
    subject = {"kind": kind.data["sort"], "id": kind.data["subject"]}
    return {"event": kind.event, "subject": subject, "facts": kind.facts()}


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
