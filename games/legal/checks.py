"""The system check that a public site names its operator."""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning

PRIVATE_DOMAINS = ("home.arpa", "internal", "lan", "local", "localhost", "test")
"""Domains that no public site has."""


def is_public(site_url: str) -> bool:
    """Whether a site's host can be reached from the Internet, as far as its name says."""
    host = urlsplit(site_url).hostname or ""
    try:
        return ip_address(host).is_global
    except ValueError:
        ends = any(f".{host}".endswith(f".{domain}") for domain in PRIVATE_DOMAINS)
        return "." in host and not ends


def lacks_contact() -> bool:
    """Whether the site is public and CONTACT is not set."""
    return is_public(settings.SITE_URL) and not settings.DEBUG and not settings.CONTACT


def check_contact(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Warn if the site is public and names no contact (a system check)."""
    if not lacks_contact():
        return []
    hint = "Set CONTACT=mailto:you@example.org, and write the imprint in the administration."
    return [Warning("The site is public, and its imprint names no contact.", hint, id="legal.W001")]
