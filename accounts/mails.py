"""The mails about accounts, each as text and as HTML."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from allauth.account import app_settings
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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

    def _context(self) -> dict[str, Any]:
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
    return Letter(
        _("Reset your password"),
        (
            _("A password reset was requested for %(email)s.") % {"email": context["email"]},
            _("There is no account with this address. Did you sign up with a different one?"),
        ),
        context["signup_url"],
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
}
