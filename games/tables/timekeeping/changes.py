"""Changes of a running game's time that no answer of a seat brings.

What changes who has to answer, by when, or the rules of the clock, calls `clock_changed`, so that
pages and notifications hear of it. `tests/tables/timekeeping/test_changes.py` refuses a function
that stores a clock and does not.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.tables import announcements
from games.tables.models import Game, Seat
from games.tables.table_events import NOT_KEPT, TableEvent, TableEventKind, keep_event


def clock_changed(
    game: Game, seats: Sequence[Seat], kind: TableEventKind, now: datetime, **details: Any
) -> None:
    """Announce a change of a locked game to all its seats, and keep it for the table's page.

    `game` and `seats`: as they are after it. `details`: fields of `TableEvent`.
    """
    event = TableEvent(kind, now, game.seq, **details)
    if kind not in NOT_KEPT:
        keep_event(game, event)
    announcements.clock_changed.send(announcements.ClockChanged(game, seats, event, now))
