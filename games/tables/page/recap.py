"""The recap: the latest moves as symbols, a line a turn."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine import Event
from engine import events as e
from games.symbols.happened import draw_events
from games.tables.page.log import MoveEvents
from games.tables.selectors import Seen


@dataclass(frozen=True, slots=True)
class RecapTurn:
    """A turn, or a seat's part in another seat's turn."""

    name: str
    whose: str
    signs: SafeString


def recap(seen: Seen, moves: MoveEvents, me: int | None) -> list[RecapTurn]:
    """Return the turns of some moves that have symbols, the oldest first."""
    turns: list[tuple[int, list[Event]]] = []
    for _seq, seat, events in moves:
        if not turns or turns[-1][0] != seat:
            turns.append((seat, []))
        for event in events:
            if isinstance(event, e.TurnStarted):
                turns.append((event.seat, []))
            else:
                turns[-1][1].append(event)
    side = 0 if me is None else me % 2
    drawn = [(seat, draw_events(events, side, seat % 2)) for seat, events in turns]
    return [
        RecapTurn(seen.seats[seat].name, "mine" if seat % 2 == side else "theirs", signs)
        for seat, signs in drawn
        if signs
    ]
