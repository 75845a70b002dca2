"""Export of a user's season data."""

from typing import Any

from accounts.models import User
from games.seasons.models import SeasonEntry


def export(user: User) -> Any:
    """Return a user's season data as JSON."""
    entries = SeasonEntry.objects.filter(user=user).select_related("season", "division")
    return [
        {
            "season": [entry.season.year, entry.season.number],
            "enrolled": entry.entered_at.isoformat(),
            "division": entry.division and entry.division.level,
            "strength_at_start": entry.strength if entry.division else None,
            "unsure_at_start": entry.unsure,
            "withdrawn": entry.withdrawn_at and entry.withdrawn_at.isoformat(),
            "place": entry.place,
            "step": entry.step,
        }
        for entry in entries.order_by("season__starts_at")
    ]
