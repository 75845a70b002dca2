"""When seasons open, start and close."""

from datetime import datetime


def run_seasons(now: datetime | None = None) -> None:
    """Do what is due; safe to run twice, late and by several at once."""
