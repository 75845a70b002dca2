"""IP addresses of requests and sockets."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings

HOUSE = 64
"""The bits of an IPv6 address that identify an Internet connection; the rest is chosen freely."""


def household(address: str) -> str:
    """Return the part that all addresses of one Internet connection share.

    It is an IPv4 address, also one written as IPv6 (`::ffff:192.0.2.7`), or the network of an IPv6
    address. Anything else is returned unchanged.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is None:
            return str(ip_network((known, HOUSE), strict=False))
        known = known.ipv4_mapped
    return str(known)


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the client address of a socket, as the outermost trusted proxy saw it."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    headers = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    passed = b",".join(headers).decode("latin1").split(",")
    if proxies and len(passed) >= proxies and passed[-proxies].strip():
        return passed[-proxies].strip()
    client = scope.get("client")
    return str(client[0]) if client else ""
