"""Deliveries that failed, sent again when an administrator says so."""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from common.refusals import Refused
from games.notifications.models import Delivery

FIRST = {"tries": 0, "unsure": 0, "reason": "", "settled_at": None}
"""What a delivery has before its first try."""


def retry(pk: int, now: datetime | None = None) -> None:
    """Send a failed delivery anew, or a waiting one now. Raises `Refused`: 409.

    It is judged again as any that is due: what its user does not want any more is not sent, and
    addresses that have it do not get it twice. What a worker is sending at this moment stays.
    """
    now = now or timezone.now()
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    failed = Delivery.objects.filter(pk=pk, state=Delivery.State.FAILED)
    waiting = Delivery.objects.filter(free, pk=pk, state=Delivery.State.WAITING, handed_at=None)
    again = {"due_at": now, "claimed_until": None, "handed_at": None}
    if failed.update(state=Delivery.State.WAITING, **FIRST, **again):
        return
    if not waiting.update(due_at=now):
        raise Refused(_("Only a delivery that failed or waits can be sent again."), 409)
