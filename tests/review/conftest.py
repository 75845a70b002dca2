"""A finished game between two players, and its review."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from accounts.models import User
from engine import Game as EngineGame
from engine.analysis.review import Budget, TurnReview, review
from games.review.services import reviews
from games.tables.models import Game
from games.tables.services import ending
from tests.engine.review_write import QUICK
from tests.support.factories import running_game


def resigned_game(ada: User, ben: User | str, answers: int = 12, **fields: Any) -> Game:
    """Return a game that ada has resigned after so many answers."""
    game = running_game(ada, ben, answers=answers, **fields)
    ending.resign(ada, game.pk)
    game.refresh_from_db()
    return game


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews play on for a moment only, and the same game is judged once."""
    monkeypatch.setattr(reviews, "BUDGETS", QUICK)
    monkeypatch.setattr(reviews, "review", remembered)


JUDGED: dict[str, list[TurnReview]] = {}
"""Setup and moves of a game -> its reviewed turns."""


def remembered(
    game: EngineGame,
    moves: Iterable[tuple[int, int, str]],
    skip: int = 0,
    budgets: Mapping[int, Budget] = QUICK,
) -> Iterator[TurnReview]:
    """Yield what `review` yields."""
    moves = list(moves)
    key = json.dumps([game.record(), moves])
    if key not in JUDGED:
        JUDGED[key] = list(review(game, moves, budgets=budgets))
    yield from JUDGED[key][skip:]


@pytest.fixture
def over(ada: User, ben: User) -> Game:
    """A public game that is over."""
    return resigned_game(ada, ben)
