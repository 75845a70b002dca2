"""What looks unfair, found in the night."""

from datetime import datetime


def look_for_foul_play(now: datetime | None = None) -> None:
    """Look at what has ended lately; safe to run twice or late."""
