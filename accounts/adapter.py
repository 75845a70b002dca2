"""What django-allauth asks of this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.models import User


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Signing up keeps the games of the guest that somebody was."""

    def new_user(self, request: HttpRequest) -> User:
        """Return the guest of this browser, to become a player; or a new user."""
        user = request.user
        if user.is_authenticated and user.is_guest:
            return user
        new: User = super().new_user(request)
        return new

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Make the guest a player."""
        user.is_guest = False
        saved: User = super().save_user(request, user, form, commit)
        return saved
