"""The protocol of the web server: no head without an end, no handshake without an answer."""

import asyncio
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState

from zenith_site.http_protocol import BoundedProtocol
from zenith_site.request_limits import LONGEST_HEAD

PACKET = 4096
HANDSHAKE = (
    b"GET /socket/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Wire(asyncio.Transport):
    """A connection that keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.is_closed = False
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def page(scope: Any, receive: Any, send: Any) -> None:
    """Read the body and answer with its length."""
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"%d bytes" % size})


async def talk(*packets: bytes) -> Wire:
    """Send packets until the connection is closed; return it."""
    wire = Wire()
    config = Config(page, http=BoundedProtocol, lifespan="off", log_config=None)
    wire.protocol = BoundedProtocol(config, ServerState(), {})
    wire.protocol.connection_made(wire)
    for packet in packets:
        if wire.is_closed:
            break
        wire.protocol.data_received(packet)
        await asyncio.sleep(0)
    for _turn in range(5):
        await asyncio.sleep(0)
    return wire


async def test_a_header_without_end_ends_the_connection() -> None:
    wire = await talk(b"GET / HTTP/1.1\r\nX: ", *[b"a" * PACKET] * 1000)
    assert wire.is_closed
    assert wire.sent.startswith(b"HTTP/1.1 431 ")
    assert b"more headers than this site accepts" in wire.sent


async def test_many_headers_and_trailers_end_it_too() -> None:
    line = b"x-%d: %s\r\n"
    headers = [line % (number, b"a" * 1000) for number in range(100)]
    assert (await talk(b"GET / HTTP/1.1\r\n", *headers)).sent.startswith(b"HTTP/1.1 431 ")
    chunked = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"
    assert (await talk(chunked, *headers)).is_closed


async def test_a_body_does_not_count_and_a_connection_serves_many_requests() -> None:
    size = 20 * LONGEST_HEAD
    post = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % size
    body = [b"a" * PACKET] * (size // PACKET)
    chunks = [b"%x\r\n%s\r\n" % (PACKET, b"a" * PACKET)] * (size // PACKET)
    long_head = b"GET / HTTP/1.1\r\nX: " + b"a" * (LONGEST_HEAD // 2) + b"\r\n\r\n"
    for packets in (
        [post, *body],
        [b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", *chunks, b"0\r\n\r\n"],
    ):
        wire = await talk(*packets, *[long_head] * 5)
        assert not wire.is_closed
        assert wire.sent.count(b"HTTP/1.1 200 ") == 6
        assert b"%d bytes" % size in wire.sent


async def test_a_handshake_that_cannot_be_read_is_answered() -> None:
    wire = await talk(HANDSHAKE + b"Cookie: " + b"a" * 9000 + b"\r\n\r\n")
    assert wire.is_closed
    assert wire.sent.startswith(b"HTTP/1.1 431 ")
