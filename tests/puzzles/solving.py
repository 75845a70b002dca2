"""Answers to a puzzle, sent as the forms of its page do."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse

from engine import Game as EngineGame
from games.puzzles.models import Puzzle

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def post(client: Client, puzzle: Puzzle, form: str, **data: Any) -> Any:
    """Post a form of a puzzle's page."""
    return client.post(reverse(f"puzzle_{form}", args=[puzzle.pk]), data)


def answer(client: Client, puzzle: Puzzle, *actions: str) -> None:
    """Give answers, one after another, as the forms of the page do."""
    for steps, action in enumerate(actions):
        assert post(client, puzzle, "draft", steps=steps, action=action).status_code == 302


def wrong_answer(puzzle: Puzzle) -> str:
    """Return a first answer that is not the solution's."""
    options = EngineGame.from_position(puzzle.position).pending[0].options
    return next(option for option in options if option != puzzle.solution[0])


def solve(client: Client, puzzle: Puzzle) -> None:
    """Solve a puzzle at the first try."""
    answer(client, puzzle, *puzzle.solution)
