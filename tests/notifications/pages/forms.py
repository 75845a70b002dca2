"""The pages about notifications: read, saved, and deliveries to show."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client

from accounts.models import User
from games.notifications.channels import MAIL
from games.notifications.kinds import NotificationKind
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import YourTurn
from games.tables.models import Game
from tests.support.browsing import forms_to

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def signed_in(user: User) -> Client:
    """Return a client with a user signed in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(response: Any) -> str:
    """Return the text of a page, with single spaces."""
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
    """Send the form with changes; two underscores of a name stand for a hyphen."""
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
    fields = {"channel": MAIL, "due_at": at, **delivery}
    return Delivery.objects.create(notification=notification, **fields)
