"""Tokens need no password: they are listed as access, and revoked with it."""

from django.utils.translation import gettext as _

from accounts.signals import (
    AccessListed,
    AccessRevoked,
    AccountExported,
    access_listed,
    access_revoked,
    account_exported,
)
from common.announcements import Order
from games.api.tokens import described
from games.tables.publishing import streams_woken
from games.talk.announcements import MessageWritten, message_written


@access_listed.receiver(Order.NOTIFICATIONS)
def list_tokens(event: AccessListed) -> None:
    """Name the tokens of a user."""
    tokens = event.user.api_tokens.all()
    event.lines.extend(described(token) for token in tokens)
    if tokens:
        event.ends.append(_("API tokens are revoked."))


@access_revoked.receiver(Order.NOTIFICATIONS)
def revoke_tokens(event: AccessRevoked) -> None:
    """Revoke the tokens of a user."""
    event.user.api_tokens.all().delete()
    streams_woken([event.user.pk])


@message_written.receiver(Order.NOTIFICATIONS)
def wake_streams(event: MessageWritten) -> None:
    """Let the streams of the readers look: no page of theirs is told of a message elsewhere."""
    streams_woken([seat.user_id for seat in event.readers if seat.user_id is not None])


@account_exported.receiver(Order.NOTIFICATIONS)
def export_tokens(event: AccountExported) -> None:
    """Add what is stored about the tokens of a user, without their hashes."""
    event.data["api_tokens"] = [
        {
            "name": token.name,
            "client_id": token.client_id,
            "scopes": token.scopes,
            "created_at": token.created_at.isoformat(),
            "expires_at": token.expires_at and token.expires_at.isoformat(),
            "used_on": token.used_on and token.used_on.isoformat(),
        }
        for token in event.user.api_tokens.all()
    ]
