"""The client's end of a page's socket, for tests."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.tables import publishing
from zenith_site.asgi import application

OWN = "http://testserver"


class Socket(ApplicationCommunicator):
    """The client's end of a socket (the one of `channels.testing` needs daphne)."""

    def __init__(
        self, path: str, headers: list[tuple[bytes, bytes]], address: str = "192.0.2.7"
    ) -> None:
        path, _mark, query = path.partition("?")
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": headers,
            "client": (address, 4711),
            "subprotocols": [],
        }
        super().__init__(application, scope)

    async def connect(self) -> tuple[bool, Any]:
        """Return whether the socket was accepted, and the close code if not."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(5)
        return answer["type"] == "websocket.accept", answer.get("code")

    async def say(self, **data: Any) -> None:
        """Send `text` or `bytes`."""
        await self.send_input({"type": "websocket.receive", **data})

    async def hear(self, *names: str) -> Any:
        """Wait for the next message about the table, or one that has one of these names."""
        while True:
            message = await self.receive_output(5)
            assert message["type"] == "websocket.send", message
            found = json.loads(message["text"])
            if found.keys() & (set(names) or {"version"}):
                return found

    async def disconnect(self) -> None:
        """Disconnect."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(5)


def cookie(user: User) -> str:
    """Return the cookie of a new session, as a header says it."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].OutputString()


async def make[Made](function: Callable[..., Made], *given: Any, **named: Any) -> Made:
    """Make something in a thread of the database; its hints have left when this returns."""
    made: Made = await database_sync_to_async(function)(*given, **named)
    await asyncio.to_thread(publishing.flush)
    return made
