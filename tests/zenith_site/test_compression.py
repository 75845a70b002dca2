"""Compression of responses, and the bytes of the table page."""

import sys
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from games.tables import publishing
from tests.support.factories import player, running_game
from zenith_site.compression import SHORTEST, CompressionMiddleware, encoding_for

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PAGE = "<p>Zenith</p>" * 200
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda content: zlib.decompress(content, 16 + zlib.MAX_WBITS),
    "zstd": zstd.decompress,
}
MOST_HTML = 35_000
"""The most compressed bytes of a table page."""


def answered(response: HttpResponse, accepted: str = "gzip") -> HttpResponse:
    """Return what the middleware makes of a response."""
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepted} if accepted else {})

    def view(_request: HttpRequest) -> HttpResponse:
        return response

    return CompressionMiddleware(view)(request)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("", None),
        ("identity", None),
        ("br", None),
        ("*", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br", "gzip"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("GZIP;q=0.5, Zstd ; q=0.1", "zstd"),
        ("gzip, zstd;q=0", "gzip"),
        ("gzip; q=0.000, zstd;q=0.0", None),
        ("gzip;q=0.001", "gzip"),
        ("xgzip, gzipped", None),
    ],
)
def test_the_encoding_is_one_that_the_client_accepts(accepted: str, encoding: str | None) -> None:
    assert encoding_for(accepted) == encoding
    response = answered(HttpResponse(PAGE), accepted)
    assert response.get("Content-Encoding") == encoding
    assert response["Vary"] == "Accept-Encoding"
    content = UNPACK[encoding](response.content) if encoding else response.content
    assert content == PAGE.encode()
    assert (len(response.content) < len(PAGE) / 10) == (encoding is not None)


@pytest.mark.parametrize(
    ("kind", "compressed"),
    [
        ("text/html; charset=utf-8", True),
        ("text/calendar", True),
        ("application/json", True),
        ("application/manifest+json", True),
        ("application/atom+xml; charset=utf-8", True),
        ("image/svg+xml", True),
        ("image/png", False),
        ("application/octet-stream", False),
        ("application/zip", False),
    ],
)
def test_only_text_is_compressed(kind: str, compressed: bool) -> None:
    response = answered(HttpResponse(PAGE, content_type=kind))
    assert response.has_header("Content-Encoding") == compressed


def test_a_short_response_is_sent_as_it_is() -> None:
    assert not answered(HttpResponse("x" * (SHORTEST - 1))).has_header("Content-Encoding")
    assert answered(HttpResponse("x" * SHORTEST)).has_header("Content-Encoding")


def test_what_is_compressed_already_stays_as_it_is() -> None:
    response = answered(HttpResponse(PAGE, headers={"Content-Encoding": "br"}))
    assert response["Content-Encoding"] == "br"
    assert response.content == PAGE.encode()


def test_a_stream_is_not_waited_for() -> None:
    def parts() -> Iterator[str]:
        yield PAGE
        raise AssertionError("read before it was asked for")

    stream: Any = StreamingHttpResponse(parts())
    response = answered(stream)
    assert next(iter(response)) == PAGE.encode()


@pytest.mark.parametrize(
    ("accepted", "etag"), [("gzip", 'W/"17"'), ("zstd", 'W/"17"'), ("", '"17"')]
)
def test_an_etag_of_other_bytes_is_weak(accepted: str, etag: str) -> None:
    assert answered(HttpResponse(PAGE, headers={"ETag": '"17"'}), accepted)["ETag"] == etag
    weak = HttpResponse(PAGE, headers={"ETag": 'W/"17"'})
    assert answered(weak, accepted)["ETag"] == 'W/"17"'


def test_a_not_modified_response_varies_and_stays_empty() -> None:
    response = answered(HttpResponse(status=304, headers={"ETag": '"17"'}))
    assert (response["Vary"], response["ETag"]) == ("Accept-Encoding", '"17"')
    assert not response.content


@pytest.mark.django_db
@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
def test_pages_are_compressed_with_their_length(client: Client, encoding: str) -> None:
    plain = client.get("/symbols/")
    packed = client.get("/symbols/", headers={"Accept-Encoding": encoding})
    assert packed["Content-Encoding"] == encoding
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    assert b"</html>" in UNPACK[encoding](packed.content)
    assert "Accept-Encoding" in plain["Vary"]


def test_the_session_cookie_is_not_sent_to_requests_of_other_sites() -> None:
    """Which keeps BREACH away from compressed pages."""
    assert settings.SESSION_COOKIE_SAMESITE == settings.CSRF_COOKIE_SAMESITE == "Lax"


@pytest.mark.django_db
def test_a_table_page_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest one: of four players, with cards everywhere."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    ada = player("ada")
    game = running_game(ada, *map(player, ("bob", "cleo", "dan")), answers=60)
    client = Client()
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    for encoding, unpack in UNPACK.items():
        page = client.get(reverse("table", args=[game.pk]), headers={"Accept-Encoding": encoding})
        assert b'id="table"' in unpack(page.content)
        assert len(page.content) <= MOST_HTML
