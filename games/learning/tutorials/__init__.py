"""All tutorials, in the order in which `/learn/` lists them."""

from games.learning.scripts import Tutorial
from games.learning.tutorials.first_game import FIRST_GAME
from games.learning.tutorials.screen import SCREEN

TUTORIALS = {tutorial.key: tutorial for tutorial in (FIRST_GAME, SCREEN)}


def get(key: str) -> Tutorial | None:
    """Return a tutorial by its key."""
    return TUTORIALS.get(key)
