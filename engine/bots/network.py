"""The network: the chance to win at the end of a turn, learned from games of bots.

One layer of hidden units (tanh) between the features and one number, the logit of the chance.
The weights of a slot are one long whole number, a lane of 32 bits a hidden unit, so that plain
Python adds the weights of all hidden units at once. The sums of parts of the features are kept.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sumprod, tanh
from typing import Final

from engine.bots.features import Part, parts, slots_of
from engine.bots.value import WIN
from engine.table import DRAWN, RUNNING, Table

SCALE: Final = 2048
"""A weight of a slot is stored as a whole number of this part of 1, in 16 bits."""
_MIDDLE: Final = 1 << 31
"""Added to each lane of a sum, so that none is negative."""
_KEPT: Final = 16_384
"""Sums of parts that a network keeps: a few megabytes."""


@dataclass(frozen=True, slots=True)
class Layers:
    """The weights of a network.

    `slots`: slot -> a weight for each hidden unit, times `SCALE`; `biases`: one for each hidden
    unit, times `SCALE`; `outputs`: from hidden unit to logit; `bias`: of the logit.
    """

    slots: Sequence[Sequence[int]]
    biases: Sequence[int]
    outputs: tuple[float, ...]
    bias: float


class Network:
    """A judge of tables: `network(table, side)` is the logit of the side's chance to win."""

    __slots__ = ("_base", "_bias", "_bytes", "_lanes", "_middles", "_outputs", "_rows", "_sums")

    def __init__(self, layers: Layers) -> None:
        width = len(layers.outputs)
        self._bytes = 4 * width
        self._lanes = struct.Struct(f"<{width}i")
        self._middles = _packed([_MIDDLE] * width)
        self._rows = [_sum_of_lanes(row) for row in layers.slots]
        self._base = self._middles + _sum_of_lanes(layers.biases)
        self._outputs = layers.outputs
        self._bias = layers.bias
        self._sums: dict[Part, int] = {}

    def __call__(self, table: Table, side: int) -> float:
        """Return the logit of the chance to win; `WIN` if the game is won."""
        if table.ending != RUNNING:
            return 0.0 if table.ending == DRAWN else WIN if table.winner == side else -WIN
        total = self._base
        sums = self._sums
        for part in parts(table, side):
            lanes = sums.get(part)
            if lanes is None:
                lanes = self._sum(slots_of(part))
                if len(sums) >= _KEPT:
                    sums.clear()
                sums[part] = lanes
            total += lanes
        return self._logit(total)

    def logit(self, slots: list[int]) -> float:
        """Return the logit of the chance to win with these slots on."""
        return self._logit(self._base + self._sum(slots))

    def _sum(self, slots: list[int]) -> int:
        return sum(map(self._rows.__getitem__, slots))

    def _logit(self, total: int) -> float:
        # without the middle in each lane, as signed numbers
        lanes = (total ^ self._middles).to_bytes(self._bytes, "little")
        units = map(tanh, map((1 / SCALE).__mul__, self._lanes.unpack(lanes)))
        return self._bias + sumprod(self._outputs, units)


def chance_of(logit: float) -> float:
    """Return the chance, from 0 to 1, that a logit stands for."""
    return 1 / (1 + exp(-logit)) if logit > -500 else 0.0


def _sum_of_lanes(row: Sequence[int]) -> int:
    """Return the whole number that adds each of these weights to its lane."""
    return _packed([_MIDDLE + weight for weight in row]) - _packed([_MIDDLE] * len(row))


def _packed(row: Sequence[int]) -> int:
    """Return the whole number with a lane for each of these."""
    return int.from_bytes(struct.pack(f"<{len(row)}I", *row), "little")
