"""The bot that plays anything legal."""

from engine.bots.bot import Thought, options_of
from engine.chance import Chance
from engine.public_types import View


def think(view: View, chance: Chance) -> Thought:
    """Return any of the legal actions, each as likely as the others."""
    options = options_of(view)
    return Thought(options[chance.stream("any action").below(len(options))], 0)
