"""IP addresses of requests and sockets."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest

HOUSE = 64
"""The bits of an IPv6 address that identify an Internet connection; the rest is chosen freely."""


def plain(address: str) -> str:
    """Return an address in its usual form: IPv4, also if it is written as IPv6, or IPv6.

    `::ffff:192.0.2.7` is how a server that listens on IPv6 sees 192.0.2.7. Anything else is
    returned unchanged.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(getattr(known, "ipv4_mapped", None) or known)


def household(address: str) -> str:
    """Return the part that all addresses of one Internet connection share; limits count by it.

    It is an IPv4 address or the network of an IPv6 address. Anything else is returned unchanged.
    """
    try:
        known = ip_address(plain(address))
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(ip_network((known, HOUSE), strict=False))
    return str(known)


def household_of(request: HttpRequest) -> str:
    """Return the household of a request's client."""
    return household(get_adapter().get_client_ip(request))


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the client address of a socket, as the outermost trusted proxy saw it."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    headers = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    passed = b",".join(headers).decode("latin1").split(",")
    if proxies and len(passed) >= proxies and passed[-proxies].strip():
        return passed[-proxies].strip()
    client = scope.get("client")
    return str(client[0]) if client else ""
