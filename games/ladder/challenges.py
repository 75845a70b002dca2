"""Challenges on a ladder."""

from datetime import datetime


def mind_the_ladders(now: datetime | None = None) -> None:
    """Let challenges run out that nobody answers; safe to run twice or late."""
