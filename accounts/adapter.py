"""Adapters of django-allauth: names, guests who sign up, mails, sessions."""

import logging
from collections.abc import Iterable
from importlib import import_module
from smtplib import SMTPException
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.signals import email_confirmed
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import access, address_changes, email_addresses, mail_limits
from accounts.mails import Context, letter
from accounts.models import ZONE_AT_FIRST, User
from accounts.services import check_name
from accounts.signals import SessionEnding, session_ending
from common.addresses import plain
from common.refusals import Refused

log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    """Account adapter: a guest who signs up keeps their games.

    The guest gets a name, an address and a password at once, can continue to play in the same
    browser, and becomes a player when the address is confirmed.
    """

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address; an IPv4 one as such, so that each has limits of its own."""
        return plain(super().get_client_ip(request))

    def new_user(self, request: HttpRequest) -> User:
        """Return the guest of this browser, who becomes the player; or a new user."""
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
        """Fill in the defaults that the browser reports, and keep a guest signed in.

        Raises `Refused` if a concurrent sign-up has taken the name or one that looks like it.
        """
        guest = guest_of(request)
        user.language = get_language() or ""
        zone = request.POST.get("time_zone", "")
        if zone in available_timezones() and user.time_zone == ZONE_AT_FIRST:
            user.time_zone = zone
        try:
            with transaction.atomic():
                if guest is not None:
                    former = EmailAddress.objects.filter(user=guest, verified=False)
                    former.exclude(email=form.cleaned_data["email"]).delete()
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            raise Refused(_("This name has just been taken. Choose a different one.")) from error
        if guest is not None and commit:
            # Django's `update_session_auth_hash` asks `request.user`, a visitor on these pages.
            request.session.cycle_key()
            request.session[HASH_SESSION_KEY] = saved.get_session_auth_hash()
        return saved

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str = "",
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Add a message to the next page, unless that page says it already.

        The header names the user who has logged in; the address confirmed at the end of a sign-up
        is followed by a welcome.
        """
        if message_template == "account/messages/logged_in.txt":
            return
        if message_template == "account/messages/email_confirmed.txt" and _signs_up(request):
            return
        super().add_message(request, level, message_template, *args, **kwargs)

    def send_mail(self, template_prefix: str, email: str, context: Context) -> None:
        """Send a mail about an account, also to an address marked bad: the user has just asked for
        it. One that would be too many for its address is not sent, and the page says the same.

        The site's name comes from its settings, not from the host of the request. If the mail
        server refuses the mail, the page shows an error.
        """
        site = SimpleNamespace(name="Zenith", domain=urlsplit(settings.SITE_URL).netloc)
        try:
            with mail_limits.counted(template_prefix, email) as allowed:
                if allowed:
                    super().send_mail(template_prefix, email, {**context, "current_site": site})
        except (SMTPException, OSError) as error:
            log.warning("%s was not taken by the mail server: %s", template_prefix, error)
            if not hasattr(self.request, "_messages"):  # in a worker, which retries
                raise
            messages.error(self.request, _("The mail could not be sent. Try again later."))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: Context | None = None,
        email: str | None = None,
    ) -> None:
        """Mail what has changed in an account; the former address gets a link that undoes it."""
        context = {**(context or {})}
        if template_prefix == "account/email/email_changed":
            context["undo_url"] = address_changes.note_change(user, context["from_email"])
        elif template_prefix.startswith("account/email/password_"):
            context["access"] = access.mailed_lines(user)
        super().send_notification_mail(template_prefix, user, context, email)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the page that follows a change of the password: other access, if there is any."""
        if isinstance(request.user, User) and access.access_of(request.user).lines:
            return reverse("access")
        path: str = super().get_password_change_redirect_url(request)
        return path

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        """Mail a link, and keep the unconfirmed address for as long as the link works."""
        email_addresses.keep_while_link_works(emailconfirmation.email_address)
        super().send_confirmation_mail(request, emailconfirmation, signup)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address, which no account may then have without confirming it.

        The account's other unconfirmed addresses go first: the mail about the change is for the
        former confirmed one.
        """
        others = EmailAddress.objects.filter(user=email_address.user_id, verified=False)
        others.exclude(pk=email_address.pk).delete()
        confirmed: bool = super().confirm_email(request, email_address)
        if confirmed:
            email_addresses.drop_rivals(email_address)
        return confirmed

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Whether an address can be removed: a confirmed one can only be changed."""
        return not email_address.verified

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: Context,
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Return one of the site's own mails, as text and as HTML."""
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


def _signs_up(request: HttpRequest) -> bool:
    """Whether this browser waits for the confirmation of an address to log in."""
    return LoginStageController.enter(request, EmailVerificationStage.key) is not None


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Sessions adapter: logging out another browser ends its session completely."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """Announce the end of sessions, then delete them."""
        sessions = list(sessions)
        for row in sessions:
            session = import_module(settings.SESSION_ENGINE).SessionStore(row.session_key)
            session_ending.send(SessionEnding(row.user, session))
        super().end_sessions(sessions)


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest of this browser, whom django-allauth's pages don't see."""
    guest = getattr(request, "guest", None)
    return guest if isinstance(guest, User) else None


@receiver(email_confirmed)
def make_guest_a_player(email_address: EmailAddress, **kwargs: Any) -> None:
    """Turn a guest with a confirmed address into a player."""
    User.objects.filter(pk=email_address.user_id).update(is_guest=False)
