"""`manage.py first_admin ada ada@example.org`: the first administrator."""

from getpass import getpass
from io import StringIO
from typing import Any

import qrcode
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import get_adapter
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import User

SCAN = """
Scan this with an authenticator app, or type the secret into it: every log-in asks for a code.

{qr}
Secret: {secret}
Link:   {link}
"""
CODES = """Two-factor authentication is on. Keep these codes: each replaces the app once.

{codes}
"""
LATER = "No code: turn on two-factor authentication in the preferences."
NEXT = "{name} is an administrator. Log in and open /admin/."


class Command(BaseCommand):
    """Makes a superuser who can log in before the site can send mails, by password and code.

    Django's `createsuperuser` leaves the address unconfirmed, and then no log-in works.
    """

    help = (
        "Makes a superuser with a confirmed mail address and two-factor authentication; an "
        "existing user keeps password and second factor."
    )

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
        if not get_adapter().is_mfa_enabled(user):
            self._add_second_factor(user)
        self.stdout.write(NEXT.format(name=user.username))

    def _add_second_factor(self, user: User) -> None:
        """Show a secret; keep it once a code proves that the user's app has it."""
        secret = totp.generate_totp_secret()
        link = get_adapter().build_totp_url(user, secret)
        self.stdout.write(SCAN.format(qr=_in_blocks(link), secret=secret, link=link))
        while code := _typed_code():
            if totp.validate_totp_code(secret, code):
                break
            self.stdout.write("This code is wrong or too old.")
        else:
            self.stdout.write(LATER)
            return
        with transaction.atomic():
            totp.TOTP.activate(user, secret)
            codes = RecoveryCodes.activate(user).get_unused_codes()
        self.stdout.write(CODES.format(codes="\n".join(codes)))


def _new_password(user: User) -> str:
    """Ask for a password twice."""
    password = getpass("Password: ")
    if password != getpass("Again: "):
        raise CommandError("The passwords differ.")
    validate_password(password, user)
    return password


def _typed_code() -> str:
    """Ask for a code; nothing is typed where standard input is no terminal."""
    try:
        return input("Code of the app (empty: later): ").strip()
    except EOFError:
        return ""


def _in_blocks(link: str) -> str:
    """Return a link's QR code in characters, two rows a line, light on a dark terminal."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(link)
    out = StringIO()
    code.print_ascii(out=out, invert=True)
    return out.getvalue()
