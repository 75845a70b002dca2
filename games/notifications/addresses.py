"""Addresses that users name, such as webhooks: limits, and what is known against one."""

from allauth.core import ratelimit
from django.db.models import F, Model
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.notifications import ssrf

WORKS: dict[str, object] = {"failures": 0, "stopped_at": None, "said": ""}
"""The fields of an address that nothing is known against."""

FAILURES = 10
"""In a row, then nothing is sent to an address any more."""


def note_failure(address: Model, answer: str, at_most: int = FAILURES) -> None:
    """Count a failure of an address, a row with the fields `WORKS`; the last of a row stops it."""
    same = type(address)._default_manager.filter(pk=address.pk)
    same.update(failures=F("failures") + 1, said=answer[:200])
    same.filter(failures__gte=at_most, stopped_at=None).update(stopped_at=timezone.now())


def refuse_guests(user: User) -> None:
    """Raise `Refused`, 403, for guests."""
    if user.is_guest:
        raise Refused(_("Guests get no notifications. Sign up first."), 403)


def refuse_bad(url: str) -> None:
    """Raise `Refused`, 422, for a URL that nothing is posted to."""
    try:
        ssrf.check(url)
    except ssrf.Refusal as refusal:
        raise Refused(refusal.sentence, 422) from refusal


def refuse_flood(request: HttpRequest, action: str) -> None:
    """Raise `Refused`, 429, if too much comes from one address (`ACCOUNT_RATE_LIMITS`)."""
    if not ratelimit.consume(request, action=action):
        raise Refused(_("Too many requests from your IP address. Try again later."), 429)
