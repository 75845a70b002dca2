"""The count of open streams of the API."""

from collections.abc import AsyncGenerator
from contextlib import ExitStack

from common.live_response import LiveResponse
from zenith_site.metrics.instruments import STREAMS


def count(response: LiveResponse) -> None:
    """Count an answer from its first part to its end; one to a HEAD request has no parts."""
    parts, ended = response.parts, response.ended
    counted = ExitStack()

    def begin() -> AsyncGenerator[bytes]:
        counted.enter_context(STREAMS.track_inprogress())
        return parts()

    def end() -> None:
        counted.close()
        ended()

    response.parts, response.ended = begin, end
