"""What ladders keep of a user: exported on request, given up with the account."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.ladder import places
from games.ladder.models import LADDERS, Challenge


def leave_all(user: User, now: datetime) -> None:
    """Take a user off all ladders."""
    for pool in LADDERS:
        places.leave(user, pool, now=now)


def export(user: User) -> Any:
    """Return what ladders keep of a user, as JSON."""
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
                    "at": one.at.isoformat(),
                    "made": one.challenger_id == rung.pk,
                    "place": one.place,
                    "state": one.state,
                    "game": one.game_id,
                }
                for one in Challenge.objects.filter(
                    Q(challenger=rung) | Q(challenged=rung)
                ).order_by("at", "pk")
            ],
        }
        for rung in user.rungs.order_by("ladder")
    ]
