"""Receivers of the puzzles."""

from django.db.models import BigIntegerField
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import AccountExported, account_exported
from common.announcements import Order
from engine import Game as EngineGame
from games.puzzles import daily
from games.puzzles.models import Puzzle, Solver
from games.tables import providers
from games.tables.models import Seat
from games.tables.providers import PuzzleBoard


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


@providers.puzzle_board.provider
def puzzle_board(number: int | None) -> PuzzleBoard | None:
    """Return the position that a puzzle begins with, as the seat that has the turn sees it."""
    if number is None:
        puzzle = daily.puzzle_of(daily.today(timezone.now()))
    else:
        in_range = number <= BigIntegerField.MAX_BIGINT
        puzzle = Puzzle.objects.filter(pk=number).first() if in_range else None
    if puzzle is None:
        return None
    view = EngineGame.from_position(puzzle.position, seed=puzzle.key).view(puzzle.seat)
    view["seed"] = None  # it would give away the order of the deck
    names = {puzzle.seat: _("You"), 1 - puzzle.seat: _("Opponent")}
    seats = [Seat(number=seat, user=User(username=name)) for seat, name in sorted(names.items())]
    return PuzzleBoard(
        number=puzzle.pk,
        title=str(puzzle),
        task=str(puzzle.get_goal_display()),
        path=puzzle.get_absolute_url(),
        view=view,
        seats=seats,
        seat=puzzle.seat,
    )
