"""A made-up channel that sends at once, for tests of what all channels have in common."""

from collections.abc import Sequence
from datetime import datetime

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils.functional import lazystr

from accounts.models import User
from games.notifications import channels, preferences
from games.notifications.channels import Channel, MissingAddress
from games.notifications.models import Delivery, Notification
from games.notifications.templatetags import troubles

PAGER = "pager"


class PagerChannel(Channel):
    """Reaches users who have a second address, which is that of a pager."""

    key = PAGER
    label = lazystr("pager")
    missing = MissingAddress(lazystr("You have no pager yet:"), lazystr("add one"), "#pager")
    fleeting = True

    def reached(self) -> Exists:
        return Exists(EmailAddress.objects.filter(user=OuterRef("pk"), email__endswith=".pager"))

    def addresses(self, user: User) -> list[tuple[int, str]]:
        pagers = EmailAddress.objects.filter(user=user, email__endswith=".pager")
        return list(pagers.values_list("pk", "email"))

    def send(self, delivery: Delivery) -> None:
        raise AssertionError("no test sends by it")

    def send_digest(self, user: User, notifications: Sequence[Notification], now: datetime) -> None:
        raise AssertionError("no test sends by it")


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site have pagers as its first channel."""
    monkeypatch.setitem(channels._channels, PAGER, PagerChannel())
    monkeypatch.setattr(settings, "OUTBOX", (PAGER, *settings.OUTBOX))
    for query in (preferences.USER, troubles.TROUBLES):
        monkeypatch.setattr(query, "_compiled", None)


def pager_of(user: User) -> EmailAddress:
    """Give a user a pager."""
    return EmailAddress.objects.create(user=user, email=f"{user.pk}@example.pager")
