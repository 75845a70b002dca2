"""Export of a user's ladder data, and leaving when the account closes."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.ladder import places
from games.ladder.models import LADDERS, Challenge


def leave_all(user: User, now: datetime) -> None:
    """Remove a user from all ladders."""
    for pool in LADDERS:
        places.leave(user, pool, now=now)


def export(user: User) -> Any:
    """Return a user's ladder data as JSON."""
    return [
        {
            "ladder": rung.ladder_id,
            "place": rung.place,
            "starts_at_once": rung.at_once,
            "steps": [
                {
                    "at": step.at.isoformat(),
                    "from": step.before,
                    "to": step.after,
                    "why": step.why,
                    "game": step.challenge and step.challenge.game_id,
                    "reason": step.reason,
                }
                for step in rung.steps.select_related("challenge").order_by("number")
            ],
            "challenges": [
                {
                    "at": challenge.at.isoformat(),
                    "made": challenge.challenger_id == rung.pk,
                    "place": challenge.place,
                    "state": challenge.state,
                    "game": challenge.game_id,
                }
                for challenge in Challenge.objects.filter(
                    Q(challenger=rung) | Q(challenged=rung)
                ).order_by("at", "pk")
            ],
        }
        for rung in user.rungs.order_by("ladder")
    ]
