"""The interface of a bot: a pure function of a seat's view and a seeded source of chance."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.chance import Chance
from engine.public_types import View


@dataclass(frozen=True, slots=True)
class Thought:
    """An action, and the number of answers that were tried to find it."""

    action: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: `bot(view, chance)` returns one of the actions that the seat of the view is offered.

    `name`, `about`, `character`: what players read, ids of translations. `rating`: its strength, on
    the scale of Elo and Glicko; a bot that plays differently gets another key. `for_beginners`:
    offered first.
    `offered`: whether players can choose it for a new game. `slow`: it thinks for more than 0.3 s.

    The same view and chance give the same action. Hand in a new `Chance` for each decision, or
    the bot is lucky or unlucky in the same way all game long. Raises `ValueError` if the seat
    is asked nothing.
    """

    think: Callable[[View, Chance], Thought]
    name: str
    about: str
    rating: int
    character: str = ""
    for_beginners: bool = False
    offered: bool = True
    slow: bool = False

    def __call__(self, view: View, chance: Chance) -> str:
        return self.think(view, chance).action


def options_of(view: View) -> list[str]:
    """Return what the seat of a view can answer; `ValueError` if it is asked nothing."""
    for decision in view["pending"]:
        if decision["options"] is not None and view["seat"] in decision["seats"]:
            return decision["options"]
    raise ValueError(f"seat {view['seat']} is not asked anything")
