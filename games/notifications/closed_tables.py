"""Notifications of tables that don't start: closed, or left, with the way to ask again."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.lobby.announcements import SeatFreed, TableClosed
from games.lobby.prefilling import Holder, new_table_like
from games.notifications import reasons
from games.notifications.kinds import (
    PageNotification,
    PageText,
    TableNotification,
    Topic,
    register,
)
from games.notifications.record import note
from games.tables.models import Closing, Game, Seat, Status
from games.tables.selectors import Seen

UNSTARTED = Topic("closed", gettext_lazy("a table closes or is left before the start"))


@register
class TableGone(PageNotification):
    """A table that the user opened, joined or was invited to has closed before the start.

    `data`: the number of the `table`; `why`: a `Closing`; `by`: the id of the user who closed it;
    `seats`: who had each seat (a user's id, the key of a bot, or `None`); `own`: the user's seat.
    """

    key = "table_closed"
    topic = UNSTARTED

    def words(self) -> PageText:
        """Return why, and the address of the form that opens such a table again."""
        game = Game.objects.filter(pk=self.data["table"]).first()
        if game is None:
            raise Http404
        by = User.objects.filter(pk=self.data["by"]).first()
        names = {"table": game.pk, "name": by.username if by else _("A player")}
        title = _("Table %(table)d has closed") % names
        return PageText(title, self._why() % names, _again(game, self))

    def _why(self) -> str:
        match self.data["why"]:
            case Closing.DECLINED:
                return _("%(name)s declined the invitation to this table, so it has closed.")
            case Closing.LEFT:
                return _("%(name)s left this table, so it has closed.")
            case Closing.CANCELLED:
                return _("%(name)s closed this table before the game started.")
        return _("Its free seats were not taken in time.")

    def link(self) -> str:
        """Return the text of the link to the form."""
        return _("Open such a table again")


def _again(game: Game, kind: TableGone) -> str:
    """Return where the user asks again: the game with its rematch, or the form, filled in."""
    if game.rematch_of is not None:
        return game.rematch_of.get_absolute_url()
    people = User.objects.in_bulk([pk for pk in kind.data["seats"] if isinstance(pk, int)])
    holders: list[Holder] = [
        people.get(seat) if isinstance(seat, int) else seat for seat in kind.data["seats"]
    ]
    return new_table_like(game, holders, kind.data["own"])


@register
class SeatFree(TableNotification):
    """A player has left a table that still waits, or has declined its invitation."""

    key = "seat_free"
    topic = UNSTARTED

    def stale(self) -> str:
        """Return that the table does not wait any more, or has no free seat."""
        is_free = any(not (seat.user_id or seat.bot or seat.invited_id) for seat in self.seats)
        return "" if self.game.status == Status.OPEN and is_free else reasons.GONE

    def headline(self, table: Seen, at: datetime) -> str:
        """Return which player is gone."""
        player = User.objects.filter(pk=self.data["by"]).first()
        name = {"name": player.username if player else _("A player")}
        if self.data["declined"]:
            return _("%(name)s declined the invitation to your table. The seat is free now.") % name
        return _("%(name)s left your table. The seat is free now.") % name


def note_closed(event: TableClosed) -> None:
    """Tell the opener and all who waited, but the player who closed the table."""
    seats = [seat.user_id or seat.invited_id or seat.bot or None for seat in event.seats]
    by = None if event.by is None else event.by.pk
    for user, own in _waiting(event.seats):
        if user != event.by:
            note(
                user,
                TableGone,
                f"{TableGone.key} {event.game.pk}",
                now=event.now,
                table=event.game.pk,
                why=event.why.value,
                by=by,
                seats=seats,
                own=own,
            )


def _waiting(seats: Sequence[Seat]) -> Iterator[tuple[User, int]]:
    """Yield the users at a table, and those invited to it, with the numbers of their seats."""
    for seat in seats:
        user = seat.user or seat.invited
        if user is not None:
            yield user, seat.number


def note_free_seat(event: SeatFreed) -> None:
    """Tell the players at a table that another one has left it, or has declined."""
    game = event.game
    for seat in event.seats:
        if seat.user is not None and seat.user != event.by:
            key = f"{SeatFree.key} {game.pk} {event.by.pk} {event.now.timestamp():.3f}"
            data = {"by": event.by.pk, "declined": event.declined}
            note(seat.user, SeatFree, key, game, now=event.now, **data)
