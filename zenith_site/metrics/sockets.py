"""ASGI middleware that counts open WebSockets."""

from typing import Any

from zenith_site.metrics.instruments import SOCKETS


class OpenSockets:
    """Middleware that counts a WebSocket from its acceptance to its end."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Run the inner application."""
        accepted = False

        async def note(message: dict[str, object]) -> None:
            nonlocal accepted
            if message["type"] == "websocket.accept" and not accepted:
                accepted = True
                SOCKETS.inc()
            await send(message)

        try:
            return await self.inner(scope, receive, note)
        finally:
            if accepted:
                SOCKETS.dec()
