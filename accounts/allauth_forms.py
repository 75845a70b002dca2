"""Our versions of forms of django-allauth.

Signing up and resetting a password do the same work whether or not an address has an account:
otherwise the response time would reveal who has one.
"""

import logging
from contextlib import suppress
from smtplib import SMTPException
from typing import Any

from allauth.account import forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts.models import User
from accounts.tasks import send_reset_mail

log = logging.getLogger(__name__)


class LoginForm(forms.LoginForm):  # type: ignore[misc]
    """The log-in form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        self.fields["remember"].label = _("Stay logged in")


class SignupForm(forms.SignupForm):  # type: ignore[misc]
    """The sign-up form."""

    def try_save(self, request: HttpRequest) -> Any:
        """Create an account, or mail the owner of the address that there is one."""
        if self.account_already_exists:
            self._save_and_forget()
        return super().try_save(request)

    def _save_and_forget(self) -> None:
        """Do the work of creating an account (hash the password, write the rows), then roll it
        back.
        """
        data = self.cleaned_data
        user = User(username=data["username"], email=data["email"])
        user.set_password(data["password1"])
        with suppress(IntegrityError), transaction.atomic():
            user.save()
            EmailAddress.objects.create(user=user, email=data["email"])
            transaction.set_rollback(True)


class ResetPasswordForm(forms.ResetPasswordForm):  # type: ignore[misc]
    """The password reset form: a worker looks up the address."""

    def clean_email(self) -> str:
        """Return the address, without looking it up."""
        email: str = get_adapter().clean_email(self.cleaned_data["email"])
        return email

    def save(self, request: HttpRequest, **_more: Any) -> str:
        """Queue the mail."""
        email: str = self.cleaned_data["email"]
        arguments = (email, get_language() or "")
        try:
            send_reset_mail.delay(*arguments)
        except (OSError, RedisError, OperationalError):
            log.warning("could not queue a reset mail", exc_info=True)
            with suppress(SMTPException, OSError):  # the adapter has logged it
                send_reset_mail(*arguments)
        return email
