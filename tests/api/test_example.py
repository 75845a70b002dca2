"""The bot of docs/examples plays a game to its end, though answers are lost on the way."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from common.live_response import LiveResponse
from engine.bots import BOTS
from games.api.streams.stream import EventStream
from games.endpoints.access import Scope
from games.tables import publishing
from games.tables.models import Game, Status
from tests.api.client import token_for
from tests.support.factories import running_game

pytestmark = pytest.mark.django_db
FILE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "bot.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """Return the example, imported from its file."""
    spec = importlib.util.spec_from_file_location("example_bot", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BadLine(httpx.BaseTransport):
    """The site in this process; every fifth answer is lost after the site has sent it."""

    def __init__(self) -> None:
        self.site = Client()
        self.sent = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer, or lose it."""
        cache.clear()  # the limits of a minute
        answer: Any = self.site.generic(
            request.method,
            request.url.raw_path.decode(),
            request.read(),
            content_type=request.headers.get("content-type", ""),
            headers={"authorization": request.headers["authorization"]},
        )
        content = b"" if isinstance(answer, LiveResponse) else answer.content
        if isinstance(answer, LiveResponse):  # its lines until now; then the connection ends
            stream: EventStream = answer.parts.__self__  # type: ignore[attr-defined]
            content = b"".join(stream.read()) + b"\n"
            answer.ended()
        self.sent += 1
        if self.sent % 5 == 0:
            raise httpx.ReadError("lost", request=request)
        return httpx.Response(answer.status_code, content=content, request=request)


def client_of(user: User) -> httpx.Client:
    """Return a program of a user that reaches the site badly."""
    token = token_for(user, Scope.READ, Scope.PLAY)
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url="http://testserver/api/v1", headers=headers, transport=BadLine())


@pytest.mark.whole
def test_two_of_them_play_a_game_to_its_end(
    ada: User, ben: User, example: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    game = running_game(ada, ben, answers=70)
    with client_of(ada) as first, client_of(ben) as second:
        for _ in range(2000):
            for site in (first, second):
                try:
                    example.listen(site, BOTS["noisy"])
                except httpx.ReadError:
                    continue
            game.refresh_from_db()
            if game.status != Status.RUNNING:
                break
    assert game.status == Status.FINISHED
    assert list(Game.objects.values_list("pk", flat=True)) == [game.pk]
    moves = list(game.moves.values_list("seq", flat=True))
    assert moves == list(range(1, game.seq + 1))
