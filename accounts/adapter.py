"""What django-allauth asks of this site."""

import logging
from collections.abc import Iterable
from importlib import import_module
from smtplib import SMTPException
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.mails import letter
from accounts.models import ZONE_AT_FIRST, User
from accounts.services import check_name
from accounts.signals import SessionEnding, session_ending

log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Signing up keeps the games of the guest that somebody was.

    The guest gets a name, an address and a password at once, plays on in the same browser
    meanwhile, and becomes a player when the address is confirmed.
    """

    def new_user(self, request: HttpRequest) -> User:
        """Return the guest of this browser, to become a player; or a new user."""
        guest = guest_of(request)
        if guest is not None:
            return guest
        new: User = super().new_user(request)
        return new

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a name that a new player may have, or raise `ValidationError`.

        A guest who signs up again, for instance with a mistyped address, may keep the name.
        """
        guest = guest_of(self.request)
        name = User.normalize_username(username)
        own = guest is not None and guest.username.lower() == name.lower()
        cleaned: str = super().clean_username(name, shallow or own)
        check_name(cleaned, guest)
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Fill in what the browser knows and nobody has chosen, and keep a guest signed in."""
        guest = guest_of(request)
        user.language = get_language() or ""
        zone = request.POST.get("time_zone", "")
        if zone in available_timezones() and user.time_zone == ZONE_AT_FIRST:
            user.time_zone = zone
        if guest is not None:
            EmailAddress.objects.filter(user=guest, verified=False).delete()
        saved: User = super().save_user(request, user, form, commit)
        if guest is not None and commit:
            nobody, request.user = request.user, saved
            update_session_auth_hash(request, saved)
            request.user = nobody
        return saved

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail about an account, also to an address marked bad: somebody asks for it now.

        It names the site by its settings, not by the host of the request. If the mail server does
        not take it the page says so.
        """
        site = SimpleNamespace(name="Zenith", domain=urlsplit(settings.SITE_URL).netloc)
        try:
            super().send_mail(template_prefix, email, {**context, "current_site": site})
        except (SMTPException, OSError) as error:
            log.warning("%s was not taken by the mail server: %s", template_prefix, error)
            if not hasattr(self.request, "_messages"):  # in a worker, which tries again
                raise
            messages.error(self.request, _("The mail could not be sent. Try again later."))

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Return a mail in our own words, as text and as HTML."""
        written = letter(template_prefix, {"email": email, **context})
        if written is None:
            library_mail: EmailMessage = super().render_mail(
                template_prefix, email, context, headers
            )
            return library_mail
        subject = self.format_email_subject(written.subject)
        to = [email] if isinstance(email, str) else email
        mail = EmailMultiAlternatives(
            subject, written.text(), self.get_from_email(), to, headers=headers
        )
        mail.attach_alternative(written.html(), "text/html")
        return mail


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """Who logs out in another browser logs out there altogether."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End sessions, having told who listens."""
        sessions = list(sessions)
        for each in sessions:
            session = import_module(settings.SESSION_ENGINE).SessionStore(each.session_key)
            session_ending.send(SessionEnding(each.user, session))
        super().end_sessions(sessions)


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest of this browser, whom django-allauth's pages do not see."""
    guest = getattr(request, "guest", None)
    return guest if isinstance(guest, User) else None


@receiver(email_confirmed)
def make_guest_a_player(email_address: EmailAddress, **kwargs: Any) -> None:
    """A guest with a confirmed address is a player."""
    User.objects.filter(pk=email_address.user_id).update(is_guest=False)
