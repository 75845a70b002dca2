"""Reading many rows, beside people who play and behind a pooler.

PgBouncer in transaction mode keeps no cursor from one statement to the next, so the site has no
server-side cursors (`DISABLE_SERVER_SIDE_CURSORS`): without them `iterator()` reads all rows at
once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import Model, QuerySet


def in_batches[Row: Model](rows: QuerySet[Row], key: str, size: int) -> Iterator[Row]:
    """Yield rows in the order of a unique column, `size` of them with each statement."""
    rows = later = rows.order_by(key)
    while batch := list(later[:size]):
        yield from batch
        if len(batch) < size:
            return
        last: Any = getattr(batch[-1], key)
        later = rows.filter(**{f"{key}__gt": last})


@contextmanager
def snapshot() -> Iterator[None]:
    """Let all reads see the database as it is at the first of them; nothing can be written.

    A check that reads a row and then what belongs to it would else find that they differ when a
    player moves in between. On SQLite a transaction keeps all others from writing.
    """
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if connection.vendor == "postgresql" and is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
