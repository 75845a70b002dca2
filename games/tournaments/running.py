"""Starting tournaments and their rounds."""

from datetime import datetime


def run_tournaments(now: datetime | None = None) -> None:
    """Do what is due; safe to run twice, late and by several at once."""
