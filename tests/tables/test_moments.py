"""A table is seen as it was at one moment, though its rows are read one after the other."""

from typing import Any

import pytest

from accounts.models import User
from games.tables import seats, selectors
from games.tables.models import Game, Seat
from tests.support.factories import answer, running_game
from tests.tables.answering import until_asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bob: User) -> Game:
    """A game that waits for Bob."""
    return until_asked(running_game(ada, bob, answers=2), 1)


def test_a_move_between_the_reads_of_game_and_seats(
    game: Game, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program was told that it is asked, beside a view without its question."""
    read = seats.seats_of_game
    moved: list[Game] = []

    def read_late(*args: Any) -> list[Seat]:
        if not moved:
            moved.append(until_asked(answer(game), 0))
        return read(*args)

    monkeypatch.setattr(selectors, "seats_of_game", read_late)
    table = selectors.seen(ada, game.pk)
    assert table.asked
    assert [decision["seats"] for decision in table.view()["pending"]] == [[0]]
    assert table.game.seq == moved[0].seq


def test_a_move_after_them_is_none_of_the_events(game: Game, ada: User) -> None:
    """What has happened belongs to the state that is shown with it."""
    table = selectors.seen(ada, game.pk)
    answer(game)
    assert [seq for seq, _seat, _events in table.events()] == [*range(1, table.game.seq + 1)]
