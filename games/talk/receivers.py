"""What the chat answers to tables, and what it exports."""

from accounts.signals import AccountExported, account_exported
from common.announcements import Order
from games.tables import providers
from games.tables.models import Message, Report
from games.talk.panels import side_panels

providers.side_panels.provider(side_panels)


@account_exported.receiver(Order.TABLES)
def export_chat(event: AccountExported) -> None:
    """Export chat messages, and reports of others' messages."""
    event.data["talk"] = [
        {"game": message.game_id, "at": message.at.isoformat(), "text": message.text}
        for message in Message.objects.filter(author=event.user)
    ]
    event.data["reports"] = [
        {"line": report.message_id, "at": report.at.isoformat()}
        for report in Report.objects.filter(reporter=event.user)
    ]
