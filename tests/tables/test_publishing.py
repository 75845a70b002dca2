"""Publishing: one event loop sends all hints of a process, and none is waited for long."""

import asyncio
from typing import Any

import pytest

from games.tables import publishing


class Layer:
    """A channel layer that notes in which loop it sends; `answers` says whether it ever does."""

    def __init__(self, *, answers: bool) -> None:
        self.answers = answers
        self.loops: list[asyncio.AbstractEventLoop] = []

    async def group_send(self, _group: str, _message: dict[str, Any]) -> None:
        """Note the loop."""
        self.loops.append(asyncio.get_running_loop())
        if not self.answers:
            await asyncio.Event().wait()


def layer(monkeypatch: pytest.MonkeyPatch, *, answers: bool) -> Layer:
    """Replace the site's channel layer."""
    made = Layer(answers=answers)
    monkeypatch.setattr(publishing, "get_channel_layer", lambda: made)
    return made


def test_all_hints_leave_from_one_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to Redis belongs to a loop: a new loop would connect anew."""
    made = layer(monkeypatch, answers=True)
    publishing._send(["game.1", "game.2"], {"type": "table.changed"})
    publishing._send(["game.3"], {"type": "table.changed"})
    assert len(made.loops) == 3
    assert len(set(made.loops)) == 1


def test_a_layer_that_does_not_answer_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(publishing, "PATIENCE", 0.01)
    layer(monkeypatch, answers=False)
    publishing._send(["game.1"], {"type": "table.changed"})
    assert "could not publish to game.1: no answer" in caplog.text
    made = layer(monkeypatch, answers=True)
    publishing._send(["game.1"], {"type": "table.changed"})
    assert len(made.loops) == 1
