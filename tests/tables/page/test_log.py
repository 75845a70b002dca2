"""The log: what it reports of a turn, and what it leaves out."""

import pytest
from django.urls import reverse

from accounts.models import User
from engine import events as e
from games.tables.models import Game
from games.tables.selectors import seen
from tests.support.factories import running_game
from tests.tables.page.pages import page, signed_in

pytestmark = pytest.mark.django_db

NOISE = "effect could not be applied"


@pytest.fixture
def game(ada: User, bob: User) -> Game:
    """Return a game whose last move had an effect that changed nothing."""
    game = running_game(ada, bob, answers=8)
    move = game.moves.order_by("-seq")[0]
    skipped = e.EffectSkipped(move.seat % 2, "technology human 3")
    move.events = [*move.events, skipped.to_json()]
    move.save()
    return game


def test_an_effect_that_changed_nothing_is_not_reported(game: Game, ada: User) -> None:
    """It stays in the record."""
    assert any(isinstance(event, e.EffectSkipped) for event in seen(ada, game.pk).events()[-1][2])
    replay = signed_in(ada).get(reverse("replay_at", args=[game.pk, game.seq])).content.decode()
    for html in (page(ada, game), page(None, game), page(ada, game, "?log=all"), replay):
        assert NOISE not in html
