"""Limits of the mails that any visitor can cause, by the address that they go to.

They are counted in the database, under a keyed hash of the address: neither a restart nor another
network begins the count anew.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from unicodedata import normalize

from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.email_addresses import is_confirmed
from accounts.models import AccountMail

DAY = timedelta(days=1)
RESET = "password_reset_key"
CAUSED_BY_ANYONE = frozenset(
    {
        RESET,
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
        "unknown_account",
    }
)
"""Templates of mails for which a visitor only has to know an address."""
MOST = 1
"""Such mails a day to one address."""
MOST_RESETS = 3
"""Links for a new password a day to the confirmed address of an account, counted apart."""


@contextmanager
def counted(template_prefix: str, email: str) -> Iterator[bool]:
    """Count a mail, and yield whether it may be sent; one that fails doesn't count."""
    template = template_prefix.rpartition("/")[2]
    if template not in CAUSED_BY_ANYONE:
        yield True
        return
    resets = template == RESET and is_confirmed(email)
    key = _key("reset" if resets else "", email)
    mail = _claim(key, MOST_RESETS if resets else MOST, timezone.now())
    if mail is None:
        yield False
        return
    try:
        yield True
    except Exception:
        AccountMail.objects.filter(pk=mail).delete()
        raise


def forget_counts(now: datetime) -> None:
    """Delete what counts no more."""
    AccountMail.objects.filter(sent_at__lte=now - DAY).delete()


def _claim(key: str, most: int, now: datetime) -> int | None:
    """Return a new or expired row among the `most` rows of a key; `None` if there is none left."""
    for slot in range(most):
        mail, new = AccountMail.objects.get_or_create(key=key, slot=slot, defaults={"sent_at": now})
        expired = AccountMail.objects.filter(pk=mail.pk, sent_at__lte=now - DAY)
        if new or expired.update(sent_at=now):
            return mail.pk
    return None


def _key(purpose: str, email: str) -> str:
    """Return the key of a mailbox, whatever the case of its address and its part after a `+`."""
    local, _at, host = normalize("NFKC", email).casefold().rpartition("@")
    mailbox = f"{local.partition('+')[0]}@{host}"
    return salted_hmac(
        "accounts.mail_limits", f"{purpose} {mailbox}", algorithm="sha256"
    ).hexdigest()
