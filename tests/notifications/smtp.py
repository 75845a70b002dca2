"""A mail server for tests: `with MailServer() as server`, then point `MAILERS` at it."""

import asyncio
import threading
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

OK = "250 OK"
HANG_UP = "hang up"


class MailServer:
    """Answers `rcpt` to a recipient and `data` to a mail; `HANG_UP` breaks the connection there.

    It answers to QUIT once `may_quit` is set, or after `quit_waits` seconds: not in time.
    """

    def __init__(self, rcpt: str = OK, data: str = OK, quit_waits: float = 0) -> None:
        self.rcpt, self.data, self.quit_waits = rcpt, data, quit_waits
        self.may_quit, self.quit_in_time = threading.Event(), True
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.loop = asyncio.new_event_loop()
        self.port = 0

    @property
    def mailers(self) -> dict[str, Any]:
        """What the setting `MAILERS` is to be."""
        options = {"host": "127.0.0.1", "port": self.port, "timeout": 10}
        return {"default": {"BACKEND": "common.mailers.Smtp", "OPTIONS": options}}

    def __enter__(self) -> "MailServer":
        """Listen on a free port."""
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._listen(), self.loop).result()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop."""
        asyncio.run_coroutine_threadsafe(self._stop(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def _listen(self) -> int:
        self.server = await self.loop.create_server(
            lambda: SMTP(self, hostname="test", loop=self.loop), "127.0.0.1", 0
        )
        return int(self.server.sockets[0].getsockname()[1])

    async def _stop(self) -> None:
        self.server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Answer to a recipient."""
        if self.rcpt == OK:
            self.recipients.append(address)
            envelope.rcpt_tos.append(address)
        return self._answer(server, self.rcpt)

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Answer to a mail."""
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return self._answer(server, self.data)

    async def handle_QUIT(  # noqa: N802
        self, _server: SMTP, _session: Session, _envelope: Envelope
    ) -> str:
        """Answer to a goodbye."""
        if self.quit_waits:
            wait = asyncio.to_thread(self.may_quit.wait, self.quit_waits)
            self.quit_in_time = await wait
        return "221 bye"

    def _answer(self, server: SMTP, answer: str) -> str:
        if answer == HANG_UP:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        return answer
