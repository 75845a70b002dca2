"""Landed migrations stay as they are, and bring the start database up to date."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from games.ladder.models import Rung
from games.ratings.models import RatingChange
from games.tables.models import Game, Seat, Status
from games.tables.services.drafts import confirm_draft
from games.tables.services.play import submit_actions
from tests.support.factories import legal_answer
from tests.upgrades import landed, start
from zenith_site import schema

HOUR = timedelta(hours=1)
ANEW = "before the first release: .venv/bin/python -m tests.upgrades --anew"


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """The file of the start database, migrated to this version."""
    path = tmp_path_factory.mktemp("upgraded") / "zenith.sqlite3"
    start.restore(path)
    with django_db_blocker.unblock(), start.database(path):
        call_command("migrate", verbosity=0, interactive=False, skip_checks=False)
    return path


@pytest.fixture
def upgraded(tmp_path: Path, migrated: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A copy of the migrated start database."""
    path = tmp_path / "zenith.sqlite3"
    shutil.copy(migrated, path)
    with django_db_blocker.unblock(), start.database(path):
        yield


def test_no_landed_migration_has_changed() -> None:
    changed = landed.changed(landed.landed(), landed.on_disk())
    assert changed == [], f"add a migration instead; {ANEW}"


def test_every_migration_is_among_the_landed_ones() -> None:
    new = sorted(set(landed.on_disk()) - set(landed.landed()))
    assert new == [], "run .venv/bin/python -m tests.upgrades"


def test_an_edited_and_a_removed_migration_are_found() -> None:
    hashes = {"a/migrations/0001_a.py": "1", "b/migrations/0001_b.py": "2"}
    new = {"a/migrations/0001_a.py": "3", "c/migrations/0001_c.py": "4"}
    assert landed.changed(hashes, new) == sorted(hashes)
    assert landed.changed(hashes, hashes | new | hashes) == []


@pytest.mark.whole
def test_the_models_fit_the_upgraded_database(upgraded: None) -> None:
    assert schema.trouble() == "", ANEW
    for command in ("check_games", "check_ratings", "check_ladders"):
        call_command(command, stdout=StringIO())


@pytest.mark.slow
def test_names_that_look_alike_are_renamed_before_the_upgrade(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    path = tmp_path / "zenith.sqlite3"
    start.restore(path)
    with django_db_blocker.unblock(), start.database(path):
        User.objects.filter(username="ben").update(username="аda", name_key="ada")
        with pytest.raises(RuntimeError, match="ada, аda"):
            call_command("migrate", verbosity=0, interactive=False)
        User.objects.filter(username="аda").update(username="ben", name_key="ben")
        call_command("migrate", verbosity=0, interactive=False)
        assert schema.trouble() == ""


@pytest.mark.whole
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the start database is one of SQLite")
def test_a_running_game_goes_on_after_the_upgrade(upgraded: None) -> None:
    game = Game.objects.get(pk=start.RUNNING)
    seat = Seat.objects.select_related("user").get(game=game, asked=True)
    assert seat.user is not None
    assert seat.draft
    after = game.seq + len(seat.draft)
    confirm_draft(seat.user, game.pk, game.seq, now=start.MOMENT + HOUR)
    game.refresh_from_db()
    assert game.seq == after
    for hours in (2, 3, 4):
        seat, action = legal_answer(game)
        assert seat.user is not None
        submit_actions(seat.user, game.pk, [action], game.seq, now=start.MOMENT + hours * HOUR)
    game.refresh_from_db()
    assert (game.status, game.seq) == (Status.RUNNING, after + 3)
    call_command("check_games", "--all", stdout=StringIO())


@pytest.mark.whole
def test_players_keep_what_they_had(upgraded: None) -> None:
    ada = User.objects.get(username="ada")
    places = Rung.objects.order_by("place").values_list("user__username", flat=True)
    assert list(places) == ["ada", "ben", "cleo"]
    assert ada.absences.get().start > start.MOMENT
    assert Game.objects.get(status=Status.FINISHED).rated
    assert set(RatingChange.objects.values_list("place", flat=True)) == {1}
