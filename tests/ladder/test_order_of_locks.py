"""The end and the annulment of a ladder game lock rows in the order of the announcements."""

from typing import Any

import pytest
from django.db.models import QuerySet

from games.ladder.models import Rung
from games.ratings.models import RatedGame
from games.tables.models import Game
from games.tables.services import annulment, ending, locks
from tests.ladder.ladders import DAY, T0, on_ladder, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models whose rows have been locked, in order."""
    labels: list[str] = []
    locks.LOCKED.all(pk=0)  # compiled before select_for_update is replaced
    select_for_update, lock_game = QuerySet.select_for_update, locks.lock_game

    def recorded(rows: QuerySet[Any], *args: Any, **options: Any) -> QuerySet[Any]:
        labels.append(rows.model._meta.label)
        return select_for_update(rows, *args, **options)

    def recorded_game(game_id: int) -> Game:
        labels.append(Game._meta.label)  # its query is prepared
        return lock_game(game_id)

    monkeypatch.setattr(QuerySet, "select_for_update", recorded)
    monkeypatch.setattr(locks, "lock_game", recorded_game)
    return labels


def test_the_end_of_a_ladder_game_locks_in_the_order_of_the_announcements(
    locked: list[str],
) -> None:
    ada, bob = on_ladder("ada", "bob")
    game = playing(bob, ada).game
    assert game is not None
    game.seats.update(turns=9)
    locked.clear()
    ending.resign(ada, game.pk, now=T0 + DAY)
    assert locked == ["tables.Game", "accounts.User", "ratings.Ledger", "ladder.Ladder"]
    assert RatedGame.objects.filter(game=game).exists()
    assert Rung.objects.get(user=bob).place == 1


def test_an_annulment_locks_in_the_same_order(locked: list[str]) -> None:
    ada, bob = on_ladder("ada", "bob")
    game = playing(bob, ada).game
    assert game is not None
    game.seats.update(turns=9)
    ending.resign(ada, game.pk, now=T0 + DAY)
    for change in (annulment.annul, annulment.restore):
        locked.clear()
        change(game.pk, now=T0 + DAY)
        first = list(dict.fromkeys(locked))
        order = ["tables.Game", "accounts.User", "ratings.Ledger", "ladder.Ladder"]
        assert first == [label for label in order if label in first]
        assert {"tables.Game", "ratings.Ledger"} <= set(first)
