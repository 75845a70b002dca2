"""Receivers of the tournaments."""

from accounts.signals import AccountClosing, AccountExported, account_closing, account_exported
from common.announcements import Order
from games.contests.registry import register
from games.tournaments import personal_data
from games.tournaments.contest import TournamentContest

register(TournamentContest())


@account_closing.receiver(Order.CONTESTS)
def leave(event: AccountClosing) -> None:
    """Remove the user from all tournaments."""
    personal_data.leave_all(event.user, event.now)


@account_exported.receiver(Order.CONTESTS)
def export(event: AccountExported) -> None:
    """Export the user's tournament data."""
    event.data["tournaments"] = personal_data.export(event.user)
