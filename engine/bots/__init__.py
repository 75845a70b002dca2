"""Bots: pure functions of what a seat may see and a seeded source of chance.

>>> from engine import Chance, Game, Options, deal
>>> from engine.bots import BOTS
>>> game = Game(deal(Options(boards="SUN"), "a seed"))
>>> BOTS["greedy"](game.view(0), Chance("any text"))
'redraw'
"""

from typing import Final

from engine.bots import random_bot
from engine.bots.bot import Bot, Thought, View
from engine.bots.greedy import GREEDY, NOISY, by_hand

BOTS: Final[dict[str, Bot]] = {
    "random": Bot(random_bot.think),
    "noisy": Bot(by_hand(NOISY)),
    "greedy": Bot(by_hand(GREEDY)),
}
"""Name -> bot, the weakest first."""

__all__ = ["BOTS", "Bot", "Thought", "View"]
