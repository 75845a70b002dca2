"""Access tokens, personal ones and those of apps: made, found by what a program sends, revoked."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from allauth.account.adapter import get_adapter
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import translation
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
    """Make a personal token and mail its owner; return it in plain text, for the only time.

    `lasts`: `None` for one that does not expire. Raises `Refused`: 403 guests, 409 too many, 422.
    """
    token = new()
    mail_owner(request, store(token, user, name, scopes, lasts, now=now))
    return token


def new() -> str:
    """Return the text of a new token."""
    return PREFIX + secrets.token_urlsafe(32)


def check(user: User, scopes: Collection[str], now: datetime) -> None:
    """Raise `Refused` if a user can't have another token: 403 guests, 409 too many, 422."""
    if user.is_guest:
        raise Refused(_("Guests can't use the API in their name. Sign up first."), 403)
    if not set(scopes) <= set(OFFERED):
        raise Refused(_("There is no such right."), 422)
    # The token of an app expires by itself: an expired one is no reason to visit the list.
    gone = Q(expires_at__lte=now) & ~Q(client_id="")
    if user.api_tokens.exclude(gone).count() >= MOST:
        raise Refused(_("You already have 20 tokens. Revoke one of them first."))


def store(
    token: str,
    user: User,
    name: str,
    scopes: Collection[str],
    lasts: timedelta | None,
    *,
    now: datetime,
    client_id: str = "",
    code_digest: str = "",
) -> ApiToken:
    """Store the hash of a new token. Raises `Refused` as `check`.

    `client_id`, `code_digest`: of the app that gets it, and of the code that it got it for.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        check(user, scopes, now)
        return ApiToken.objects.create(
            user=user,
            name=name,
            client_id=client_id,
            code_digest=code_digest,
            digest=digest_of(token),
            scopes=[scope for scope in OFFERED if scope in scopes],
            created_at=now,
            expires_at=None if lasts is None else now + lasts,
        )


def mail_owner(request: HttpRequest, token: ApiToken) -> None:
    """Mail the owner of a new token, in the owner's language."""
    with translation.override(token.user.reads):
        context = {"access": described(token)}
        adapter = get_adapter(request)
        adapter.send_notification_mail("account/email/access_added", token.user, context)


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


def revoke_of_app(token: str, client_id: str) -> None:
    """Delete the token of an app that sends it, and end its streams; no error if it is gone."""
    row = ApiToken.objects.filter(digest=digest_of(token), client_id=client_id).first()
    if row is not None and client_id:
        revoke(row.user, row.pk)


def revoke_of_code(code: str) -> None:
    """Delete the token that was issued for an authorization code, and end its streams."""
    row = ApiToken.objects.filter(code_digest=digest_of(code)).first()
    if row is not None:
        revoke(row.user, row.pk)


def forget_old(now: datetime) -> None:
    """Delete the expired tokens of apps, which ask for new ones."""
    ApiToken.objects.filter(expires_at__lte=now).exclude(client_id="").delete()


def described(token: ApiToken) -> str:
    """Return the name of a token as a kind of access."""
    kind = _("App: %(name)s") if token.client_id else _("API token: %(name)s")
    return kind % {"name": token.name}
