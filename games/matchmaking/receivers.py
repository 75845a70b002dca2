"""Receivers of matchmaking."""

from accounts.signals import AccountClosing, AccountExported, account_closing, account_exported
from common.announcements import Order
from games.contests.registry import register
from games.matchmaking import personal_data, searching
from games.matchmaking.activity import MatchmakingActivity
from games.matchmaking.notifications import NoLongerSearching
from games.notifications.record import note
from games.tables.announcements import PlayerAbsent, player_absent

register(MatchmakingActivity())


@player_absent.receiver(Order.CONTESTS)
def stop_searches(event: PlayerAbsent) -> None:
    """Stop the searches of a player who is away, and tell the player what was withdrawn."""
    stopped = searching.stop_all(event.user, now=event.now)
    if stopped or event.left:
        note(event.user, NoLongerSearching, f"absent {event.now:%Y-%m-%d}", now=event.now)


@account_closing.receiver(Order.CONTESTS)
def leave(event: AccountClosing) -> None:
    """Delete the user's searches."""
    personal_data.leave_all(event.user)


@account_exported.receiver(Order.CONTESTS)
def export(event: AccountExported) -> None:
    """Export the user's searches."""
    event.data["searches"] = personal_data.export(event.user)
