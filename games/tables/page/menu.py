"""The menu of the bar: links about the table, and what its players can do besides moving."""

from dataclasses import dataclass

from games.tables.models import Status
from games.tables.page.clocks import Clocks
from games.tables.providers import PageLine
from games.tables.selectors import Seen
from games.tables.services.ending import may_abort


@dataclass(slots=True)
class TableMenu:
    """The menu."""

    occasion: PageLine | None
    over: bool
    plays: bool
    """Whether the viewer plays in the running game and has not been replaced."""
    can_abort: bool
    others: list[str]
    """The names of the other players, who can be reported."""
    notification_level: str
    """How insistently the game notifies the viewer."""


def table_menu(seen: Seen, clocks: Clocks, occasion: PageLine | None) -> TableMenu:
    """Return the menu for a viewer."""
    own = seen.own
    players = [seat.user for seat in seen.seats if seat.user is not None] if own else []
    return TableMenu(
        occasion=occasion,
        over=seen.game.status != Status.RUNNING,
        plays=clocks.plays,
        can_abort=clocks.plays and own is not None and may_abort(seen.game, seen.seats, own),
        others=[player.username for player in players if player != seen.user],
        notification_level=own.notifications if own else "",
    )
