"""Changes of an account's email address, which the former address can undo for seven days."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.email_addresses import drop_rivals
from accounts.models import AddressChange, User
from common.refusals import Refused

LASTS = timedelta(days=7)
BEFORE = timedelta(days=1)
"""A second factor that was added in this time before the change may be an intruder's too."""
_signer = Signer(salt="undo a change of address")


def note_change(user: User, former: str) -> str:
    """Keep a change of address; return the link for the former address that undoes it."""
    change = AddressChange.objects.create(user=user, former=former, at=timezone.now())
    return settings.SITE_URL + reverse("undo_address", args=[_signer.sign_object(change.pk)])


def change_of(token: str, now: datetime) -> AddressChange | None:
    """Return the change that a link undoes or has undone; `None` if the link no longer works."""
    try:
        pk = _signer.unsign_object(token)
    except BadSignature:
        return None
    recent = AddressChange.objects.filter(pk=pk, at__gt=now - LASTS)
    return recent.select_related("user").first()


def undo(change: AddressChange, now: datetime) -> User | None:
    """Give an account back to its former address; return its user, who needs a new password.

    All sessions end, and the second factors that came with the change are removed. The links of
    later changes stop working: their former addresses were an intruder's. `None` if the change has
    been undone already. Raises `Refused` if another account has confirmed the address since.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=change.user_id)
        if not AddressChange.objects.filter(pk=change.pk, undone_at=None).update(undone_at=now):
            return None
        AddressChange.objects.filter(user=user, at__gt=change.at).delete()
        _restore(user, change.former)
        Authenticator.objects.filter(user=user, created_at__gt=change.at - BEFORE).delete()
        user.set_unusable_password()
        user.save(update_fields=["password", "email"])
    get_adapter().end_sessions(UserSession.objects.filter(user=user))
    return user


def forget_changes(now: datetime) -> None:
    """Delete the changes that can't be undone any more."""
    AddressChange.objects.filter(at__lte=now - LASTS).delete()


def _restore(user: User, former: str) -> None:
    """Make a former address the only one of an account again; raises `Refused`."""
    confirmed = EmailAddress.objects.filter(email=former, verified=True)
    if confirmed.exclude(user=user).exists():
        raise Refused(_("Another account has confirmed this address since."))
    EmailAddress.objects.filter(user=user).delete()
    address = EmailAddress.objects.create(user=user, email=former, verified=True, primary=True)
    user.email = former
    drop_rivals(address)
