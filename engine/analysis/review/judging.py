"""The judge of reviews and hints: which value it uses, and the chance to win that it means.

This is the only place that names a value. Another one takes its place here.
"""

from typing import Final

from engine.bots.network import chance_of
from engine.bots.value import WIN
from engine.bots.weights import network
from engine.table import Table

NAME: Final = "network-1 played on 2"
"""The name of the judge; a review by another one is out of date."""


def judge(table: Table, side: int) -> float:
    """Return the logit of a side's chance to win at the end of its turn, before its draw."""
    return network(table.players)(table, side)


def chance_to_win(points: float) -> float:
    """Return the chance to win, 0 to 1, that the points of the judge mean."""
    if points >= WIN:
        return 1.0
    if points <= -WIN:
        return 0.0
    return chance_of(points)
