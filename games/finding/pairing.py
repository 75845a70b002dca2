"""Pairing the people who want a game."""

from datetime import datetime


def pair_all(now: datetime | None = None) -> None:
    """Pair whoever can be paired; safe to run twice, late and by several at once."""
