"""The claims of this process, of which nothing has been handed over yet.

If the database dies at such a moment, the rows say less than the process knows: the next run of the
process gives the claims back, instead of waiting until they end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import DatabaseError

from games.notifications.models import Delivery

_held: dict[int, tuple[datetime, Mapping[str, Any]]] = {}
"""By the ids of deliveries: until when they are claimed, and what they were before."""


def hold(pks: Iterable[int], until: datetime) -> None:
    """Note that deliveries are about to be claimed: the database may die before it says so."""
    _held.update((pk, (until, {})) for pk in pks)


@contextmanager
def holding(claimed: Sequence[Delivery], until: datetime) -> Iterator[None]:
    """Hold claimed deliveries while they are sent; only a dead database leaves them held."""
    for delivery in claimed:
        before = {"handed_at": delivery.handed_at, "unsure": delivery.unsure}
        _held[delivery.pk] = (until, before)
    try:
        yield
    except DatabaseError:
        raise
    except BaseException:
        drop(claimed)
        raise
    drop(claimed)


def drop(deliveries: Iterable[Delivery]) -> None:
    """Hold deliveries no longer: they are handed over from now on, or settled."""
    for delivery in deliveries:
        _held.pop(delivery.pk, None)


def give_back() -> None:
    """Give back what is still held."""
    for pk, (until, before) in list(_held.items()):
        mine = Delivery.objects.filter(pk=pk, state=Delivery.State.WAITING, claimed_until=until)
        mine.update(claimed_until=None, **before)
        del _held[pk]
