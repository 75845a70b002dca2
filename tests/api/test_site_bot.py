"""`python -m engine bot` plays a game on the site to its end, though answers are lost."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from engine.bots import BOTS
from engine.terminal.site import Site, SiteFailure
from engine.terminal.site_bot import SiteBot
from games.api.models import IdempotentWrite
from games.endpoints.access import Scope
from games.tables import publishing
from games.tables.models import Game, Status
from tests.api.client import token_for
from tests.support.factories import running_game

pytestmark = pytest.mark.django_db


class BadLine(Site):
    """The site in this process; every fifth answer is lost after the site has sent it."""

    def __init__(self, user: User) -> None:
        token = token_for(user, Scope.READ, Scope.PLAY)
        super().__init__("http://testserver", token)
        self.site = Client(headers={"authorization": f"Bearer {token}"})
        self.sent = 0

    def get(self, path: str) -> Any:
        return self._content(self.site.get(f"/api/v1{path}"))

    def post(self, path: str, data: object, key: str) -> Any:
        headers = {"Idempotency-Key": key}
        content = json.dumps(data)
        address = f"/api/v1{path}"
        return self._content(
            self.site.post(address, content, content_type="application/json", headers=headers)
        )

    def lines(self, path: str) -> Iterator[str]:
        yield "{}"

    def _content(self, response: Any) -> Any:
        cache.clear()  # the limits of a minute
        self.sent += 1
        if self.sent % 5 == 0:
            raise SiteFailure(0, "cut_off", "The answer was lost.")
        data = response.json()
        if response.status_code >= 400:
            raise SiteFailure(response.status_code, data["code"], data["detail"])
        return data


@pytest.mark.whole
def test_two_of_them_play_a_game_to_its_end(
    ada: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    game = running_game(ada, ben, answers=70)
    lines: list[str] = []
    bots = [
        SiteBot(BadLine(user), BOTS["noisy"].think, lines.append, lambda seconds: None)
        for user in (ada, ben)
    ]
    for _ in range(400):
        for bot in bots:
            bot.run(once=True)
        game.refresh_from_db()
        if game.status != Status.RUNNING:
            break
    assert game.status == Status.FINISHED
    assert list(Game.objects.values_list("pk", flat=True)) == [game.pk]
    assert list(game.moves.values_list("seq", flat=True)) == list(range(1, game.seq + 1))
    assert IdempotentWrite.objects.exists()
    assert any("lost" in line for line in lines)
