"""What people do with their accounts, outside of django-allauth."""

import secrets

from accounts.models import User


def create_guest() -> User:
    """Return a new guest: somebody who plays before signing up."""
    user = User(username=f"Guest-{secrets.token_hex(4)}", is_guest=True)
    user.set_unusable_password()
    user.save()
    return user
