"""Announcements: the order in which receivers are called and rows are locked."""

from itertools import groupby
from typing import Any

import pytest
from django.db.models import QuerySet

from accounts.announcements import Announcement
from accounts.signals import account_closing
from games.ladder.models import Rung
from games.ratings.models import RatedGame
from games.tables import announcements as tables
from games.tables.models import Game
from games.tables.services import annulment, ending, locks
from tests.ladder.ladders import DAY, T0, on_ladder, playing

pytestmark = pytest.mark.django_db

CONTESTS = ("ladder", "matchmaking", "tournaments")


@pytest.mark.parametrize(
    ("announcement", "subjects"),
    [
        (tables.ended, ["tables", "review", "ratings", "contests", "notifications"]),
        (tables.annulled, ["ratings", "contests", "fairplay"]),
        (tables.restored, ["ratings", "contests", "fairplay"]),
        # Seasons first: whether a player has entered late depends on the games that are over.
        (account_closing, ["seasons", "tables", "contests", "fairplay"]),
    ],
    ids=["ended", "annulled", "restored", "account_closing"],
)
def test_receivers_are_called_in_the_order_of_their_subjects(
    announcement: Announcement[Any], subjects: list[str]
) -> None:
    modules = [receiver.__module__.split(".")[1] for receiver in announcement.receivers]
    order = ["contests" if module in CONTESTS else module for module in modules]
    assert [subject for subject, _receivers in groupby(order)] == subjects


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
