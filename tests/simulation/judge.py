"""What should have happened in the month, worked out from the moves; and what did.

The clock is told again from its rules, in minutes that were counted one by one; who should have
heard of what is told from the moves and from when people looked. Nothing of `games.clock`, of the
clock on the rows or of the policy is used.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from statistics import median
from typing import Any

from accounts.models import User
from engine import Game as EngineGame
from engine.events import TurnSkipped, TurnStarted
from games.models import Game, Move, Nudging, Status
from games.nudges import reasons
from games.nudges.models import Channel, Delivery, Happening, Nudge
from tests.simulation.month import DIGEST, Month
from tests.simulation.people import DAY, MINUTE, Person

HOUR = 60 * MINUTE
SLACK = 10 * MINUTE
LATEST = MINUTE
"""After its deadline a game may go on for so long."""
BY_TIME = {"time", "annulled", "unbegun"}


@dataclass
class Side:
    """The clock of one side, in usable minutes; `due` outlives answers inside a turn."""

    left: int
    since: datetime | None = None
    due: datetime | None = None


@dataclass(frozen=True)
class Wait:
    """A seat is asked from `since` on; `seq` is the game's then."""

    user: int
    game: int
    seat: int
    what: str
    seq: int
    since: datetime


class Tale:
    """One game, told again from its moves."""

    def __init__(self, month: Month, game: Game) -> None:
        self.month, self.game = month, game
        self.people = {seat.number: month.people[seat.user_id] for seat in game.seats.all()}  # type: ignore[index]
        pace = game.pace or {}
        self.increment, self.most = pace["increment"] // 60, pace["most"] // 60
        self.sides = [Side(pace["start"] // 60), Side(pace["start"] // 60)]
        self.engine = EngineGame.replay(game.setup)
        self.waits: list[Wait] = []
        self.faults: list[str] = []
        self.answered: set[int] = set()
        self.asked: set[int] = set()
        self.turn: int | None = None
        self.seq = 0

    def tell(self) -> None:
        """Go through all that happened, in its order."""
        assert self.game.started_at is not None
        self._ask(None, None, self.game.started_at)
        for at, _order, what in sorted(self._happenings(), key=lambda each: each[:2]):
            self._roll(at)
            if isinstance(what, list):
                self._move(what, at)
            elif what is None:
                self._outage()
            else:
                self._gift(*what)
        end = self.game.finished_at or self.month.end
        self._roll(end)
        late = {n for n in (0, 1) if self._is_late(n, end)}
        by_time = self.game.ending in BY_TIME
        if by_time and not late:
            self.faults.append(f"game {self.game.pk} lost at {end}, due {self.dues()}")
        if late and not by_time:
            self.faults.append(f"game {self.game.pk} not lost at {end}, due {self.dues()}")
        if late and end - min(d for d in self.dues() if d is not None) > LATEST:
            self.faults.append(f"game {self.game.pk} lost only at {end}, due {self.dues()}")
        if late and self.game.status == Status.FINISHED and self.game.winner in late:
            self.faults.append(f"game {self.game.pk}: the late side has won")
        if late and (late <= self.answered and len(late) == 1) == (self.game.ending == "unbegun"):
            self.faults.append(f"game {self.game.pk}: {self.game.ending}, {self.answered} answered")

    def dues(self) -> list[datetime | None]:
        """Return the deadlines of both sides."""
        return [side.due if side.since else None for side in self.sides]

    def _happenings(self) -> Iterator[tuple[datetime, int, Any]]:
        moves: list[Move] = list(self.game.moves.all())
        for _key, group in groupby(moves, key=lambda move: (move.at, move.seat)):
            together = list(group)
            yield together[0].at, 2 + together[0].seq, together
        for at, side, minutes in self.month.diary.gifts.get(self.game.pk, ()):
            yield at, 1, (side, minutes)
        started, end = self.game.started_at, self.game.finished_at or self.month.end
        if started is not None and started < self.month.down[1] <= end:
            yield self.month.down[1], 0, None

    def _roll(self, now: datetime) -> None:
        """Let vacation carry deadlines on, by the hour."""
        for number, side in enumerate(self.sides):
            person = self.people[number]
            while (
                side.since
                and side.due
                and side.due < now
                and not self.game.league
                and any(a <= side.due < b + DAY and a <= now for a, b in person.absences)
            ):
                hour = side.due.replace(minute=0, second=0) + HOUR
                side.due = person.after(hour, 0)

    def _is_late(self, number: int, now: datetime) -> bool:
        due = self.sides[number].due
        return self.sides[number].since is not None and due is not None and due < now

    def _outage(self) -> None:
        start, end = self.month.down
        for number, side in enumerate(self.sides):
            if side.since is not None and side.due is not None and side.due >= start:
                self._add(number, (end - max(start, side.since)) // MINUTE)

    def _gift(self, side: int, minutes: int) -> None:
        self._add(side, minutes)

    def _add(self, number: int, minutes: int) -> None:
        side = self.sides[number]
        side.left += minutes
        if side.since is not None and side.due is not None:
            side.due = self.people[number].after(side.due, minutes)

    def _move(self, moves: list[Move], at: datetime) -> None:
        seat = moves[0].seat
        if self._is_late(seat, at):
            self.faults.append(f"game {self.game.pk}: an answer after the deadline, {at}")
        self.answered.add(seat)
        events = [event for move in moves for event in self.engine.play(seat, move.action)]
        self.seq = moves[-1].seq
        before, after = self.turn, self._whose_turn()
        began = {e.seat for e in events if isinstance(e, TurnStarted | TurnSkipped)}
        over = before if before != after or began - {before} else None
        begins = after if over is not None or before != after else None
        self.turn = after
        self._ask(over, begins, at)

    def _whose_turn(self) -> int | None:
        snapshot = self.engine.snapshot()
        if snapshot["mulligan"] or snapshot["outcome"]:
            return None
        whose: int = snapshot["table"]["to_move"]
        return whose

    def _ask(self, over: int | None, begins: int | None, at: datetime) -> None:
        asked = {number for one in self.engine.pending for number in one.seats}
        for number, side in enumerate(self.sides):
            person = self.people[number]
            if side.since and (over == number or begins == number or number not in asked):
                side.left = max(0, side.left - person.usable(side.since, at))
                side.since = None
            if over == number:
                side.left, side.due = min(self.most, side.left + self.increment), None
            if number in asked and side.since is None:
                if begins == number:
                    side.left = max(side.left, self.increment)
                due = person.after(at, side.left)
                side.since, side.due = at, max(due, side.due or due)
            if number in asked - self.asked:
                what = Happening.TURN if self.turn == number else Happening.QUESTION
                user = person.user.pk
                self.waits.append(Wait(user, self.game.pk, number, what, self.seq, at))
        self.asked = asked


class Judge:
    """Compares what happened with what should have; `faults` is empty if all is well."""

    def __init__(self, month: Month) -> None:
        self.month, self.diary = month, month.diary
        self.faults = list(month.diary.faults)
        self.counts = Counter(month.diary.counts)
        self.games = {
            game.pk: game
            for game in Game.objects.filter(started_at__isnull=False).prefetch_related(
                "moves", "seats"
            )
        }
        self.sent: dict[tuple[int, str], list[datetime]] = defaultdict(list)
        for each in self.diary.sent:
            for nudge in each.nudges:
                self.sent[nudge, each.channel].append(each.at)
        self.nudges = {(n.user_id, n.key): n for n in Nudge.objects.all()}
        self.unsure = set(
            Delivery.objects.filter(reason=reasons.UNSURE).values_list("nudge", flat=True)
        )

    def judge(self) -> list[str]:
        """Return all faults."""
        waits = []
        for game in self.games.values():
            tale = Tale(self.month, game)
            tale.tell()
            self.faults += tale.faults
            waits += tale.waits
            self.counts[game.ending or game.status] += 1
        self._absences()
        self._vacation()
        for wait in waits:
            self._told(wait)
        self._over()
        self._messages()
        self._alarms()
        return self.faults

    # --- time ---

    def _absences(self) -> None:
        """Of the games somebody loses on time in one absence the first counts."""
        lost: dict[int, list[datetime]] = defaultdict(list)
        ended = [game for game in self.games.values() if game.ending in ("time", "annulled")]
        for game in sorted(ended, key=lambda each: each.finished_at or each.created_at):
            late = [n for n, user in self._users(game) if self._lost_on_time(game, n)]
            assert game.finished_at is not None
            user = next(user for n, user in self._users(game) if n in late)
            before = lost[user]
            again = any(a <= game.finished_at for a in before) and not any(
                at > before[-1] for at in self.diary.looked[user] if at <= game.finished_at
            )
            if again != (game.ending == "annulled"):
                self.faults.append(f"game {game.pk}: {game.ending}, lost before: {before}")
            before.append(game.finished_at)

    def _lost_on_time(self, game: Game, number: int) -> bool:
        return any(s.number == number and s.abandoned_at is not None for s in game.seats.all())

    def _users(self, game: Game) -> list[tuple[int, int]]:
        return [(seat.number, seat.user_id) for seat in game.seats.all() if seat.user_id]

    def _vacation(self) -> None:
        """Each rated game brings 12 hours, once; each hour is paid once, and only while away."""
        for pk, person in self.month.people.items():
            user = User.objects.get(pk=pk)
            spent = list(user.spent_hours.values_list("hour", flat=True))
            rated = [
                game
                for game in self.games.values()
                if game.rated
                and game.status == Status.FINISHED
                and pk in dict(self._users(game)).values()
            ]
            self.counts["vacation hours"] += len(spent)
            most = 30 * 24
            if user.vacation_hours != min(most, 480 + 12 * len(rated) - len(spent)):
                self.faults.append(f"{user}: {user.vacation_hours} hours of vacation are left")
            for hour in spent:
                if not any(a - HOUR < hour < b + DAY for a, b in person.absences):
                    self.faults.append(f"{user} has paid for {hour}")

    # --- nudges ---

    def _told(self, wait: Wait) -> None:
        game = self.games[wait.game]
        answers = [m.at for m in game.moves.all() if m.seat == wait.seat and m.seq > wait.seq]
        ends = [*answers[:1], *([game.finished_at] if game.finished_at else [])]
        self._heard(wait, f"{wait.what} {wait.game} {wait.seq}", ends)

    def _over(self) -> None:
        for game in self.games.values():
            if game.finished_at is not None:
                for number, user in self._users(game):
                    over = Wait(user, game.pk, number, "over", game.seq, game.finished_at)
                    self._heard(over, f"over {game.pk}", [])

    def _heard(self, wait: Wait, key: str, ends: list[datetime]) -> None:
        """Check that by each channel that its owner asked for they heard of it, or needed not."""
        person = self.month.people[wait.user]
        nudge = self.nudges.get((wait.user, key))
        if nudge is None:
            self.faults.append(f"no nudge {key} of {person.user}")
            return
        looks = self.diary.looks[wait.user, wait.game]
        ends = ends + [at for at in looks if at >= wait.since - MINUTE][:1]
        nudging = next(s.nudges for s in self.games[wait.game].seats.all() if s.number == wait.seat)
        for channel in Channel:
            wanted = channel in person.channels and (wait.what, channel) not in person.off
            sent = self.sent.get((nudge.pk, channel), [])
            if nudging == Nudging.MUTE or not wanted:
                if sent:
                    self.faults.append(f"{channel} of {key} to {person.user}: not wanted")
                continue
            self.counts[f"{channel} asked for"] += 1
            due = wait.since
            if channel == Channel.MAIL:
                due += person.mail_after * MINUTE
            latest = self._latest(person, due, channel, nudging == Nudging.URGENT)
            if sent:
                self._in_time(person, key, channel, due, latest, sent, ends)
            elif latest < self.month.end and not any(end <= latest for end in ends):
                died = any(due <= at <= latest for at in self._deaths(person, channel))
                if channel == Channel.MAIL and nudge.pk in self.unsure and died:
                    self.counts["mails given up because a worker died"] += 1
                else:
                    self.faults.append(f"no {channel} of {key} to {person.user}, due {due}")

    def _in_time(
        self,
        person: Person,
        key: str,
        channel: str,
        due: datetime,
        latest: datetime,
        sent: list[datetime],
        ends: list[datetime],
    ) -> None:
        self.counts[f"{channel} sent"] += 1
        said = f"{channel} of {key} to {person.user} at {[str(at) for at in sent]}, due {due}"
        if sent[0] < due or sent[0] > latest:
            self.faults.append(f"{said}, latest {latest}")
        if len(sent) > 1 and (channel == Channel.MAIL or not self._deaths(person, channel)):
            self.faults.append(f"{said}: twice")
        if any(due <= end < sent[0] for end in ends):
            self.faults.append(f"{said}: seen, answered or over before, {ends}")

    def _latest(self, person: Person, due: datetime, channel: str, urgent: bool) -> datetime:
        """Return when a message that is due must have been sent, whatever went wrong."""

        def awake(at: datetime) -> datetime:
            return at if urgent else person.quiet_end(at)

        latest = awake(due)
        down, failing = self.month.down, self.month.failing
        if down[0] < latest + SLACK and latest < down[1]:
            latest = awake(down[1])
        tries = failing[1] + 6 * HOUR + SLACK
        if channel == Channel.MAIL and failing[0] <= latest + SLACK and latest < tries:
            latest = awake(tries)
        for at in self._deaths(person, channel):
            if due <= at <= latest + SLACK:
                latest = awake(latest + 6 * MINUTE)
        return latest + SLACK

    def _deaths(self, person: Person, channel: str) -> list[datetime]:
        return self.diary.deaths.get((person.user.pk, channel), [])

    def _messages(self) -> None:
        """Nothing comes in quiet hours but what is urgent, and nothing of a game twice at once."""
        urgent = {
            (seat.user_id, game.pk)
            for game in self.games.values()
            for seat in game.seats.all()
            if seat.nudges == Nudging.URGENT
        }
        games = {n.pk: n.game_id for n in self.nudges.values()}
        for each in self.diary.sent:
            person = self.month.people[each.user]
            wakes = any((each.user, games.get(n)) in urgent for n in each.nudges)
            if each.channel != DIGEST and person.is_quiet(each.at) and not wakes:
                self.faults.append(f"{each.channel} to {person.user} at {each.at}: quiet hours")
        for delivery in Delivery.objects.exclude(reason__in=[reasons.UNSURE]).filter(
            state=Delivery.State.FAILED
        ):
            self.faults.append(f"{delivery} {delivery.reason} {delivery.said}")
        self.counts["mails unsure"] = len(self.unsure)

    def _alarms(self) -> None:
        """Nobody who was alarmed in time loses without the most pressing alarm."""
        interval = self.month.size.alarms * MINUTE
        for game in self.games.values():
            if game.ending != "time" or game.finished_at is None:
                continue
            for number, user in self._users(game):
                person = self.month.people[user]
                if not self._lost_on_time(game, number) or not person.alarms:
                    continue
                self.counts["lost on time by somebody with alarms"] += 1
                share = min(person.alarms)
                keys = [
                    k for u, k in self.nudges if u == user and k.startswith(f"alarm {game.pk} ")
                ]
                last = [k for k in keys if k.endswith(f" {share}")]
                since = max(m.at for m in game.moves.all())
                enough = person.usable(since, game.finished_at.replace(second=0)) * share // 100
                if timedelta(minutes=enough) > interval + HOUR and not last:
                    self.faults.append(f"no last alarm in game {game.pk} for {person.user}: {keys}")

    def mails_a_day(self) -> list[int]:
        """Return how many mails each person had on each day of theirs, the fewest first."""
        days = self.month.size.days
        mails: Counter[tuple[int, object]] = Counter()
        for each in self.diary.sent:
            if each.channel in (Channel.MAIL, DIGEST):
                zone = self.month.people[each.user].zone
                mails[each.user, each.at.replace(tzinfo=UTC).astimezone(zone).date()] += 1
        none = max(0, days * len(self.month.people) - len(mails))
        return sorted([0] * none + list(mails.values()))

    def numbers(self) -> str:
        """Return what is worth knowing of the month, for people."""
        mails = self.mails_a_day()
        active = [n for n in mails if n]
        lines = [
            f"{self.month.size}",
            f"games started: {len(self.games)}, faults: {len(self.faults)}",
            *(f"{name}: {number}" for name, number in sorted(self.counts.items())),
            f"mails a person a day: median {median(mails):g}, worst {mails[-1]}",
            f"on a day with any: median {median(active):g}" if active else "no mails",
        ]
        return "\n".join(lines)
