"""What is measured: pages, a draft and a confirm, every periodic task."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common import periodic
from games.matchmaking.models import GameSearch
from games.tables.models import Game, Status
from games.tournaments.models import Tournament, TournamentStage
from tests.support.factories import legal_answer, player, running_game
from tools.scale.costs import Work
from tools.scale.filling import Filled
from zenith_site.celery import app

PAGES = 10
"""Requests of each page."""
PREPARED_AFTER = 11
"""Requests after which PostgreSQL has chosen the plans of prepared statements, as for a site that
runs: the driver prepares what it has sent five times, and the first five plans of a prepared
statement are made for its values."""
TASKS = 3
"""Runs of each periodic task."""
DUE = 20
"""Games whose time has run out, for the clock sweep."""


class Mover:
    """A player of the filled site, who drafts and confirms in a game against a new player."""

    def __init__(self, user: User) -> None:
        self.client = signed_in(user)
        self.user = user
        self.opponent = player("opponent")
        self.game = Game()

    def sit_down(self) -> None:
        """Start a game in which the player is asked."""
        self.game = running_game(self.user, self.opponent, answers=12)
        while legal_answer(self.game)[0].user != self.user:
            self.game = running_game(self.user, self.opponent, answers=self.game.seq + 1)

    def draft(self) -> None:
        """Draft a legal answer."""
        fields = {"seq": self.game.seq, "steps": 0, "action": legal_answer(self.game)[1]}
        post(self.client, f"{self.game.get_absolute_url()}draft/", **fields)

    def sit_down_and_draft(self) -> None:
        """Start a game and draft an answer."""
        self.sit_down()
        self.draft()

    def confirm(self) -> None:
        """Confirm the draft."""
        post(self.client, f"{self.game.get_absolute_url()}confirm/", seq=self.game.seq)


def works(filled: Filled) -> Iterator[Work]:
    """Yield everything that is measured."""
    mover = Mover(filled.viewer)
    yield Work("confirm", mover.confirm, PAGES, mover.sit_down_and_draft, PREPARED_AFTER)
    client, visitor = mover.client, Client(headers={"host": "localhost"})
    for name, path, browser, due in (
        ("home", "/", client, 1),
        ("lobby", reverse("lobby"), client, open_tables()),
        ("landing", "/", visitor, 1),
        ("profile", reverse("profile", args=[filled.viewer.username]), client, 1),
        ("replay", f"{reverse('replay', args=[filled.over])}?seq=50", client, 1),
    ):
        page = partial(get, browser, path)
        yield Work(name, page, PAGES, warm_up=PREPARED_AFTER, due=due)
        yield Work(f"{name}, nothing cached", page, PAGES, cache.clear, due=due)
    for name, entry in periodic.schedule().items():
        task = partial(app.tasks[entry["task"]].run, *entry["args"])
        due = DUE_OF[name]() if name in DUE_OF else 1
        yield Work(name, task, TASKS, due=due, period=entry["schedule"])
    sweep = app.tasks[periodic.schedule()["check the clocks"]["task"]].run
    yield Work(f"check the clocks, {DUE} late games", sweep, 2, partial(let_time_run_out, mover))


def open_tables() -> int:
    """Return how many tables wait for players."""
    return Game.objects.filter(status=Status.OPEN).count()


def seekers() -> int:
    """Return how many searches and tables wait to be paired."""
    return GameSearch.objects.filter(state=GameSearch.State.WAITING).count() + open_tables()


def running_tournaments() -> int:
    """Return how many tournaments are looked after."""
    return Tournament.objects.filter(stage=TournamentStage.RUNNING).count()


DUE_OF = {
    "pair players who search for a game": seekers,
    "advance the tournaments": running_tournaments,
}
"""Periodic tasks for which more is due on a larger site: what they have to look after."""


def let_time_run_out(mover: Mover) -> None:
    """Start some games in which a player's time has run out."""
    past = timezone.now() - timedelta(days=9)
    for _game in range(DUE):
        running_game(mover.user, mover.opponent, answers=4, now=past)


def signed_in(user: User) -> Client:
    """Return the browser of a user."""
    client = Client(headers={"host": "localhost", "accept-encoding": "gzip"})
    client.force_login(user, backend="accounts.backends.Backend")
    return client


def get(client: Client, path: str) -> None:
    """Open a page."""
    response = client.get(path)
    assert response.status_code == 200, f"{path}: {response.status_code}"


def post(client: Client, path: str, **fields: object) -> None:
    """Send a form as htmx does."""
    response = client.post(path, fields, headers={"hx-request": "true"})
    assert response.status_code == 200, f"{path}: {response.status_code}"
