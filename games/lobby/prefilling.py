"""The address of the form for a new table, filled in as for a table that has not started."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.urls import reverse

from accounts.models import User
from games.clock import Pace
from games.clock.moments import DAY
from games.lobby.forms import LINK, NAMED, OPEN
from games.lobby.services.opening import Beginner
from games.tables.models import Access, Game
from games.tables.time_forms import BANK_OF, NONE, PACES

_FREE = {Access.OPEN: OPEN, Access.LINK: LINK, Access.INVITED: NAMED}
"""Who could take a seat; at a table for invited players the name is to be filled in."""

type Holder = User | str | None
"""A user who sat or was invited, the key of a bot, or `None` for a seat that was free."""


def new_table_like(game: Game, holders: Sequence[Holder], own: int) -> str:
    """Return the address; `holders`: of all seats in order. `own`: the number of the reader's."""
    fields = {
        "players": str(game.players),
        **_pace(game),
        "league": _tick(game.league),
        "boards": game.boards,
        "secret_agents": _tick(game.secret_agents),
        "bots_welcome": _tick(game.bots_welcome),
        "beginner": _beginner(game, own).value,
        "rated": _tick(game.rated),
        "public": _tick(game.public),
        **({"seat": str(own)} if game.players > 2 else {}),
    }
    others = [holder for number, holder in enumerate(holders) if number != own]
    for number, holder in enumerate(others, 1):
        fields |= _opponent(game, number, holder)
    return f"{reverse('new_table')}?{urlencode(fields)}"


def _tick(value: bool) -> str:
    return "on" if value else ""


def _pace(game: Game) -> dict[str, str]:
    if game.pace is None:
        return {"pace": NONE}
    pace = Pace.from_json(game.pace)
    key = next((key for key, offered in PACES.items() if offered == pace), None)
    if key is not None:
        return {"pace": key}
    days = {"start": pace.start, "increment": pace.increment, "most": pace.most or pace.start}
    return {"pace": BANK_OF, **{name: f"{part / DAY:g}" for name, part in days.items()}}


def _beginner(game: Game, own: int) -> Beginner:
    if not game.beginner:
        return Beginner.NOBODY
    return Beginner.ME if game.second_side == own % 2 else Beginner.OTHER


def _opponent(game: Game, number: int, holder: Holder) -> dict[str, str]:
    way = f"opponent_{number}"
    if isinstance(holder, User):
        return {way: NAMED, f"name_{number}": holder.username}
    if isinstance(holder, str):
        return {way: f"bot:{holder}"}
    return {way: _FREE[Access(game.access)]}
