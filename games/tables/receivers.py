"""What tables do when others announce something."""

from accounts.announcements import Order
from accounts.signals import PlayerBlocked, WeekChanged, player_blocked, week_changed
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
