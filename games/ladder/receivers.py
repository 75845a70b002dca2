"""Receivers of the ladders."""

from accounts.signals import AccountClosing, AccountExported, account_closing, account_exported
from common.announcements import Order
from games.contests.registry import register
from games.ladder import personal_data
from games.ladder.contest import LadderContest

register(LadderContest())


@account_closing.receiver(Order.CONTESTS)
def leave(event: AccountClosing) -> None:
    """Remove the user from all ladders."""
    personal_data.leave_all(event.user, event.now)


@account_exported.receiver(Order.CONTESTS)
def export(event: AccountExported) -> None:
    """Export the user's ladder data."""
    event.data["ladders"] = personal_data.export(event.user)
