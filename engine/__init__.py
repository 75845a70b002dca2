"""The rules engine of Zenith: no Django, no I/O, no clock, no randomness but the seed.

>>> from engine import Game, Options, deal
>>> game = Game(deal(Options(players=4), "any text"))
>>> len(game.pending), game.pending[0].kind
(4, 'mulligan')
"""

from engine.chance import Chance
from engine.errors import (
    BadPosition,
    BadSetup,
    EngineError,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
)
from engine.events import Event
from engine.game import Game, Outcome
from engine.notation import Decision
from engine.setup import Options, Setup, deal
from engine.table import RULES_VERSION
from engine.text import Text
from engine.words import describe, describe_event

__all__ = [
    "RULES_VERSION",
    "BadPosition",
    "BadSetup",
    "Chance",
    "Decision",
    "EngineError",
    "Event",
    "Game",
    "GameOver",
    "IllegalAction",
    "MalformedAction",
    "NotYourTurn",
    "Options",
    "Outcome",
    "Setup",
    "Text",
    "deal",
    "describe",
    "describe_event",
]
