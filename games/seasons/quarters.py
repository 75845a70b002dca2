"""Quarters of a year in UTC; each has one season. Pure functions."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True, order=True)
class Quarter:
    """A quarter; `number` 1 begins in January, 2 in April, 3 in July, 4 in October."""

    year: int
    number: int

    @property
    def start(self) -> datetime:
        """Start of the quarter."""
        return datetime(self.year, 3 * self.number - 2, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """End of the quarter: the start of the next."""
        return self.next.start

    @property
    def next(self) -> "Quarter":
        """The following quarter."""
        if self.number == 4:
            return Quarter(self.year + 1, 1)
        return Quarter(self.year, self.number + 1)


def quarter_of(now: datetime) -> Quarter:
    """Return the quarter that contains a time."""
    utc = now.astimezone(UTC)
    return Quarter(utc.year, (utc.month + 2) // 3)
