"""Background work about accounts."""

from smtplib import SMTPException
from urllib.parse import urlsplit

from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import request_password_reset
from allauth.core.context import request_context
from celery import shared_task
from django.conf import settings
from django.core.management import call_command
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts import address_changes, closing, email_addresses, former_names, mail_limits
from accounts.requests import begin_links_with_site_url
from common.periodic import every
from common.queueing import on_queue


@on_queue("mail")
@shared_task(autoretry_for=(SMTPException, OSError), retry_backoff=30, max_retries=4)
def send_reset_mail(email: str, language: str) -> None:
    """Mail a link for a new password, or that no account has this address."""
    request = HttpRequest()  # what django-allauth builds its links from
    request.META["HTTP_HOST"] = urlsplit(settings.SITE_URL).netloc
    begin_links_with_site_url(request)
    users = [user for user in email_addresses.accounts_of(email) if user.is_active]
    with translation.override(language or None), request_context(request):
        request_password_reset(request, email, users, default_token_generator)


@every(24 * 60 * 60, "delete expired sessions")
@shared_task
def clear_sessions() -> None:
    """Delete the sessions that have expired, with their addresses and browsers."""
    call_command("clearsessions")
    closing.forget_sessions(timezone.now())


@every(60 * 60, "delete guests who stayed away")
@shared_task
def remove_stale_guests() -> None:
    """Delete the guests who have stayed away."""
    closing.remove_stale_guests()


@every(60 * 60, "remove unconfirmed addresses and what is remembered of addresses and names")
@shared_task
def tidy_accounts() -> None:
    """Remove unconfirmed addresses, counts of mails, changes of addresses and names, when old."""
    now = timezone.now()
    email_addresses.remove_unconfirmed(now)
    mail_limits.forget_counts(now)
    address_changes.forget_changes(now)
    former_names.forget_names(now)
