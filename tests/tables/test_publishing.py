"""Publishing: one event loop sends all hints of a process, and a move does not wait for it."""

import asyncio
import subprocess
import sys
from threading import Event
from typing import Any
from unittest import mock

import pytest
from celery.signals import worker_process_shutdown
from redis.exceptions import RedisError

from games.tables import publishing
from zenith_site.asgi import lifespan


class Layer:
    """A channel layer that notes in which loop it sends; `answers` says whether it ever does."""

    def __init__(self, *, answers: bool) -> None:
        self.answers = answers
        self.loops: list[asyncio.AbstractEventLoop] = []
        self.sent = Event()

    async def group_send(self, _group: str, _message: dict[str, Any]) -> None:
        """Note the loop."""
        self.loops.append(asyncio.get_running_loop())
        self.sent.set()
        if not self.answers:
            await asyncio.Event().wait()


class Faulty:
    """A channel layer whose first sends fail, one with each of these troubles; `None`: it hangs."""

    def __init__(self, *troubles: Exception | None) -> None:
        self.troubles = list(troubles)
        self.groups: list[str] = []

    async def group_send(self, group: str, _message: dict[str, Any]) -> None:
        """Note the group, if the send does not fail."""
        if self.troubles and len(self.groups) == 1:
            trouble = self.troubles.pop(0)
            if trouble is None:
                await asyncio.Event().wait()
            else:
                raise trouble
        self.groups.append(group)


def layer(monkeypatch: pytest.MonkeyPatch, *, answers: bool) -> Layer:
    """Replace the site's channel layer."""
    made = Layer(answers=answers)
    monkeypatch.setattr(publishing, "get_channel_layer", lambda: made)
    return made


def result_of(groups: list[str]) -> None:
    """Send a hint to groups, and wait until that has come to its end."""
    before = publishing._under_way.copy()
    publishing._send(groups, {"type": "table.changed"})
    for sending in publishing._under_way - before:
        sending.result(60)


def test_all_hints_leave_from_one_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to Redis belongs to a loop: a new loop would connect anew."""
    made = layer(monkeypatch, answers=True)
    publishing._send(["game.1", "game.2"], {"type": "table.changed"})
    publishing._send(["game.3"], {"type": "table.changed"})
    publishing.flush()
    assert len(made.loops) == 3
    assert len(set(made.loops)) == 1


def test_a_hint_that_is_not_taken_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "PATIENCE", 60)
    before = publishing._under_way.copy()
    silent = layer(monkeypatch, answers=False)
    publishing._send(["game.1"], {"type": "table.changed"})
    (stuck,) = publishing._under_way - before
    made = layer(monkeypatch, answers=True)
    publishing._send(["game.2"], {"type": "table.changed"})
    assert made.sent.wait(60)
    assert silent.sent.wait(60)
    assert not stuck.done()
    stuck.cancel()


@pytest.mark.parametrize("trouble", [None, ConnectionResetError(), RedisError("is loading")])
def test_a_hint_that_was_not_taken_is_sent_again(
    trouble: Exception | None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """To the groups that have not got it: their pages would know at the next look only."""
    monkeypatch.setattr(publishing, "PATIENCE", 0.1)
    monkeypatch.setattr(publishing, "AGAIN", 0)
    made = Faulty(trouble, trouble)
    monkeypatch.setattr(publishing, "get_channel_layer", lambda: made)
    result_of(["game.1", "game.2", "game.3"])
    assert made.groups == ["game.1", "game.2", "game.3"]
    assert not caplog.records


def test_a_layer_that_does_not_answer_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(publishing, "PATIENCE", 0.01)
    made = layer(monkeypatch, answers=False)
    result_of(["game.1"])
    assert len(made.loops) == publishing.TRIES
    assert "could not publish to game.1: no answer" in caplog.text


def test_a_layer_with_a_fault_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(publishing, "get_channel_layer", lambda: None)
    publishing._send(["game.1"], {"type": "table.changed"})
    publishing.flush()
    (record,) = caplog.records
    assert record.getMessage() == "could not publish to game.1"
    assert record.exc_info


@pytest.mark.whole
def test_a_process_ends_when_its_hints_have_been_sent() -> None:
    """Ended as `manage.py` ends: what it publishes at last is not lost."""
    code = """
import asyncio, django
django.setup()
from games.tables import publishing
class Layer:
    async def group_send(self, group, hint):
        await asyncio.sleep(0.05)
        print(group, flush=True)
publishing.get_channel_layer = Layer
publishing._send(["game.1"], {"type": "table.changed"})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "game.1\n"


def test_a_web_process_stops_when_its_hints_have_been_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flushed = mock.Mock()
    monkeypatch.setattr(publishing, "flush", flushed)
    told: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        told.append(message["type"])
        assert flushed.called == (message["type"] == "lifespan.shutdown.complete")

    asyncio.run(lifespan({}, mock.AsyncMock(return_value={"type": "lifespan.shutdown"}), send))
    assert told == ["lifespan.shutdown.complete"]


def test_a_worker_process_stops_when_its_hints_have_been_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flushed = mock.Mock()
    monkeypatch.setattr(publishing, "flush", flushed)
    worker_process_shutdown.send(sender=None)
    flushed.assert_called_once_with()
