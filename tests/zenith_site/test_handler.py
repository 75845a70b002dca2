"""The ASGI handler: a client that disconnects does no harm."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import AsyncToSync, async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from zenith_site.handler import OneThreadHandler
from zenith_site.slots import Slots

started, go_on = threading.Event(), threading.Event()
ended: list[str] = []
made: list[bytes] = []
"""The parts that a sync answer has made."""
between: list[Any] = []
"""What runs in the loop between the middleware and the view."""


async def _tell() -> None:
    await sync_to_async(lambda: None)()


def slow(request: HttpRequest) -> HttpResponse:
    """Answer when told to, after telling others as a move does."""
    started.set()
    go_on.wait(10)
    between.append(getattr(AsyncToSync.executors, "current", None))
    async_to_sync(_tell)()
    ended.append(request.path)
    return HttpResponse("done")


def which(request: HttpRequest) -> HttpResponse:
    """Name the thread; wait until so many requests are under way."""
    meeting.wait(10)
    return HttpResponse(str(threading.get_ident()))


def parts(request: HttpRequest) -> StreamingHttpResponse:
    """Answer in two parts."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b"one"
        yield b"two"

    return StreamingHttpResponse(pieces())


def whole(request: HttpRequest) -> StreamingHttpResponse:
    """Answer in three parts, as a file does."""

    def pieces() -> Iterator[bytes]:
        try:
            for part in (b"one", b"two", b"three"):
                made.append(part)
                yield part
        finally:
            ended.append(request.path)

    return StreamingHttpResponse(pieces())


class OnlySync:
    """A sync middleware, like most."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on."""
        return self.get_response(request)


urlpatterns = [path("slow/", slow), path("which/", which), path("parts/", parts)]
urlpatterns.append(path("whole/", whole))
meeting = threading.Barrier(1)


def scope(address: str) -> dict[str, Any]:
    """Return a request."""
    return {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }


def _talk(address: str = "/slow/", handler: OneThreadHandler | None = None) -> Any:
    communicator: Any = ApplicationCommunicator
    return communicator(handler or OneThreadHandler(), scope(address))


@pytest.fixture(autouse=True)
def _urls(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [f"{__name__}.OnlySync"]
    started.clear()
    go_on.clear()
    ended.clear()
    between.clear()
    made.clear()


@pytest.fixture
def finished() -> Any:
    """Return the requests that were reported as finished."""
    seen: list[Any] = []

    def note(**_given: Any) -> None:
        seen.append(threading.current_thread())

    request_finished.connect(note)
    yield seen
    request_finished.disconnect(note)


def test_a_request_is_answered(finished: list[Any]) -> None:
    """In one thread from end to end, without a detour by the loop; its end is reported once."""

    async def run() -> list[dict[str, Any]]:
        go_on.set()
        talk = _talk()
        await talk.send_input({"type": "http.request"})
        answers = [await talk.receive_output(5), await talk.receive_output(5)]
        await talk.wait(5)
        return answers

    head, body = asyncio.run(run())
    assert head["status"] == 200
    assert body["body"] == b"done"
    assert between == [None]
    assert len(finished) == 1


def test_a_browser_that_hangs_up_does_not_cut_the_request_in_two(finished: list[Any]) -> None:
    """The view runs to its end, nothing fails, and the end is reported once."""

    async def run() -> None:
        talk = _talk()
        await talk.send_input({"type": "http.request"})
        await sync_to_async(started.wait, thread_sensitive=False)(10)
        await talk.send_input({"type": "http.disconnect"})
        assert await talk.receive_nothing()
        go_on.set()
        await talk.wait(5)

    asyncio.run(run())
    assert ended == ["/slow/"]
    assert len(finished) == 1


def test_threads_serve_one_request_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many threads as there are requests at once; MOST_IDLE of them are kept."""
    monkeypatch.setattr("zenith_site.handler.MOST_IDLE", 2)
    pages = OneThreadHandler()

    async def thread() -> bytes:
        talk = _talk("/which/", pages)
        await talk.send_input({"type": "http.request"})
        answers = [await talk.receive_output(10), await talk.receive_output(10)]
        await talk.wait(10)
        return bytes(answers[1]["body"])

    async def threads(number: int) -> set[bytes]:
        monkeypatch.setattr(f"{__name__}.meeting", threading.Barrier(number))
        return set(await asyncio.gather(*(thread() for _request in range(number))))

    async def run() -> list[set[bytes]]:
        return [await threads(1), await threads(1), await threads(3), await threads(2)]

    first, second, three, two = asyncio.run(run())
    assert first == second
    assert len(three) == 3
    assert first < three
    assert two < three
    assert len(two) == 2


def test_a_request_waits_until_another_one_gives_its_slot_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zenith_site.handler.Slots", lambda: Slots(1, patience=1000))
    monkeypatch.setattr(f"{__name__}.meeting", threading.Barrier(1))
    pages = OneThreadHandler()

    async def run() -> None:
        first, second = _talk("/slow/", pages), _talk("/which/", pages)
        await first.send_input({"type": "http.request"})
        await sync_to_async(started.wait, thread_sensitive=False)(10)
        await second.send_input({"type": "http.request"})
        assert await second.receive_nothing()
        go_on.set()
        for talk in (first, second):
            assert (await talk.receive_output(10))["status"] == 200
            await talk.wait(10)

    asyncio.run(run())


def test_a_streaming_answer_is_sent_in_parts_and_then_finished(finished: list[Any]) -> None:
    async def run() -> list[dict[str, Any]]:
        talk = _talk("/parts/")
        await talk.send_input({"type": "http.request"})
        answers = [await talk.receive_output(5) for _part in range(4)]
        await talk.wait(5)
        return answers

    head, *bodies = asyncio.run(run())
    assert head["status"] == 200
    assert [body.get("body", b"") for body in bodies] == [b"one", b"two", b""]
    assert len(finished) == 1


def test_the_parts_of_a_sync_answer_are_made_while_it_is_sent(
    finished: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is never whole in memory, and waits for its client without a database connection."""
    sent: list[tuple[bytes, int]] = []
    monkeypatch.setattr("zenith_site.handler.close_old_connections", made.clear)

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            sent.append((message.get("body", b""), len(made)))

    made.append(b"a connection")
    asyncio.run(_answered(scope("/whole/"), send))
    assert sent == [(b"one", 1), (b"two", 2), (b"three", 3), (b"", 3)]
    assert len(finished) == 1


def test_no_part_of_an_answer_to_head_is_made(finished: list[Any]) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(_answered(scope("/whole/") | {"method": "HEAD"}, send))
    assert sent[0]["status"] == 200
    assert not any(message.get("body") for message in sent)
    assert made == []
    assert len(finished) == 1


def test_a_client_that_hangs_up_ends_a_download(finished: list[Any]) -> None:
    hung_up = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        if message.get("body"):
            hung_up.set()
            await asyncio.sleep(10)  # until the handler gives up

    asyncio.run(asyncio.wait_for(_answered(scope("/whole/"), send, hung_up), 5))
    assert made == [b"one"]
    assert ended == ["/whole/"]
    assert len(finished) == 1


async def _answered(scope: Any, send: Any, hung_up: asyncio.Event | None = None) -> None:
    """Answer a request whose client takes one part after another, and hangs up at an event."""
    messages = [{"type": "http.request"}]

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        await (hung_up or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    await OneThreadHandler()(scope, receive, send)
