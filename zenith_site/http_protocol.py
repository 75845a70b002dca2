"""The HTTP/1.1 protocol of the web server, with a limit on what comes beside bodies."""

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from zenith_site.request_limits import LONGEST_HEAD

SENTENCE = b"Your browser sent more headers than this site accepts.\n"


class BoundedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, which ends a connection whose headers have no end.

    The parser keeps a header in memory until it is complete, and copies it with each packet: the
    time grows with the square of its length, in the event loop. Headers and trailers, the frames of
    chunks and whatever else is not the body of a request count, from the second packet on.
    """

    _beside = 0
    """Bytes of the current request that were not of its body."""

    def data_received(self, data: bytes) -> None:
        """Parse a packet, or close the connection."""
        if self._beside > LONGEST_HEAD:
            self._refuse()
            return
        self._beside += len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Begin to count for the next request of the connection."""
        self._beside = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """Take a part of a body, which has a limit of its own (`read_body`)."""
        self._beside -= len(body)
        super().on_body(body)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the protocol of WebSockets; end it if that refuses.

        Uvicorn doesn't send the refusal of a handshake that can't be parsed, such as one with a
        header of more than 8 kB, and keeps the connection for ever.
        """
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketsSansIOProtocol) and protocol.conn.handshake_exc:
            self.transport.write(b"".join(protocol.conn.data_to_send()))
            self.transport.close()

    def _refuse(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            length = b"content-length: %d\r\nconnection: close\r\n\r\n" % len(SENTENCE)
            kind = b"content-type: text/plain; charset=utf-8\r\n"
            self.transport.write(STATUS_LINE[431] + kind + length + SENTENCE)
        self.transport.close()
