"""The mails about accounts, each as text and as HTML."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any
from urllib.parse import urlencode

from allauth.account import app_settings
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.address_changes import LASTS
from accounts.email_addresses import proof_of

DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a mail: sentences `before` and `after` its link, and the `button` text."""

    subject: str
    before: tuple[str, ...]
    link: str
    button: str
    after: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the mail as plain text."""
        return render_to_string("accounts/mails/letter.txt", self._context())

    def html(self) -> str:
        """Return the mail as HTML."""
        return render_to_string("accounts/mails/letter.html", self._context())

    def _context(self) -> dict[str, object]:
        return {"letter": self, "site": settings.SITE_URL}


Context = Mapping[str, Any]


def letter(template_prefix: str, context: Context) -> Letter | None:
    """Return the site's version of a mail of django-allauth; `None` for one that is not sent."""
    write = _LETTERS.get(template_prefix.rpartition("/")[2])
    return None if write is None else write(context)


def _welcome(context: Context) -> Letter:
    return Letter(
        _("Confirm your address"),
        (
            _("Welcome to Zenith, %(name)s!") % {"name": context["user"].username},
            _("Confirm your address to play against other players."),
        ),
        context["activate_url"],
        _("Confirm my address"),
        (
            _works_for(app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS),
            _("You didn't sign up? Ignore this mail: no account is opened without the link."),
        ),
    )


def _confirm(context: Context) -> Letter:
    names = {"name": context["user"].username, "email": context["email"]}
    return Letter(
        _("Confirm your address"),
        (
            _("Hello %(name)s,") % names,
            _("Confirm that %(email)s is the address of your account.") % names,
        ),
        context["activate_url"],
        _("Confirm my address"),
        (
            _works_for(app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS),
            _("This wasn't you? Ignore this mail: nothing changes."),
        ),
    )


def _reset(context: Context) -> Letter:
    names = {"name": context["user"].username}
    return Letter(
        _("Reset your password"),
        (
            _("Hello %(name)s,") % names,
            _("Choose a new password for your account. Your username is %(name)s.") % names,
        ),
        context["password_reset_url"],
        _("Choose a new password"),
        (
            _works_for(settings.PASSWORD_RESET_TIMEOUT // DAY),
            _("This wasn't you? Ignore this mail: your password stays as it is."),
        ),
    )


def _no_account(context: Context) -> Letter:
    """Its link confirms the address of the new account: there is no second mail on this day."""
    email = context["email"]
    sign_up = urlencode({"email": email, "proof": proof_of(email)})
    return Letter(
        _("Reset your password"),
        (
            _("A password reset was requested for %(email)s.") % {"email": email},
            _("There is no account with this address. Did you sign up with a different one?"),
        ),
        f"{context['signup_url']}?{sign_up}",
        _("Sign up"),
        (_("This wasn't you? Ignore this mail: nothing changes."),),
    )


def _has_account(context: Context) -> Letter:
    return Letter(
        _("You already have an account"),
        (
            _("You tried to sign up with %(email)s.") % {"email": context["email"]},
            _(
                "This address already has an account: log in with it. If you have forgotten the"
                " password, choose a new one."
            ),
        ),
        context["password_reset_url"],
        _("Choose a new password"),
        (_("This wasn't you? Ignore this mail: nothing changes."),),
    )


def _notice(subject: str, says: str) -> Callable[[Context], Letter]:
    """Return the writer of a mail that says what has changed in an account.

    `subject`, `says`: ids of translations.
    """

    def write(context: Context) -> Letter:
        return Letter(
            _(subject),
            (_(says) % context, _when(context), *context.get("access", ())),
            settings.SITE_URL + reverse("account_reset_password"),
            _("Choose a new password"),
            (
                _("You did this? Then there is nothing to do."),
                _("This wasn't you? Choose a new password, and log out all your devices."),
            ),
        )

    return write


def _address_changed(context: Context) -> Letter:
    """This mail goes to the former address, for which no password can be reset any more."""
    return Letter(
        _("Your address was changed"),
        (
            _("The address of your account is now %(to_email)s. It was %(from_email)s.") % context,
            _when(context),
        ),
        context["undo_url"],
        _("Undo this change"),
        (
            _("You did this? Then there is nothing to do."),
            _(
                "This wasn't you? Undo it: your address is the account's again, all devices are"
                " logged out, and you choose a new password."
            ),
            _works_for(LASTS.days),
        ),
    )


def _access_added(context: Context) -> Letter:
    """A new password doesn't end such access: the link leads to the page that does."""
    return Letter(
        _("New access to your account"),
        (
            _("There is a new way to reach your account without your password."),
            str(context["access"]),
            _when(context),
        ),
        settings.SITE_URL + reverse("access"),
        _("Look at it"),
        (
            _("You did this? Then there is nothing to do."),
            _("This wasn't you? Revoke access on that page, and choose a new password."),
        ),
    )


def _when(context: Context) -> str:
    time = context["timestamp"].astimezone(UTC)
    words = {"time": date_format(time, "DATETIME_FORMAT"), "address": context["ip"]}
    return _("Time: %(time)s (UTC). Network address: %(address)s.") % words


def _works_for(days: int) -> str:
    return ngettext(
        "The link works for %(days)d day.", "The link works for %(days)d days.", days
    ) % {"days": days}


_LETTERS: Mapping[str, Callable[[Context], Letter]] = {
    "email_confirmation_signup": _welcome,
    "email_confirmation": _confirm,
    "password_reset_key": _reset,
    "unknown_account": _no_account,
    "account_already_exists": _has_account,
    "access_added": _access_added,
    "email_changed": _address_changed,
    "email_deleted": _notice(
        gettext_noop("An address was removed"),
        gettext_noop("%(deleted_email)s no longer belongs to your account."),
    ),
    "password_changed": _notice(
        gettext_noop("Your password was changed"),
        gettext_noop("The password of your account was changed."),
    ),
    "password_reset": _notice(
        gettext_noop("Your password was changed"),
        gettext_noop("A new password was chosen for your account by a link from a mail."),
    ),
    "password_set": _notice(
        gettext_noop("Your password was changed"),
        gettext_noop("Your account has a password now."),
    ),
    "totp_activated": _notice(
        gettext_noop("Two-step login is on"),
        gettext_noop("Your account now asks for a code of an authenticator app."),
    ),
    "totp_deactivated": _notice(
        gettext_noop("Two-step login is off"),
        gettext_noop("Your account no longer asks for a code of an authenticator app."),
    ),
    "webauthn_added": _notice(
        gettext_noop("A passkey was added"),
        gettext_noop("Your account has a new passkey or security key."),
    ),
    "webauthn_removed": _notice(
        gettext_noop("A passkey was removed"),
        gettext_noop("A passkey or security key was removed from your account."),
    ),
    "recovery_codes_generated": _notice(
        gettext_noop("New recovery codes"),
        gettext_noop("New recovery codes were made for your account. The former ones don't work."),
    ),
}
"""Template of django-allauth -> the site's own mail."""
NOT_SENT = frozenset(("email_confirm", "login_code", "password_reset_code"))
"""Templates of mails that this site never sends: it uses links, not codes."""
