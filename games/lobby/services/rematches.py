"""Rematches: the same table again, with the sides changed."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocking import refuse_blocked
from accounts.models import User
from common.refusals import Refused
from games.lobby.announcements import Invited, invited
from games.lobby.services.open_tables import close
from games.lobby.services.opening import refuse_too_many
from games.lobby.services.seating import join_table
from games.tables import providers, publishing
from games.tables.models import OPEN_FOR, Access, Game, Seat, Status
from games.tables.services.starting import start_if_full


def rematch(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Open the rematch of a game, or join it if another player has opened it; raises `Refused`.

    A rematch that was closed before the start, as when it was declined, can be opened again. Every
    time but the first counts towards the limits of invitations.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        seats = list(game.seats.select_related("user"))
        if user.pk not in [seat.user_id for seat in seats]:
            raise Refused(_("You don't have a seat at this table."), 403)
        if game.status not in (Status.FINISHED, Status.ABORTED):
            raise Refused(_("The game is not over yet."))
        again = rematch_of(game, now)
        if again is None:
            return _open(user, game, seats, now)
    if again.status == Status.OPEN:
        for seat in again.seats.filter(invited=user):
            return join_table(user, again.pk, seat.number, now=now)
    return again


def rematch_of(game: Game, now: datetime) -> Game | None:
    """Return the rematch of a game that can be joined or has started."""
    again = game.rematches.exclude(status=Status.CANCELLED).first()
    if again is not None and again.status == Status.OPEN and again.expires_at <= now:
        return None
    return again


def may_be_asked(user: User, seats: Sequence[Seat]) -> bool:
    """Whether a user can ask the other players of a game that is over for a rematch."""
    try:
        _refuse_players(user, seats)
    except Refused:
        return False
    return True


def _refuse_players(user: User, seats: Sequence[Seat]) -> None:
    """Raise `Refused` if an account is closed, or one of the players blocks another one."""
    people = [seat.user for seat in seats if not seat.bot]
    if any(player is None or not player.is_active for player in people):
        raise Refused(_("A player at this table has closed their account. Open a new table?"))
    refuse_blocked(user, [player.pk for player in people if player is not None])


def _open(user: User, game: Game, seats: Sequence[Seat], now: datetime) -> Game:
    """Open the rematch of a game whose row is locked, and invite the other players."""
    _refuse_players(user, seats)
    if game.rated:
        providers.refuse_rated(user, now)
    refuse_too_many(user, now)
    if game.rematches.exists():
        others = [seat.user for seat in seats if seat.user is not None and seat.user != user]
        providers.refuse_invitations(user, others, now)
        for expired in game.rematches.select_for_update().filter(status=Status.OPEN):
            close(expired, now)
    again = Game.objects.create(
        creator=user,
        access=Access.INVITED,
        players=game.players,
        boards=game.boards,
        secret_agents=game.secret_agents,
        bots_welcome=game.bots_welcome,
        beginner=game.beginner,
        pace=game.pace,
        live=game.live,
        league=game.league,
        rated=game.rated and game.is_standard,
        public=game.public,
        rematch_of=game,
        created_at=now,
        expires_at=now + OPEN_FOR,
    )
    # The sides change, but a beginner stays on the side that has the advantage.
    change = game.second_side ^ again.second_side if game.beginner else 1
    for seat in seats:
        is_own = seat.user_id == user.pk
        new_seat = Seat.objects.create(
            game=again,
            number=seat.number ^ change,
            bot=seat.bot,
            namesake=seat.namesake,
            user=user if is_own else None,
            invited=None if is_own else seat.user,
        )
        if new_seat.invited is not None:
            invited.send(Invited(new_seat, now))
    start_if_full(again, now)
    publishing.table_changed(again)
    publishing.table_changed(game)
    return again
