"""The recap: the latest moves, a line a turn: symbols, or sentences for who prefers text."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from accounts.models import EffectDisplay
from engine import Event, Text
from engine import events as e
from engine.words import describe_event, reported
from games.portraits.faces import PlayerFace
from games.symbols.happened import draw_events
from games.tables.page.log import MoveEvents
from games.tables.page.text import plain, player_names
from games.tables.selectors import Seen


@dataclass(frozen=True, slots=True)
class RecapTurn:
    """A turn, or a seat's part in another seat's turn."""

    name: str
    face: PlayerFace | None
    whose: str
    line: SafeString | str


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
    as_text = seen.user is not None and seen.user.effect_display == EffectDisplay.TEXT
    names = player_names(seen.seats)
    drawn = [(seat, events, draw_events(events, side, seat % 2)) for seat, events in turns]
    return [
        RecapTurn(
            seen.seats[seat].short_name,
            seen.seats[seat].face,
            "mine" if seat % 2 == side else "theirs",
            _sentences(events, me, names) if as_text else signs,
        )
        for seat, events, signs in drawn
        if signs
    ]


def _sentences(events: Sequence[Event], me: int | None, names: Sequence[str | Text]) -> str:
    return " ".join(plain(describe_event(event, me, names)) for event in reported(events))
