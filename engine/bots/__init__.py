"""Bots: pure functions of a seat's view and a seeded source of chance.

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
from engine.text import gettext_noop

BOTS: Final[dict[str, Bot]] = {
    "random": Bot(
        random_bot.think,
        name=gettext_noop("Bot Comet"),
        about=gettext_noop("Comet: plays anything"),
        rating=500,
    ),
    "noisy": Bot(
        by_hand(NOISY),
        name=gettext_noop("Bot Moon"),
        about=gettext_noop("Moon: for beginners"),
        rating=1250,
        for_beginners=True,
    ),
    "greedy": Bot(
        by_hand(GREEDY),
        name=gettext_noop("Bot Sun"),
        about=gettext_noop("Sun: plays to win"),
        rating=1700,
    ),
}
"""Key -> bot, the weakest first: the only registry of bots, for the site too.

Sun won 112 of 120 games against Moon, which is 450 points of rating; Moon won all 120 against
Comet.
"""
FOR_BEGINNERS: Final = next(key for key, bot in BOTS.items() if bot.for_beginners)
"""The key of the bot that new players are offered."""

__all__ = ["BOTS", "FOR_BEGINNERS", "Bot", "Thought", "View"]
