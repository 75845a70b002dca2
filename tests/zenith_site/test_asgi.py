"""Raw requests to the ASGI application: each is answered, and gives its connection back."""

import asyncio
import base64
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings
from django.core.signals import request_finished
from django.db import connection
from django.test import Client
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from common.bodies import LONGEST_BODY
from games.notifications import bounces
from tests.support.factories import player
from zenith_site.asgi import LastResort, OwnOrigin, application
from zenith_site.request_limits import LONGEST_HEAD, LONGEST_PATH

pytestmark = pytest.mark.django_db(transaction=True)

FORM = "application/x-www-form-urlencoded"
PART = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\nhello\r\n--x--\r\n'
TRIES = 12
"""More than the pool has connections."""


@pytest.fixture
def session() -> str:
    """Return the cookie of a player who is signed in."""
    client = Client()
    client.force_login(player("ada"))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def finished() -> Iterator[list[object]]:
    """Return the requests that have given their connections back."""
    seen: list[object] = []

    def note(**given: Any) -> None:
        seen.append(given["signal"])

    request_finished.connect(note)
    yield seen
    request_finished.disconnect(note)


@database_sync_to_async
def lent() -> int:
    """Return how many connections of the pool are out; SQLite has no pool."""
    pool: Any = getattr(connection, "pool", None)
    if not pool:
        return 0
    stats = pool.get_stats()
    return int(stats["pool_size"]) - int(stats["pool_available"])


async def ask(
    path: str = "/preferences/",
    headers: dict[bytes, bytes] | None = None,
    body: bytes = b"",
    method: str = "POST",
    query: bytes = b"",
) -> tuple[int, bytes]:
    """Send bytes as a server would; return the status and the body."""
    given = {b"host": b"testserver", b"content-length": b"%d" % len(body), **(headers or {})}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query,
        "headers": list(given.items()),
        "client": ("192.0.2.7", 4711),
    }
    communicator: Any = ApplicationCommunicator
    talk = communicator(application, scope)
    await talk.send_input({"type": "http.request", "body": body})
    head = await talk.receive_output(10)
    answer = b""
    while True:
        part = await talk.receive_output(10)
        answer += part.get("body", b"")
        if not part.get("more_body"):
            break
    await talk.wait(10)
    return head["status"], answer


ODD = {
    "latin1": (f"{FORM}; charset=latin1", b"about=1"),
    "an unknown charset": (f"{FORM}; charset=klingon", b"about=1"),
    "a charset that is no text": ("multipart/form-data; boundary=x; charset=hex", PART % b"about"),
    "a charset with NUL": (f"{FORM}; charset=a\0b", b"about=1"),
    "an encoded charset": (f"{FORM}; charset*=klingon''x", b"about=1"),
    "UTF-7": ("multipart/form-data; boundary=x; charset=utf-7", PART % b"about"),
    "no boundary": ("multipart/form-data", b"--x\r\n"),
    "an odd boundary": ("multipart/form-data; boundary=\xff", b"--x\r\n"),
    "a long parameter": (f"{FORM}; x={'y' * 20_000}", b"about=1"),
}


@pytest.mark.whole
@pytest.mark.parametrize("kind", ODD)
async def test_an_odd_form_is_refused_and_keeps_no_connection(
    kind: str, session: str, finished: list[object]
) -> None:
    content_type, body = ODD[kind]
    headers = {
        b"content-type": content_type.encode("latin1"),
        b"cookie": f"sessionid={session}; csrftoken={'a' * 32}".encode(),
    }
    before = await lent()
    logging.disable()
    try:
        answers = [await ask(headers=headers, body=body) for _try in range(TRIES)]
    finally:
        logging.disable(logging.NOTSET)
    assert {status for status, _body in answers} == {400}
    assert all(answer for _status, answer in answers)
    assert len(finished) == TRIES
    assert await lent() == before
    assert (await ask(headers={b"cookie": headers[b"cookie"]}, method="GET"))[0] == 200


async def test_a_compressed_body_is_refused() -> None:
    headers = {b"content-type": FORM.encode(), b"content-encoding": b"gzip"}
    assert (await ask(headers=headers, body=b"\x1f\x8b"))[0] == 400


