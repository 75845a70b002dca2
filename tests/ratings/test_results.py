"""Results: what a finished game leaves of each person."""

from collections import Counter
from datetime import timedelta
from statistics import median

import pytest

from accounts.models import User
from games.ratings.models import PlayerResult
from games.ratings.results import answer_seconds, note_results
from games.tables.models import Game
from games.tables.moves import moves_of
from tests.ratings.results_factory import T0, over
from tests.support.factories import finished_game, player, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


def test_a_result_says_what_the_moves_say(ada: User) -> None:
    bob = player("bob")
    game = finished_game(ada, bob)
    one, other = PlayerResult.objects.order_by("seat")
    assert (one.user, one.opponent, other.user, other.opponent) == (ada, bob, bob, ada)
    assert one.score + other.score == 1
    assert one.first != other.first
    assert one.at == game.finished_at
    moves = game.moves.filter(seat=0)
    words = Counter(move.action.split()[0] for move in moves)
    assert len(one.agents) == words["recruit"]
    assert set(one.agents) == {
        move.action.split()[1] for move in moves if move.action.startswith("recruit ")
    }
    assert set(one.technologies) <= {"animod", "human", "robot"}
    levels = sum(event["event"] == "TechnologyDeveloped" for move in moves for event in move.events)
    assert len(one.technologies) == levels


def test_a_player_who_begins_is_first(ada: User) -> None:
    game = over(ada, "greedy")
    assert PlayerResult.objects.get().first == (game.second_side == 1)


def test_noting_twice_is_once(ada: User) -> None:
    game = over(ada, "greedy")
    note_results(game, list(game.seats.select_related("user")))
    assert PlayerResult.objects.count() == 1


def test_the_time_of_an_answer_is_since_the_other_has_left_it(ada: User) -> None:
    game = running_game(ada, "noisy", answers=12, now=T0)
    moves = [
        move._replace(at=T0 + timedelta(minutes=number**2))
        for number, move in enumerate(moves_of(game))
    ]
    waits = []
    for number, move in enumerate(moves):
        if move.seat == 0 and (number == 0 or moves[number - 1].seat != 0):
            before = T0 if number == 0 else moves[number - 1].at
            waits.append((move.at - before).total_seconds())
    assert len(waits) > 1
    assert answer_seconds(game, 0, moves) == round(median(waits))
    assert answer_seconds(Game(started_at=T0), 0, []) is None
