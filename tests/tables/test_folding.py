"""Folding: the moves of games that are long over become records, which read like the rows."""

import logging
import re
import zlib
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.fairplay import same_deals
from games.ratings.card_counts import recount
from games.ratings.models import CardCount, PlayerResult
from games.ratings.results import note_results
from games.review.services.trying import try_from
from games.tables.models import FoldedMoves, Game, Move, Status
from games.tables.moves import (
    PlayedMove,
    fold,
    happened_in,
    has_answered_since,
    moves_in,
    moves_of,
    unfold,
)
from games.tables.page import course
from games.tables.previews import frames_of
from games.tables.records import record_text
from games.tables.selectors import Seen, seen
from games.tables.services import personal_data
from games.tables.services.check import differences
from games.tables.services.ending import resign
from games.tables.services.folding import AFTER, fold_finished
from games.tables.services.play import replayed, submit_actions
from tests.support.factories import answer, player, refusal, running_game

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
LATER = AFTER + timedelta(minutes=1)


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def game(ada: User) -> Game:
    """A finished game, of a few moves: some of its readers think about each."""
    return resigned(ada, "bob", 16)


def resigned(user: User, other: str, answers: int) -> Game:
    """Return a game that a user has resigned after so many answers."""
    game = running_game(user, player(other), answers=answers)
    return resign(user, game.pk)


def fold_now(game: Game) -> Game:
    """Fold a game as if it had been over for long; return it as it is then."""
    assert fold_finished(now=timezone.now() + LATER) == 1
    assert not game.moves.exists()
    return Game.objects.get(pk=game.pk)


def _results(game: Game) -> object:
    PlayerResult.objects.all().delete()
    note_results(game, list(game.seats.all()))
    return list(PlayerResult.objects.order_by("seat").values("agents", "technologies", "score"))


def _card_counts(_game: Game) -> object:
    assert recount() == 2
    fields = ("agent", "use", "number", "score")
    return set(CardCount.objects.values_list(*fields))


def _trial(game: Game) -> object:
    trial = try_from(player(f"visitor-{User.objects.count()}"), _seen(game), 9, 0, "greedy")
    return [(row.seat, row.action, row.events) for row in trial.moves.all()]


def _seen(game: Game) -> Seen:
    return seen(User.objects.get(username="ada"), game.pk)


READERS: dict[str, Callable[[Game], object]] = {
    "moves": moves_of,
    "moves after some": lambda game: moves_of(game, 7),
    "moves after all": lambda game: moves_of(game, game.seq),
    "events": happened_in,
    "events after some": lambda game: happened_in(game, 7),
    "of several games": lambda game: moves_in({game.pk}),
    "a position": lambda game: replayed(game, 11).snapshot(),
    "the end": lambda game: replayed(game).snapshot() == game.snapshot,
    "as a spectator": lambda game: seen(None, game.pk).events(),
    "answers": lambda game: seen(None, game.pk).answers(12),
    "view": lambda game: seen(None, game.pk).view_at(13),
    "record": lambda game: record_text(seen(None, game.pk)),
    "course": lambda game: course.course(seen(None, game.pk)),
    "frames": frames_of,
    "export": lambda _game: personal_data.export(User.objects.get(username="ada")),
    "hands": same_deals._fits,
    "results": _results,
    "cards": _card_counts,
    "a trial": _trial,
    "differences": differences,
}
OF_LEAVES: dict[str, Callable[[Game], object]] = {
    "games.embeds": lambda game: import_module("games.embeds.moments").moment_at(
        game, timezone.now()
    ),
    "games.puzzles": lambda game: list(import_module("games.puzzles.mining").from_record(game)),
}
"""Readers in subjects that a site may leave out."""


def test_what_reads_the_moves_reads_the_same_from_a_record(game: Game) -> None:
    of_leaves = {name: reader for name, reader in OF_LEAVES.items() if apps.is_installed(name)}

    def read(row: Game) -> dict[str, object]:
        cache.clear()
        return {name: reader(row) for name, reader in (READERS | of_leaves).items()}

    before = read(game)
    assert all(value not in (None, "") for value in before.values())
    folded = fold_now(game)
    assert read(folded) == before
    assert read(game) == before  # whose row was read before it was folded


def test_the_page_and_the_replay_are_the_same(client: Client, game: Game) -> None:
    pages = [reverse("table", args=[game.pk]), f"{reverse('replay', args=[game.pk])}?seq=12"]
    before = [client.get(page).content for page in pages]
    fold_now(game)
    cache.clear()
    varies = re.compile(rb'(csrfmiddlewaretoken" value|nonce|data-now)="[^"]*"')
    for page, content in zip(pages, before, strict=True):
        assert varies.sub(b"", client.get(page).content) == varies.sub(b"", content)


def test_a_record_is_the_moves() -> None:
    at = timezone.now()
    waits = (0, 3, 86_400_000_000, 1)
    moves = []
    for seq, wait in enumerate(waits, 1):
        at += timedelta(microseconds=wait)
        moves.append(PlayedMove(seq, seq % 4, f"recruit é {seq}", at))
    assert unfold(fold(moves)) == moves
    assert unfold(memoryview(fold(moves[:1]))) == moves[:1]


