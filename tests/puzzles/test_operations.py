"""Puzzles by the API: all that their page shows before an answer, and no solution."""

import pytest
from django.http import Http404
from django.test import RequestFactory

from games.puzzles import operations
from games.puzzles.models import Puzzle

pytestmark = pytest.mark.django_db


def test_puzzles_come_without_their_solutions(rf: RequestFactory) -> None:
    told = operations.daily_puzzle(rf.get("/")).model_dump()
    puzzle = Puzzle.objects.get(pk=told["id"])
    assert told["answers"]
    assert told["view"]["hands"][1 - puzzle.seat]["cards"] is None
    assert told["view"]["deck"]["cards"] is told["view"]["seed"] is None
    assert "solution" not in told
    same = operations.puzzle_by_number(rf.get("/"), puzzle.pk).model_dump()
    assert same == {name: value for name, value in told.items() if name != "date"}


def test_a_puzzle_that_is_withdrawn_or_missing_is_not_there(rf: RequestFactory) -> None:
    number = operations.daily_puzzle(rf.get("/")).id
    Puzzle.objects.filter(pk=number).update(withdrawn=True)
    for missing in (number, 0, 2**70):
        with pytest.raises(Http404):
            operations.puzzle_by_number(rf.get("/"), missing)
