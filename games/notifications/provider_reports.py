"""Reports of mail providers about bounces and complaints, as django-anymail reads them.

Its views check the signatures of the providers that sign.
"""

from collections.abc import Callable
from typing import Any

from anymail.exceptions import AnymailConfigurationError, AnymailError
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from anymail.webhooks.mailersend import MailerSendTrackingWebhookView
from anymail.webhooks.mailgun import MailgunTrackingWebhookView
from anymail.webhooks.postal import PostalTrackingWebhookView
from anymail.webhooks.postmark import PostmarkTrackingWebhookView
from django.conf import settings
from django.http import HttpRequest

from games.notifications.bounces import BOUNCE, COMPLAINT, BounceReport, Malformed, bounce_report


class PostmarkReports(PostmarkTrackingWebhookView):
    """Postmark signs nothing: the secret in the URL says who posts."""

    warn_if_no_basic_auth = False


READERS: dict[str, Callable[[str], Any]] = {
    "MAILERSEND": lambda key: MailerSendTrackingWebhookView(signing_secret=key),
    "MAILGUN": lambda key: MailgunTrackingWebhookView(webhook_signing_key=key),
    "POSTAL": lambda key: PostalTrackingWebhookView(webhook_key=key),
    "POSTMARK": lambda _key: PostmarkReports(),
}
"""The values of `BOUNCE_PROVIDER`; each gets the key that its provider signs with."""
PASSING = {"SoftBounce", "VirusNotification", "soft_bounced"}
"""What Postmark and MailerSend call bounces of a mail that another mail may not share."""
REFUSED = "HardFail"
"""What Postal calls a mail that the receiving server has refused for good."""
UNREADABLE = (AnymailError, AnymailConfigurationError, AttributeError, LookupError, TypeError)


def reports_in(request: HttpRequest) -> list[BounceReport]:
    """Return the bounces and complaints that the provider of the settings reports.

    Raises `Malformed` for a wrong signature and for what can't be read.
    """
    reader = READERS[settings.BOUNCE_PROVIDER](settings.BOUNCE_KEY)
    try:
        reader.run_validators(request)
        events = reader.parse_events(request)
        reports = [_report(event) for event in events]
    except (*UNREADABLE, ValueError, RecursionError) as error:
        raise Malformed from error
    return [report for report in reports if report is not None]


def _report(event: AnymailTrackingEvent) -> BounceReport | None:
    """Return what an event says against an address; `None` if it stops nothing."""
    answer = event.mta_response or event.description
    if event.event_type == EventType.COMPLAINED:
        return bounce_report(event.recipient, COMPLAINT, answer)
    is_bounce = event.event_type == EventType.BOUNCED or event.reject_reason == RejectReason.INVALID
    kind = _kind_of(event.esp_event)
    if kind not in PASSING and (is_bounce or kind == REFUSED):
        return bounce_report(event.recipient, BOUNCE, answer)
    return None


def _kind_of(data: dict[str, Any]) -> object:
    """Return what Postmark, MailerSend or Postal call an event."""
    inside = data.get("data") or data.get("payload") or {}
    return data.get("Type") or inside.get("type") or inside.get("status")
