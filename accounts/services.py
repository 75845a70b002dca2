"""Services for guests and names."""

import secrets

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import former_names, names
from accounts.models import User
from common.refusals import Refused

MOST_GUESTS_AN_HOUR = 20
"""The guests from one household in an hour: a school class shares one address."""


def welcome_guest(household: str) -> User:
    """Return a new guest from a household (`common.addresses`); raises `Refused`."""
    if not count_guest(household):
        raise Refused(
            _("Too many guests have come from your network. Sign up, or try again later."), 429
        )
    return create_guest()


def create_guest() -> User:
    """Return a new guest, a user who plays before signing up: `Comet 412`."""
    for number in map(secrets.randbelow, (1_000, 10_000, 100_000, 10**9, 10**12)):
        user = User(username=f"Comet {number}", is_guest=True)
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:  # another guest has this number
            continue
        return user
    raise RuntimeError("no free number for a guest")


def count_guest(household: str) -> bool:
    """Count one more guest from a household; False if there were too many in the last hour."""
    key = f"guests:{household}"
    cache.add(key, 0, 3600)
    try:
        return cache.incr(key) <= MOST_GUESTS_AN_HOUR
    except ValueError:  # it expired between the two lines
        return True


def check_name(name: str, owner: User | None = None) -> None:
    """Raise `ValidationError` for a name that a new or renamed user may not take.

    `owner`: the user who is renamed, or the guest who signs up.
    """
    if names.is_odd(name):
        raise ValidationError(
            _("A name needs a letter or a digit, and may not contain @."), code="name_odd"
        )
    if names.is_reserved(name):
        raise ValidationError(
            _("This name is reserved. Choose a different one."), code="name_reserved"
        )
    if former_names.rests(name, owner):
        raise ValidationError(
            _("This name was another player's not long ago. Choose a different one."),
            code="name_rests",
        )
    alike = User.objects.filter(name_key=names.key_of(name))
    if owner is not None:
        alike = alike.exclude(pk=owner.pk)
    if alike.exists():
        raise ValidationError(
            _("This name looks too much like another player's. Choose a different one."),
            code="name_alike",
        )
