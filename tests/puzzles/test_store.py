"""The store of puzzles, and mining finished games for more."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from engine import Game as EngineGame
from engine.analysis.puzzles import GOALS, WINS
from games.puzzles import mining, store, tasks
from games.puzzles.models import DailyPuzzle, MinedGame, Origin, Puzzle
from games.tables.models import Game, Status
from tests.support.factories import player, running_game

pytestmark = pytest.mark.django_db


def test_the_starter_set_is_large_varied_and_loaded_once() -> None:
    assert len(store.starter_set()) >= 100
    assert store.load_starter_set() == len(store.starter_set())
    assert store.load_starter_set() == 0
    assert Puzzle.objects.count() == len(store.starter_set())
    assert len({tuple(puzzle.solution) for puzzle in Puzzle.objects.all()}) > 90
    goals = list(Puzzle.objects.values_list("goal", flat=True))
    assert min(goals.count(goal) for goal in GOALS) >= 20


def test_the_deck_is_filled_in_again() -> None:
    puzzle = store.starter_set()[0]
    assert store.with_deck(store.without_deck(puzzle)) == puzzle
    assert EngineGame.from_position(puzzle.position).pending


def test_the_task_keeps_the_puzzles_and_does_no_harm_twice() -> None:
    tasks.keep_the_puzzles()
    before = list(DailyPuzzle.objects.values_list("date", "puzzle"))
    tasks.keep_the_puzzles()
    assert list(DailyPuzzle.objects.values_list("date", "puzzle")) == before
    assert len(before) == 2


@pytest.mark.slow
def test_the_command_mines_self_played_games() -> None:
    call_command("mine_puzzles", self_play=2, goal=[*WINS], verbosity=0)
    count = Puzzle.objects.count()
    assert count
    call_command("mine_puzzles", self_play=2, goal=[*WINS], verbosity=0)
    assert Puzzle.objects.count() == count


# --- mining finished games ---


@pytest.fixture
def game() -> Game:
    """A finished game with a few moves."""
    game = running_game("greedy", "greedy", answers=12)
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED, finished_at=timezone.now())
    game.refresh_from_db()
    return game


def test_finished_games_are_mined_once(game: Game) -> None:
    assert Puzzle.objects.count() == 0
    mining.mine_finished(5)
    assert MinedGame.objects.get().game == game
    found = list(Puzzle.objects.all())
    assert all(puzzle.origin == Origin.SITE for puzzle in found)
    assert mining.mine_finished(5) == 0
    assert list(Puzzle.objects.all()) == found


def test_a_finished_game_is_searched_turn_by_turn(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[str] = []

    def puzzles_of(played: EngineGame, seed: str) -> list[Any]:
        turns.append(played.pending[0].kind)
        assert game.seed not in seed
        return []

    monkeypatch.setattr(mining, "puzzles_of", puzzles_of)
    assert list(mining.from_record(game)) == []
    assert turns.count("mulligan") == 2
    assert "turn" in turns
    assert len(turns) == game.seq


@pytest.mark.parametrize(
    "fields",
    [
        {"sealed": True},
        {"public": False},
        {"status": "aborted"},
        {"finished_at": timezone.now() - timedelta(days=31)},
    ],
)
def test_games_that_are_not_open_to_all_are_left_alone(game: Game, fields: dict[str, Any]) -> None:
    Game.objects.filter(pk=game.pk).update(**fields)
    mining.mine_finished(5)
    assert not MinedGame.objects.exists()


def test_running_games_are_left_alone() -> None:
    running_game("greedy", player("bob"), answers=4)
    mining.mine_finished(5)
    assert not MinedGame.objects.exists()


def test_a_disc_that_costs_more_than_it_brings_is_withdrawn_by_the_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store.store(store.starter_set()[:2], Origin.BOTS)
    worse, good = Puzzle.objects.order_by("pk")
    monkeypatch.setattr(store, "check", lambda puzzle: "")
    monkeypatch.setattr(
        store, "check_worth", lambda puzzle: "worse" if puzzle.position == worse.position else ""
    )
    call_command("mine_puzzles", check=True, verbosity=0)
    worse.refresh_from_db()
    good.refresh_from_db()
    assert worse.withdrawn
    assert not good.withdrawn
