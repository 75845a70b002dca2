"""One delivery for several addresses of a user, such as browsers: each gets it once.

Users name these addresses, so they may answer slowly on purpose. A delivery has a total deadline,
and each user a budget of seconds an hour on a channel: what is beyond waits for a later try, and
other users' deliveries go on.
"""

from collections.abc import Callable, Iterable, Sequence
from time import monotonic

from django.core.cache import cache
from django.db.models import Model
from django.utils.translation import gettext as _

from games.notifications import reasons
from games.notifications.delivery_errors import GiveUp, TryLater
from games.notifications.http_client import Gone
from games.notifications.models import Delivery, Notification

DELIVERY_SECONDS = 15
"""Then a delivery tries no other address; the last one may take `posting.SECONDS` more."""

BUDGET_SECONDS = 60
"""An hour, for each user and channel: hundreds of posts to addresses that answer at once."""

HOUR = 3600


def to_each[To: Model](
    deliveries: Sequence[Delivery],
    targets: Iterable[To],
    post: Callable[[To, list[Notification]], None],
    *,
    wants: Callable[[To, Notification], bool] = lambda _to, _notification: True,
    minds_gone: bool = True,
) -> None:
    """Post to each target the notifications that it wants and has neither taken nor refused yet.

    `targets`: those that answered last time first, so that they don't wait for the others. `post`
    raises `TryLater` or `GiveUp`. `minds_gone`: whether an address that exists no more has refused
    it; a browser that is gone is no loss. Raises `TryLater` if one of them may take it later, else
    `GiveUp` if one has refused it, or if there is none.
    """
    later: TryLater | None = None
    budget = f"posting:{deliveries[0].channel}:{deliveries[0].notification.user_id}"
    begun = monotonic()
    end = begun + min(DELIVERY_SECONDS, BUDGET_SECONDS - cache.get(budget, 0) / 1000)
    known = any(delivery.refused for delivery in deliveries)
    never = GiveUp(reasons.REFUSED if known else reasons.NO_ADDRESS)
    for target in targets:
        new = [
            delivery
            for delivery in deliveries
            if target.pk not in delivery.taken + delivery.refused
            and wants(target, delivery.notification)
        ]
        if not new:
            continue
        if monotonic() >= end:
            later = later or TryLater(_("Your addresses answer too slowly."))
            break
        try:
            post(target, [delivery.notification for delivery in new])
        except TryLater as error:
            later = error
        except GiveUp as error:
            never = error
            if minds_gone or not isinstance(error, Gone):
                for delivery in new:
                    delivery.refused.append(target.pk)
        else:
            for delivery in new:
                delivery.taken.append(target.pk)
        Delivery.objects.bulk_update(new, ["taken", "refused"])
    _spend(budget, monotonic() - begun)
    if later is not None:
        raise later
    if any(delivery.refused or not delivery.taken for delivery in deliveries):
        raise never


def _spend(budget: str, seconds: float) -> None:
    cache.add(budget, 0, HOUR)
    try:
        cache.incr(budget, int(seconds * 1000))
    except ValueError:  # the hour ended between the two lines
        return


def deliveries_of(notifications: Sequence[Notification], channel: str) -> list[Delivery]:
    """Return the deliveries of several notifications on a channel, in their order."""
    by_notification = {
        delivery.notification_id: delivery
        for delivery in Delivery.objects.filter(notification__in=notifications, channel=channel)
    }
    for notification in notifications:
        by_notification[notification.pk].notification = notification
    return [by_notification[notification.pk] for notification in notifications]
