"""Receivers and provider of fair play."""

from django.utils import timezone

from accounts.signals import (
    AccountClosing,
    AccountExported,
    SessionSeen,
    account_closing,
    account_exported,
    session_seen,
)
from common.announcements import Order
from games.fairplay import personal_data
from games.fairplay.bans import barred_ids, refuse_if_barred
from games.fairplay.notifications import GameAnnulled, GameRestored, RevisedGame
from games.fairplay.traces import note_trace
from games.notifications.record import note
from games.tables import announcements as tables
from games.tables import providers

providers.refuse_rated.provider(refuse_if_barred)
providers.barred.provider(barred_ids)


@session_seen.receiver(Order.FAIR_PLAY)
def note_session(event: SessionSeen) -> None:
    """Store an access trace, from which several accounts of one person are detected."""
    note_trace(event.user, event.address, event.device, timezone.now())


@tables.annulled.receiver(Order.FAIR_PLAY)
def notify_annulled(event: tables.Revised) -> None:
    """Notify the players that their game is annulled."""
    _notify(event, GameAnnulled)


@tables.restored.receiver(Order.FAIR_PLAY)
def notify_restored(event: tables.Revised) -> None:
    """Notify the players that their game counts again."""
    _notify(event, GameRestored)


def _notify(event: tables.Revised, kind: type[RevisedGame]) -> None:
    """Notify the players; `event.number` tells repeated annulments of a game apart."""
    game = event.game
    for seat in event.seats:
        key = f"{kind.key} {game.pk} {event.number}"
        note(seat.user, kind, key, now=event.now, table=game.pk)


@account_closing.receiver(Order.FAIR_PLAY)
def delete_own_cases(event: AccountClosing) -> None:
    """Delete cases about the user alone."""
    personal_data.delete_own_cases(event.user)


@account_exported.receiver(Order.FAIR_PLAY)
def export_fair_play(event: AccountExported) -> None:
    """Export reports, cases, decisions and traces."""
    event.data["fair_play"] = personal_data.export(event.user)
