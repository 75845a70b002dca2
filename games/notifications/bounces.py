"""Addresses whose mails come back, or whose readers complain: no mail goes there any more.

A mail server says so at once (`channels/mail.py`) or a provider later (`views/bounces.py`). A
changed address starts anew; the same one does when it is confirmed again, or when its owner says
that it works. Mails about accounts are sent all the same: who asks for one can't ask otherwise.
"""

from datetime import datetime
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from games.notifications.models import BadAddress

BOUNCE, COMPLAINT = BadAddress.Why.BOUNCE, BadAddress.Why.COMPLAINT

LONGEST = 254
"""Characters of an address, in the database and by RFC 5321."""


class Malformed(Exception):
    """What was posted is none of the shapes that are known."""


class BounceReport(NamedTuple):
    """A provider says that mails to an address came back, or were complained about."""

    address: str
    why: BadAddress.Why
    answer: str


def note_bad(address: str, why: BadAddress.Why, answer: str, now: datetime | None = None) -> None:
    """Send nothing more to an address; twice does no harm, and a complaint outweighs a bounce."""
    bad, new = BadAddress.objects.get_or_create(
        address=address.strip().lower(),
        defaults={"why": why, "said": answer[:200], "at": now or timezone.now()},
    )
    if not new and why == COMPLAINT and bad.why != COMPLAINT:
        BadAddress.objects.filter(pk=bad.pk).update(why=why, said=answer[:200])


def is_bad(address: str) -> bool:
    """Whether nothing is sent to an address."""
    return BadAddress.objects.filter(address=address.lower()).exists()


def trouble_of(user: User) -> BadAddress | None:
    """Return why a user gets no mails, for their pages; `None` if all is well."""
    if not user.email:
        return None
    return BadAddress.objects.filter(address=user.email.lower()).first()


def trust(address: str) -> None:
    """Send mails to an address again."""
    BadAddress.objects.filter(address=address.lower()).delete()


@receiver(email_confirmed)
def trust_confirmed(email_address: EmailAddress, **_kwargs: Any) -> None:
    """An address that was confirmed just now works."""
    trust(email_address.email)


@receiver(password_reset)
def trust_read(user: User, **_kwargs: Any) -> None:
    """A user who resets a password has read a mail; a complaint still stands."""
    BadAddress.objects.filter(address=user.email.lower(), why=BOUNCE).delete()


def report_in(data: object) -> BounceReport:
    """Read what a mail server of one's own posts; raises `Malformed`.

    The reports of providers are read by `provider_reports`.
    """
    match data:
        case {"address": address, "kind": "bounce" | "complaint" as kind, **more}:
            return bounce_report(address, BadAddress.Why(kind), more.get("said"))
    raise Malformed


def bounce_report(address: object, why: BadAddress.Why, answer: object) -> BounceReport:
    """Return a report about an address; raises `Malformed` if it is none."""
    if not isinstance(address, str):
        raise Malformed
    try:
        validate_email(address)
    except ValidationError as error:
        raise Malformed from error
    if len(address) > LONGEST:  # Django's check lets some more through
        raise Malformed
    return BounceReport(address, why, str(answer or ""))
