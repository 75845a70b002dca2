"""The program's end of a stream, for tests."""

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from zenith_site.asgi import application


class Listener(ApplicationCommunicator):
    """A program that reads a stream: `token`, without one a visitor."""

    def __init__(self, path: str, token: str = "", method: str = "GET", **headers: str) -> None:
        path, _mark, query = path.partition("?")
        sent = {"host": "testserver", **headers}
        if token:
            sent["authorization"] = f"Bearer {token}"
        scope = {
            "type": "http",
            "method": method,
            "path": f"/api/v1{path}",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": ("192.0.2.7", 4711),
        }
        super().__init__(application, scope)
        self.head: dict[str, str] = {}

    async def open(self) -> int:
        """Send the request; return the status."""
        await self.send_input({"type": "http.request"})
        start = await self.receive_output(5)
        self.head = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        status: int = start["status"]
        return status

    async def part(self) -> bytes:
        """Wait for the next part."""
        body: bytes = (await self.receive_output(5)).get("body", b"")
        return body

    async def hear(self) -> Any:
        """Wait for the next line that is no heartbeat; `None` at the end."""
        while (line := await self.part()) == b"\n":
            pass
        return json.loads(line) if line else None

    async def hang_up(self) -> None:
        """Close the connection."""
        await self.send_input({"type": "http.disconnect"})
        await self.finish()

    async def finish(self) -> None:
        """Wait until the site has finished the request."""
        await self.wait(5)

    async def is_quiet(self) -> bool:
        """Whether nothing comes for a moment."""
        return bool(await self.receive_nothing(0.2))
