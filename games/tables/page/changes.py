"""What moves have changed on the board."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine import Event
from engine import events as e
from games.tables.page.board import column_id, turned


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


def ghosts_of(events: Sequence[Event], side: int) -> str:
    """Return what an answer would change on the board, as a side sees it.

    First the discs that it would move, and where they would lie, as in `mars:2 venus:-1`; then the
    ids of the columns, levels and sides of the page that would get or lose something. A draft
    knows no card that comes from the deck, so no column of one.
    """
    discs = [f"{planet}:{at}" for planet, at in disc_places(events, side).items()]
    return " ".join([*discs, *dict.fromkeys(_changed_places(events, side))])


def _changed_places(events: Iterable[Event], side: int) -> Iterator[str]:
    def whose(owner: int) -> str:
        return "mine" if owner == side else "theirs"

    for event in events:
        match event:
            case e.AgentRecruited(seat, _, planet):
                yield column_id(whose(seat % 2), planet)
            case e.AgentExiled(_, owner, _, planet):
                yield column_id(whose(owner), planet)
            case e.AgentTransferred(_, _, planet):
                yield column_id("theirs", planet)
                yield column_id("mine", planet)
            case e.TechnologyDeveloped(faction=faction, level=level):
                yield f"tech-{faction}-{level}"
            case e.BadgeTaken(taking):
                yield f"side-{whose(taking)}"
            case e.BadgeGiven(giving):
                yield f"side-{whose(1 - giving)}"
