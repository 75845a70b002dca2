"""The trained networks: their files, the check of them, and their arithmetic."""

import json
from math import tanh
from typing import Any

import pytest

from engine import Chance, Options
from engine.bots import weights
from engine.bots.features import SLOTS, features, fingerprint
from engine.bots.network import SCALE, Layers, Network, chance_of
from engine.bots.value import WIN
from engine.chance import Stream
from engine.table import ABSOLUTE, DRAWN, NOBODY
from engine.views import imagine
from tests.engine.bots.test_bots import decisions
from tests.engine.prepared import prepared

ALL_KINDS = 1_000_000
"""The most bytes of all the files."""


def made_up(hidden: int = 5) -> Layers:
    """Return weights without a meaning."""
    dice = Stream("weights", "made up")

    def some(count: int) -> list[int]:
        return [dice.below(4001) - 2000 for _ in range(count)]

    outputs = tuple(weight / 1024 for weight in some(hidden))
    return Layers([some(hidden) for _ in range(SLOTS)], some(hidden), outputs, 0.25)


def same(one: Layers, two: Layers) -> bool:
    """Whether two networks have the same weights."""
    rows = [tuple(row) for row in one.slots] == [tuple(row) for row in two.slots]
    others = (tuple(one.biases), one.outputs, one.bias) == (
        tuple(two.biases),
        two.outputs,
        two.bias,
    )
    return rows and others


@pytest.mark.parametrize("players", weights.NAMES)
def test_the_trained_weights_belong_to_the_features(players: int) -> None:
    text = (weights.FOLDER / weights.NAMES[players]).read_text(encoding="utf-8")
    layers = weights.read(text, players)
    assert len(layers.slots) == SLOTS
    assert json.loads(text)["record"]


def test_the_files_are_small() -> None:
    files = list(weights.FOLDER.iterdir())
    assert {file.name for file in files} == set(weights.NAMES.values())
    assert sum(file.stat().st_size for file in files) <= ALL_KINDS


def test_what_is_written_can_be_read() -> None:
    text = weights.written(made_up(), 2, ["how it went"])
    assert same(weights.read(text, 2), made_up())
    assert json.loads(text)["record"] == ["how it went"]


def test_weights_of_other_features_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = weights.written(made_up(), 2, [])
    monkeypatch.setattr(weights, "fingerprint", lambda: "of other features")
    with pytest.raises(weights.BadWeights, match=f"features {fingerprint()}, but .*make train"):
        weights.read(text, 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 4}, "for 4 players"),
        ({"sha256": "0" * 64}, "damaged"),
        ({"hidden": 4}, "wanted"),
        ({"weights": "?"}, "no file of weights"),
        ({"weights": None}, "no file of weights"),
    ],
)
def test_a_file_that_is_wrong_is_refused(change: dict[str, object], message: str) -> None:
    data = json.loads(weights.written(made_up(), 2, [])) | change
    with pytest.raises(weights.BadWeights, match=message):
        weights.read(json.dumps(data), 2)
    with pytest.raises(weights.BadWeights, match="no file of weights"):
        weights.read("{", 2)


def test_the_lanes_add_up_like_numbers() -> None:
    layers = made_up()
    network = Network(layers)
    for game, seat in decisions(Options(), "lanes")[::10]:
        table = imagine(game.view(seat), Chance("any"))
        slots = features(table, seat % 2)
        logit = layers.bias
        for unit, output in enumerate(layers.outputs):
            total = layers.biases[unit] + sum(layers.slots[slot][unit] for slot in slots)
            logit += output * tanh(total / SCALE)
        assert network(table, seat % 2) == pytest.approx(logit)


def test_a_game_that_is_over_needs_no_judgement() -> None:
    network = Network(made_up())
    table = imagine(prepared(hand=("nero",)).view(0), Chance("any"))
    table.ending, table.winner = ABSOLUTE, 1
    assert (network(table, 0), network(table, 1)) == (-WIN, WIN)
    table.ending, table.winner = DRAWN, NOBODY
    assert network(table, 0) == 0
    assert [chance_of(logit) for logit in (-WIN, 0.0, WIN)] == [0.0, 0.5, 1.0]


def test_the_trained_network_knows_what_is_good() -> None:
    network = weights.network(2)

    def chance(**position: Any) -> float:
        table = imagine(prepared(hand=("nero", "zenon"), **position).view(0), Chance("any"))
        return chance_of(network(table, 0))

    level = chance()
    assert chance(discs={"mars": 3, "venus": 2}) > level + 0.1
    assert chance(discs={"mars": -3, "venus": -2}) < level - 0.1
    assert chance(won=(("mars", "mars"), ())) > level + 0.1
    assert chance(credits=(30, 0)) > level
