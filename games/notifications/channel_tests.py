"""Tests of a channel, or of one of its addresses, that a user asks for."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.notifications.channels import Channel
from games.notifications.models import Delivery
from games.notifications.notifications import ChannelTest
from games.notifications.preferences import wishes_of
from games.notifications.record import note_to


def send_test(user: User, channel: Channel, only: int = 0, now: datetime | None = None) -> None:
    """Put a test of one channel into the outbox, due at once.

    `only`: the number of the one address that it is for. Raises `Refused`: 422 without an address,
    429 for a second one in the same minute.
    """
    now = now or timezone.now()
    there = channel in wishes_of(user.pk, None).channels
    if not there or (only and only not in dict(channel.addresses(user))):
        raise Refused(_("There is no address to send it to yet."), 422)
    with transaction.atomic():
        key = f"test {channel.key} {only} {now:%Y-%m-%dT%H:%M}"
        if note_to(user, ChannelTest, key, channel.key, only, now=now) is None:
            raise Refused(_("One test a minute is enough."), 429)


def last_tests(user: User) -> dict[tuple[str, int], Delivery]:
    """Return the last test of each channel and address (0 for all of them) that was tested."""
    tests = Delivery.objects.filter(notification__user=user, notification__kind=ChannelTest.key)
    return {
        (delivery.channel, delivery.notification.data.get("address", 0)): delivery
        for delivery in tests.select_related("notification").order_by("pk")
    }
