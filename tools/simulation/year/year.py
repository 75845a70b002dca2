"""A year of the site in some minutes: a thousand people who want games, and the tasks of the site.

Everything goes through the site's own services with the simulated moment; only the cards are not
played (`ending.py`), and no mail is sent. The periodic tasks run at those moments of their
schedule that matter; a judge looks every week.
"""

import logging
import re
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from django.utils import timezone

from common.refusals import Refused
from games.ladder import challenges
from games.lobby.services import open_tables
from games.matchmaking import pairing
from games.notifications import record
from games.ratings.recalculation import recalculate_all
from games.seasons.runner import run_seasons
from games.tables.models import Game, Status
from games.tables.services import annulment, play, starting
from games.tables.timekeeping.clocks import LockedTable
from games.tournaments.runner import run_tournaments
from tools.simulation.simulator import DAY, HOUR, MINUTE, WEEK, Simulation, nothing, replaced
from tools.simulation.sizes import YearSize
from tools.simulation.year.contests import HOST_EVERY, Climbing, Leagues
from tools.simulation.year.diary import Begun, Over, YearDiary
from tools.simulation.year.ending import Endings, begun, watched
from tools.simulation.year.habits import Habits
from tools.simulation.year.judge import Judge
from tools.simulation.year.people import EVENING, START, Person, crowd

TASKS: dict[str, tuple[timedelta, Callable[[datetime], object]]] = {
    "ladders": (6 * HOUR, challenges.mind_the_ladders),
    "seasons": (12 * HOUR, run_seasons),
    "tournaments": (3 * HOUR, run_tournaments),
    "pairing": (6 * HOUR, pairing.pair_all),
    "tables": (DAY, lambda now: open_tables.expire_tables(now=now)),
}
"""What runs by itself, and how often here: as seldom as makes no difference for games of days."""
REVISED = 0.4
"""How likely a game is annulled in a week."""
EVENINGS = 10 * MINUTE
"""How often people are paired while they wait for live games."""


