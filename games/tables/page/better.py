"""A better turn than the one that was played, drawn on the board of a replay."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import events as e
from games.symbols.happened import draw_events
from games.tables.models import Seat
from games.tables.page.board_parts import Board
from games.tables.page.changes import disc_places
from games.tables.page.turns import ReplayAddress
from games.tables.providers import BetterTurn, PageLine


@dataclass(frozen=True, slots=True)
class ShownBetterTurn:
    """A better turn that is drawn on the board, in words and symbols."""

    turn: int
    name: str
    agent: str
    lines: Sequence[str]
    signs: SafeString
    reasons: str
    path: str


def mark_better(table: Board, turn: BetterTurn, me: int | None) -> None:
    """Draw a better turn: ghosts where its discs would lie, the levels that it develops."""
    side = 0 if me is None else me % 2
    places = disc_places(turn.events, side)
    for lane in table.lanes:
        place = places.get(lane.planet)
        lane.ghost = place if place != lane.at else None
    developed = {
        (event.faction, event.level)
        for event in turn.events
        if isinstance(event, e.TechnologyDeveloped)
    }
    for track in table.tracks:
        for level in track.levels:
            level.better = (track.faction, level.number) in developed


def shown_better(turn: BetterTurn, seats: Sequence[Seat], me: int | None) -> ShownBetterTurn:
    """Return a better turn as the page shows it."""
    side = (me or 0) % 2
    return ShownBetterTurn(
        turn=turn.number,
        name=seats[turn.seat].short_name,
        agent=turn.agent,
        lines=turn.lines,
        signs=draw_events(turn.events, side, turn.seat % 2),
        reasons=turn.reasons,
        path=turn.path,
    )


def better_link(address: ReplayAddress, seq: int, is_drawn: bool) -> PageLine:
    """Return the link that draws the better turn on the board, or takes it away."""
    if is_drawn:
        return PageLine(_("Hide the better turn"), address.at(seq))
    return PageLine(_("Show the better turn"), address.at(seq, better=True))
