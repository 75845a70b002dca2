"""The bot that plays anything legal."""

from engine.bots.bot import Thought, View, question
from engine.chance import Chance


def think(view: View, chance: Chance) -> Thought:
    """Return any of the legal actions, each as likely as the others."""
    options = question(view)["options"]
    return Thought(options[chance.stream("any action").below(len(options))], 0)
