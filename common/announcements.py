"""Announcements: typed events that are sent in the transaction in which they happen.

A module announces what its rows have just become; subjects further up listen in their
`receivers.py`, which `zenith_site` imports when all models are ready. The sender knows none of
them.
"""

from collections.abc import Callable
from enum import IntEnum


class Order(IntEnum):
    """When a receiver is called among the receivers of one announcement.

    Rows are locked in the same order, after the row of the game and those of its users.
    """

    FIRST = -1
    """Receivers that read other subjects' rows before they change."""
    TABLES = 0
    RATINGS = 1
    CONTESTS = 2
    FAIR_PLAY = 3
    NOTIFICATIONS = 4


class Announcement[Event]:
    """A kind of event, and the functions that are called with each event of it.

    A receiver that raises stops the sender: both or none.
    """

    def __init__(self) -> None:
        self._receivers: list[tuple[Order, Callable[[Event], None]]] = []

    def receiver(
        self, order: Order
    ) -> Callable[[Callable[[Event], None]], Callable[[Event], None]]:
        """Return a decorator that makes a function a receiver."""

        def register(function: Callable[[Event], None]) -> Callable[[Event], None]:
            self._receivers.append((order, function))
            self._receivers.sort(key=lambda pair: pair[0])
            return function

        return register

    def send(self, event: Event) -> None:
        """Call every receiver, in order."""
        for _order, function in self._receivers:
            function(event)

    @property
    def receivers(self) -> list[Callable[[Event], None]]:
        """The registered receivers in the order in which they are called."""
        return [function for _order, function in self._receivers]
