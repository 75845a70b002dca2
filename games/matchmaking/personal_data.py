"""Export and deletion of a user's searches."""

from typing import Any

from accounts.models import User
from games.matchmaking.models import GameSearch


def leave_all(user: User) -> None:
    """Delete a user's searches."""
    GameSearch.objects.filter(user=user).delete()


def export(user: User) -> Any:
    """Return a user's searches as JSON."""
    return [
        {
            "pace": search.pace,
            "within": search.reach,
            "state": search.state,
            "since": search.created_at.isoformat(),
            "until": (search.ended_at or search.expires_at).isoformat(),
            "table": search.table_id,
            "game": search.game_id,
        }
        for search in GameSearch.objects.filter(user=user).order_by("pk")
    ]
