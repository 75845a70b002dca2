"""What the rest of the site asks of fair play: see `games.contests`."""

from typing import Any

from accounts.models import User


def export(user: User) -> Any:
    """Return what we keep of a person, as JSON."""
    return []
