"""A month of the site in some minutes: people, workers that die, a mail provider that fails.

Whatever happens is handed the simulated moment. People act at whole minutes; the periodic tasks
run at the moments of their schedule at which they have something to do. What the site should have
done is worked out again in `judge.py`, from what is remembered here and from the moves.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from unittest import mock

from django.db.models import F
from django.db.models.functions import Coalesce, Greatest

from accounts.models import User
from engine import Chance
from engine.bots import BOTS
from games.clock import BANK, Pace, a_turn_in
from games.models import Access, Game, Nudging, Seat, Status
from games.nudges import alarms, digest, letters, outbox, presence, record
from games.nudges.channels import TryLater, mail
from games.nudges.models import Channel, Delivery, Nudge
from games.services import notify, play, tables
from games.services.seen import mark_seen
from games.times import absences, agreements, expiry, outages
from tests.simulation.people import DAY, MINUTE, START, Person, somebody

PACES: Sequence[Pace] = (a_turn_in(1), a_turn_in(1), a_turn_in(2), a_turn_in(3), BANK)
SWEEP = timedelta(seconds=15)
SEND = timedelta(seconds=60)
DIGEST = "digest"
"""Stands for the channel of the daily digest, which is a mail too."""
LOOKS = timedelta(seconds=60)
"""So long a page is believed to be looked at."""


class Died(BaseException):
    """The worker is killed at this moment."""


@dataclass(frozen=True)
class Size:
    """How much of it there is; `alarms`: minutes from one look for alarms to the next."""

    players: int = 20
    games: int = 60
    days: int = 30
    seed: int = 1
    deaths: float = 0.03
    alarms: int = 60


@dataclass(frozen=True)
class Sent:
    """What a provider has taken: one message, for one or more nudges."""

    at: datetime
    channel: str
    user: int
    nudges: tuple[int, ...]


@dataclass
class Diary:
    """What is remembered beside the site's own rows."""

    looks: dict[tuple[int, int], list[datetime]] = field(default_factory=lambda: defaultdict(list))
    looked: dict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    answered: dict[tuple[int, int], int] = field(default_factory=dict)
    """The last answer (`seq`) of a game's seat."""
    gifts: dict[int, list[tuple[datetime, int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """Of a game: when, to which side, how many minutes."""
    sent: list[Sent] = field(default_factory=list)
    deaths: dict[tuple[int, str], list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """Of workers, while they were at a delivery of a user by a channel."""
    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


class Month:
    """The month: `run()` it, then let `judge.verdict` say what was wrong."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.chance = Random(size.seed)
        self.now = START
        self.end = START + size.days * DAY
        self.down = (START + 0.4 * size.days * DAY, START + 0.4 * size.days * DAY + 5 * 60 * MINUTE)
        """The site is down: nobody plays, no worker runs."""
        failing = START + (size.days * 3 // 5) * DAY
        self.failing = (failing, failing + DAY)
        """The mail provider takes nothing."""
        self.diary = Diary()
        self.people: dict[int, Person] = {}
        self._events: list[tuple[datetime, int, Callable[[], None]]] = []
        self._number = count()
        self._mortal = False
        self._woken = False
        """Something has happened that the outbox is woken for at once."""
        self._next = {"sweep": START, "alarms": START, "digests": START, "mails": START}

    # --- what is going to happen ---

    def run(self) -> Diary:
        """Let it happen; return what is remembered of it."""
        with self._world():
            self._plan()
            while self._events:
                at, _number, event = heapq.heappop(self._events)
                if self.down[0] < at <= self.down[1]:
                    self._at(self.down[1] + self.chance.randrange(1, 60) * MINUTE, event)
                    continue
                self._serve_until(at)
                self.now = at
                event()
                if self._woken:
                    self._send()
            self._serve_until(self.end)
        return self.diary

    def _at(self, moment: datetime, event: Callable[[], None]) -> None:
        heapq.heappush(self._events, (moment, next(self._number), event))

    def _plan(self) -> None:
        for number in range(self.size.players):
            person = somebody(number, self.size.days, self.chance)
            self.people[person.user.pk] = person
            for at in person.moments(self.size.days, self.chance):
                if at < self.end:
                    self._at(at, lambda who=person: self._look(who))  # type: ignore[misc]
            if self.chance.random() < 0.3:
                self._at(
                    self._some_minute(0.8),
                    lambda who=person: self._leave(who),  # type: ignore[misc]
                )
        for number in range(self.size.games):
            self._at(
                self._some_minute(0.7),
                lambda n=number: self._open(n),  # type: ignore[misc]
            )

    def _some_minute(self, share: float) -> datetime:
        return START + self.chance.randrange(int(self.size.days * share * 1440)) * MINUTE

    # --- people ---

    def _open(self, number: int) -> None:
        creator, other = self.chance.sample(list(self.people.values()), 2)
        wish = tables.Wish(
            pace=self.chance.choice(PACES),
            league=self.chance.random() < 0.15,
            rated=self.chance.random() < 0.5,
            access=Access.INVITED,
            others=(other.user,),
        )
        if (
            creator.is_away(self.now)
            or Game.objects.filter(creator=creator.user, status=Status.OPEN).count()
            >= tables.MOST_OPEN_TABLES
        ):
            return
        game = tables.create_table(creator.user, wish, now=self.now)
        Game.objects.filter(pk=game.pk).update(seed=f"{self.size.seed} {number}")
        wished = {0: Nudging.MUTE, 1: Nudging.URGENT}.get(self.chance.randrange(12))
        if wished is not None:
            game.seats.filter(user=creator.user).update(nudges=wished)

    def _leave(self, who: Person) -> None:
        if who.is_away(self.now):
            return
        start = self.now + self.chance.choice([0, 0, 1440, 4320]) * MINUTE
        end = start + self.chance.randrange(2, 9) * DAY
        absences.plan_absence(who.user, start, end, now=self.now)
        who.absences.append((start, end))

    def _look(self, who: Person) -> None:
        if who.is_away(self.now):
            return
        for seat in Seat.objects.filter(invited=who.user).select_related("game"):
            if self.chance.random() < 0.8 and seat.game.status == Status.OPEN:
                tables.join_table(who.user, seat.game_id, None, now=self.now)
        running = Seat.objects.filter(user=who.user, game__status=Status.RUNNING)
        for seat in running.select_related("game").order_by("pk"):
            if self.chance.random() < 0.9:
                self._look_at(who, seat)

    def _look_at(self, who: Person, seat: Seat) -> None:
        game = seat.game
        mark_seen(seat, game, self.now)
        self.diary.looks[who.user.pk, game.pk].append(self.now)
        self.diary.looked[who.user.pk].append(self.now)
        if not seat.asked:
            if self.chance.random() < 0.01:
                self._give(who, game, 1 - seat.side)
        elif self.chance.random() < 0.02:
            play.resign(who.user, game.pk, now=self.now)
        elif self.chance.random() < who.eager:
            self._answer(who, seat)

    def _give(self, who: Person, game: Game, side: int) -> None:
        hours = self.chance.randrange(12, 49)
        agreements.give_time(who.user, game.pk, hours, now=self.now)
        self.diary.gifts[game.pk].append((self.now, side, hours * 60))
        self.diary.counts["gifts"] += 1

    def _answer(self, who: Person, seat: Seat) -> None:
        played = play.engine_game(seat.game)
        actions: list[str] = []
        while any(seat.number in asked.seats for asked in played.pending) and len(actions) < 50:
            chance = Chance(f"{seat.game.seed} {seat.game.seq} {len(actions)}")
            actions.append(BOTS["random"](played.view(seat.number), chance))
            played.play(seat.number, actions[-1])
        with self._mortals(), suppress(Died):
            play.submit_actions(who.user, seat.game_id, actions, seat.game.seq, now=self.now)
        # Who was answered by a dying worker clicks again; else it is the same click twice.
        play.submit_actions(who.user, seat.game_id, actions, seat.game.seq, now=self.now)
        self.diary.answered[seat.game_id, seat.number] = seat.game.seq + len(actions)
        self.diary.counts["answers"] += 1

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
        if not self.down[0] < end < self.down[1]:
            self._beat()

    def _next_task(self) -> datetime:
        running = Game.objects.filter(status=Status.RUNNING, deadline__isnull=False)
        deadline = running.order_by("deadline").values_list("deadline", flat=True).first()
        moments = [self._next["alarms"], self._next["digests"], self._first_delivery()]
        if deadline is not None:
            moments.append(max(_grid(deadline, SWEEP), self._next["sweep"]))
        if self.now < self.down[1]:
            # The last task before the site goes down, the first one afterwards.
            moments.append(self.down[0] if self.now < self.down[0] else self.down[1])
        return min(moments)

    def _first_delivery(self) -> datetime:
        due = Greatest("due_at", Coalesce(F("claimed_until"), F("due_at")))
        waiting = Delivery.objects.filter(state=Delivery.State.WAITING).annotate(due=due)
        first: datetime | None = waiting.order_by("due").values_list("due", flat=True).first()
        return self.end + DAY if first is None else max(_grid(first, SEND), self._next["mails"])

    def _beat(self) -> None:
        """Between two moments at which there is something to do the sweep ran all the time."""
        if not self.down[0] < self.now <= self.down[1]:
            outages.beat(self.now)

    def _serve(self) -> None:
        self._beat()
        self._next["sweep"] = _grid(self.now, SWEEP)
        with self._mortals():
            self._work("sweep", lambda: expiry.mind_the_clocks(self.now))
            if self.now >= self._next["alarms"]:
                self._next["alarms"] = self.now + self.size.alarms * MINUTE
                self._work("alarms", lambda: alarms.sound_alarms(self.now))
            if self.now >= self._next["digests"]:
                self._next["digests"] = self.now + 60 * MINUTE
                self._work("digests", lambda: digest.send_digests(self.now))
        self._send()

    def _send(self) -> None:
        self._woken = False
        pause = 5 * MINUTE if self._mails_fail() else SEND
        self._next["mails"] = _grid(self.now, SEND) - SEND + pause
        with self._mortals():
            self._work("send", lambda: outbox.send_due(self.now))

    def _work(self, name: str, work: Callable[[], object]) -> None:
        """Let a worker work; the next one comes when it has died."""
        for _worker in range(50):
            try:
                work()
            except Died:
                self.diary.counts[f"died: {name}"] += 1
            else:
                return

    # --- the world around ---

    @contextmanager
    def _mortals(self) -> Iterator[None]:
        self._mortal = True
        yield
        self._mortal = False

    def _may_die(self) -> None:
        if self._mortal and self.chance.random() < self.size.deaths:
            raise Died

    @contextmanager
    def _world(self) -> Iterator[None]:
        """What is not the site: providers, death, who looks; and no pages that are open."""
        with ExitStack() as world:
            for where, name, instead in (
                (outbox, "sender", lambda channel: Provider(self, channel)),
                (digest, "sender", lambda _mail: Provider(self, DIGEST)),
                (outbox, "_hand", self._hand(outbox._hand)),
                (alarms, "note", self._dying(record.note)),
                (notify, "table_changed", self._dying(self._told(notify.table_changed))),
                (notify, "_tell", _nothing),
                (notify, "wake_outbox", _nothing),
                (letters, "picture", _nothing),
                (presence, "is_here", self._is_here),
                (mail.Mail, "send", _nothing),
            ):
                world.enter_context(mock.patch.object(where, name, instead))
            yield

    def _dying(self, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same step, before or after which the worker may be killed."""

        def stepped(*args: Any, **more: Any) -> Any:
            done = step(*args, **more)
            self._may_die()
            return done

        return stepped

    def _told(self, tell: Callable[[Game], None]) -> Callable[[Game], None]:
        """Return the step that follows all that happens at a table."""

        def told(game: Game) -> None:
            self._woken = True
            tell(game)

        return told

    def _hand(self, hand: Callable[..., bool]) -> Callable[..., bool]:
        """Return the step between the claim and the sending; the worker may die around it."""

        def handed(delivery: Delivery, now: datetime) -> bool:
            try:
                self._may_die()
                done = hand(delivery, now)
                self._may_die()
            except Died:
                self.diary.deaths[delivery.nudge.user_id, delivery.channel].append(now)
                raise
            return done

        return handed

    def _is_here(self, user_id: int, game_id: int) -> bool:
        looks = self.diary.looks.get((user_id, game_id))
        return bool(looks) and self.now - looks[-1] < LOOKS  # type: ignore[index]

    def _mails_fail(self) -> bool:
        return self.failing[0] <= self.now < self.failing[1]

    def hand_over(
        self, channel: str, user: User, nudges: Sequence[Nudge], make: Callable[[], None]
    ) -> None:
        """Take a message; the worker may die before or after."""
        keys = tuple(nudge.pk for nudge in nudges if nudge.pk is not None)
        if channel in (Channel.MAIL, DIGEST) and self._mails_fail():
            self.diary.counts["refused by the provider"] += 1
            raise TryLater("421 down")
        make()
        try:
            self._may_die()
            self.diary.sent.append(Sent(self.now, channel, user.pk, keys))
            self.diary.faults += self._wrong(channel, user, nudges)
            self._may_die()
        except Died:
            self.diary.deaths[user.pk, channel].append(self.now)
            raise

    def _wrong(self, channel: str, user: User, nudges: Sequence[Nudge]) -> Iterator[str]:
        """Yield what must not be in a message at this moment."""
        for nudge in nudges:
            if nudge.what not in ("turn", "question", "time") or nudge.game_id is None:
                continue
            seat = Seat.objects.get(game=nudge.game_id, user=user)
            said = f"{self.now} {channel} of {nudge.key} to {user}"
            if self.diary.answered.get((nudge.game_id, seat.number), 0) > nudge.seq:
                yield f"{said}: played already"
            if seat.nudges == Nudging.MUTE:
                yield f"{said}: mute"


class Provider:
    """Stands where a channel stands; mails are made as they are, but for the pictures."""

    def __init__(self, month: Month, channel: str) -> None:
        self.month, self.channel = month, channel

    def send(self, delivery: Delivery) -> None:
        """Send one nudge."""
        nudge = delivery.nudge
        self.month.hand_over(
            self.channel,
            nudge.user,
            [nudge],
            lambda: mail.send(delivery) if self.channel == Channel.MAIL else None,
        )

    def send_digest(self, user: User, nudges: Sequence[Nudge], now: datetime) -> None:
        """Send several nudges as one."""
        self.month.hand_over(
            self.channel,
            user,
            nudges,
            lambda: (
                mail.send_digest(user, nudges, now)
                if self.channel in (Channel.MAIL, DIGEST)
                else None
            ),
        )


def _grid(at: datetime, step: timedelta) -> datetime:
    """Return the first moment of a schedule after a moment."""
    return START + ((at - START) // step + 1) * step


def _nothing(*_args: object, **_more: object) -> None:
    """Do nothing."""
