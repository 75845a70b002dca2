"""The training: what it aims at, that it learns, and that the bots judge as it does."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from engine.bots import weights
from engine.bots.network import Network, chance_of
from engine.bots.training.fitting import Model, Positions, aims, epoch
from engine.bots.training.loop import TrainingPlan, train
from engine.bots.training.selfplay import BY_HAND, TrainingGame, played_game


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
    losses = [epoch(model, positions, wanted, (1e-2, 1e-2), chance) for _ in range(30)]
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


def test_the_same_seed_trains_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    trained = []
    for _time in range(2):
        train(TrainingPlan(2, "same", 2, 1, 2, 1))
        trained.append(weights.read((tmp_path / weights.NAMES[2]).read_text(encoding="utf-8"), 2))
    assert trained[0] == trained[1]


def test_the_trained_network_foresees_results(games: list[TrainingGame]) -> None:
    network = weights.network(2)
    errors = [
        (chance_of(network.logit(slots)) - (score if side == 0 else 1 - score)) ** 2
        for game in games
        for score in [game.score]
        for side, slots in zip(game.sides, game.slots, strict=True)
    ]
    assert sum(errors) / len(errors) < 0.25
