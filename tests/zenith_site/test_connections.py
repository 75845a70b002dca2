"""The limits of a web process on its connections and open files."""

import asyncio
import re
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import uvicorn

from zenith_site import alone, connections, open_files
from zenith_site.handler import LIVE

ROOT = Path(__file__).resolve().parents[2]
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
BEGUN = b"GET / HTT"
BODY_BEGUN = b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n1"

gone = asyncio.Event()
"""Set when the client of a download has been given up."""

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request when it has arrived, and accept every socket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/live":
        scope[LIVE] = True
        await send({"type": "http.response.body", "body": b"\n", "more_body": True})
        assert await receive() == {"type": "http.disconnect"}
        return
    while scope["path"] == "/download" and not gone.is_set():
        await send({"type": "http.response.body", "body": bytes(65536), "more_body": True})
        if receive.__self__.disconnected:
            gone.set()
    await send({"type": "http.response.body", "body": b"a page"})


class Server:
    """A web server on a port of its own."""

    def __init__(self, running: uvicorn.Server) -> None:
        self.running = running
        self.port = running.servers[0].sockets[0].getsockname()[1]
        self.clients: list[Ends] = []

    async def connect(self, said: bytes = b"") -> Ends:
        """Open a connection, and perhaps send something."""
        ends = await asyncio.open_connection("127.0.0.1", self.port)
        self.clients.append(ends)
        ends[1].write(said)
        return ends

    async def page(self) -> bytes:
        """Return the first line of the answer to a request on a new connection."""
        reader, writer = await self.connect(GET)
        line = await asyncio.wait_for(reader.readline(), 5)
        writer.close()
        return line


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server with the site's connections, and a small application."""
    config = uvicorn.Config(
        answer, port=0, http=connections.Connection, lifespan="off", log_config=None
    )
    running = uvicorn.Server(config)
    with mock.patch.object(running, "capture_signals"):
        task = asyncio.create_task(running.serve())
        while not running.started:
            await asyncio.sleep(0)
        made = Server(running)
        yield made
        for _reader, writer in made.clients:
            writer.close()
        running.should_exit = True
        await task


async def is_closed(ends: Ends) -> bool:
    """Wait until the server closes a connection."""
    try:
        return await asyncio.wait_for(ends[0].read(), 5) is not None
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("said", [b"", BEGUN, BODY_BEGUN])
async def test_connections_that_send_nothing_make_room_for_pages(
    said: bytes, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_files, "limit", lambda: 8)
    silent = [await server.connect(said) for _n in range(7)]
    assert await server.page() == b"HTTP/1.1 200 OK\r\n"
    assert await is_closed(silent[0])
    assert await server.page() == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize("said", [b"", BEGUN, BODY_BEGUN, GET + BEGUN])
async def test_a_request_has_to_arrive_in_time(
    said: bytes, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ARRIVES_WITHIN", 0.01)
    assert await is_closed(await server.connect(said))


async def test_a_client_that_takes_no_more_of_a_download_is_given_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "TAKEN_WITHIN", 0.05)
    gone.clear()
    reader, _writer = await server.connect(GET.replace(b"/", b"/download", 1))
    assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
    await asyncio.wait_for(gone.wait(), 5)


async def test_a_live_answer_does_not_keep_a_server_from_ending(server: Server) -> None:
    """Its client hears that the connection has ended, and connects to the next server."""
    reader, _writer = ends = await server.connect(GET.replace(b"/", b"/live", 1))
    assert await reader.readuntil(b"\n\r\n") is not None
    server.running.should_exit = True
    assert await is_closed(ends)


async def test_an_open_socket_is_not_closed_for_a_new_connection(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_files, "limit", lambda: 2)
    monkeypatch.setattr(connections, "ARRIVES_WITHIN", 0.01)
    upgrade = (
        b"GET /ws/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    reader, writer = await server.connect(upgrade)
    assert b"101" in await reader.readline()
    assert await is_closed(await server.connect())  # no room, and nothing else waits
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"\x89\x80\x00\x00\x00\x00")  # a ping
    assert await asyncio.wait_for(reader.readexactly(2), 5) == b"\x8a\x00"


@pytest.mark.parametrize(
    ("soft", "hard", "raised"),
    [
        (1024, 4096, 4096),
        (1024, resource.RLIM_INFINITY, open_files.MOST),
        (1024, 10**6, open_files.MOST),
        (10**6, 10**6, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_the_limit_of_files_is_raised_as_far_as_it_is_useful(
    soft: int, hard: int, raised: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = mock.Mock()
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", change)
    open_files.raise_limit()
    assert [call.args[1] for call in change.call_args_list] == ([(raised, hard)] if raised else [])


@pytest.mark.parametrize(("soft", "files"), [(1024, 1024), (10**6, 16_384), (-1, 16_384)])
def test_sockets_and_connections_leave_files_for_the_rest(
    soft: int, files: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (soft, soft))
    assert (open_files.most_sockets(), open_files.most_connections()) == (
        files * 3 // 4,
        files * 7 // 8,
    )


@pytest.mark.parametrize("file", ["Dockerfile", "bin/grown"])
def test_every_web_process_has_the_same_limits(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the grown site, and the process that is alone."""
    config = mock.Mock()
    monkeypatch.setattr(uvicorn, "Config", config)
    monkeypatch.setattr(alone, "Server", mock.Mock())
    alone.serve(mock.Mock())
    inside = {
        f"--{name.replace('_', '-')}": str(value).lower()
        for name, value in config.call_args.kwargs.items()
        if name.startswith("ws_") or name == "http"
    }
    words = re.findall(r"[^\s\",]+", (ROOT / file).read_text())
    options = {word: words[at + 1].lower() for at, word in enumerate(words) if word in inside}
    assert options == {name: value.lower() for name, value in inside.items()}
