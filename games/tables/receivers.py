"""What tables do when others announce something."""

from accounts.announcements import Order
from accounts.signals import (
    AccountClosing,
    AccountDeleting,
    AccountExported,
    GuestExpiring,
    PlayerBlocked,
    WeekChanged,
    account_closing,
    account_deleting,
    account_exported,
    guest_expiring,
    player_blocked,
    week_changed,
)
from games.tables.services import leaving
from games.tables.services.parting import part
from games.tables.timekeeping.absences import weeks_changed


@week_changed.receiver(Order.TABLES)
def move_deadlines(event: WeekChanged) -> None:
    """Move the deadlines of the user's running games."""
    weeks_changed(event.user)


@player_blocked.receiver(Order.TABLES)
def part_players(event: PlayerBlocked) -> None:
    """Take the two apart at the tables that have not started."""
    part(event.user, event.player)


@guest_expiring.receiver(Order.TABLES)
def delete_games_of_guest(event: GuestExpiring) -> None:
    """Delete the running games that the guest plays against bots."""
    leaving.delete_games_of_guest(event.guest)


@account_closing.receiver(Order.TABLES)
def leave_tables(event: AccountClosing) -> None:
    """Resign the user's games and leave the tables that have not started."""
    leaving.leave_all(event.user)


@account_deleting.receiver(Order.TABLES)
def forget_player(event: AccountDeleting) -> None:
    """Take the user out of all seats."""
    leaving.forget(event.user)


@account_exported.receiver(Order.TABLES)
def export_games(event: AccountExported) -> None:
    """Export games, invitations, talk and reports."""
    event.data.update(leaving.export(event.user))
