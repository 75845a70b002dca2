"""Opening tables, taking seats, leaving them."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Path, Status

from accounts.models import User
from common.refusals import Refused
from games.api.operations.router import router
from games.endpoints.access import Scope, needs, user_of
from games.endpoints.schemas import Done, OpponentIn, SeatIn, TableIn
from games.endpoints.shown import done, find_player, locked_table
from games.lobby.services import open_tables, opening, rematches, seating
from games.tables.models import Access

TableId = Annotated[int, Path(description="The number of the table: that of its game, too.")]


@router.post("/tables", tags=["Tables"], response={201: Done}, **needs(Scope.CHALLENGE))
def open_table(request: HttpRequest, response: HttpResponse, data: TableIn) -> Status[Done]:
    """Open a table; the game starts at once if no seat is free.

    Send an `Idempotency-Key`: then a request that is sent twice opens one table.
    """
    others = [_opponent(other) for other in data.others]
    wish = opening.Wish(
        players=data.players,
        boards=data.boards,
        secret_agents=data.secret_agents,
        bots_welcome=data.bots_welcome,
        pace=data.pace.clock() if data.pace else None,
        rated=data.rated,
        public=data.public,
        access=Access(data.access) if None in others else Access.INVITED,
        seat=data.seat,
        others=others,
    )
    game = opening.create_table(user_of(request), wish)
    response["Location"] = f"/api/v1/games/{game.pk}"
    return Status(201, done(game, link=game.token))


@router.delete("/tables/{number}", tags=["Tables"], response=Done, **needs(Scope.CHALLENGE))
def close_table(request: HttpRequest, number: TableId) -> Done:
    """Close your table before the start."""
    user, _table = locked_table(request, number)
    return done(open_tables.cancel_table(user, number))


@router.post("/tables/{number}/seat", tags=["Tables"], response=Done, **needs(Scope.CHALLENGE))
def take_seat(request: HttpRequest, number: TableId, data: SeatIn) -> Done:
    """Take a seat, or change it; the game starts with the last one."""
    user, _table = locked_table(request, number, data.link)
    return done(seating.join_table(user, number, data.number, data.link))


@router.delete("/tables/{number}/seat", tags=["Tables"], response=Done, **needs(Scope.CHALLENGE))
def leave_seat(request: HttpRequest, number: TableId) -> Done:
    """Leave a table before the start, or decline an invitation to it."""
    user, _table = locked_table(request, number)
    return done(seating.leave_table(user, number))


@router.post("/games/{number}/rematch", tags=["Tables"], response=Done, **needs(Scope.CHALLENGE))
def rematch(request: HttpRequest, number: TableId) -> Done:
    """Ask for a rematch of a game that is over, or join the one that is asked for.

    The answer is about the new table.
    """
    user, _table = locked_table(request, number)
    return done(rematches.rematch(user, number))


def _opponent(other: OpponentIn) -> str | User | None:
    """Return the occupant of a seat for a `Wish`; raises `Refused`."""
    if other.bot is not None and other.player is not None:
        raise Refused(_("A seat is for a bot or for a player, not for both."), 422)
    if other.bot is not None:
        return other.bot
    if other.player is None:
        return None
    player = find_player(other.player)
    if player is None or player.is_guest:
        raise Refused(_("No player has this name."), 422, code="no_such_player")
    return player