def test_a_record_is_short_and_readable_without_the_project(game: Game) -> None:
    columns = ("seat", "action", "events", "at")
    rows = sum(len(str(value)) for row in game.moves.values_list(*columns) for value in row)
    fold_now(game)
    record = bytes(FoldedMoves.objects.get(game=game).record)
    assert len(record) < rows / 10
    assert zlib.decompress(record).startswith(b'{"first":"20')


def test_only_games_that_are_over_for_long_are_folded(ada: User, game: Game) -> None:
    running = running_game(ada, player("cleo"), answers=5)
    other = resigned(ada, "dora", 5)
    empty = running_game(ada, player("emil"))
    Game.objects.filter(pk=empty.pk).update(status=Status.ABORTED, finished_at=timezone.now())
    now = timezone.now()
    assert fold_finished(now=now + AFTER - timedelta(minutes=1)) == 0
    assert fold_finished(now=now + LATER) == 2
    assert fold_finished(now=now + LATER) == 0
    assert set(FoldedMoves.objects.values_list("game", flat=True)) == {game.pk, other.pk}
    assert set(Move.objects.values_list("game", flat=True)) == {running.pk}
    call_command("check_games", "--all")


def test_a_task_goes_on_where_it_stopped(
    game: Game, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = resigned(ada, "cleo", 5)
    monkeypatch.setattr("games.tables.services.folding.MOST", 1)
    folded: list[int] = []
    for _run in range(2):
        assert fold_finished(now=timezone.now() + LATER) == 1
        folded.append(FoldedMoves.objects.exclude(game__in=folded).get().pk)
    assert folded == [game.pk, other.pk]  # which ended first


def test_a_game_that_the_engine_plays_otherwise_keeps_its_rows(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    game.moves.filter(seq=3).update(events=[])
    count = game.moves.count()
    with caplog.at_level(logging.ERROR):
        assert fold_finished(now=timezone.now() + LATER) == 0
    assert (
        f"the moves of game {game.pk} are not folded: The events stored with move 3" in caplog.text
    )
    game.refresh_from_db()
    assert (game.folded, game.moves.count()) == (None, count)
    assert len(moves_of(game)) == count
    caplog.clear()
    assert fold_finished(now=timezone.now() + LATER) == 0
    assert not caplog.text


def test_check_games_sees_what_is_wrong_with_a_record(game: Game) -> None:
    rows = list(game.moves.all())
    folded = fold_now(game)
    Move.objects.bulk_create(rows[:1])
    assert "The game is folded, and has rows of moves." in differences(folded)
    Move.objects.all().delete()
    FoldedMoves.objects.update(record=fold(moves_of(folded)[:-1]))
    assert f"The game has {game.seq - 1} moves; its row says {game.seq}." in differences(folded)
    with pytest.raises(CommandError):
        call_command("check_games", "--all")
    FoldedMoves.objects.all().delete()
    assert f"The game has 0 moves; its row says {game.seq}." in differences(folded)


def test_answers_that_are_sent_again_after_long_were_played(game: Game) -> None:
    moves = moves_of(game)
    last = moves[-1]
    user = game.seats.get(number=last.seat).user
    assert user is not None
    fold_now(game)
    assert submit_actions(user, game.pk, [last.action], last.seq - 1).pk == game.pk
    assert "over" in refusal(409, submit_actions, user, game.pk, ["lead"], last.seq - 1)


def test_an_answer_in_a_folded_game_is_an_answer(ada: User) -> None:
    start = timezone.now()
    game = answer(running_game(ada, player("bob"), now=start), start)
    while not any(move.seat == 0 for move in moves_of(game)):
        game = answer(game, start)
    resign(ada, game.pk)
    own = [move.at for move in moves_of(game) if move.seat == 0]
    second = timedelta(seconds=1)
    for is_folded in (False, True):
        if is_folded:
            fold_now(game)
        assert has_answered_since(ada, own[-1] - second)
        assert not has_answered_since(ada, own[-1] + second)


def test_records_are_asked_wherever_a_game_may_be_over() -> None:
    """Rows alone are read where a game runs, or where the latest moves of all games are meant."""
    rows = re.compile(r"\bMove\.objects|\bgame\.moves\b|game__moves|\"moves__")
    reads = {
        path.relative_to(ROOT / "games").as_posix()
        for path in (ROOT / "games").rglob("*.py")
        if "migrations" not in path.parts and rows.search(path.read_text())
    }
    assert reads == {
        "notifications/notifications.py",
        "pages/watching.py",
        "review/services/trying.py",
        "tables/moves.py",
        "tables/seats.py",
        "tables/selectors.py",
        "tables/services/check.py",
        "tables/services/expiry.py",
        "tables/services/folding.py",
        "tables/services/play.py",
        "tables/services/standstill.py",
    }
