"""The network in numpy: fitting it to the ends of turns, and what to aim at."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.bots.features import SLOTS
from engine.bots.network import SCALE, Layers
from tools.training.selfplay import TrainingGame
from tools.training.teaching import TaughtGame

Floats = NDArray[np.float32]
MOST_SLOTS: Final = 128
HIDDEN: Final = 48
BATCH: Final = 512
LARGEST: Final = 15.9
"""The largest weight of a slot: it must fit into 16 bits."""


def rows_of(positions: list[list[int]]) -> NDArray[np.int16]:
    """Return the slots that are on in each position as a row, filled up with `SLOTS`."""
    rows = np.full((len(positions), MOST_SLOTS), SLOTS, dtype=np.int16)
    for row, active in enumerate(positions):
        rows[row, : len(active)] = active
    return rows


@dataclass(slots=True)
class Positions:
    """The ends of turns of some games, as arrays: a row each.

    `slots`: the slots that are on, filled up with `SLOTS`. `sides`: the side that played. `last`:
    whether it is the last of its game. `scores`: the result of its game, for side 0.
    """

    slots: NDArray[np.int16]
    sides: NDArray[np.int8]
    last: NDArray[np.bool_]
    scores: Floats

    @classmethod
    def of(cls, games: list[TrainingGame]) -> "Positions":
        """Return the positions of games."""
        slots = rows_of([active for game in games for active in game.slots])
        last = np.zeros(len(slots), dtype=np.bool_)
        row = 0
        for game in games:
            row += len(game.slots)
            if game.slots:
                last[row - 1] = True
        sides = np.array([side for game in games for side in game.sides], dtype=np.int8)
        scores = np.array([game.score for game in games for _ in game.sides], dtype=np.float32)
        return cls(slots, sides, last, scores)

    @classmethod
    def joined(cls, parts: list["Positions"]) -> "Positions":
        """Return the positions of several batches of games."""
        return cls(
            np.concatenate([part.slots for part in parts]),
            np.concatenate([part.sides for part in parts]),
            np.concatenate([part.last for part in parts]),
            np.concatenate([part.scores for part in parts]),
        )


@dataclass(slots=True)
class Model:
    """The weights of a network in training, with the running means of Adam."""

    weights: list[Floats]
    means: list[Floats] = field(default_factory=list)
    squares: list[Floats] = field(default_factory=list)
    steps: int = 0

    @classmethod
    def new(cls, chance: np.random.Generator) -> "Model":
        """Return a network that knows nothing."""
        slots = chance.normal(0, 0.05, (SLOTS, HIDDEN)).astype(np.float32)
        outputs = chance.normal(0, HIDDEN**-0.5, HIDDEN).astype(np.float32)
        weights = [slots, np.zeros(HIDDEN, np.float32), outputs, np.zeros(1, np.float32)]
        return cls(weights)

    @classmethod
    def of(cls, layers: Layers) -> "Model":
        """Return the network with these weights."""
        unit = np.float32(1 / SCALE)
        return cls(
            [
                np.array(layers.slots, np.float32) * unit,
                np.array(layers.biases, np.float32) * unit,
                np.array(layers.outputs, np.float32),
                np.array([layers.bias], np.float32),
            ]
        )

    def fresh(self) -> "Model":
        """Return the same network, its optimizer begun anew."""
        return Model([array.copy() for array in self.weights])

    def logits(self, slots: NDArray[np.int16]) -> Floats:
        """Return the logit of each row."""
        parts = [
            self._forward(_dense(slots[at : at + 4096]))[1] for at in range(0, len(slots), 4096)
        ]
        return np.concatenate(parts)

    def _forward(self, dense: Floats) -> tuple[Floats, Floats]:
        first, biases, outputs, bias = self.weights
        hidden = np.tanh(dense @ first + biases)
        return hidden, hidden @ outputs + bias

    def distance(self, slots: NDArray[np.int16], chances: Floats) -> float:
        """Return by how much the network's chances differ from these, as the root of the mean
        square.
        """
        own = 1 / (1 + np.exp(-self.logits(slots)))
        return float(np.sqrt(np.mean((own - chances) ** 2)))

    def learn(self, slots: NDArray[np.int16], aims: Floats, rate: float, decay: float) -> float:
        """Take one step towards these chances; return the mean loss (cross entropy)."""
        dense = _dense(slots)
        hidden, logits = self._forward(dense)
        chances = 1 / (1 + np.exp(-logits))
        slope = (chances - aims) / np.float32(len(aims))
        outputs = self.weights[2]
        back = slope[:, None] * outputs * (1 - hidden * hidden)
        gradients = [dense.T @ back, back.sum(0), hidden.T @ slope, slope.sum(keepdims=True)]
        gradients[0] = gradients[0] + np.float32(decay) * self.weights[0]
        if not self.means:
            self.means = [np.zeros_like(array) for array in self.weights]
            self.squares = [np.zeros_like(array) for array in self.weights]
        self.steps += 1
        shrink = np.float32(rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps))
        for array, gradient, mean, square in zip(
            self.weights, gradients, self.means, self.squares, strict=True
        ):
            mean[...] += np.float32(0.1) * (gradient - mean)
            square[...] += np.float32(0.001) * (gradient * gradient - square)
            array[...] -= shrink * mean / (np.sqrt(square) + np.float32(1e-8))
        tiny = np.float32(1e-7)
        loss = -aims * np.log(chances + tiny) - (1 - aims) * np.log(1 - chances + tiny)
        return float(loss.mean())

    def layers(self) -> Layers:
        """Return the weights as the bots use them."""
        slots, biases, outputs, bias = self.weights
        whole = np.rint(np.clip(slots, -LARGEST, LARGEST) * SCALE).astype(int)
        return Layers(
            whole.tolist(),
            np.rint(biases * SCALE).astype(int).tolist(),
            tuple(float(weight) for weight in outputs),
            float(bias[0]),
        )


def _dense(slots: NDArray[np.int16]) -> Floats:
    """Return a row of counts for each row of slots."""
    rows = len(slots)
    at = slots.astype(np.int64) + np.arange(rows)[:, None] * (SLOTS + 1)
    counts = np.bincount(at.ravel(), minlength=rows * (SLOTS + 1))
    return counts.reshape(rows, SLOTS + 1)[:, :SLOTS].astype(np.float32)


def aims(model: Model | None, positions: Positions, trust: float) -> Floats:
    """Return the chances to aim at: λ-returns.

    `trust` is λ: 1 aims at the results alone, 0 at what the model says one turn later.
    """
    flipped = positions.sides == 1
    scores = positions.scores
    if model is None:
        return np.where(flipped, 1 - scores, scores).astype(np.float32)
    own = 1 / (1 + np.exp(-model.logits(positions.slots)))
    values = np.where(flipped, 1 - own, own)
    returns = np.empty_like(scores)
    later = value = 0.0
    for row in range(len(scores) - 1, -1, -1):
        later = scores[row] if positions.last[row] else (1 - trust) * value + trust * later
        returns[row] = later
        value = values[row]
    return np.where(flipped, 1 - returns, returns).astype(np.float32)


def lessons(games: list[TaughtGame]) -> tuple[NDArray[np.int16], Floats]:
    """Return the lessons of games: the slots that are on, and the chances to aim at."""
    noted = [lesson for game in games for lesson in game.lessons]
    slots = rows_of([lesson.slots for lesson in noted])
    return slots, np.array([lesson.chance for lesson in noted], dtype=np.float32)


def epoch(
    model: Model,
    slots: NDArray[np.int16],
    wanted: Floats,
    rates: tuple[float, float],
    chance: np.random.Generator,
    share: float = 1.0,
) -> float:
    """Learn from a share of the positions once, in a random order; return the mean loss.

    `rates`: the learning rate at the start and at the end.
    """
    order = chance.permutation(len(wanted))[: int(share * len(wanted))]
    losses = []
    for at in range(0, len(order), BATCH):
        rows = order[at : at + BATCH]
        rate = rates[0] + (rates[1] - rates[0]) * at / len(order)
        losses.append(model.learn(slots[rows], wanted[rows], rate, 1e-6))
    return sum(losses) / max(1, len(losses))
