"""The start database: a small site as the first migrations made it, kept in `start.sql`."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from django.core.management import call_command
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from accounts.models import User
from games.clock import a_turn_in
from games.ladder import challenges, places
from games.matchmaking.searching import search
from games.ratings.models import Pool
from games.seasons.enrolment import enrol
from games.tables.models import Game, Seat
from games.tables.services import drafts, ending
from games.tables.timekeeping import absences
from games.talk import chat
from games.tournaments import enrolment
from games.tournaments.models import TournamentKind
from tests.support.factories import running_game

FILE = Path(__file__).with_name("start.sql")
MOMENT = datetime(2026, 12, 1, 12, tzinfo=UTC)
"""The moment at which everything in the start database happens."""
DAY = timedelta(days=1)
RUNNING = 1
"""The number of the running game, in which a turn has been drafted."""


@contextmanager
def database(path: Path) -> Iterator[None]:
    """Use a SQLite file instead of the default database."""
    default = connections["default"]
    settings = {
        **default.settings_dict,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    }
    connections["default"] = DatabaseWrapper(settings, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = default


def restore(path: Path) -> None:
    """Write the start database to a SQLite file."""
    with closing(sqlite3.connect(path)) as file:
        file.executescript(FILE.read_text())


def write(folder: Path) -> None:
    """Make the start database with the migrations of today and write it to `start.sql`."""
    path = folder / "start.sqlite3"
    with database(path):
        call_command("migrate", verbosity=0, interactive=False)
        _populate()
    with closing(sqlite3.connect(path)) as file:
        FILE.write_text("".join(f"{statement}\n" for statement in file.iterdump()))


def _populate() -> None:
    """Let three players use every subject of the site once."""
    ada, ben, cleo = (_player(name) for name in ("ada", "ben", "cleo"))
    game = running_game(ada, ben, answers=6, now=MOMENT, pace=a_turn_in(3))
    assert game.pk == RUNNING
    chat.say(ada, game.pk, "Good luck!", MOMENT)
    _draft(game)
    rated = running_game(ben, cleo, answers=12, now=MOMENT, pace=a_turn_in(3), rated=True)
    ending.resign(cleo, rated.pk, now=MOMENT)
    for user in (ada, ben, cleo):
        places.join(user, Pool.DAYS, now=MOMENT)
    challenges.challenge(cleo, Pool.DAYS, "ben", now=MOMENT)
    search(cleo, a_turn_in(2), 100, now=MOMENT)
    enrol(ada, 2027, 1, now=MOMENT)
    plan = enrolment.TournamentPlan(
        name="Winter Cup", kind=TournamentKind.SWISS, pace=a_turn_in(2), most=8
    )
    tournament = enrolment.host(ben, plan, now=MOMENT)
    enrolment.join(ada, tournament.pk, now=MOMENT)
    absences.plan_absence(ada, MOMENT + 10 * DAY, MOMENT + 20 * DAY, now=MOMENT)


def _player(name: str) -> User:
    """Return a new player without a password who never sleeps."""
    return User.objects.create(
        username=name,
        email=f"{name}@example.org",
        password="!",
        sleep_from=time(0),
        sleep_to=time(0),
        last_login=MOMENT,
    )


def _draft(game: Game) -> None:
    """Draft a whole turn for the player who is to move."""
    while True:
        seat = Seat.objects.select_related("user").get(game=game, asked=True)
        draft = drafts.draft_of(game, seat)
        if draft.decision is None:
            return
        assert seat.user is not None
        drafts.add_to_draft(seat.user, game.pk, draft.decision.options[0], game.seq)