class Year(Simulation[YearDiary]):
    """The year: `run()` it, then ask its `judge` and the figures."""

    def __init__(self, size: YearSize) -> None:
        chance = Random(f"year {size.seed}")
        super().__init__(START, START + size.weeks * WEEK, chance, YearDiary())
        self.size = size
        self.people: dict[int, Person] = {}
        self.endings = Endings(self)
        self.habits = Habits(self)
        self.climbing, self.leagues = Climbing(self), Leagues(self)
        self.judge = Judge(self)
        self.running: dict[int, Begun] = {}
        self.busy: Counter[int] = Counter()
        """Running games of people, by their ids."""
        self._dealt: list[int] = []
        self._tell: Callable[[str], object] = nothing

    def run(self, progress: Callable[[str], object] | None = None) -> YearDiary:
        """Let it happen; return what is remembered of it.

        `progress` is told every four weeks how far it is.
        """
        self._tell = progress or nothing
        with self._around():
            for person in crowd(self.size, self.chance):
                self.people[person.user.pk] = person
                for part in (self.habits, self.climbing, self.leagues):
                    part.join(person)
            self._plan_tasks()
            for moment, event in self.coming():
                self.now = moment
                self.happen(event)
            self.now = self.end
            self.judge.look_at_all()
        return self.diary

    def ask(self, what: str, verb: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Call a service for a player; what it refuses is counted, and `None`."""
        try:
            return verb(*args, now=self.now, **more)
        except Refused as refused:
            sentence = re.sub(r"(until|from|place) .*", r"\1 …", str(refused.sentence))
            self.diary.refused[f"{what}: {sentence}"] += 1
            return None

    def ended(self, over: Over) -> None:
        """Remember how a game ended, in its transaction."""
        del self.running[over.game.pk]
        self.busy.subtract(user for user in over.game.users if user)
        self.diary.over[over.game.pk] = over
        self.diary.counts[f"ended by {over.how or 'nothing'}"] += 1
        self.diary.counts[f"games {over.game.pool}"] += 1
        self.diary.counts[f"games of {over.game.occasion or 'tables'}"] += 1

    def happen(self, event: Callable[[], None]) -> None:
        """Let an event happen now, then follow the games that it has started."""
        super().happen(event)
        if self._dealt:
            self._go_on()

    def _go_on(self) -> None:
        """Find the games that have started, and let them end some day."""
        fresh, self._dealt = self._dealt, []
        rows = Game.objects.filter(pk__in=fresh, status=Status.RUNNING).order_by("pk")
        for row in rows.prefetch_related("seats"):
            game = begun(row, list(row.seats.all()))
            self.running[game.pk] = game
            self.busy.update(user for user in game.users if user)
            self.at(self.now + self.endings.lasts(game), partial(self.end_game, game))

    def end_game(self, game: Begun) -> None:
        """Let a game end now, if it runs still."""
        if game.pk in self.running:  # else a player has withdrawn from a contest
            self.endings.end(game)

    def _plan_tasks(self) -> None:
        for name, (step, task) in TASKS.items():
            self.every(step, partial(self._work, name, task), START)
        self.every(DAY, self._plan_evening, START)
        self.every(WEEK, self._week, START + WEEK)
        self.every(HOST_EVERY, self.leagues.host, START + 3 * DAY)
        self.every(DAY, self.climbing.meet, START + 20 * HOUR)

    def _work(self, _name: str, task: Callable[[datetime], object]) -> None:
        task(self.now)

    def _plan_evening(self) -> None:
        at = self.now + EVENING[0]
        while at < self.now + EVENING[1] + HOUR:
            self.at(at, self.habits.pair_live)
            at += EVENINGS

    def _week(self) -> None:
        for person in self.people.values():
            person.strength += self.chance.gauss(0, self.size.drift)
        self._revise()
        self.judge.look_at_the_week()
        weeks = (self.now - START) // WEEK
        if weeks % 4 == 0:
            over, faults = len(self.diary.over), len(self.diary.faults)
            self._tell(f"week {weeks}: {over} games over, {faults} faults, {monotonic():.0f} s")

    def _revise(self) -> None:
        """Now and then a moderator annuls a game of the last days, and may regret it."""
        lately = [over for over in self.judge.fresh() if over.finished]
        if not lately or self.chance.random() > REVISED:
            return
        game = self.chance.choice(lately).game.pk
        annulment.annul(game, now=self.now)
        self.diary.counts["annulled by the site"] += 1
        if self.chance.random() < 0.5:
            annulment.restore(game, now=self.now)
            self.diary.counts["restored by the site"] += 1
        else:
            self.diary.annulled.add(game)
        recalculate_all()

    @contextmanager
    def _around(self) -> Iterator[None]:
        """Let the site see the simulated moment, and send nothing."""
        store = play.store

        def dealt(table: LockedTable, *rest: Any) -> None:
            store(table, *rest)
            self._dealt.append(table.game.pk)

        ears = Ears(self.diary)
        log = logging.getLogger("games")
        notes = [(module, "note", nothing) for module in _modules_with_note()]
        log.addHandler(ears)
        try:
            with (
                watched(self),
                replaced(
                    (timezone, "now", lambda: self.now),
                    (secrets, "token_hex", self._some_hex),
                    (secrets, "randbelow", self.chance.randrange),
                    (starting, "store", dealt),
                    *notes,
                ),
            ):
                yield
        finally:
            log.removeHandler(ears)

    def _some_hex(self, size: int) -> str:
        """Return so many bytes as a game's seed: so the same year has the same games."""
        return self.chance.randbytes(size).hex()


class Ears(logging.Handler):
    """Hears of what a task could not do: it logs that, and goes on."""

    def __init__(self, diary: YearDiary) -> None:
        super().__init__(logging.ERROR)
        self.diary = diary

    def emit(self, record: logging.LogRecord) -> None:
        """Note a fault."""
        why = record.exc_info[1] if record.exc_info else None
        self.diary.faults.append(f"logged: {record.getMessage()}: {why!r}")


def _modules_with_note() -> list[Any]:
    """Return the modules that write notifications: they are not read here, and a year has many."""
    return [
        module
        for name, module in sorted(sys.modules.items())
        if name.startswith("games.") and getattr(module, "note", None) is record.note
    ]
