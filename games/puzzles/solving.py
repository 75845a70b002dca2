"""Solvers: users, whose first tries are rated, and visitors, whose results are in the session."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypedDict

from django.db import transaction
from django.db.models import F, FloatField, Value
from django.db.models.functions import Abs, Cast
from django.utils import timezone

from accounts.models import User
from common.visitors import in_cookie
from games.puzzles.daily import Streak, streak, today
from games.puzzles.models import Attempt, DailyPuzzle, Puzzle
from games.puzzles.models import Solver as SolverRow
from games.ratings import glicko2
from games.ratings.display import shown
from games.ratings.models import periods
from games.tables.player_facts import ShownRating

SESSION_KEY = in_cookie("puzzles")
KEPT = 150
"""How many results of a visitor the session keeps, in a cookie."""


class KeptResults(TypedDict):
    """What the session of a visitor keeps."""

    days: list[str]
    """Days whose puzzle was solved on them."""
    results: dict[str, list[Any]]
    """Number of a puzzle -> whether at the first try, whether solved, on which day."""


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """What a solver has made of a puzzle.

    `at_once`: whether the first try succeeded. `solved`: whether it was solved in the end.
    `change`: the points that the rating changed by, for users.
    """

    at_once: bool
    solved: bool
    change: int | None = None

    @property
    def sign(self) -> str:
        """The change of the rating with its sign."""
        return "" if self.change is None else f"{self.change:+d}".replace("-", "−")


class PuzzleSolver(ABC):
    """A user or a visitor who solves puzzles."""

    @abstractmethod
    def result(self, puzzle: Puzzle) -> PuzzleResult | None:
        """Return what the solver has made of a puzzle; `None` before the first try has ended."""

    @abstractmethod
    def note(self, puzzle: Puzzle, solved: bool, now: datetime, *, seen: bool = False) -> None:
        """Store the end of a try; the first one is rated, the same result again changes nothing.

        `seen`: whether the browser has seen the solution before. Such a try counts neither for
        ratings nor for the streak.
        """

    @abstractmethod
    def tried(self) -> set[int]:
        """Return the numbers of the puzzles with a result."""

    @abstractmethod
    def streak(self, day: date) -> Streak:
        """Return the streak of puzzles of the day."""

    def rating(self, now: datetime) -> ShownRating | None:
        """Return the solver's rating; `None` without one."""
        return None

    def next_puzzle(self, now: datetime, after: int = 0) -> Puzzle | None:
        """Return an untried puzzle near the solver's rating, but not the one of a day to come."""
        rating = self.rating(now)
        value = rating.value if rating is not None else glicko2.START
        ahead = DailyPuzzle.objects.filter(date__gte=today(now)).values("puzzle")
        fresh = Puzzle.objects.filter(withdrawn=False).exclude(pk__in=ahead).exclude(pk=after)
        near = Abs(F("value") - Cast(Value(float(value)), FloatField()))
        return fresh.exclude(pk__in=self.tried()).order_by(near, "pk").first()


class UserSolver(PuzzleSolver):
    """A user with an account."""

    def __init__(self, user: User) -> None:
        self.user = user

    def result(self, puzzle: Puzzle) -> PuzzleResult | None:
        """Return the result of the user's attempt."""
        attempt = Attempt.objects.filter(user=self.user, puzzle=puzzle).first()
        if attempt is None:
            return None
        change = round(attempt.after) - round(attempt.before)
        return PuzzleResult(attempt.at_once, attempt.solved_on is not None, change)

    @transaction.atomic
    def note(self, puzzle: Puzzle, solved: bool, now: datetime, *, seen: bool = False) -> None:
        """Rate the first try; remember the day on which the puzzle is solved."""
        if seen:
            adopt(self.user, {str(puzzle.pk): (False, False, "")}, now)
            return
        day = today(now) if solved else None
        SolverRow.objects.get_or_create(user=self.user)
        # One order of locks for all: the user's row, then the puzzle's.
        row = SolverRow.objects.select_for_update().get(user=self.user)
        attempt = Attempt.objects.filter(user=self.user, puzzle=puzzle).first()
        if attempt is not None:
            if solved and attempt.solved_on is None:
                attempt.solved_on = day
                attempt.save(update_fields=["solved_on"])
            return
        rated = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        mine, its = row.glicko, rated.glicko
        since = periods(row.last_at, now)
        row.glicko = glicko2.rate(mine, [(its, float(solved))], since)
        rated.glicko = glicko2.rate(its, [(glicko2.aged(mine, since), float(not solved))], 0)
        row.last_at = now
        for entry in (row, rated):
            entry.tries += 1
            entry.solved += solved
            entry.save()
        Attempt.objects.create(
            user=self.user,
            puzzle=puzzle,
            at=now,
            at_once=solved,
            solved_on=day,
            before=mine.value,
            after=row.value,
        )

    def tried(self) -> set[int]:
        """Return the numbers of the puzzles that the user has tried."""
        return set(Attempt.objects.filter(user=self.user).values_list("puzzle_id", flat=True))

    def streak(self, day: date) -> Streak:
        """Return the user's streak."""
        mine = DailyPuzzle.objects.filter(
            puzzle__attempts__user=self.user, puzzle__attempts__solved_on=F("date")
        )
        return streak(mine.values_list("date", flat=True), day)

    def rating(self, now: datetime) -> ShownRating | None:
        """Return the user's puzzle rating."""
        row = SolverRow.objects.filter(user=self.user, tries__gt=0).first()
        if row is None:
            return None
        return shown(glicko2.aged(row.glicko, periods(row.last_at, now)))


