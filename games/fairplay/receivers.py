"""What fair play does when others announce something."""

from django.utils import timezone

from accounts.announcements import Order
from accounts.signals import SessionSeen, session_seen
from games.fairplay.traces import note_trace


@session_seen.receiver(Order.FAIR_PLAY)
def note_session(event: SessionSeen) -> None:
    """Keep the traces by which accounts of the same person are found."""
    note_trace(event.user, event.address, event.device, timezone.now())
