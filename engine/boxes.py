"""The cards that a game is played with: boxes, each in one of its versions.

A game names its boxes with their versions, so that a card can be added or a cost corrected while
games run: they go on, and are replayed, with the cards that they began with. A box that a record,
a setup or a position does not name is in the game in version 1 if it is the base box, or if it is
the Secret Agents and the game has them. So what was written before boxes had versions means what it
meant.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.agents import AGENTS, BASE_BOX, BOXES, SECRET_BOX
from engine.errors import BadSetup
from engine.public_types import NamedBoxes
from engine.text import Text, gettext_noop

FIRST: Final = 1
"""The version of a box that is not named."""
NONE_NAMED: Final[NamedBoxes] = {}

type Versions = tuple[tuple[str, int], ...]
"""Boxes with their versions, in the order in which a deal shuffles their cards."""

_UNNAMED: Final[tuple[Versions, Versions]] = (
    ((BASE_BOX, FIRST),),
    ((BASE_BOX, FIRST), (SECRET_BOX, FIRST)),
)
"""The boxes of a game that names none, without and with the Secret Agents."""


class Cards:
    """The cards of a game, and the boxes that they come from."""

    __slots__ = ("further", "named", "number", "numbers", "secret_agents")

    def __init__(self, versions: Versions) -> None:
        self.numbers = tuple(
            number for name, version in versions for number in BOXES[name][version - 1]
        )
        """In the order in which a deal shuffles them."""
        self.number = {AGENTS[number].slug: number for number in self.numbers}
        """Slug -> number."""
        if len(self.number) < len(self.numbers):
            raise BadSetup(Text(gettext_noop("Two of these boxes have a card in common.")))
        self.secret_agents = SECRET_BOX in dict(versions)
        self.further = tuple(name for name, _version in versions if not _is_usual(name))
        """The names of the boxes besides the base box and the Secret Agents."""
        self.named: NamedBoxes = {
            name: version for name, version in versions if version != FIRST or not _is_usual(name)
        }
        """The boxes that have to be named."""

    @property
    def slugs(self) -> list[str]:
        """The cards in words, in the order of `numbers`."""
        return list(self.number)


def latest_cards(secret_agents: bool, further: Iterable[str] = ()) -> Cards:
    """Return the cards of a game that is dealt now; raises `BadSetup` for an unknown box."""
    names = _in_order(secret_agents, further)
    return cards_in(tuple((name, _latest(name)) for name in names))


def named_cards(secret_agents: bool, versions: object = NONE_NAMED) -> Cards:
    """Return the cards of a game that names these boxes, with their versions.

    Raises `BadSetup` for anything else than boxes that this program knows.
    """
    if not isinstance(versions, dict):
        raise _unknown()
    if not versions:
        return cards_in(_UNNAMED[secret_agents])
    names = _in_order(secret_agents, (name for name in versions if not _is_usual(name)))
    if not set(versions) <= set(names):
        raise _unknown()
    boxes = []
    for name in names:
        version = versions.get(name, FIRST)
        if type(version) is not int or not FIRST <= version <= _latest(name):
            raise _unknown()
        boxes.append((name, version))
    return cards_in(tuple(boxes))


def further_boxes() -> list[str]:
    """Return the names of the boxes that `Options.boxes` can add to a game."""
    return sorted(name for name in BOXES if not _is_usual(name))


def _is_usual(name: object) -> bool:
    return name in (BASE_BOX, SECRET_BOX)


def _in_order(secret_agents: bool, further: Iterable[str]) -> list[str]:
    usual = [BASE_BOX, SECRET_BOX] if secret_agents else [BASE_BOX]
    names = list(further)
    if not names:
        return usual
    known = further_boxes()
    if any(name not in known for name in names):
        raise _unknown()
    return [*usual, *sorted(names)]


def _latest(name: str) -> int:
    return len(BOXES[name])


@cache
def cards_in(versions: Versions) -> Cards:
    """Return the cards of these boxes."""
    return Cards(versions)


def _unknown() -> BadSetup:
    return BadSetup(Text(gettext_noop("This program does not know these boxes of cards.")))
