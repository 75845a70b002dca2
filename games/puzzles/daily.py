"""The puzzle of the day, and streaks of days."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count

from games.puzzles.models import DailyPuzzle, Puzzle
from games.puzzles.store import load_starter_set

A_DAY = timedelta(days=1)


def today(now: datetime) -> date:
    """Return the day of the puzzle of the day: the same for everyone."""
    return now.astimezone(UTC).date()


def puzzle_of(day: date) -> Puzzle | None:
    """Return the puzzle of a day, chosen when it is first asked for; `None` without puzzles.

    Puzzles that have been the puzzle of the fewest days come first, in an order that the day
    decides.
    """
    chosen = DailyPuzzle.objects.select_related("puzzle").filter(date=day).first()
    if chosen is not None:
        return chosen.puzzle
    puzzle = _choose(day)
    if puzzle is None:
        load_starter_set()
        puzzle = _choose(day)
    if puzzle is None:
        return None
    # A concurrent request may have chosen; all see the first choice.
    DailyPuzzle.objects.bulk_create([DailyPuzzle(date=day, puzzle=puzzle)], ignore_conflicts=True)
    return DailyPuzzle.objects.select_related("puzzle").get(date=day).puzzle


def _choose(day: date) -> Puzzle | None:
    counted = Puzzle.objects.filter(withdrawn=False).annotate(times=Count("days"))
    rows = list(counted.values_list("times", "key", "pk"))
    if not rows:
        return None
    _times, _order, pk = min(
        (times, hashlib.sha256(f"{day} {key}".encode()).hexdigest(), pk) for times, key, pk in rows
    )
    return Puzzle.objects.get(pk=pk)


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive days on which the puzzle of the day was solved.

    `days`: up to today or yesterday. `best`: the longest one. `has_today`: today's is solved.
    """

    days: int
    best: int
    has_today: bool


def streak(solved: Iterable[date], day: date) -> Streak:
    """Return the streak of the days on which a solver solved the puzzle of the day."""
    run = best = current = 0
    before: date | None = None
    for solved_on in sorted(set(solved)):
        run = run + 1 if before == solved_on - A_DAY else 1
        best, before = max(best, run), solved_on
        if solved_on >= day - A_DAY:
            current = run
    return Streak(current, best, before == day)
