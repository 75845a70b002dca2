"""`manage.py make_admin ada ada@example.org`: the first administrator."""

from getpass import getpass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import User

NEXT = (
    "%s is an administrator. Log in, turn on two-factor authentication in the preferences, and "
    "open /admin/."
)


class Command(BaseCommand):
    """Makes a superuser who can log in before the site can send mails.

    Django's `createsuperuser` leaves the address unconfirmed, and then no log-in works.
    """

    help = "Makes a superuser with a confirmed mail address; an existing user keeps the password."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add name and address."""
        parser.add_argument("username")
        parser.add_argument("email")

    def handle(self, *args: Any, username: str, email: str, **options: Any) -> None:
        """Make the user, or give an existing one all rights."""
        if EmailAddress.objects.filter(email__iexact=email).exclude(
            user__username__iexact=username
        ):
            raise CommandError(f"Another user has the address {email}.")
        known = User.objects.filter(username__iexact=username).first()
        user = known or User(username=username)
        user.email, user.is_staff, user.is_superuser = email.lower(), True, True
        try:
            if known is None:
                user.set_password(_new_password(user))
            user.full_clean()
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        with transaction.atomic():
            user.save()
            EmailAddress.objects.filter(user=user).exclude(email=user.email).update(primary=False)
            EmailAddress.objects.update_or_create(
                user=user, email=user.email, defaults={"verified": True, "primary": True}
            )
        self.stdout.write(NEXT % user.username)


def _new_password(user: User) -> str:
    """Ask for a password twice."""
    password = getpass("Password: ")
    if password != getpass("Again: "):
        raise CommandError("The passwords differ.")
    validate_password(password, user)
    return password
