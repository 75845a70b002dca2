"""What is certain of an answer before it is played, in a game imagined from a seat's view."""

from engine.events import Event, GameEnded
from engine.table import Table

COURSE = ("side", "active", "played", "mulligan", "stack", "options", "ending", "winner")
"""What a table has of the question that is answered: the same until something is uncertain."""


class CertainLog(list[Event]):
    """A log that keeps the table as it is after the last event that is certain.

    Each event is logged after its change of the table.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.certain = 0
        """How many events are certain."""
        self._before = table.copy()
        self._after = self._before
        self._running = table
        self._is_certain = True

    def append(self, event: Event) -> None:
        """Log an event."""
        super().append(event)
        self._is_certain = self._is_certain and not is_uncertain(event)
        if self._is_certain:
            self.certain = len(self)
            self._after = self._running.copy()

    def table(self) -> Table:
        """Return the table after the events that are certain; the question is still open on it."""
        table = self._after.copy()
        for name in COURSE:
            setattr(table, name, getattr(self._before, name))
        return table


def is_uncertain(event: Event) -> bool:
    """Whether an event shows what its seat can't know before it is played.

    A draw at the end of the deck does, because it depends on the other hands.
    """
    return event.reveals or (isinstance(event, GameEnded) and event.winner is None)
