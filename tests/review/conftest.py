"""A finished game between two players, and its review."""

from typing import Any

import pytest

from accounts.models import User
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
    """Reviews play on for a moment only."""
    monkeypatch.setattr(reviews, "BUDGETS", QUICK)


@pytest.fixture
def over(ada: User, ben: User) -> Game:
    """A public game that is over."""
    return resigned_game(ada, ben)
