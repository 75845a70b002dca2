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
from allauth.core import context
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.forms import CharField, HiddenInput
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts.adapter import guest_of
from accounts.email_addresses import is_confirmed, proves
from accounts.models import User
from accounts.tasks import send_reset_mail

log = logging.getLogger(__name__)

LONGEST_LOGIN = 320
"""Characters of the longest address; SQLite raises an error for a pattern of 50,000 bytes."""


class LoginForm(forms.LoginForm):
    """The log-in form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or email")
        login.validators.append(MaxLengthValidator(LONGEST_LOGIN))
        login.widget.attrs["maxlength"] = LONGEST_LOGIN
        self.fields["remember"].label = _("Stay logged in")


class SignupForm(forms.SignupForm):
    """The sign-up form; `proof` comes with the link of a mail, and confirms its address."""

    proof = CharField(required=False, widget=HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["proof"].initial = context.request.GET.get("proof")

    def validate_unique_email(self, value: str) -> str:
        """Return the address; only an account that has confirmed it is in the way."""
        self.account_already_exists = is_confirmed(value)
        email: str = get_adapter().validate_unique_email(value)
        return email

    def save(self, request: HttpRequest) -> User:
        """Create the account, or change the guest's who signs up again with the same address.

        The guest's address stays as it is, so that the link in the first mail goes on working.
        """
        email, guest = self.cleaned_data["email"], guest_of(request)
        again = EmailAddress.objects.filter(user=guest, email=email).exists()
        user: User = (
            get_adapter().save_user(request, guest, self) if again else super().save(request)
        )
        if proves(self.cleaned_data["proof"], email):
            get_adapter().confirm_email(request, EmailAddress.objects.get_for_user(user, email))
        return user

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


class ResetPasswordForm(forms.ResetPasswordForm):
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
