"""Posts to URLs that users name: to public addresses only, within seconds, without redirects.

httpcore speaks HTTP and TLS; `JudgedConnections` decides where it connects, and for how long.
"""

import hashlib
import ssl
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import Any

import httpcore
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games.notifications import reasons, ssrf
from games.notifications.delivery_errors import GiveUp, TryLater
from games.notifications.ssrf import Place

SECONDS = 5
"""From resolving the name to the head of the answer. Its body is not read."""

NETWORK_ERRORS = (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError)

LONGEST_WAIT = 3600
"""Seconds: the longest `Retry-After` that is obeyed."""


class Busy(TryLater):
    """The receiving server asks to wait (429, 503): nothing is wrong with it."""


class Gone(GiveUp):
    """The receiving server says that the address does not exist any more (404, 410)."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Post to a URL; raises `TryLater`, `Busy`, `GiveUp` or `Gone`."""
    waits = _wait_of(url)
    if answer := cache.get(waits):
        raise Busy(answer)
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
    except (OSError, *NETWORK_ERRORS) as error:
        # The system's error says more than the one that httpcore makes of it.
        cause = error.__context__ if isinstance(error.__context__, OSError) else error
        raise TryLater(f"{type(cause).__name__}: {cause}"[:200]) from error
    answer = f"HTTP {status} {phrase}".strip()[:200]
    if status == 429 or (status == 503 and wait):
        cache.set(waits, answer, min(wait or 1, LONGEST_WAIT))
        raise Busy(answer)
    if status in (404, 410):
        raise Gone(reasons.REFUSED, answer)
    if status in (408, 425) or status >= 500:
        raise TryLater(answer)
    if not 200 <= status < 300:
        raise GiveUp(reasons.REFUSED, answer)


def trust() -> ssl.SSLContext:
    """Return the certificate authorities that are trusted."""
    return ssl.create_default_context()


def _post(
    place: Place, addresses: list[str], body: bytes, headers: Mapping[str, str], end: float
) -> tuple[int, str, int]:
    """Return status, phrase, and the seconds of `Retry-After`; `end`: the deadline."""
    scheme = "https" if place.secure else "http"
    url = httpcore.URL(
        scheme=scheme.encode(),
        host=place.host.encode(),
        port=place.port,
        target=place.target.encode(),
    )
    own = {"Host": place.named, "User-Agent": f"Zenith (+{settings.SITE_URL})"}
    sent = {**own, "Connection": "close", **headers}
    backend = JudgedConnections(addresses, end)
    with (
        httpcore.ConnectionPool(trust(), network_backend=backend) as pool,
        pool.stream("POST", url, headers=list(sent.items()), content=body) as response,
    ):
        fields = {name.lower(): value.decode("latin-1") for name, value in response.headers}
        phrase = response.extensions.get("reason_phrase", b"").decode("latin-1")
        return response.status, phrase, _seconds(fields.get(b"retry-after"))


class JudgedConnections(httpcore.NetworkBackend):
    """Connects to the addresses that were judged, whatever the name resolves to by now.

    `end`: the deadline of everything, by `monotonic`. A timeout of each packet is not enough,
    because a server could send its answer one byte at a time.
    """

    def __init__(self, addresses: list[str], end: float) -> None:
        self._addresses, self._end = addresses, end
        self._system = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address that answers, of two."""
        trouble: Exception = OSError("no address")
        for address in self._addresses[:2]:
            try:
                stream = self._system.connect_tcp(
                    address, port, _left(self._end) / 2, local_address, socket_options
                )
            except NETWORK_ERRORS as error:
                trouble = error
            else:
                return _BoundedStream(stream, self._end)
        raise trouble


class _BoundedStream(httpcore.NetworkStream):
    """A connection that ends at a deadline."""

    def __init__(self, stream: httpcore.NetworkStream, end: float) -> None:
        self._stream, self._end = stream, end

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what comes before the deadline."""
        return self._stream.read(max_bytes, _left(self._end))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write, if the deadline has not passed."""
        self._stream.write(buffer, _left(self._end))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """Shake hands before the deadline; the certificate must be that of the name."""
        left = _left(self._end)
        return _BoundedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._end)

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore asks about the connection, such as whether it is readable."""
        return self._stream.get_extra_info(info)


def _left(end: float) -> float:
    left = end - monotonic()
    if left <= 0:
        raise TimeoutError("no answer in time")
    return left


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
