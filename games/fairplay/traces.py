"""Access traces: addresses and devices of users, stored for 60 days as keyed hashes.

The key derives from the site's secret, so addresses can't be recovered from a copy of the rows.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from accounts.models import User
from common.addresses import household
from games.fairplay.models import AccessTrace

KEPT = timedelta(days=60)
A_DAY = 24 * 60 * 60


def note_trace(user: User, address: str, device: str, now: datetime) -> None:
    """Store a user's address and device for today, once a day. Guests play no rated games."""
    if user.is_guest:
        return
    trace = AccessTrace(
        user=user,
        day=now.date(),
        address=_hash("address", household(address)),
        device=_hash("device", device) if device else "",
    )
    if cache.add(f"trace:{user.pk}:{trace.day}:{trace.address}:{trace.device}", 1, A_DAY):
        AccessTrace.objects.bulk_create([trace], ignore_conflicts=True)


def forget_traces(now: datetime) -> int:
    """Delete expired traces; return their number."""
    return AccessTrace.objects.filter(day__lt=(now - KEPT).date()).delete()[0]


type Days = dict[date, tuple[set[str], set[str]]]
"""For each day, the hashed addresses and devices of a user."""


def days_of(users: Iterable[int]) -> dict[int, Days]:
    """Return the traces of users by day, in one query."""
    days_by_user: dict[int, Days] = {}
    rows = AccessTrace.objects.filter(user__in=set(users))
    for user, day, address, device in rows.values_list("user", "day", "address", "device"):
        addresses, devices = days_by_user.setdefault(user, {}).setdefault(day, (set(), set()))
        addresses.add(address)
        if device:
            devices.add(device)
    return days_by_user


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"games.fairplay.{what}", value, algorithm="sha256").hexdigest()[:32]
