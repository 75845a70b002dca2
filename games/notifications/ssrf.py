"""Addresses that users name, for push and webhooks: none of them may lead inside.

A request only reads an address (`check`): a slow name server must not hold a page. The worker
that posts resolves the name, within a time limit, judges every address behind it, and connects to
the judged one: a name that changes its mind in between (DNS rebinding) gains nothing.
"""

import ipaddress
import socket
from concurrent.futures import Future
from threading import BoundedSemaphore, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_IPV6_OF_THE_WORLD = ipaddress.ip_network("2000::/3")
_AZURE = ipaddress.ip_address("168.63.129.16")
"""Public by its range, but a metadata service that answers machines of the same cloud."""
_PROTOCOLS = ipaddress.ip_network("192.0.0.0/24")
"""For protocols of the IETF (RFC 6890); Pythons before 3.12.4 take it for public."""

PORTS = frozenset({443, 8443})
"""Where HTTPS is served; other ports belong to other services. With DEBUG also 80, for http."""

MOST_LOOKUPS = 20
"""Names that one process resolves at once. A lookup without a waiting caller ends by itself
when the system's resolver gives up.
"""
_lookups = BoundedSemaphore(MOST_LOOKUPS)

NO_ADDRESS = _("This is no address that the site can post to: it begins with https://.")
NO_HOST = _("There is no such host.")
SLOW_NAME = _("The name server of this host does not answer.")
NO_PORT = _("The site posts to ports 443 and 8443 only.")
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
    ports = PORTS | {80} if settings.DEBUG else PORTS
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
        port = parts.port or (443 if secure else 80)
    except (ValidationError, ValueError) as error:
        raise Refusal(NO_ADDRESS) from error
    if port not in ports:
        raise Refusal(NO_PORT)
    return Place(secure, host, port, target, named)


def check(url: str) -> None:
    """Raise `Refusal` for an address to which nothing can be posted, without asking a name server.

    Where a name leads is judged when something is posted there.
    """
    place = place_of(url)
    try:
        numeric = _addresses(place.host, place.port, socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):  # a name
        return
    if not all(is_public(address) for address in numeric):
        raise Refusal(INTERNAL)


def resolve(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses behind a name within so many seconds; raises `OSError`.

    In a thread, because the system's resolver knows no time limit.
    """
    if not _lookups.acquire(blocking=False):
        raise OSError("too many names are being resolved")
    addresses: Future[list[str]] = Future()

    def look() -> None:
        try:
            addresses.set_result(_addresses(host, port))
        except Exception as error:
            addresses.set_exception(error)
        finally:
            _lookups.release()

    Thread(target=look, name="resolver", daemon=True).start()
    return addresses.result(max(seconds, 0))


def _addresses(host: str, port: int, flags: int = 0) -> list[str]:
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


def public_addresses(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses behind a name within so many seconds.

    Raises `Refusal` if one of them leads inside, `Unknown` if there is none.
    """
    try:
        addresses = resolve(host, port, seconds)
    except TimeoutError as error:
        raise Unknown(SLOW_NAME) from error
    except (OSError, UnicodeError) as error:
        raise Unknown(NO_HOST) from error
    if not addresses:
        raise Unknown(NO_HOST)
    if not all(is_public(address) for address in addresses):
        raise Refusal(INTERNAL)
    return addresses


def is_public(address: str) -> bool:
    """Say whether an IP address is one of the whole world."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if ip.is_multicast or not ip.is_global or ip == _AZURE or ip in _PROTOCOLS:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        # Others hold an IPv4 address inside (mapped, translated), or are for one site only.
        return ip in _IPV6_OF_THE_WORLD and ip.sixtofour is None and ip.teredo is None
    return True
