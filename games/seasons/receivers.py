"""What seasons do when others announce something."""

from accounts.announcements import Order
from accounts.signals import AccountClosing, AccountExported, account_closing, account_exported
from games.contests.registry import register
from games.seasons import enrolment, personal_data
from games.seasons.contest import SeasonContest

register(SeasonContest())


@account_closing.receiver(Order.FIRST)  # it matters how many games were over
def leave(event: AccountClosing) -> None:
    """Take the user out of all seasons."""
    enrolment.leave_all(event.user, event.now)


@account_exported.receiver(Order.CONTESTS)
def export(event: AccountExported) -> None:
    """Export what seasons keep of the user."""
    event.data["seasons"] = personal_data.export(event.user)
