"""Answers that go on until the client hangs up."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable

from django.http import StreamingHttpResponse


class LiveResponse(StreamingHttpResponse):
    """An answer whose parts come as things happen.

    `parts` runs in the event loop, after the request has given back its thread and its connection
    to the database. `ended` is called after the last part, also if the client has hung up.
    """

    def __init__(
        self,
        parts: Callable[[], AsyncGenerator[bytes]],
        ended: Callable[[], None],
        content_type: str,
    ) -> None:
        super().__init__((), content_type=content_type)
        self.parts = parts
        self.ended = ended

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self.parts()
