"""A site of Zenith as a client of its API sees it (docs/api.md), by the standard library alone."""

import json
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from typing import IO, Any, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

ANSWER: Final = 30.0
"""Seconds that the site may take for an answer."""
SILENCE: Final = 20.0
"""Seconds after which a stream is dead: it sends an empty line every 7 seconds."""
PASSING: Final = frozenset((429, 500, 502, 503, 504))
"""Statuses of a site that is busy or being restarted: the same request may succeed later."""
LONGEST_WAIT: Final = 300.0
"""The most seconds that a `Retry-After` counts."""


class SiteFailure(Exception):
    """A request without an answer that can be used: `status` (0: none came), `code`, a sentence.

    `retry_after`: the seconds that the site asks to wait, 0 if it names none.
    """

    def __init__(self, status: int, code: str, sentence: str, retry_after: float = 0.0) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.retry_after = retry_after

    @property
    def passes(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status == 0 or self.status in PASSING


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: the token is for the address that was named, and for no other."""

    def redirect_request(self, *_arguments: Any, **_named: Any) -> None:
        """Return no request, which makes the redirect an error."""


class Site:
    """A site and the token of a user. Every method raises `SiteFailure`."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise SiteFailure(400, "bad_address", f"{address!r} is no address of a site.")
        if not token or not token.isascii() or not token.isprintable():
            raise SiteFailure(400, "bad_token", "The token is missing, or is none.")
        self._api = f"{address.rstrip('/')}/api/v1"
        self._headers = {"Authorization": f"Bearer {token}", "User-Agent": "zenith-engine"}
        self._opener = build_opener(_NoRedirects)

    def get(self, path: str) -> Any:
        """Return the answer to a request."""
        return self._asked(Request(self._api + path, headers=self._headers))

    def post(self, path: str, data: object, key: str) -> Any:
        """Write something once, however often it is sent with this key; return the answer."""
        headers = {**self._headers, "Content-Type": "application/json", "Idempotency-Key": key}
        body = json.dumps(data).encode()
        return self._asked(Request(self._api + path, body, headers, method="POST"))

    def lines(self, path: str) -> Iterator[str]:
        """Yield the lines of a stream, without those that only say that it lives."""
        with self._open(Request(self._api + path, headers=self._headers), SILENCE) as stream:
            while line := _read(stream.readline):
                if line.strip():
                    yield line.decode(errors="replace")

    def _asked(self, request: Request) -> Any:
        with self._open(request, ANSWER) as response:
            text = _read(response.read)
        try:
            return json.loads(text)
        except ValueError as error:
            raise SiteFailure(0, "no_json", "The site's answer is no JSON.") from error

    def _open(self, request: Request, seconds: float) -> HTTPResponse:
        try:
            response: HTTPResponse = self._opener.open(request, timeout=seconds)
        except HTTPError as error:
            with error:
                raise _refusal(error) from error
        except (OSError, HTTPException) as error:
            raise SiteFailure(0, "no_answer", f"The site does not answer: {error}") from error
        return response


def _read(part: Any) -> bytes:
    try:
        content: bytes = part()
    except (OSError, HTTPException) as error:
        raise SiteFailure(0, "cut_off", f"The site's answer was cut off: {error!r}") from error
    return content


def _refusal(error: HTTPError) -> SiteFailure:
    """Return what a problem (RFC 9457) says."""
    data = _problem(error)
    if 300 <= error.code < 400:
        where = error.headers.get("Location", "")
        return SiteFailure(error.code, "moved", f"The site has moved: {where[:200]}")
    wait = error.headers.get("Retry-After", "")
    seconds = min(float(wait), LONGEST_WAIT) if wait.isascii() and wait.isdigit() else 0.0
    sentence = str(data.get("detail") or f"The site answered with {error.code}.")
    return SiteFailure(error.code, str(data.get("code", "")), sentence, seconds)


def _problem(file: IO[bytes]) -> dict[str, object]:
    try:
        data = json.loads(file.read(100_000))
    except (OSError, HTTPException, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
