"""The menu of a table: links about it, and what its players can do besides moving."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from engine.names import PLANETS
from engine.words import planet_name
from games.tables import providers
from games.tables.models import Seat
from games.tables.page.clocks import Clocks, clocks_of
from games.tables.page.result import links_after
from games.tables.page.text import plain
from games.tables.providers import PageLine
from games.tables.selectors import Seen
from games.tables.services import standstill
from games.tables.services.ending import may_abort


@dataclass(slots=True)
class TableMenu:
    """The menu."""

    occasion: PageLine | None
    clocks: Clocks
    links: Sequence[PageLine]
    """What other subjects offer about a game that is over."""
    plays: bool
    """Whether the viewer plays in the running game and has not been replaced."""
    can_abort: bool
    can_claim_draw: bool
    others: list[str]
    """The names of the other players, who can be reported."""
    standing: list[tuple[str, list[tuple[str, str, bool]]]] | None
    """The order of planets for influence in another player's turn: a label, and the planets with
    their names and whether it is that one, for each place; `None` if there is none to set."""
    standing_order: str
    """The names of the planets in that order; empty if none is set."""
    notification_level: str
    """How insistently the game notifies the viewer."""


def table_menu(seen: Seen, now: datetime) -> TableMenu:
    """Return the menu for a viewer."""
    own, clocks = seen.own, clocks_of(seen, seen.view(), now)
    players = [seat.user for seat in seen.seats if seat.user is not None] if own else []
    return TableMenu(
        occasion=providers.occasion(seen.game),
        clocks=clocks,
        links=links_after(seen),
        plays=clocks.plays,
        can_abort=clocks.plays and own is not None and may_abort(seen.game, seen.seats, own),
        can_claim_draw=clocks.plays and standstill.may_claim(seen.game),
        others=[player.username for player in players if player != seen.user],
        standing=_standing(own) if own and clocks.plays and not seen.game.live else None,
        standing_order=", ".join(
            plain(planet_name(planet)) for planet in (own.standing if own else ())
        ),
        notification_level=own.notifications if own else "",
    )


def _standing(own: Seat) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    places = []
    for number in range(len(PLANETS)):
        chosen = own.standing[number] if number < len(own.standing) else ""
        names = [(slug, plain(planet_name(slug)), slug == chosen) for slug in PLANETS]
        places.append((_("Choice %(n)s") % {"n": number + 1}, names))
    return places
