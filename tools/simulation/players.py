"""What simulated players of the month and of the year have in common."""

from dataclasses import dataclass, field
from datetime import datetime

from accounts.models import User


@dataclass(kw_only=True, slots=True)
class SimulatedPlayer:
    """A player who takes vacations, and may vanish: never look or answer again, without a word."""

    user: User
    gone: datetime | None
    """When they vanish."""
    vacations: list[tuple[datetime, datetime]] = field(default_factory=list)

    def is_gone(self, at: datetime) -> bool:
        """Whether they have vanished."""
        return self.gone is not None and self.gone <= at

    def vacation_end(self, at: datetime) -> datetime | None:
        """Return the end of the vacation in which a moment lies."""
        return next((end for start, end in self.vacations if start <= at < end), None)

    def is_away(self, at: datetime) -> bool:
        """Whether they are on vacation, or have vanished."""
        return self.is_gone(at) or self.vacation_end(at) is not None
