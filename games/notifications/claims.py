"""The claims of a run, of which nothing has been handed over yet.

If the database dies at such a moment, the rows say less than the run knows: the next run of the
process gives the claims back, instead of waiting until they end. Other runs may be under way in
other threads: what they hold is theirs.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import DatabaseError

from games.notifications.models import Delivery

Held = dict[int, tuple[datetime, Mapping[str, Any]]]
"""By the ids of deliveries: until when they are claimed, and what they were before."""

_run = threading.local()
_left: Held = {}
"""What the runs of this process have left claimed."""


@contextmanager
def run() -> Iterator[None]:
    """Give back what earlier runs have left claimed, and keep what this one leaves."""
    _give_back()
    _run.held = {}
    try:
        yield
    finally:
        _left.update(_run.held)


def _give_back() -> None:
    for pk, (until, before) in list(_left.items()):
        mine = Delivery.objects.filter(pk=pk, state=Delivery.State.WAITING, claimed_until=until)
        mine.update(claimed_until=None, **before)
        _left.pop(pk, None)


def hold(pks: Iterable[int], until: datetime) -> None:
    """Note that deliveries are about to be claimed: the database may die before it says so."""
    _run.held.update((pk, (until, {})) for pk in pks)


@contextmanager
def holding(claimed: Sequence[Delivery], until: datetime) -> Iterator[None]:
    """Hold claimed deliveries while they are sent; only a dead database leaves them held."""
    for delivery in claimed:
        before = {"handed_at": delivery.handed_at, "unsure": delivery.unsure}
        _run.held[delivery.pk] = (until, before)
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
        _run.held.pop(delivery.pk, None)
