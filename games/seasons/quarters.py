"""The four seasons of a year: each a quarter, in UTC. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True, order=True)
class Quarter:
    """`number`: 1 begins in January, 2 in April, 3 in July, 4 in October."""

    year: int
    number: int

    @property
    def start(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, 3 * self.number - 2, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The first moment of the next one."""
        return self.next.start

    @property
    def next(self) -> "Quarter":
        """The one after it."""
        if self.number == 4:
            return Quarter(self.year + 1, 1)
        return Quarter(self.year, self.number + 1)


def quarter_of(now: datetime) -> Quarter:
    """Return the quarter that a moment is in."""
    there = now.astimezone(UTC)
    return Quarter(there.year, (there.month + 2) // 3)
