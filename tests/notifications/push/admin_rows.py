"""Rows for the lists of the admin (`tests/zenith_site/test_admin_lists.py`): browsers."""

from games.notifications.push.models import PushSubscription
from tests.support.factories import player


def browser() -> PushSubscription:
    return PushSubscription.objects.create(
        user=player("ada"),
        endpoint="https://push.example.org/secret-endpoint",
        p256dh="secret-p256dh",
        auth="secret-auth",
    )


ROWS = {PushSubscription: browser}
ACTIONS = {(PushSubscription, "remove"): browser}
