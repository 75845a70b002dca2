"""What one process of the site does at a time: it holds a lease, a row with a term.

A lock of PostgreSQL would belong to a connection, which a pooler in transaction mode lends on.
"""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from common import database_clock
from games.tables.models import Lease


def hold(name: str, holder: str, term: timedelta) -> bool:
    """Take or renew a lease for a term from now; return whether this holder has it."""
    database_clock.refresh()
    now = timezone.now()
    free = Lease.objects.filter(Q(holder=holder) | Q(until__lt=now), name=name)
    if free.update(holder=holder, until=now + term):
        return True
    # It looks first: each refused row would be an error in PostgreSQL's log.
    values = {"holder": holder, "until": now + term}
    return Lease.objects.get_or_create(name=name, defaults=values)[1]


def release(name: str, holder: str) -> None:
    """Give a lease back, if this holder has it."""
    Lease.objects.filter(name=name, holder=holder).delete()
