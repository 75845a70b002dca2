"""The puzzle of the day, streaks and ratings, also of a visitor who signs up."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.puzzles import daily, store
from games.puzzles.models import Attempt, DailyPuzzle, Puzzle, Solver
from games.puzzles.solving import PuzzleResult, UserSolver, VisitorSolver, adopt, solver_of
from tests.puzzles.solving import DAY, NOW, solve
from tests.support.factories import guest
from tools.simulation.year import paper

pytestmark = pytest.mark.django_db


def test_the_puzzle_of_a_day_stays_when_others_come(puzzles: list[Puzzle]) -> None:
    chosen = daily.puzzle_of(NOW.date())
    store.load_starter_set()
    assert daily.puzzle_of(NOW.date()) == chosen


def test_no_puzzle_comes_again_before_all_have_been(puzzles: list[Puzzle]) -> None:
    days = [daily.puzzle_of(NOW.date() + number * DAY) for number in range(len(puzzles))]
    assert set(days) == set(puzzles)


def test_withdrawn_puzzles_are_not_chosen(puzzles: list[Puzzle]) -> None:
    Puzzle.objects.exclude(pk=puzzles[3].pk).update(withdrawn=True)
    assert daily.puzzle_of(NOW.date()) == puzzles[3]


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ([], (0, 0, False)),
        ([22], (1, 1, True)),
        ([20, 21], (2, 2, False)),
        ([19, 20, 22], (1, 2, True)),
        ([18, 19, 20], (0, 3, False)),
        ([22, 21, 22], (2, 2, True)),
    ],
)
def test_a_streak_lasts_until_a_day_is_missed(
    days: list[int], streak: tuple[int, int, bool]
) -> None:
    solved = [date(2026, 11, day) for day in days]
    assert daily.streak(solved, NOW.date()) == daily.Streak(*streak)


# --- solvers ---


def test_the_first_try_is_rated_for_both(ada: User, puzzles: list[Puzzle]) -> None:
    solver, puzzle = UserSolver(ada), puzzles[0]
    before = puzzle.value
    solver.note(puzzle, solved=True, now=NOW)
    solver.note(puzzle, solved=True, now=NOW)
    puzzle.refresh_from_db()
    row = Solver.objects.get()
    assert row.value > 1500
    assert puzzle.value < before
    assert (row.tries, row.solved, puzzle.tries, puzzle.solved) == (1, 1, 1, 1)
    result = solver.result(puzzle)
    assert result is not None
    assert result.change == round(row.value) - 1500


@pytest.mark.parametrize(("solved", "days"), [(True, 365), (False, 365), (True, 1)])
def test_time_makes_a_solver_less_sure(
    ada: User, puzzles: list[Puzzle], solved: bool, days: int
) -> None:
    """Compared with the second implementation of the paper, for the solver and for the puzzle."""
    solver, puzzle = UserSolver(ada), puzzles[0]
    mine, its = (1620.0, 60.0, 0.06), (1400.0, 90.0, 0.06)
    Solver.objects.create(
        user=ada, tries=1, last_at=NOW, value=mine[0], deviation=mine[1], volatility=mine[2]
    )
    Puzzle.objects.filter(pk=puzzle.pk).update(value=its[0], deviation=its[1], volatility=its[2])
    later, length = NOW + days * DAY, days * 0.2144
    aged = paper.period(mine, [], length)
    shown = solver.rating(later)
    assert shown is not None
    assert (shown.value, shown.band) == (1620, round(aged[1]))
    solver.note(puzzle, solved=solved, now=later)
    rows = (Solver.objects.get(), Puzzle.objects.get(pk=puzzle.pk))
    expected = (
        paper.period(mine, [(*its[:2], float(solved))], length),
        paper.period(its, [(*aged[:2], float(not solved))], 0),
    )
    for row, numbers in zip(rows, expected, strict=True):
        assert (row.value, row.deviation, row.volatility) == pytest.approx(numbers, rel=1e-6)
    assert rows[0].last_at == later


def test_a_second_try_changes_no_rating(ada: User, puzzles: list[Puzzle]) -> None:
    solver, puzzle = UserSolver(ada), puzzles[0]
    solver.note(puzzle, solved=False, now=NOW)
    value = Solver.objects.get().value
    assert value < 1500
    solver.note(puzzle, solved=True, now=NOW)
    assert Solver.objects.get().value == value
    result = solver.result(puzzle)
    assert result is not None
    assert (result.at_once, result.solved) == (False, True)


def test_visitors_and_users_have_the_same_streak(ada: User, puzzles: list[Puzzle]) -> None:
    session: dict[str, Any] = {}
    for solver in (UserSolver(ada), VisitorSolver(session)):
        for number in range(3):
            now = NOW + number * DAY
            puzzle = daily.puzzle_of(now.date())
            assert puzzle is not None
            solver.note(puzzle, solved=number != 1, now=now)
            if number == 1:  # solved later on the same day
                solver.note(puzzle, solved=True, now=now)
        assert solver.streak((NOW + 2 * DAY).date()) == daily.Streak(3, 3, True)
        # The puzzle of another day counts for no streak.
        late = daily.puzzle_of(NOW.date() + 3 * DAY)
        assert late is not None
        solver.note(late, solved=True, now=NOW + 4 * DAY)
        assert solver.streak((NOW + 4 * DAY).date()).days == 0


@pytest.mark.parametrize("is_rated", [True, False])
def test_the_next_puzzle_is_the_nearest_untried_one(
    ada: User, puzzles: list[Puzzle], is_rated: bool
) -> None:
    for number, puzzle in enumerate(puzzles):
        Puzzle.objects.filter(pk=puzzle.pk).update(value=1400 + 40 * number)
    DailyPuzzle.objects.create(date=timezone.now().date(), puzzle=puzzles[3])
    solver = UserSolver(ada) if is_rated else VisitorSolver({})
    assert solver.next_puzzle(timezone.now()) == puzzles[2]  # 1480, as 1520 is today's
    assert solver.next_puzzle(timezone.now(), after=puzzles[2].pk) == puzzles[1]
    solver.note(puzzles[2], solved=False, now=timezone.now())
    assert solver.next_puzzle(timezone.now()) in puzzles[:2]  # a lost try costs a user points


# --- a visitor who signs up ---


def test_what_a_visitor_has_solved_is_kept_after_signing_up(
    client: Client, ada: User, puzzles: list[Puzzle]
) -> None:
    """Solved puzzles, failed ones and the streak; no rating, and nothing twice."""
    today = timezone.now()
    session = client.session
    visitor = VisitorSolver(session)
    for day in (today - DAY, today):
        puzzle = daily.puzzle_of(day.date())
        assert puzzle is not None
        visitor.note(puzzle, solved=True, now=day)
    failed = visitor.next_puzzle(today)
    assert failed is not None
    visitor.note(failed, solved=False, now=today)
    tried, streak = visitor.tried(), visitor.streak(today.date())
    assert streak.days == 2
    session.save()
    client.force_login(ada)  # keeps the session of a visitor, as signing up does
    page = client.get(reverse("puzzles"))
    assert page.context["streak"] == streak
    solver = UserSolver(ada)
    assert solver.tried() == tried
    assert solver.rating(today) is None
    assert solver.result(failed) == PuzzleResult(at_once=False, solved=False, change=0)
    assert "puzzles" not in client.session
    kept = dict(session["puzzles"]["results"])
    adopt(ada, kept, today)
    assert Attempt.objects.count() == len(tried)


def test_a_session_of_before_is_read(ada: User, puzzles: list[Puzzle]) -> None:
    """Its results have no day."""
    session = {"puzzles": {"results": {str(puzzles[0].pk): [False, True]}, "days": []}}
    VisitorSolver(session).note(puzzles[0], solved=True, now=NOW)
    assert VisitorSolver(session).result(puzzles[0]) == PuzzleResult(at_once=False, solved=True)
    solver = solver_of(ada, session)
    assert solver.tried() == {puzzles[0].pk}
    assert session == {}


def test_an_account_keeps_its_own_first_tries(ada: User, puzzles: list[Puzzle]) -> None:
    """What was solved without being signed in is solved; what was tried before stays rated."""
    solver, puzzle = UserSolver(ada), puzzles[0]
    solver.note(puzzle, solved=False, now=NOW)
    adopt(ada, {str(puzzle.pk): (True, True, "2026-11-22"), "999999": (True, True, "")}, NOW)
    attempt = Attempt.objects.get()
    assert (attempt.at_once, attempt.solved_on) == (False, date(2026, 11, 22))
    assert attempt.after < attempt.before


def test_a_guest_who_becomes_a_player_keeps_the_results(
    client: Client, puzzles: list[Puzzle]
) -> None:
    """The address may be confirmed in another browser, so no one signs in here."""
    user = guest()
    client.force_login(user)
    solve(client, puzzles[0])
    User.objects.filter(pk=user.pk).update(is_guest=False)
    client.get(reverse("puzzles"))
    assert Attempt.objects.get().puzzle == puzzles[0]
