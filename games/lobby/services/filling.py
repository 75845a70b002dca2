"""Filling the free seats of a table with bots."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from engine.bots import BOTS, FOR_BEGINNERS
from games.lobby.services.open_tables import lock_open
from games.tables import publishing
from games.tables.models import Game, Seat
from games.tables.seats import seat_bot
from games.tables.services.starting import start_if_full


def fill_with_bots(user: User, game_id: int, bot: str, *, now: datetime | None = None) -> Game:
    """Put a bot on each free seat of a table, on behalf of its creator; raises `Refused`.

    Seats kept for invited players stay free. A rated game becomes friendly if no other player
    sits or is invited. An unknown key gets the bot for beginners.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id, now)
        if game.creator_id != user.pk:
            raise Refused(_("Only the player who opened a table can fill it with bots."), 403)
        seats = list(game.seats.all())
        if game.rated and not is_alone(user, seats):
            raise Refused(_("Games against bots or with an advantage can't be rated."))
        free = [seat for seat in seats if is_free(seat)]
        if not free:
            raise Refused(_("No seat is free at this table."))
        if game.rated:
            game.rated = False
            game.save(update_fields=["rated"])
        for seat in free:
            seat_bot(seat, bot if bot in BOTS else FOR_BEGINNERS, seats)
            seat.save(update_fields=["bot", "namesake"])
        start_if_full(game, now, joined=user)
        publishing.table_changed(game)
    return game


def may_fill(user: User | None, game: Game, seats: Sequence[Seat]) -> bool:
    """Whether a user can fill the free seats of a table that is open."""
    if user is None or game.creator_id != user.pk or not any(map(is_free, seats)):
        return False
    return not game.rated or is_alone(user, seats)


def is_free(seat: Seat) -> bool:
    """Whether no one sits on a seat, and it is kept for no one."""
    return seat.user_id is None and not seat.bot and seat.invited_id is None


def is_alone(user: User, seats: Sequence[Seat]) -> bool:
    """Whether no other player sits at a table or is invited to it."""
    return all(seat.invited_id is None and seat.user_id in (None, user.pk) for seat in seats)
