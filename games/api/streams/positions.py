"""Positions in the notifications of a user: what a program has been told of."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic
from typing import Self

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.notifications.models import Notification

SETTLED = 30.0
"""Seconds after which no transaction is open any more that was when a row was first read. A request
ends within 12 seconds."""
OLD = timedelta(minutes=2)
"""Rows of that age are settled when they are read."""
MOST_BEYOND = 100
CURSOR = re.compile(r"\d{1,15}(-\d{1,12}){0,200}")


@dataclass
class StreamPosition:
    """The rows that have been told: all up to `floor`, and some `beyond` it.

    Numbers are given before the commit, so a row may appear behind one that has been told. The rows
    of the last seconds are therefore named one by one, and the floor follows.
    """

    floor: int
    beyond: dict[int, float] = field(default_factory=dict)
    """Row -> when it is settled, by `monotonic`."""

    @classmethod
    def now(cls, user: User, now: datetime) -> Self:
        """Return the position at which a user has been told everything."""
        rows = user.notifications.order_by("pk")
        floor = rows.filter(at__lt=now - OLD).values_list("pk", flat=True).last() or 0
        position = cls(floor)
        for pk in rows.filter(pk__gt=floor).values_list("pk", flat=True):
            position.add(pk, is_old=False)
        return position

    @classmethod
    def read(cls, cursor: str) -> Self:
        """Return the position that an `id` of a line names; raises `Refused`."""
        if not CURSOR.fullmatch(cursor):
            raise Refused(_("This cursor is not one of this site."), 422, code="bad_cursor")
        floor, *steps = map(int, cursor.split("-"))
        settled = monotonic() + SETTLED
        return cls(floor, {floor + step: settled for step in steps})

    def knows(self, pk: int) -> bool:
        """Whether a row has been told."""
        return pk <= self.floor or pk in self.beyond

    def add(self, pk: int, *, is_old: bool) -> None:
        """Note that a row has been told; rows are told in the order of their numbers."""
        now = monotonic()
        self.beyond[pk] = now if is_old else now + SETTLED
        settled = [pk for pk, at in self.beyond.items() if at <= now]
        settled += sorted(self.beyond)[:-MOST_BEYOND]
        self.floor = max(self.floor, *settled) if settled else self.floor
        self.beyond = {pk: at for pk, at in self.beyond.items() if pk > self.floor}

    def __str__(self) -> str:
        steps = [str(pk - self.floor) for pk in sorted(self.beyond)]
        return "-".join([str(self.floor), *steps])


def is_old(row: Notification, now: datetime) -> bool:
    """Whether no row with a smaller number can appear any more."""
    return row.at < now - OLD
