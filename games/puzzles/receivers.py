"""Receivers of the puzzles."""

from accounts.signals import AccountExported, account_exported
from common.announcements import Order
from games.puzzles.models import Solver


@account_exported.receiver(Order.RATINGS)
def export_puzzles(event: AccountExported) -> None:
    """Export the puzzle rating and the attempts."""
    solver = Solver.objects.filter(user=event.user).first()
    event.data["puzzles"] = {
        "rating": solver and [solver.value, solver.deviation, solver.volatility],
        "attempts": [
            {
                "puzzle": attempt.puzzle_id,
                "at": attempt.at.isoformat(),
                "at_once": attempt.at_once,
                "solved_on": attempt.solved_on and attempt.solved_on.isoformat(),
                "rating": [attempt.before, attempt.after],
            }
            for attempt in event.user.puzzle_attempts.order_by("at", "pk")
        ],
    }
