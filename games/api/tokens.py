"""Personal access tokens: made, found by what a program sends, revoked."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from allauth.account.adapter import get_adapter
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.api.models import OFFERED, ApiToken
from games.tables.publishing import streams_woken

MOST = 20
"""Tokens of a user."""
PREFIX = "zenith_"
"""How each token begins, so that it is recognized where it should not be."""


def make(
    request: HttpRequest,
    user: User,
    name: str,
    scopes: Collection[str],
    lasts: timedelta | None,
    *,
    now: datetime,
) -> str:
    """Make a token and mail its owner; return it in plain text, for the only time.

    `lasts`: `None` for one that does not expire. Raises `Refused`: 403 guests, 409 too many, 422.
    """
    if user.is_guest:
        raise Refused(_("Guests can't use the API in their name. Sign up first."), 403)
    if not set(scopes) <= set(OFFERED):
        raise Refused(_("There is no such right."), 422)
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.api_tokens.count() >= MOST:
            raise Refused(_("You already have 20 tokens. Revoke one of them first."))
        made = ApiToken.objects.create(
            user=user,
            name=name,
            digest=digest_of(token),
            scopes=[scope for scope in OFFERED if scope in scopes],
            created_at=now,
            expires_at=None if lasts is None else now + lasts,
        )
    context = {"access": described(made)}
    get_adapter(request).send_notification_mail("account/email/access_added", user, context)
    return token


def digest_of(token: str) -> str:
    """Return the hash under which a token is stored. It has 256 random bits: no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def find(token: str, now: datetime) -> ApiToken | None:
    """Return a token with its user, and note the day of its use; `None` if it is not valid."""
    tokens = ApiToken.objects.select_related("user")
    row = tokens.filter(digest=digest_of(token)).first()
    if row is None or not row.is_valid(now):
        return None
    today = now.astimezone(UTC).date()
    if row.used_on != today:
        ApiToken.objects.filter(pk=row.pk).update(used_on=today)
        row.used_on = today
    return row


def revoke(user: User, pk: int) -> None:
    """Delete one of a user's tokens, and end its streams; no error if it is gone."""
    user.api_tokens.filter(pk=pk).delete()
    streams_woken([user.pk])


def described(token: ApiToken) -> str:
    """Return the name of a token as a kind of access."""
    return _("API token: %(name)s") % {"name": token.name}
