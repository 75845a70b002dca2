"""Access to an account that doesn't end with its password, such as the addresses of feeds."""

from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.account.signals import (
    password_changed,
    password_reset,
    password_set,
    user_logged_in,
)
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import AccessListed, access_listed


def access_of(user: User) -> AccessListed:
    """Return what reaches an account without its password."""
    event = AccessListed(user)
    access_listed.send(event)
    return event


def mailed_lines(user: User) -> list[str]:
    """Return what the mail about a new password says of other access; nothing if there is none."""
    lines = access_of(user).lines
    if not lines:
        return []
    page = settings.SITE_URL + reverse("access")
    return [
        _("These don't need your password, and go on working:"),
        *(f"– {line}" for line in lines),
        _("You can renew or remove them on this page: %(page)s") % {"page": page},
    ]


@receiver(user_logged_in)
def note_login(request: HttpRequest, user: User, **_kwargs: object) -> None:
    """Let a log-in with a password, a passkey or a code count as a fresh one."""
    records = get_authentication_records(request, user)
    if records and records[-1]["method"] in ("password", "mfa"):
        records[-1]["reauthenticated"] = True  # the log-in saves the session


@receiver([password_changed, password_set])
def note_password(request: HttpRequest, **_kwargs: object) -> None:
    """Let a change of the password, which asks for the present one, count as a fresh log-in."""
    reauthenticate_by_password(request)


@receiver([password_changed, password_set, password_reset])
def end_other_sessions(request: HttpRequest, user: User, **_kwargs: object) -> None:
    """End the sessions that the new password has shut out, and with them the pushes there."""
    others = UserSession.objects.filter(user=user)
    get_adapter().end_sessions(others.exclude(session_key=request.session.session_key or ""))
