"""A month of the site in some minutes: people, workers that die, a mail provider that fails.

Whatever happens is handed the simulated moment. People act at whole minutes, in live games at
seconds; the periodic tasks run at those moments of their schedule at which they have something to
do. What the site should have done is worked out again in `judge.py`, from what is remembered here
and from the moves.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from django.db import connection
from django.db.models import F, Min
from django.db.models.functions import Coalesce, Greatest

from games.lobby.services import open_tables
from games.notifications import alarms, digest, outbox
from games.notifications.models import Delivery
from games.tables.models import Game, Status
from games.tables.services import expiry
from games.tables.timekeeping import outages
from tools.simulation.month.diary import MonthDiary
from tools.simulation.month.habits import Habits
from tools.simulation.month.people import START, Person, sign_up
from tools.simulation.month.world import Died, World
from tools.simulation.simulator import DAY, MINUTE, Simulation
from tools.simulation.sizes import MonthSize

SWEEP = timedelta(seconds=5)
SEND = timedelta(seconds=60)
DUE = Greatest("due_at", Coalesce(F("claimed_until"), F("due_at")))
WATCHED = ('"tables_game"', '"notifications_delivery"')
"""The tables that say when there is something to do."""


class Month(Simulation[MonthDiary]):
    """The month: `run()` it, then let a `judge.Judge` say what was wrong."""

    def __init__(self, size: MonthSize) -> None:
        super().__init__(START, START + size.days * DAY, Random(size.seed), MonthDiary())
        self.size = size
        self.down = (START + 0.4 * size.days * DAY, START + 0.4 * size.days * DAY + 5 * 60 * MINUTE)
        """The site is down: no player plays, no worker runs."""
        failing = START + (size.days * 3 // 5) * DAY
        self.failing = (failing, failing + DAY)
        """The mail provider takes nothing."""
        self.people: dict[int, Person] = {}
        self.world = World(self)
        self._next = dict.fromkeys(("sweep", "alarms", "hourly", "send"), START)
        self._beaten = START - DAY
        self._due: tuple[datetime | None, datetime | None] | None = None
        """The next deadline and the next delivery; `None` when they may have changed."""

    # --- what is going to happen ---

    def run(self) -> MonthDiary:
        """Let it happen; return what is remembered of it."""
        with self.world.around(), connection.execute_wrapper(self._watch):
            self._plan()
            for at, event in self.coming():
                if self.down[0] < at <= self.down[1]:
                    self.at(self.down[1] + self.chance.randrange(1, 60) * MINUTE, event)
                    continue
                self._serve_until(at)
                self.now = at
                self.happen(event)
                if self.world.woken:
                    self._send()
            self._serve_until(self.end)
        return self.diary

    def click(self, act: Callable[[], Any]) -> Any:
        """Do what a player asks; if the worker that serves them is killed, they ask again."""
        try:
            with self.world.mortals():
                return act()
        except Died:
            self.diary.counts["died: serving a page"] += 1
            return act()

    def mails_fail(self) -> bool:
        """Whether the mail provider takes nothing now."""
        return self.failing[0] <= self.now < self.failing[1]

    def _plan(self) -> None:
        habits = Habits(self)
        for number in range(self.size.players):
            person = sign_up(number, self.size.days, self.chance, self.size.gone)
            self.people[person.user.pk] = person
            for at in person.moments(self.size.days, self.chance):
                if at < self.end:
                    self.at(at, partial(habits.look, person))
            if self.chance.random() < 0.3:
                leaves = self._some_minute(0.8)
                self.at(leaves, partial(habits.leave, person))
        for number in range(self.size.games):
            self.at(self._some_minute(0.7), partial(habits.open, number))

    def _some_minute(self, share: float) -> datetime:
        return START + self.chance.randrange(int(self.size.days * share * 1440)) * MINUTE

    # --- the workers ---

    def _serve_until(self, end: datetime) -> None:
        """Run the periodic tasks at those moments up to `end` at which they have to do."""
        while (at := self._next_task()) <= end:
            if self.down[0] < at < self.down[1]:
                at = self.down[1]
                if at > end:
                    break
            self.now = max(at, self.now)
            self._serve()
        self.now = end
        if end - self._beaten > 2 * SWEEP:
            self._beat()

    def _watch(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Notice that what is due may have changed."""
        if not sql.startswith("SELECT") and any(table in sql for table in WATCHED):
            self._due = None
        return execute(sql, params, many, context)

    def _first_due(self) -> tuple[datetime | None, datetime | None]:
        if self._due is None:
            self._due = self._first_deadline(), self._first_delivery()
        return self._due

    def _next_task(self) -> datetime:
        deadline, delivery = self._first_due()
        moments = [self._next["alarms"], self._next["hourly"]]
        if deadline is not None:
            moments.append(max(_grid(deadline, SWEEP), self._next["sweep"]))
        if delivery is not None:
            moments.append(max(_grid(delivery, SEND), self._next["send"]))
        if self.now < self.down[1]:
            # The last task before the site goes down, the first one afterwards.
            moments.append(self.down[0] if self.now < self.down[0] else self.down[1])
        return min(moments)

    def _first_deadline(self) -> datetime | None:
        running = Game.objects.filter(status=Status.RUNNING)
        first = running.aggregate(deadline=Min("deadline"), pause=Min("paused_until"))
        return min((at for at in first.values() if at is not None), default=None)

    def _first_delivery(self) -> datetime | None:
        waiting = Delivery.objects.filter(state=Delivery.State.WAITING).annotate(due=DUE)
        first: datetime | None = waiting.order_by("due").values_list("due", flat=True).first()
        return first

    def _beat(self) -> None:
        """Between two moments at which there is something to do the sweep ran all the time."""
        if not self.down[0] < self.now <= self.down[1]:
            outages.beat(self.now)
            self._beaten = self.now

    def _serve(self) -> None:
        deadline, _delivery = self._first_due()
        self._next["sweep"] = _grid(self.now, SWEEP)
        with self.world.mortals():
            if self.now in self.down or (deadline is not None and deadline < self.now):
                self._beat()
                self._work("sweep", lambda: expiry.mind_the_clocks(self.now))
            if self.now >= self._next["alarms"]:
                self._next["alarms"] = self.now + self.size.alarms * MINUTE
                self._beat()
                self._work("alarms", lambda: alarms.sound_alarms(self.now))
            if self.now >= self._next["hourly"]:
                self._next["hourly"] = self.now + 60 * MINUTE
                self._work("digests", lambda: digest.send_digests(self.now))
                self._work("tables", lambda: open_tables.expire_tables(now=self.now))
        self._send()

    def _send(self) -> None:
        self.world.woken = False
        pause = 5 * MINUTE if self.mails_fail() else SEND
        self._next["send"] = _grid(self.now, SEND) - SEND + pause
        _deadline, delivery = self._first_due()
        if delivery is None or delivery > self.now:
            return
        waiting = Delivery.objects.filter(state=Delivery.State.WAITING).annotate(due=DUE)
        due = waiting.filter(due__lte=self.now)
        channels = sorted(set(due.values_list("channel", flat=True)))
        with self.world.mortals():
            self._work("send", lambda: outbox.send_due(self.now, channels))

    def _work(self, name: str, work: Callable[[], object]) -> None:
        """Let a worker work; the next one comes when it has died."""
        for _worker in range(50):
            try:
                work()
            except Died:
                self.diary.counts[f"died: {name}"] += 1
            else:
                return


def _grid(at: datetime, step: timedelta) -> datetime:
    """Return the first moment of a schedule after a moment."""
    return START + ((at - START) // step + 1) * step
