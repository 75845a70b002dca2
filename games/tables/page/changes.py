"""What moves have changed on the board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine import Event
from engine import events as e
from games.tables.page.board import turned


@dataclass(slots=True)
class BoardChanges:
    """Discs and agents that have moved, as a seat sees them."""

    discs: dict[str, int] = field(default_factory=dict)
    """The planets whose discs have moved, with the former places."""
    agents: set[str] = field(default_factory=set)
    """The agents that have been put on the board."""


def board_changes(events: Iterable[Sequence[Event]], me: int | None) -> BoardChanges:
    """Return what the events of some moves have changed for a seat or a spectator."""
    changes = BoardChanges()
    side = 0 if me is None else me % 2
    for event in (event for move in events for event in move):
        match event:
            case e.DiscMoved(planet, whose, steps, at):
                before = turned(at - steps if whose == 0 else steps - at, side)
                if before is not None:
                    changes.discs.setdefault(planet, before)
            case e.DiscPlaced(planet):
                changes.discs.pop(planet, None)
            case e.AgentRecruited(_, agent) | e.AgentMobilized(_, agent):
                changes.agents.add(agent)
            case e.AgentTransferred(_, agent):
                changes.agents.add(agent)
    return changes


def disc_places(events: Iterable[Event], side: int) -> dict[str, int | None]:
    """Return where events leave the discs that they move, as a side sees it.

    A disc that is won is where it was won, not where the next one is placed.
    """
    places: dict[str, int | None] = {}
    for event in events:
        match event:
            case e.DiscMoved(planet, whose, _steps, at):
                places[planet] = turned(at if whose == 0 else -at, side)
            case e.DiscCentred(planet):
                places[planet] = 0
    return places
