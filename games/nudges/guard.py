"""Addresses that users name, for push and webhooks: none of them may lead inside.

A name is resolved once, every address behind it is judged, and the connection then goes to the
judged one: a name that changes its mind in between (DNS rebinding) gains nothing.
"""

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_IPV6_OF_THE_WORLD = ipaddress.ip_network("2000::/3")
_AZURE = ipaddress.ip_address("168.63.129.16")
"""Looks public, and answers to machines of this cloud what it tells nobody else."""

NO_ADDRESS = _("This is no address that the site can post to: it begins with https://.")
NO_HOST = _("There is no such host.")
INTERNAL = _("This address is not on the public internet.")


class Refusal(Exception):
    """Nothing is sent there, and why."""

    def __init__(self, sentence: Promise) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        """In the language of this moment."""
        return str(self.sentence)


class Unknown(Refusal):
    """The name leads nowhere: now, at least."""


class Place(NamedTuple):
    """Where to post: the parts of an address; `host` in ASCII, `target` with the query.

    `named`: host and port as they are written.
    """

    secure: bool
    host: str
    port: int
    target: str
    named: str


def place_of(url: str) -> Place:
    """Read an address; raises `Refusal`. Only https, and on a developer's machine also http."""
    schemes = ("https", "http") if settings.DEBUG else ("https",)
    try:
        URLValidator(schemes=schemes)(url)
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        secure = parts.scheme == "https"
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        target.encode("ascii")
        if parts.username is not None:
            raise Refusal(NO_ADDRESS)
        named = parts.netloc.encode("idna").decode()
        return Place(secure, host, parts.port or (443 if secure else 80), target, named)
    except (ValidationError, ValueError) as error:
        raise Refusal(NO_ADDRESS) from error


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses behind a name; raises `OSError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def public_addresses(host: str, port: int) -> list[str]:
    """Return the addresses behind a name; raises `Refusal` if one of them leads inside."""
    try:
        found = resolve(host, port)
    except (OSError, UnicodeError) as error:
        raise Unknown(NO_HOST) from error
    if not found:
        raise Unknown(NO_HOST)
    if not all(is_public(address) for address in found):
        raise Refusal(INTERNAL)
    return found


def is_public(address: str) -> bool:
    """Say whether an IP address is one of the whole world."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if ip.is_multicast or not ip.is_global or ip == _AZURE:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        # Others hold an IPv4 address inside (mapped, translated), or are for one site only.
        return ip in _IPV6_OF_THE_WORLD and ip.sixtofour is None and ip.teredo is None
    return True
