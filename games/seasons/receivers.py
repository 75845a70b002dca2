"""Receivers of the seasons."""

from accounts.signals import AccountClosing, AccountExported, account_closing, account_exported
from common.announcements import Order
from games.contests.registry import register
from games.seasons import enrolment, personal_data
from games.seasons.contest import SeasonContest

register(SeasonContest())


@account_closing.receiver(
    Order.FIRST
)  # before games are resigned: the number of finished ones matters
def leave(event: AccountClosing) -> None:
    """Withdraw the user from all seasons."""
    enrolment.leave_all(event.user, event.now)


@account_exported.receiver(Order.CONTESTS)
def export(event: AccountExported) -> None:
    """Export the user's season data."""
    event.data["seasons"] = personal_data.export(event.user)
