"""Forms of django-allauth that do the same work whether an address has an account or not.

Otherwise the time of the answer would tell who plays here.
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
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts.models import User
from accounts.tasks import send_reset_mail

log = logging.getLogger(__name__)


class SignupForm(forms.SignupForm):  # type: ignore[misc]
    """The form for signing up."""

    def try_save(self, request: HttpRequest) -> Any:
        """Open an account, or tell the owner of the address that there is one."""
        if self.account_already_exists:
            self._save_and_forget()
        return super().try_save(request)

    def _save_and_forget(self) -> None:
        """Hash the password and write the rows as for a new account, and take it back."""
        data = self.cleaned_data
        user = User(username=data["username"], email=data["email"])
        user.set_password(data["password1"])
        with suppress(IntegrityError), transaction.atomic():
            user.save()
            EmailAddress.objects.create(user=user, email=data["email"])
            transaction.set_rollback(True)


class ResetPasswordForm(forms.ResetPasswordForm):  # type: ignore[misc]
    """The form for a forgotten password: a worker looks the address up."""

    def clean_email(self) -> str:
        """Return the address, without looking it up."""
        email: str = get_adapter().clean_email(self.cleaned_data["email"])
        return email

    def save(self, request: HttpRequest, **_more: Any) -> str:
        """Have the mail sent."""
        email: str = self.cleaned_data["email"]
        asked = (email, get_language() or "")
        try:
            send_reset_mail.delay(*asked)
        except (OSError, RedisError, OperationalError):
            log.warning("no worker could be asked for a reset mail", exc_info=True)
            with suppress(SMTPException, OSError):  # the adapter has logged it
                send_reset_mail(*asked)
        return email
