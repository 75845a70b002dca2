"""What people do with their accounts, outside of django-allauth."""

import secrets

from django.core.cache import cache

from accounts.models import User

MOST_GUESTS_AN_HOUR = 20
"""From one address: a school class is one address too."""


def create_guest() -> User:
    """Return a new guest: somebody who plays before signing up."""
    user = User(username=f"Guest-{secrets.token_hex(4)}", is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


def count_guest(address: str) -> bool:
    """Count one more guest from an IP address; false if there were too many in the last hour."""
    key = f"guests:{address}"
    cache.add(key, 0, 3600)
    try:
        return cache.incr(key) <= MOST_GUESTS_AN_HOUR
    except ValueError:  # it ran out between the two lines
        return True
