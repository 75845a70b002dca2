"""Changes of a running game's time that no answer of a seat brings.

What changes who has to answer, by when, or the rules of the clock, calls `clock_changed`, so that
pages and notifications hear of it. `tests/tables/timekeeping/test_changes.py` refuses a function
that stores a clock and does not.
"""

from typing import Any

from games.tables import announcements
from games.tables.table_events import NOT_KEPT, TableEvent, TableEventKind, keep_event
from games.tables.timekeeping.clocks import LockedTable


def clock_changed(table: LockedTable, kind: TableEventKind, **details: Any) -> None:
    """Announce a change of a game to all its seats, and keep it for the table's page.

    `table`: as it is after it. `details`: fields of `TableEvent`.
    """
    event = TableEvent(kind, table.now, table.game.seq, **details)
    if kind not in NOT_KEPT:
        keep_event(table.game, event)
    change = announcements.ClockChanged(table.game, table.seats, event, table.now)
    announcements.clock_changed.send(change)
