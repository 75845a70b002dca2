"""From where people are here: kept for some days, as keyed hashes, to be compared and never read.

The keys come from the site's secret, so that nobody gets an address back from a copy of the rows.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.fairplay.models import AccessTrace

KEPT = timedelta(days=60)
A_DAY = 24 * 60 * 60
HOUSE = 64
"""So many bits of an address of IPv6 name a household; the others change by themselves."""


def note_trace(user: User, address: str, device: str, now: datetime) -> None:
    """Remember from where somebody was here today; once a day each. Guests play nothing rated."""
    if user.is_guest:
        return
    trace = AccessTrace(
        user=user,
        day=now.date(),
        address=_hash("address", _house(address)),
        device=_hash("device", device) if device else "",
    )
    if cache.add(f"trace:{user.pk}:{trace.day}:{trace.address}:{trace.device}", 1, A_DAY):
        AccessTrace.objects.bulk_create([trace], ignore_conflicts=True)


def forget_traces(now: datetime) -> int:
    """Delete what is older than is kept; return how much."""
    return AccessTrace.objects.filter(day__lt=(now - KEPT).date()).delete()[0]


type Days = dict[date, tuple[set[str], set[str]]]
"""A day, and from which addresses and devices somebody was here."""


def days_of(users: Iterable[int]) -> dict[int, Days]:
    """Return when and from where some people were here, in one query."""
    found: dict[int, Days] = {}
    rows = AccessTrace.objects.filter(user__in=set(users))
    for user, day, address, device in rows.values_list("user", "day", "address", "device"):
        addresses, devices = found.setdefault(user, {}).setdefault(day, (set(), set()))
        addresses.add(address)
        if device:
            devices.add(device)
    return found


def _house(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ip_network((known, HOUSE), strict=False))
    return str(known)


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"games.fairplay.{what}", value, algorithm="sha256").hexdigest()[:32]
