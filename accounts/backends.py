"""Logging in with a password."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import get_user_by_username
from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField
from django.http import HttpRequest

from accounts.email_addresses import accounts_of
from accounts.models import User
from common.prepared import PreparedQuery

USER = PreparedQuery(lambda pk: User.objects.filter(pk=pk), pk=BigIntegerField())


class Backend(AuthenticationBackend):
    """Authentication backend that checks exactly one password per attempt, by name or by address.

    Hashing takes nearly all of the time: no check or two would reveal whether there is an account.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the user with this name or address and this password.

        Raises `PermissionDenied` for a wrong password, so that no other backend is tried.
        """
        password = credentials.get("password")
        if not password:
            return None
        user = self._find(credentials.get("username") or "", credentials.get("email") or "")
        if user is None:
            User().set_password(password)
        elif self._check_password(user, password) is not None:
            return user
        raise PermissionDenied

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session, unless the account is closed."""
        user = USER.first(pk=user_id)
        return user if user is not None and self.user_can_authenticate(user) else None

    def _find(self, name: str, email: str) -> User | None:
        """Return the user with a name or an address; the log-in page sends one text as both."""
        by_name: User | None = get_user_by_username(name) if name else None
        by_email: User | None = next(iter(accounts_of(email or name)), None)
        if email and email != name:  # both are known
            return by_name or by_email
        return by_email or by_name
