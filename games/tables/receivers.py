"""Receivers of the tables' own and of other subjects' announcements."""

from accounts.signals import (
    AccountClosing,
    AccountDeleting,
    AccountExported,
    GuestExpiring,
    WeekChanged,
    account_closing,
    account_deleting,
    account_exported,
    guest_expiring,
    week_changed,
)
from common.announcements import Order
from games.tables import publishing
from games.tables.announcements import (
    Asked,
    ClockChanged,
    Ended,
    Started,
    asked,
    clock_changed,
    ended,
    started,
)
from games.tables.seats import players_of
from games.tables.services import personal_data, standing
from games.tables.table_events import TableEventKind
from games.tables.timekeeping.absences import weeks_changed


@started.receiver(Order.TABLES)
def show_start(event: Started) -> None:
    """Tell the open pages of the players that their game has started."""
    publishing.game_started(event.game, players_of(event.seats))


@asked.receiver(Order.TABLES)
def answer_by_standing(event: Asked) -> None:
    """Seal the player's standing answer, if there is one."""
    standing.prepare(event.game, event.seat, event.own_turn, event.now)


@clock_changed.receiver(Order.TABLES)
def show_clock_change(event: ClockChanged) -> None:
    """Tell the open pages of the players that a deadline in the list of their games has changed.

    Not after an outage, which concerns all games: pages catch up when their sockets reconnect.
    """
    if event.event.kind != TableEventKind.OUTAGE:
        publishing.games_changed(players_of(event.seats))


@ended.receiver(Order.TABLES)
def show_end(event: Ended) -> None:
    """Tell the open pages of the players that the list of their games has changed."""
    publishing.games_changed(players_of(event.seats))


@week_changed.receiver(Order.TABLES)
def move_deadlines(event: WeekChanged) -> None:
    """Move the deadlines of the user's running games."""
    weeks_changed(event.user)


@guest_expiring.receiver(Order.TABLES)
def delete_games_of_guest(event: GuestExpiring) -> None:
    """Delete the running games that the guest plays against bots."""
    personal_data.delete_games_of_guest(event.guest)


@account_closing.receiver(Order.TABLES)
def resign_games(event: AccountClosing) -> None:
    """Resign the user's games."""
    personal_data.resign_all(event.user)


@account_deleting.receiver(Order.TABLES)
def forget_player(event: AccountDeleting) -> None:
    """Remove the user from all seats."""
    event.has_played = personal_data.has_played(event.user)
    personal_data.forget(event.user)


@account_exported.receiver(Order.TABLES)
def export_games(event: AccountExported) -> None:
    """Export games and invitations."""
    event.data.update(personal_data.export(event.user))
