"""Reports of errors to a server that speaks Sentry's protocol, without personal data.

Imported only with SENTRY_DSN.
"""

import re
from typing import Any

import sentry_sdk

from zenith_site.log_context import work

KEPT = (
    "event_id",
    "timestamp",
    "platform",
    "level",
    "logger",
    "transaction",
    "fingerprint",
    "exception",
    "modules",
    "sdk",
    "server_name",
)
"""What is reported of an event; everything else stays here."""
ADDRESS = re.compile(r"(?<![^\s<>()\"',;:=])[^\s<>()\"',;:=]+@[^\s<>()\"',;:]+")
"""A mail address; begins where a word does, so that each word is read once."""


def start(dsn: str, **options: Any) -> None:
    """Report unhandled exceptions and logged errors from now on.

    Local variables stay here, because they hold decks and hands; so do bodies, addresses of pages
    (some contain a secret), headers and users.
    """
    sentry_sdk.init(
        dsn=dsn,
        before_send=without_personal_data,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        **options,
    )


def without_personal_data(event: Any, _hint: Any) -> Any:
    """Return an event with what the site's own code says: no users, no values that they sent."""
    report = {name: event[name] for name in KEPT if name in event}
    if "logentry" in event:
        report["logentry"] = {"message": first_line(event["logentry"].get("message", ""))}
    for exception in report.get("exception", {}).get("values", []):
        exception["value"] = first_line(exception.get("value") or "")
    current = work.get()
    if current is not None:
        report["tags"] = {k: v for k, v in current.fields().items() if k != "user"}
    return report


def first_line(text: str) -> str:
    """Return what an exception says, without mail addresses.

    Databases quote the values of a row in further lines.
    """
    return ADDRESS.sub("[address]", text.partition("\n")[0])
