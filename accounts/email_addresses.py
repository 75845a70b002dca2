"""Email addresses of accounts: an address that isn't confirmed claims nothing."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.closing import delete_account
from accounts.models import UnconfirmedAddress, User

LASTS = timedelta(days=3)
"""How long an unconfirmed address is kept; the links in confirmation mails last as long."""

PROOF = "this address was mailed"


def is_confirmed(email: str) -> bool:
    """Whether an account has confirmed an address."""
    confirmed: bool = EmailAddress.objects.is_verified(email)
    return confirmed


def accounts_of(email: str) -> list[User]:
    """Return the accounts that an address can log in to or reset, the newest first.

    That is the account that has confirmed it. If there is none, it is the accounts that have no
    other address: they were opened with it, and their owners still have to confirm it.
    """
    email = email.lower()
    confirmed = EmailAddress.objects.filter(email=email, verified=True).select_related("user")
    if owners := [address.user for address in confirmed]:
        return owners
    rows = EmailAddress.objects.filter(user=OuterRef("pk"))
    opened_with = Q(email__iexact=email) | Exists(rows.filter(email=email))
    users = User.objects.filter(opened_with, ~Exists(rows.exclude(email=email)))
    return list(users.order_by("-pk"))


def proof_of(email: str) -> str:
    """Return a signature for a link in a mail: a visitor who has it reads the mails of `email`."""
    return signing.dumps(email.lower(), salt=PROOF)


def proves(proof: str, email: str) -> bool:
    """Whether a visitor has been mailed the proof of an address."""
    try:
        proven: str = signing.loads(proof, salt=PROOF, max_age=LASTS)
    except signing.BadSignature:
        return False
    return proven == email


def keep_while_link_works(address: EmailAddress) -> None:
    """Keep an unconfirmed address until a link that is mailed to it now has expired."""
    UnconfirmedAddress.objects.update_or_create(address=address, defaults={"since": timezone.now()})


def drop_rivals(address: EmailAddress) -> None:
    """Remove a confirmed address from all accounts that had not confirmed it."""
    rivals = EmailAddress.objects.filter(email=address.email, verified=False)
    for rival in rivals.exclude(user=address.user_id).select_related("user"):
        _remove(rival)


def remove_unconfirmed(now: datetime) -> int:
    """Remove the addresses that were not confirmed in time; return how many.

    An account that was never opened goes with its only address. A guest, and any other account in
    use, keeps its only address: without it there would be nowhere to send a new link.
    """
    _note_new(now)
    removed = 0
    for pk in list(_stale(now).values_list("pk", flat=True)):
        with transaction.atomic():
            address = _stale(now).select_for_update(of=("self",)).filter(pk=pk).first()
            if address is None or not (_has_other(address) or _is_unopened(address.user)):
                continue
            _remove(address)
            removed += 1
    return removed


def _note_new(now: datetime) -> None:
    """Let the time run for addresses to which no mail was sent."""
    unnoted = EmailAddress.objects.filter(verified=False, unconfirmed=None)
    rows = [UnconfirmedAddress(address=address, since=now) for address in unnoted]
    UnconfirmedAddress.objects.bulk_create(rows, ignore_conflicts=True)


def _stale(now: datetime) -> QuerySet[EmailAddress]:
    stale: QuerySet[EmailAddress] = EmailAddress.objects.filter(
        verified=False, unconfirmed__since__lte=now - LASTS
    )
    return stale.select_related("user")


def _remove(address: EmailAddress) -> None:
    if not _has_other(address) and _is_unopened(address.user):
        delete_account(address.user)
    else:
        address.remove()


def _has_other(address: EmailAddress) -> bool:
    others: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=address.user_id)
    return others.exclude(pk=address.pk).exists()


def _is_unopened(user: User) -> bool:
    """Whether no one has ever logged in to an account."""
    return user.last_login is None and not (user.is_guest or user.is_staff)