@pytest.mark.parametrize("fails", ["get_response", "send_response"])
async def test_whatever_fails_the_request_is_finished(
    fails: str,
    finished: list[object],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = await lent()
    handler = application.application_mapping["http"]
    works = getattr(handler, fails)
    failed = False

    def fail(*args: Any) -> Any:
        nonlocal failed
        if failed:
            return works(*args)
        failed = True
        raise RuntimeError("on purpose")

    monkeypatch.setattr(handler, fails, fail)
    assert await ask("/symbols/", method="GET") == (500, b"Internal Server Error")
    assert "could not answer /symbols/" in caplog.text
    assert len(finished) == 1
    assert await lent() == before


@pytest.mark.parametrize("cookie", [b'theme="a\\000b"', b"theme=a\0b", b"sessionid=a\0b"])
async def test_a_cookie_with_nul_is_refused_with_a_page(cookie: bytes) -> None:
    status, page = await ask("/", {b"cookie": cookie}, method="GET")
    assert status == 400
    assert b"sent a request that this site" in page


@pytest.mark.parametrize(
    ("path", "query", "headers"),
    [
        ("/players/a\0b/", b"", {}),
        ("/players/a\ud800/", b"", {}),
        ("/lobby/", b"page=%00", {}),
        ("/", b"", {b"user-agent": b"a\0b"}),
        ("/", b"", {b"accept-language": b"9" * 5000}),
    ],
)
async def test_odd_text_is_refused_wherever_it_is(
    path: str, query: bytes, headers: dict[bytes, bytes]
) -> None:
    assert (await ask(path, headers, method="GET", query=query))[0] == 400


@pytest.mark.parametrize(
    "body",
    [b"text=" + b"x" * LONGEST_BODY, b"text=" + b"9999999x" * 300_000],
    ids=["a little too long", "2.4 MB of digits"],
)
@pytest.mark.parametrize("is_announced", [True, False])
async def test_a_body_that_no_form_needs_is_refused_unread(
    body: bytes, is_announced: bool, session: str
) -> None:
    headers = {
        b"content-type": FORM.encode(),
        b"cookie": f"sessionid={session}; csrftoken={'a' * 32}".encode(),
        b"accept-language": b"en",
    }
    if not is_announced:
        headers[b"content-length"] = b""
    status, page = await ask("/tables/1/draft/", headers, body)
    assert status == 413
    assert "This is too long: the site takes 64.0\xa0KB here." in page.decode()


async def test_a_script_is_told_in_json_that_its_body_is_too_long(session: str) -> None:
    headers = {b"content-type": b"application/json", b"cookie": f"sessionid={session}".encode()}
    status, answer = await ask("/tables/1/draft/", headers, b" " * 2_400_000)
    assert status == 413
    assert json.loads(answer)["detail"].startswith("This is too long")


async def test_the_longest_text_of_a_form_is_taken(session: str) -> None:
    """Notes of 4000 characters, each of which three bytes encode: "%E2%98%83"."""
    headers = {
        b"content-type": FORM.encode(),
        b"cookie": f"sessionid={session}; csrftoken={'a' * 32}".encode(),
    }
    body = f"csrfmiddlewaretoken={'a' * 32}&notes=".encode() + b"%E2%98%83" * 4000
    assert (await ask("/tables/1/notes/", headers, body))[0] == 404  # there is no such table


async def test_a_report_of_bounces_may_quote_the_mail(settings: Any) -> None:
    settings.BOUNCE_SECRET = "s" * 20
    path, said = f"/mails/bounces/{settings.BOUNCE_SECRET}/", "x" * 200_000
    report = {"address": "ada@example.org", "kind": "bounce", "said": said}
    headers = {b"content-type": b"application/json"}
    assert (await ask(path, headers, json.dumps(report).encode()))[0] == 204
    assert (await ask(path, headers, json.dumps(report | {"said": said * 2}).encode()))[0] == 413


@pytest.mark.parametrize(
    ("path", "headers", "query"),
    [
        ("/", {b"cookie": b"a=" + b"9" * 60_000}, b""),
        ("/", {b"user-agent": b"x" * LONGEST_HEAD}, b""),
        ("/lobby/", {}, b"page=" + b"9" * LONGEST_HEAD),
        ("/admin/r" + "/" * LONGEST_PATH + "x", {}, b""),
    ],
)
async def test_a_head_that_no_browser_sends_is_refused_unread(
    path: str, headers: dict[bytes, bytes], query: bytes
) -> None:
    headers |= {b"accept-language": b"de"}
    status, answer = await ask(path, headers, method="GET", query=query)
    assert (status, answer.count(b"\n")) == (431, 1)


@pytest.mark.parametrize(("size", "passes"), [(LONGEST_HEAD // 2, True), (LONGEST_HEAD, False)])
async def test_the_head_of_a_handshake_has_the_same_limit(size: int, passes: bool) -> None:
    passed = []

    async def inner(*_given: Any) -> None:
        passed.append(True)

    headers = [
        (b"host", b"testserver"),
        (b"origin", b"http://testserver"),
        (b"cookie", b"a=" + b"x" * size),
    ]
    scope = {"type": "websocket", "path": "/ws/", "query_string": b"", "headers": headers}
    words = ({"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000})
    await OwnOrigin(inner)(scope, AsyncMock(side_effect=words), AsyncMock())
    assert bool(passed) is passes


HANDSHAKE = b"\r\n".join(
    [
        b"GET /ws/ HTTP/1.1",
        b"Host: testserver",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: " + base64.b64encode(b"0" * 16),
        b"\r\n",
    ]
)


async def test_a_page_that_leaves_in_the_handshake_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def inner(_scope: object, receive: Any, send: Any) -> None:
        words.append(await receive())
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "{}"})
        words.append(await receive())

    words: list[dict[str, object]] = []
    config = Config(LastResort(inner), ws="websockets-sansio")
    config.load()
    state = ServerState()
    protocol = WebSocketsSansIOProtocol(config, state, {})
    protocol.connection_made(Mock(is_closing=lambda: True))
    protocol.data_received(HANDSHAKE)
    protocol.loop.call_soon(protocol.loop.call_soon, protocol.connection_lost, None)
    await asyncio.wait_for(asyncio.gather(*state.tasks), 5)
    assert [word["type"] for word in words] == ["websocket.connect", "websocket.disconnect"]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


JSON = [
    rb'{"endpoint": "a\u0000b", "old": "a\u0000b", "new": {}}',
    rb'{"endpoint": "\ud800", "old": "\ud800", "new": {}}',
    rb'{"endpoint": "x", "old": "x", "new": {"keys": [{"\ud800": 1}]}}',
    b'{"old": "\xed\xa0\x80", "new": {}}',
]


@pytest.mark.parametrize("body", JSON)
@pytest.mark.parametrize("path", ["/push/subscribe/", "/push/unsubscribe/", "/push/change/"])
async def test_odd_text_in_json_is_refused(path: str, body: bytes, session: str) -> None:
    pytest.importorskip("games.notifications.push")
    token = b"a" * 32
    headers = {
        b"content-type": b"application/json",
        b"cookie": f"sessionid={session}; csrftoken={token.decode()}".encode(),
        b"x-csrftoken": token,
    }
    assert (await ask(path, headers, body))[0] == 400


@pytest.mark.parametrize("kind", [b"application/json", b"text/plain"])
async def test_odd_text_in_a_bounce_report_is_refused(kind: bytes, settings: Any) -> None:
    settings.BOUNCE_SECRET = "s" * 20
    for said in (rb"\u0000", rb"\udfff"):
        body = rb'{"address": "ada@example.org", "kind": "bounce", "said": "%s"}' % said
        path = f"/mails/bounces/{settings.BOUNCE_SECRET}/"
        assert (await ask(path, {b"content-type": kind}, body))[0] == 400


async def test_a_bounce_report_without_odd_text_is_taken(settings: Any) -> None:
    settings.BOUNCE_SECRET = "s" * 20
    body = b'{"address": "ada@example.org", "kind": "bounce", "said": "no such user"}'
    path = f"/mails/bounces/{settings.BOUNCE_SECRET}/"
    assert (await ask(path, {b"content-type": b"application/json"}, body))[0] == 204
    assert await database_sync_to_async(bounces.is_bad)("ada@example.org")


async def test_a_static_file_is_sent_whole_in_part_or_not_at_all() -> None:
    """And nothing warns: a warning is an error in tests."""
    whole = Path(settings.BASE_DIR / "static/css/base.css").read_bytes()
    path = "/static/css/base.css"
    assert await ask(path, method="GET") == (200, whole)
    assert await ask(path, {b"range": b"bytes=3-9"}, method="GET") == (206, whole[3:10])
    assert await ask(path, {b"range": b"bytes=9999999-"}, method="GET") == (416, b"")
    assert await ask(path, method="HEAD") == (200, b"")
    assert (await ask(path))[0] == 405
    later = {b"if-modified-since": b"Fri, 01 Jan 2100 00:00:00 GMT"}
    assert await ask(path, later, method="GET") == (304, b"")


@pytest.mark.whole
def test_the_heap_is_frozen_by_the_start_of_a_server_and_not_by_an_import() -> None:
    """Hypothesis asks `gc.get_referrers`, which does not see what is frozen."""
    code = """
import asyncio, gc
from unittest import mock
from zenith_site import asgi, schema

print(gc.get_freeze_count() > 100_000)
schema.trouble = lambda: ""
orders = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
asyncio.run(asgi.lifespan({}, mock.AsyncMock(side_effect=orders), mock.AsyncMock()))
print(gc.get_freeze_count() > 100_000)
"""
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "zenith_site.settings_test"}
    printed = subprocess.check_output([sys.executable, "-c", code], env=env, text=True)
    assert printed.split() == ["False", "True"]
