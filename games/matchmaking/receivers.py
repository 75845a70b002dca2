"""Receivers of matchmaking."""

from accounts.announcements import Order
from accounts.signals import AccountClosing, AccountExported, account_closing, account_exported
from games.contests.registry import register
from games.matchmaking import personal_data
from games.matchmaking.activity import MatchmakingActivity

register(MatchmakingActivity())


@account_closing.receiver(Order.CONTESTS)
def leave(event: AccountClosing) -> None:
    """Delete the user's searches."""
    personal_data.leave_all(event.user)


@account_exported.receiver(Order.CONTESTS)
def export(event: AccountExported) -> None:
    """Export the user's searches."""
    event.data["searches"] = personal_data.export(event.user)
