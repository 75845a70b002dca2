"""Taking a seat at a table that has not started, and giving it up."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocking import refuse_blocked
from accounts.models import User
from common.refusals import Refused
from games.lobby.announcements import SeatFreed, seat_freed
from games.lobby.services.bot_accounts import refuse_busy_bot, refuse_unwelcome_bot
from games.lobby.services.live_games import lock_players, playing_live
from games.lobby.services.open_tables import close_and_tell, lock_open, occupied
from games.tables import providers, publishing, time_words
from games.tables.models import Access, Closing, Game, Seat
from games.tables.services.starting import start_if_full
from games.tables.timekeeping import display

PERSONAL = ("seen_seq", "seen_at", "notes", "talk_muted", "notifications")
"""Fields of a seat that belong to its player, and move with the player to another seat."""


def join_table(
    user: User, game_id: int, number: int | None, token: str = "", *, now: datetime | None = None
) -> Game:
    """Take a free seat, or change to one; the game starts when it was the last free seat.

    Without a `number` it is a seat reserved for the user, or the first free one. Taking the same
    seat twice changes nothing. Raises `Refused`.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id, now)
        seats = list(game.seats.select_related("user"))
        own = next((seat for seat in seats if seat.user_id == user.pk), None)
        if number is None:
            number = own.number if own else _first_seat(user, seats)
        if own is not None and own.number == number:
            return game
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None:
            raise Refused(_("There is no such seat at this table."), 422)
        if seat.user_id or seat.bot:
            raise Refused(_("Another player has just taken this seat."))
        _check_access(user, game, seat, own, token)
        if own is None:
            _check_players(user, game, seats, now)
            _check_time(user, game, seats, now)
        elif game.beginner:
            raise Refused(_("You can't change seats: they decide who has the advantage."))
        else:
            for name in PERSONAL:
                setattr(seat, name, getattr(own, name))
            _free(own)
        for other in seats:  # seats reserved for the user, who has another one now
            if other.invited_id == user.pk and other is not seat:
                _free(other)
        seat.user = user
        seat.invited = None
        seat.save(update_fields=["user", "invited", *PERSONAL])
        start_if_full(game, now, joined=user)
        publishing.table_changed(game)
    return game


def leave_table(
    user: User, game_id: int, *, declines: bool = True, now: datetime | None = None
) -> Game:
    """Leave a table before the start, or decline an invitation.

    A table without its creator is closed, and so is one that was for invited players only.
    `declines`: whether it is the user's own choice to refuse an invitation.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id, now)
        if game.creator_id == user.pk:
            return close_and_tell(game, occupied(game), Closing.CANCELLED, user, now)
        seats = game.seats.filter(user=user) | game.seats.filter(invited=user)
        if not seats:
            raise Refused(_("You don't have a seat at this table."), 403)
        before = occupied(game)
        declined = declines and all(seat.user_id is None for seat in seats)
        for seat in seats:
            _free(seat)
        if game.access == Access.INVITED:
            why = Closing.DECLINED if declined else Closing.LEFT
            return close_and_tell(game, before, why, user, now)
        seat_freed.send(SeatFreed(game, occupied(game), user, declined, now))
        publishing.table_changed(game)
    return game


def refuse_guests(game: Game, *, is_expected: bool) -> None:
    """Raise `Refused` unless a guest may sit down at a table.

    At a friendly one, and (`is_expected`) by its link or on a seat that is reserved for the guest,
    as in a rematch.
    """
    if game.rated:
        raise Refused(_("Guests can't play rated games. Sign up to play this one."), 403)
    if not is_expected:
        raise Refused(
            _("Guests play against bots, or against people who send them a link. Sign up to join."),
            403,
        )


def _first_seat(user: User, seats: Sequence[Seat]) -> int:
    reserved = [seat.number for seat in seats if seat.invited_id == user.pk]
    free = [
        seat.number
        for seat in seats
        if seat.user_id is None and not seat.bot and seat.invited_id is None
    ]
    return next(iter(reserved + free), 0)


def _check_access(user: User, game: Game, seat: Seat, own: Seat | None, token: str) -> None:
    """Raise `Refused` if the table or the seat is not open to the user."""
    is_expected = seat.invited_id == user.pk or token == game.token
    if user.is_guest and own is None:
        refuse_guests(game, is_expected=is_expected)
    if seat.invited_id not in (None, user.pk):
        raise Refused(_("This seat is reserved for another player."), 403)
    has_link = own is not None or is_expected
    if game.access == Access.LINK and not has_link:
        raise Refused(_("Only players with the link can join this table."), 403)
    if own is None and seat.invited_id != user.pk:
        refuse_unwelcome_bot(user, game)
    if game.access == Access.INVITED and seat.invited_id != user.pk and own is None:
        raise Refused(_("Only invited players can join this table."), 403)


def _check_players(user: User, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Raise `Refused` for a blocked or inactive player, and a rated game with a barred one."""
    others = {pk for seat in seats for pk in (seat.user_id, seat.invited_id) if pk is not None}
    refuse_blocked(user, others)
    refuse_busy_bot(user)
    seated = [seat.user for seat in seats if seat.user is not None]
    if not all(other.is_active for other in seated):
        raise Refused(_("A player at this table has closed their account. Open a new table?"))
    if game.rated:
        providers.refuse_rated(user, now)
        if providers.barred([other.pk for other in seated], now):
            raise Refused(_("A player at this table can't play rated games right now."))


def _check_time(user: User, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Raise `Refused` if the user or a player at the table could not play the game now."""
    if game.live:
        players = [user, *(seat.user for seat in seats if seat.user is not None)]
        lock_players(player.pk for player in players)
        busy = playing_live(player.pk for player in players)
        if user.pk in busy:
            raise Refused(_("Finish your live game first."))
        for player in players:
            if player.pk in busy:
                words = {"name": player.username}
                raise Refused(_("%(name)s is playing a live game right now.") % words)
    elif game.pace is not None:
        back = display.away((seat.user_id for seat in seats), now)
        for player in (seat.user for seat in seats if seat.user is not None):
            if player.pk in back:
                when = time_words.until(back[player.pk], now)
                message = _("%(name)s is on vacation until %(when)s. You can join after that.")
                raise Refused(message % {"name": player.username, "when": when})


def _free(seat: Seat) -> None:
    """Free a seat before the deal, and reset the fields of its player."""
    seat.user = seat.invited = None
    fresh = Seat()
    for name in PERSONAL:
        setattr(seat, name, getattr(fresh, name))
    seat.save(update_fields=["user", "invited", *PERSONAL])