class VisitorSolver(PuzzleSolver):
    """A visitor or a guest: unrated, with results in the session."""

    def __init__(self, session: MutableMapping[str, Any]) -> None:
        self.session = session

    def _kept(self) -> KeptResults:
        kept: Mapping[str, Any] = self.session.get(SESSION_KEY, {})
        # Sessions of before have no day on which a puzzle was solved.
        results = {number: [*result, ""][:3] for number, result in kept.get("results", {}).items()}
        return {"days": kept.get("days", []), "results": results}

    @property
    def results(self) -> dict[str, tuple[bool, bool, str]]:
        """Number of a puzzle -> whether at the first try, whether solved, on which day."""
        return {number: tuple(result) for number, result in self._kept()["results"].items()}

    def result(self, puzzle: Puzzle) -> PuzzleResult | None:
        """Return the result that the session has."""
        kept = self._kept()["results"].get(str(puzzle.pk))
        return PuzzleResult(*kept[:2]) if kept else None

    def note(self, puzzle: Puzzle, solved: bool, now: datetime, *, seen: bool = False) -> None:
        """Keep the result, and the day if it is the puzzle of the day."""
        kept, number, day = self._kept(), str(puzzle.pk), today(now)
        solved = solved and not seen
        at_once, was_solved, solved_on = kept["results"].pop(number, [solved, False, ""])
        if solved and not was_solved:
            solved_on = day.isoformat()
        results = kept["results"] | {number: [at_once, was_solved or solved, solved_on]}
        kept["results"] = dict(list(results.items())[-KEPT:])
        if solved and DailyPuzzle.objects.filter(date=day, puzzle=puzzle).exists():
            kept["days"] = sorted({*kept["days"], day.isoformat()})[-KEPT:]
        self.session[SESSION_KEY] = kept

    def tried(self) -> set[int]:
        """Return the numbers of the puzzles that the session has results of."""
        return {int(number) for number in self._kept()["results"]}

    def streak(self, day: date) -> Streak:
        """Return the visitor's streak."""
        return streak(map(date.fromisoformat, self._kept()["days"]), day)


def solver_of(user: User | None, session: MutableMapping[str, Any]) -> PuzzleSolver:
    """Return the solver of a request; what a visitor has solved moves to the account."""
    if user is None or user.is_guest:
        return VisitorSolver(session)
    if SESSION_KEY in session:
        adopt(user, VisitorSolver(session).results, timezone.now())
        del session[SESSION_KEY]
    return UserSolver(user)


@transaction.atomic
def adopt(user: User, results: Mapping[str, tuple[bool, bool, str]], now: datetime) -> None:
    """Store the results of a visitor as attempts of a user, unrated; again changes nothing."""
    row = SolverRow.objects.filter(user=user).first()
    value = glicko2.START if row is None else row.value
    days = {
        int(number): date.fromisoformat(solved_on) if solved_on else None
        for number, (_at_once, _solved, solved_on) in results.items()
    }
    mine = Attempt.objects.filter(user=user)
    for attempt in mine.filter(puzzle__in=days, solved_on=None):
        attempt.solved_on = days[attempt.puzzle_id]
        attempt.save(update_fields=["solved_on"])
    Attempt.objects.bulk_create(
        (
            Attempt(
                user=user,
                puzzle=puzzle,
                at=now,
                at_once=results[str(puzzle.pk)][0],
                solved_on=days[puzzle.pk],
                before=value,
                after=value,
            )
            for puzzle in Puzzle.objects.filter(pk__in=days)
        ),
        ignore_conflicts=True,
    )
