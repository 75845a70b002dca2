"""Export and deletion of a user's fair play data."""

from typing import Any

from accounts.models import User
from games.fairplay.models import AccessTrace, Case, CaseState, ModerationAction, PlayerReport


def delete_own_cases(user: User) -> None:
    """Delete cases about this user alone that led to no decision."""
    for case in Case.objects.filter(people=user).exclude(state=CaseState.ACTED):
        if case.people.count() == 1:
            case.delete()


def export(user: User) -> Any:
    """Return a user's fair play data as JSON, without the names of reporters."""
    return {
        "reports": [
            {
                "player": report.player.username,
                "reason": report.reason,
                "text": report.text,
                "game": report.game_id,
                "at": report.at.isoformat(),
            }
            for report in PlayerReport.objects.filter(reporter=user)
            .select_related("player")
            .order_by("at")
        ],
        "cases": [
            {"about": case.kind, "since": case.opened_at.isoformat(), "state": case.state}
            for case in Case.objects.filter(people=user)
        ],
        "decisions": [
            {
                "what": action.what,
                "why": action.why,
                "at": action.at.isoformat(),
                "until": action.until and action.until.isoformat(),
                "taken_back": action.undone_at and action.undone_at.isoformat(),
            }
            for action in ModerationAction.objects.filter(player=user)
        ],
        "traces": [
            {"day": trace.day.isoformat(), "address": trace.address, "device": trace.device}
            for trace in AccessTrace.objects.filter(user=user).order_by("day", "pk")
        ],
    }
