"""Compression of pages and fragments."""

import re
import sys
import zlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SHORTEST = 1000
"""Bytes; a shorter body fits into one packet as it is."""
TEXT = re.compile(r"text/|application/(?:[\w.-]+\+)?(?:json|javascript|xml)\b|image/svg\+xml")
"""Content types worth compressing."""
REFUSED = re.compile(r";\s*q=0(?:\.0*)?\s*$")
"""What follows an encoding that the client refuses."""

# The levels were chosen by measurement: docs/operations.md, "Bytes".
ZSTD_LEVEL = 3
GZIP_LEVEL = 5
GZIP_FORMAT = 16 + zlib.MAX_WBITS
"""The `wbits` of zlib that write the header and the checksum of gzip."""


def with_gzip(content: bytes) -> bytes:
    """Return the content compressed by gzip."""
    return zlib.compress(content, GZIP_LEVEL, GZIP_FORMAT)


def with_zstd(content: bytes) -> bytes:
    """Return the content compressed by zstd."""
    return zstd.compress(content, ZSTD_LEVEL)


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {"zstd": with_zstd, "gzip": with_gzip}
"""Encodings in the order of preference."""


def encoding_for(accepted: str) -> str | None:
    """Return the encoding for a client with this `Accept-Encoding` header; None for none."""
    parts = [part for part in accepted.lower().split(",") if not REFUSED.search(part)]
    names = {part.partition(";")[0].strip() for part in parts}
    return next((name for name in ENCODINGS if name in names), None)


class CompressionMiddleware:
    """Middleware that compresses text by zstd or gzip, as the client asks for.

    A response that is short, streamed, or encoded already (a static file of WhiteNoise) is passed
    on as it is. A strong ETag becomes a weak one, because it names other bytes now. WebSockets are
    not compressed: a message has 30 bytes, and deflate would double the memory of a socket.

    The BREACH attack reads a secret from the lengths of compressed pages into which the attacker
    puts guesses. Here it finds little to work with: Django masks the CSRF token anew in each
    response, and the session cookie is `SameSite=Lax`, so another site can't fetch pages in a
    user's name; it could only open them in a tab, in front of the user, once for each guess.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, compressed if that is worth it."""
        response = self.get_response(request)
        if response.streaming or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        encoding = encoding_for(request.headers.get("Accept-Encoding", ""))
        if encoding is None or not _is_worth_it(response):
            return response
        response.content = ENCODINGS[encoding](response.content)
        response["Content-Encoding"] = encoding
        if response.has_header("Content-Length"):
            response["Content-Length"] = len(response.content)
        if response.get("ETag", "").startswith('"'):
            response["ETag"] = f"W/{response['ETag']}"
        return response


def _is_worth_it(response: HttpResponse) -> bool:
    text = TEXT.match(response.get("Content-Type", ""))
    return text is not None and len(response.content) >= SHORTEST
