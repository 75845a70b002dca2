"""The training: what it aims at, that it learns, and that the bots judge as it does."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from engine.bots import weights
from engine.bots.features import features
from engine.bots.network import Layers, Network, chance_of
from engine.bots.play_on import PlayOn
from engine.bots.search import Judge, step
from engine.chance import Stream
from tests.engine.bots.test_greedy import CHEAP, FOUR_DISCS
from tests.engine.prepared import prepared
from tools.training import loop, teaching
from tools.training.compare import compared
from tools.training.compare import main as compare
from tools.training.fitting import Model, Positions, aims, epoch
from tools.training.fitting import lessons as lessons_of
from tools.training.loop import TrainingPlan, train
from tools.training.selfplay import BY_HAND, TrainingGame, played_game
from tools.training.teaching import TaughtPosition, best_plan, taught_game

pytestmark = pytest.mark.slow
SMALL = PlayOn(plans=2, worlds=2, halving=())
"""A teacher for tests that need no strength."""


@pytest.fixture(scope="module")
def games() -> list[TrainingGame]:
    return [played_game(f"training {number}", 2, (BY_HAND, BY_HAND), 0.05) for number in range(6)]


@pytest.fixture
def model() -> Model:
    return Model.new(np.random.default_rng(1))


def test_a_game_is_played_again_the_same(games: list[TrainingGame]) -> None:
    assert played_game("training 0", 2, (BY_HAND, BY_HAND), 0.05) == games[0]


@pytest.mark.parametrize("players", [2, 4])
def test_each_turn_but_the_last_is_kept_with_its_side(players: int) -> None:
    game = played_game("sides", players, (BY_HAND, BY_HAND), 0.05)
    assert len(game.sides) == len(game.slots) > 10
    runs = 1 if players == 2 else 2
    starts = game.sides[::runs]
    assert all(one != two for one, two in itertools.pairwise(starts))
    assert game.score in (0.0, 1.0)


def test_the_aims_are_results_or_the_next_judgement(
    games: list[TrainingGame], model: Model
) -> None:
    positions = Positions.of(games[:1])
    own = np.where(positions.sides == 0, positions.scores, 1 - positions.scores)
    assert aims(model, positions, 1.0) == pytest.approx(own)
    assert aims(None, positions, 0.5) == pytest.approx(own)
    next_turn = 1 - 1 / (1 + np.exp(-model.logits(positions.slots)))
    assert aims(model, positions, 0.0)[:-1] == pytest.approx(next_turn[1:], abs=1e-5)
    assert aims(model, positions, 0.0)[-1] == own[-1]


def test_it_learns_the_games_by_heart(games: list[TrainingGame], model: Model) -> None:
    positions = Positions.of(games)
    wanted = aims(None, positions, 1.0)
    chance = np.random.default_rng(2)
    losses = [epoch(model, positions.slots, wanted, (1e-2, 1e-2), chance) for _ in range(30)]
    assert losses[-1] < 0.25 < losses[0]


def test_the_bots_judge_as_the_training_does(games: list[TrainingGame], model: Model) -> None:
    text = weights.written(model.layers(), 2, [])
    network = Network(weights.read(text, 2))
    positions = Positions.of(games[:1])
    for logit, slots in zip(model.logits(positions.slots), games[0].slots, strict=True):
        assert network.logit(slots) == pytest.approx(float(logit), abs=0.02)


def test_stored_weights_are_trained_on() -> None:
    text = (weights.FOLDER / weights.NAMES[4]).read_text(encoding="utf-8")
    layers = weights.read(text, 4)
    again = Model.of(layers)
    assert weights.written(again.layers(), 4, weights.record(text)) == text


def test_a_training_goes_on_from_the_stored_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = (weights.FOLDER / weights.NAMES[4]).read_text(encoding="utf-8")
    (tmp_path / weights.NAMES[4]).write_text(stored, encoding="utf-8")
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    train(TrainingPlan(4, "on", 0, 1, 2, 1, rates=(1e-6, 1e-6), goes_on=True))
    text = (tmp_path / weights.NAMES[4]).read_text(encoding="utf-8")
    record = weights.record(text)
    assert record[:-2] == weights.record(stored)
    assert record[-2].startswith("went on")
    before, after = weights.read(stored, 4), weights.read(text, 4)
    assert after.outputs != before.outputs
    assert after.outputs == pytest.approx(before.outputs, abs=1e-3)


@pytest.mark.slow
def test_the_same_seed_trains_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)

    def trained(taught: int) -> tuple[Layers, list[str]]:
        train(TrainingPlan(2, "same", 2, 1, 2, 1, taught=taught, teacher=SMALL))
        text = (tmp_path / weights.NAMES[2]).read_text(encoding="utf-8")
        return weights.read(text, 2), weights.record(text)

    layers, record = trained(1)
    assert trained(1) == (layers, record)
    untaught, its_record = trained(0)
    assert untaught != layers
    assert record[:-1] == its_record
    assert record[-1].startswith("1 games of playing on, ")


def test_a_quarter_of_the_games_is_against_an_older_network(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = []

    def noted(_seed: str, _players: int, judges: tuple[Judge, Judge], _slips: float) -> None:
        pairs.append(judges)

    monkeypatch.setattr(loop, "played_game", noted)
    text = weights.written(model.layers(), 2, [])
    older = weights.written(Model.new(np.random.default_rng(9)).layers(), 2, [])
    loop._games(range(100), TrainingPlan(2, "pool", 0, 1, 100, 1), text, older)
    apart = [judges for judges in pairs if judges[0] is not judges[1]]
    assert (len(pairs), len(apart)) == (100, 25)
    # the new network plays either side
    (new,) = {judges[0] for judges in pairs if judges[0] is judges[1]}
    assert {judges.index(new) for judges in apart} == {0, 1}


def test_the_trained_network_foresees_results(games: list[TrainingGame]) -> None:
    network = weights.network(2)
    errors = [
        (chance_of(network.logit(slots)) - (score if side == 0 else 1 - score)) ** 2
        for game in games
        for score in [game.score]
        for side, slots in zip(game.sides, game.slots, strict=True)
    ]
    assert sum(errors) / len(errors) < 0.25


@pytest.mark.parametrize("players", [2, 4])
def test_a_taught_game_is_played_again_the_same(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "MOST_TURNS", 12)
    game = taught_game("taught", players, weights.network(players), 0.05, SMALL)
    assert taught_game("taught", players, weights.network(players), 0.05, SMALL) == game
    assert game.turns == 12
    assert {lesson.side for lesson in game.lessons} == {0, 1}
    played = [lesson for lesson in game.lessons if lesson.played]
    assert 0 < len(played) <= game.turns
    # two plans at most are compared at each decision, so the lessons are of other plans too
    assert len(played) < len(game.lessons)
    assert all(0 <= lesson.chance <= 1 for lesson in game.lessons)


def test_a_lesson_is_what_playing_on_says() -> None:
    """A plan that lets the other side win in its next turn is worth nothing."""
    table = prepared(
        hand=("little-bob", *CHEAP),
        credits=(20, 9),
        zenithium=(5, 0),
        won=(FOUR_DISCS, FOUR_DISCS),
        discs={"jupiter": -3},
    ).table()
    judge, lessons = weights.network(2), list[TaughtPosition]()
    teacher = PlayOn(plans=30, worlds=4, halving=())
    plan = best_plan(table, judge, Stream("lesson", "any"), teacher, lessons)
    (played,) = [lesson for lesson in lessons if lesson.played]
    assert played.chance == max(lesson.chance for lesson in lessons)
    assert min(lesson.chance for lesson in lessons) < 0.05 < played.chance
    for option in plan:
        step(table, option)
    assert features(table, 0) == played.slots


def test_the_network_learns_its_lessons(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "MOST_TURNS", 20)
    game = taught_game("learned", 2, weights.network(2), 0.05, SMALL)
    slots, chances = lessons_of([game])
    assert chances == pytest.approx(np.array([lesson.chance for lesson in game.lessons]))
    before = model.distance(slots, chances)
    for _ in range(30):
        epoch(model, slots, chances, (1e-2, 1e-2), np.random.default_rng(3))
    assert model.distance(slots, chances) < before / 2


@pytest.mark.slow
def test_weights_are_compared_with_the_stored_ones(
    model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = (weights.FOLDER / weights.NAMES[2]).read_text(encoding="utf-8")
    result, verdict = compared(stored, 2, 1, "same weights")
    assert result.pairs == (1.0,)
    assert verdict is None
    file = tmp_path / "untrained.json"
    file.write_text(weights.written(model.layers(), 2, []), encoding="utf-8")
    compare([str(file), "--deals", "20", "--sprt", "0", "200"])
    assert "not stronger (+0 or +200 Elo)" in capsys.readouterr().out
