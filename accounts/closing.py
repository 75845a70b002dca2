"""Deleting accounts: of users who ask for it, and of guests who have stayed away."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import former_names
from accounts.models import User
from accounts.signals import (
    AccountClosing,
    AccountDeleting,
    GuestExpiring,
    StillNeeded,
    account_closing,
    account_deleting,
    guest_expiring,
)
from common.refusals import Refused

GUESTS_AT_ONCE = 200
MOST_TRIES = 10
"""How often an account is announced as closing before its deletion gives up."""


def delete_account(user: User) -> None:
    """Delete an account after every subject has let go of the user.

    A game may start or end at any moment meanwhile, so the row is deleted only when no subject
    needs it any more; stopped halfway, the account can be deleted again. Raises `Refused` if the
    user's games keep starting.
    """
    for _try in range(MOST_TRIES):
        account_closing.send(AccountClosing(user, timezone.now()))
        try:
            _delete(user)
        except StillNeeded:
            continue
        return
    raise Refused(_("One of your games is just starting. Try again in a moment."))


def _delete(user: User) -> None:
    """Delete the user's row; raises `StillNeeded`.

    The lock makes a concurrent request that seats the user wait, and fail: there is no such user.
    """
    with transaction.atomic():
        if User.objects.select_for_update().filter(pk=user.pk).exists():
            event = AccountDeleting(user)
            account_deleting.send(event)
            if event.has_played and not user.is_guest:
                former_names.give_up(user.username)
            user.delete()


def remove_stale_guests() -> int:
    """Delete guests who were not seen for `GUEST_DAYS` days; return how many.

    Finished games stay, without the name.
    """
    removed = 0
    for pk in list(_stale_guests().values_list("pk", flat=True)[:GUESTS_AT_ONCE]):
        with transaction.atomic():
            guest = _stale_guests().select_for_update().filter(pk=pk).first()
            if guest is None:  # they came back, or signed up
                continue
            guest_expiring.send(GuestExpiring(guest))
            try:
                delete_account(guest)
            except Refused:  # a game of theirs is starting; the next run finds them again
                continue
            removed += 1
    return removed


def forget_sessions(now: datetime) -> None:
    """Delete what is known of sessions that have expired, such as their IP addresses.

    A session lasts `SESSION_COOKIE_AGE` from its last use, which is noted at intervals.
    """
    lasts = timedelta(seconds=settings.SESSION_COOKIE_AGE, days=1)
    UserSession.objects.filter(last_seen_at__lt=now - lasts).delete()


def _stale_guests() -> QuerySet[User]:
    """Return the guests without a confirmed address who were not here for `GUEST_DAYS` days."""
    before = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    here = UserSession.objects.filter(user=OuterRef("pk"), last_seen_at__gt=before)
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    guests = User.objects.filter(is_guest=True, is_staff=False, date_joined__lte=before)
    away = guests.filter(~Exists(here), ~Exists(confirmed)).exclude(last_login__gt=before)
    return away.exclude(last_seen_on__gt=before.date())
