"""Posting to an address that a user named: within seconds, to where it was judged, no redirects."""

import hashlib
import socket
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from time import monotonic

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games.notifications import reasons, ssrf
from games.notifications.delivery_errors import GiveUp, TryLater
from games.notifications.ssrf import Place

SECONDS = 5
"""From resolving the name to the answer's head. What comes after the head is not read."""

LONGEST_WAIT = 3600
"""Seconds that the other end can ask us to wait."""


class Busy(TryLater):
    """The other end wants us to wait: nothing is wrong with it."""


class Gone(GiveUp):
    """The other end says that there is nothing there, and never will be."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Post to an address; raises `TryLater`, `Busy`, `GiveUp` or `Gone`."""
    waits = _wait_of(url)
    if said := cache.get(waits):
        raise Busy(said)
    end = monotonic() + SECONDS
    try:
        place = ssrf.place_of(url)
        addresses = ssrf.public_addresses(place.host, place.port, SECONDS)
    except ssrf.Unknown as error:
        raise TryLater(str(error)) from error
    except ssrf.Refusal as error:
        raise GiveUp(reasons.REFUSED, str(error)) from error
    try:
        status, phrase, wait = _post(place, addresses, body, headers, end)
    except (OSError, HTTPException) as error:
        raise TryLater(f"{type(error).__name__}: {error}"[:200]) from error
    said = f"HTTP {status} {phrase}".strip()[:200]
    if status == 429 or (status == 503 and wait):
        cache.set(waits, said, min(wait or 1, LONGEST_WAIT))
        raise Busy(said)
    if status in (404, 410):
        raise Gone(reasons.REFUSED, said)
    if status in (408, 425) or status >= 500:
        raise TryLater(said)
    if not 200 <= status < 300:
        raise GiveUp(reasons.REFUSED, said)


def trust() -> ssl.SSLContext:
    """Return whose certificates are believed."""
    return ssl.create_default_context()


def _post(
    place: Place, addresses: list[str], body: bytes, headers: Mapping[str, str], end: float
) -> tuple[int, str, int]:
    """Return status, phrase, and the seconds that the other end wants us to wait.

    `end`: when it is cut off, by `monotonic`.
    """
    plain = _connect(addresses, place.port, end)
    # Each packet in time is not enough: the answer could come one letter at a time.
    late = Event()
    alarm = Timer(_left(end), _cut, [plain, late])
    alarm.daemon = True
    alarm.start()
    sock = plain
    try:
        if place.secure:
            sock = trust().wrap_socket(plain.dup(), server_hostname=place.host)
            sock.settimeout(SECONDS)
        connection = HTTPConnection(place.host, place.port, timeout=SECONDS)
        connection.sock = sock
        own = {"Host": place.named, "User-Agent": f"Zenith (+{settings.SITE_URL})"}
        connection.request("POST", place.target, body, {**own, "Connection": "close", **headers})
        with connection.getresponse() as response:
            if late.is_set():  # what was read is only the beginning
                raise TimeoutError("no whole answer in time")
            wait = _seconds(response.getheader("Retry-After"))
            return response.status, response.reason, wait
    finally:
        alarm.cancel()
        sock.close()
        plain.close()


def _connect(addresses: list[str], port: int, end: float) -> socket.socket:
    trouble = OSError("no address")
    for address in addresses[:2]:
        try:
            return socket.create_connection((address, port), _left(end) / 2)
        except OSError as error:
            trouble = error
    raise trouble


def _left(end: float) -> float:
    left = end - monotonic()
    if left <= 0:
        raise TimeoutError("no answer in time")
    return left


def _cut(plain: socket.socket, late: Event) -> None:
    late.set()
    try:
        plain.shutdown(socket.SHUT_RDWR)
    except OSError:  # it has ended by itself
        return


def _seconds(wait: str | None) -> int:
    """Read `Retry-After`: seconds or a date; 0 for none and for nonsense."""
    if not wait:
        return 0
    try:
        return max(0, int(float(wait)) + 1)
    except (ValueError, OverflowError):
        pass
    try:
        until = parsedate_to_datetime(wait)
    except ValueError:
        return 0
    return max(0, int((_aware(until) - timezone.now()).total_seconds()))


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _wait_of(url: str) -> str:
    return f"wait:{hashlib.sha256(url.encode()).hexdigest()}"
