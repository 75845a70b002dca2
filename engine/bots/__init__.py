"""Bots: pure functions of a seat's view and a seeded source of chance.

>>> from engine import Chance, Game, Options, deal
>>> from engine.bots import BOTS
>>> game = Game(deal(Options(boards="SUN"), "a seed"))
>>> BOTS["greedy"](game.view(0), Chance("any text"))
'redraw'
"""

from typing import Final

from engine.bots import random_bot
from engine.bots.bot import Bot, Thought
from engine.bots.greedy import GREEDY, NOISY, by_hand
from engine.bots.levels import Skill, at_level
from engine.bots.play_on import PlayOn
from engine.text import gettext_noop

BOTS: Final[dict[str, Bot]] = {
    "random": Bot(
        random_bot.think,
        name=gettext_noop("Bot Comet"),
        about=gettext_noop("Comet: plays anything"),
        rating=500,
        offered=False,
    ),
    "noisy": Bot(
        by_hand(NOISY),
        name=gettext_noop("Bot Moon"),
        about=gettext_noop("Moon: for beginners"),
        rating=1250,
        offered=False,
    ),
    "meteor": Bot(
        at_level(Skill(noise=0.85, noise_in_teams=0.7, overlooks=15)),
        name=gettext_noop("Bot Meteor"),
        about=gettext_noop("Meteor: has just learned the rules"),
        character=gettext_noop("Takes what glitters, and counts it afterwards."),
        rating=1305,
        for_beginners=True,
    ),
    "asteroid": Bot(
        at_level(Skill(noise=0.55, noise_in_teams=0.48, overlooks=8)),
        name=gettext_noop("Bot Asteroid"),
        about=gettext_noop("Asteroid: for beginners"),
        character=gettext_noop("Goes straight ahead and forgets what lies beside the road."),
        rating=1515,
    ),
    "aurora": Bot(
        at_level(Skill(noise=0.4, noise_in_teams=0.36)),
        name=gettext_noop("Bot Aurora"),
        about=gettext_noop("Aurora: a steady player"),
        character=gettext_noop("Never hurries, never sulks, and likes a full hand."),
        rating=1680,
    ),
    "greedy": Bot(
        by_hand(GREEDY),
        name=gettext_noop("Bot Sun"),
        about=gettext_noop("Sun: plays to win"),
        rating=1700,
        offered=False,
    ),
    "eclipse": Bot(
        at_level(Skill(noise=0.22, noise_in_teams=0.18)),
        name=gettext_noop("Bot Eclipse"),
        about=gettext_noop("Eclipse: overlooks little"),
        character=gettext_noop("Says nothing and remembers every discard."),
        rating=1880,
    ),
    "nova": Bot(
        at_level(Skill(noise=0.05, weighs_hands=True)),
        name=gettext_noop("Bot Nova"),
        about=gettext_noop("Nova: a strong player"),
        character=gettext_noop("Would rather lose a planet than a tempo."),
        rating=2120,
    ),
    "zenith": Bot(
        at_level(Skill(weighs_hands=True, on=PlayOn(rounds=2), on_in_teams=PlayOn())),
        name=gettext_noop("Bot Zenith"),
        about=gettext_noop("Zenith: thinks ahead"),
        character=gettext_noop("Has seen this position before, and the next one too."),
        rating=2305,
        slow=True,
    ),
}
"""Key -> bot, the weakest first: the only registry of bots, for the site too.

The bots that are not offered play on in games that have begun and in rematches. The ratings come
from matches (docs/bots.md), with Sun at 1700.
"""
LEVELS: Final = {key: bot for key, bot in BOTS.items() if bot.offered}
"""Key -> bot that players can choose for a new game, the weakest first."""
FOR_BEGINNERS: Final = next(key for key, bot in BOTS.items() if bot.for_beginners)
"""The key of the bot that new players are offered."""

__all__ = ["BOTS", "FOR_BEGINNERS", "LEVELS", "Bot", "Thought"]
