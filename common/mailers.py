"""E-mail backends: Django's own, with fixes.

`Smtp` knows whether a mail was handed over when the connection breaks. A server that hangs up after
the whole mail may have accepted it; the sender has to tell that from a server that hung up earlier.
A connection has a total deadline, because a slow server may answer each command just in time, and
it doesn't wait for the answer to QUIT: the mail has been accepted by then. `Console` leaves out
attachments and HTML.
"""

import socket
from collections.abc import Buffer
from smtplib import SMTP, SMTP_SSL, SMTPResponseException
from threading import Timer
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as DjangoConsole
from django.core.mail.backends.smtp import EmailBackend as DjangoSmtp

DATA_MAY_COME = 354
SECONDS = 120
"""Seconds from connecting to the answer about the mail: a dozen answers of ten seconds each."""


class Unsure(OSError):
    """The mail was transmitted, but the server did not confirm that it accepted it."""


class _Connection(SMTP):
    _on_its_way = False
    _late = False
    _alarm: Timer | None = None

    def connect(self, *where: Any, **more: Any) -> tuple[int, bytes]:
        """Connect; the connection is closed when its deadline passes."""
        self._alarm = Timer(SECONDS, self._cut)
        self._alarm.daemon = True
        self._alarm.start()
        try:
            return super().connect(*where, **more)
        except OSError:
            self.close()
            raise

    def _cut(self) -> None:
        self._late = True
        sock = self.sock
        try:
            # Not `sock.shutdown()`, which would end TLS first and could send a line in clear.
            if sock is not None:
                socket.socket.shutdown(sock, socket.SHUT_RDWR)
        except OSError:  # not connected yet, or no more
            return

    def quit(self) -> tuple[int, bytes]:
        """Send QUIT without waiting for the answer."""
        self.putcmd("QUIT")
        self.close()
        return 221, b""

    def close(self) -> None:
        """Close the connection."""
        if self._alarm is not None:
            self._alarm.cancel()
        super().close()

    def data(self, msg: Buffer | str) -> tuple[int, bytes]:
        """Transmit the mail."""
        try:
            return super().data(msg)
        except SMTPResponseException:
            raise
        except OSError as error:
            if self._on_its_way:
                raise Unsure(str(error)) from error
            raise

    def getreply(self) -> tuple[int, bytes]:
        """Read the server's reply."""
        if self._late:
            raise TimeoutError(f"the mail server took more than {SECONDS} seconds")
        code, reply = super().getreply()
        self._on_its_way = code == DATA_MAY_COME
        return code, reply


class _SafeConnection(_Connection, SMTP_SSL):
    pass


class Smtp(DjangoSmtp):
    """Django's SMTP backend with these connections."""

    @property
    def connection_class(self) -> type[SMTP]:
        """Return the connection class."""
        return _SafeConnection if self.use_ssl else _Connection


class Console(DjangoConsole):
    """Console backend that prints the headers and the text, without HTML and images."""

    def write_message(self, message: EmailMessage) -> None:
        """Print one mail."""
        head = message.message().items()
        lines = [f"{name}: {value}" for name, value in head if not name.startswith("Content-")]
        self.stream.write("\n".join([*lines, "", str(message.body), "-" * 79, ""]))
