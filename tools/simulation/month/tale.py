"""One game of the month told again from its moves: its clock, and who was to hear of what.

The clock follows the rules of docs/time.md, in seconds of a person's week that were counted one
by one. Nothing of `games.clock` nor of the clock on the rows is used.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from operator import itemgetter

from engine import Game as EngineGame
from engine.events import TurnSkipped, TurnStarted
from games.notifications.models import Notification
from games.tables.models import Game, Move, Status
from tools.simulation.month.diary import Act
from tools.simulation.month.month import Month
from tools.simulation.month.people import Person
from tools.simulation.simulator import DAY, MINUTE

HOUR = 60 * MINUTE
LATEST = MINUTE
"""After its deadline a game may go on for so long."""
BY_TIME = {"time", "annulled", "unbegun", "lapsed"}
PATIENCE = 5 * MINUTE
"""So long the clocks of a live game wait until all its players have looked within a minute."""

type Happening = tuple[datetime, float, int, Callable[[], None]]
"""When, after how many moves, in which order, what."""


@dataclass
class Side:
    """The clock of one side, in usable seconds; `due` outlives answers inside a turn."""

    left: int
    since: datetime | None = None
    due: datetime | None = None


@dataclass
class Wait:
    """A player is to hear of something from `since` on, until it has ended.

    `excuses`: moments at which it could not be told though it has not ended.
    """

    user: int
    game: int
    what: str
    key: str
    since: datetime
    ends: list[datetime] = field(default_factory=list)
    excuses: list[datetime] = field(default_factory=list)


class Tale:
    """What should have happened in one game; `faults`: where it did not.

    `calls`: the notifications that told teammates of seats which had let their time pass.
    """

    def __init__(self, month: Month, game: Game, calls: Sequence[Notification]) -> None:
        self.month, self.game, self.calls = month, game, calls
        self.acts: list[Act] = month.diary.acts.get(game.pk, [])
        self.users = {seat.number: seat.user_id or 0 for seat in game.seats.all()}
        self.players = {number: month.people[user] for number, user in self.users.items()}
        assert game.pace is not None
        assert game.started_at is not None
        self.started = game.started_at
        self.end = game.finished_at or month.end
        self.increment, self.most = game.pace["increment"], game.pace["most"]
        self.sides = [Side(game.pace["start"]), Side(game.pace["start"])]
        self.engine = EngineGame.replay(game.setup)
        self.waits: list[Wait] = []
        self.faults: list[str] = []
        self.paid: set[tuple[int, datetime]] = set()
        """Hours of vacation, and whose."""
        self.passed: list[tuple[datetime, datetime, int]] = []
        """When the site found that a player had let their time pass, the deadline, and who; but for
        games that never began."""
        self.lost: int | None = None
        """The side that was late in the end."""
        self._answered: set[int] = set()
        self._asked: list[int] = []
        self._open: dict[int, list[Wait]] = {number: [] for number in self.users}
        self._left: dict[int, int] = {}
        """The seat that was left to its teammate, by side."""
        self._turn: int | None = None
        self._seq = 0
        self._paused = self._waits = game.live
        self._patience = self.started + PATIENCE
        """Until when the clocks of a live game wait for its players, if they do."""
        self._turns = dict.fromkeys(self.users, 0)

    @property
    def both_have_played(self) -> bool:
        """Whether both sides have completed a turn: begun a second one."""
        return all(any(self._turns[n] > 1 for n in self.users if n % 2 == side) for side in (0, 1))

    def tell(self) -> None:
        """Go through all that happened, in its order."""
        self._ask(None, None, self.started, ((), ()), None)
        for at, _seq, _order, happen in sorted(self._happenings(), key=itemgetter(0, 1, 2)):
            # While the site is down vacation carries nothing: the time is given back first.
            self._roll(self.month.down[0] if happen == self._outage else at)
            happen()
        self._roll(self.end)
        self._judge_the_end()

    def _happenings(self) -> Iterator[Happening]:
        moves: list[Move] = list(self.game.moves.defer("events"))
        for (at, seat), group in groupby(moves, key=lambda move: (move.at, move.seat)):
            some = list(group)
            yield at, some[-1].seq, 0, partial(self._move, seat, some, at)
        for order, act in enumerate(self.acts):
            happen = getattr(self, f"_{act.what}")
            yield act.at, act.seq, 1 + order, partial(happen, act)
        for call in self.calls:
            yield call.at, -1, 1, partial(self._leave, call)
        if self.started < self.month.down[1] <= self.end:
            yield self.month.down[1], -1, 0, self._outage
        if self.game.live:
            for since in (self.started, self.month.down[1]):
                at = self._first_at_once(since)
                if at is not None:
                    yield at, -1, 2, partial(self._gathered, at)

    def _first_at_once(self, since: datetime) -> datetime | None:
        """Return when all who answer for a seat had first looked within a minute."""
        users = dict(self.users)
        users |= {
            act.number: act.user for act in self.acts if act.what == "taken" and act.at < since
        }
        looks = {user: self.month.diary.looks[user, self.game.pk] for user in users.values()}
        for at in sorted(at for own in looks.values() for at in own if at >= since):
            if all(any(at - MINUTE < look <= at for look in own) for own in looks.values()):
                return at
        return None

    def _gathered(self, at: datetime) -> None:
        """Start the clocks of a live game that have waited for its players."""
        if self._waits and at <= self._patience + LATEST:
            self._waits = False
            self._go_on(at)

    def _say(self, what: str) -> None:
        due = [str(side.due) if side.since else None for side in self.sides]
        self.faults.append(f"game {self.game.pk}: {what}, due {due}")

    # --- weeks ---

    def _people(self, side: int) -> list[Person]:
        """Return those of a side that are asked, or all of it if none is."""
        asked = [self.players[n] for n in self._asked if n % 2 == side]
        return asked or [person for n, person in self.players.items() if n % 2 == side]

    def _usable(self, people: Sequence[Person], start: datetime, end: datetime) -> int:
        if self.game.live:
            return int((end - start).total_seconds())
        return min(person.usable(start, end) for person in people)

    def _after(self, people: Sequence[Person], start: datetime, seconds: int) -> datetime:
        if self.game.live:
            return start + seconds * MINUTE / 60
        return max(person.after(start, seconds) for person in people)

    # --- what happens to the clock ---

    def _roll(self, now: datetime) -> None:
        """Let vacation carry deadlines on, by the hour."""
        if self.game.league or self.game.live:
            return
        for number, side in enumerate(self.sides):
            while side.since and side.due and side.due < now:
                away = (p for p in self._people(number) if _is_covered(p, side.due, now))
                person = next(away, None)
                if person is None:
                    break
                hour = side.due.replace(minute=0, second=0)
                self.paid.add((person.user.pk, hour))
                side.due = person.after(hour + HOUR, 0)

    def _is_late(self, number: int, now: datetime) -> bool:
        side = self.sides[number]
        return side.since is not None and side.due is not None and side.due < now

    def _outage(self) -> None:
        start, end = self.month.down
        if self._waits and self.started < start:
            self._patience += end - start
        late = any(side.since and side.due and side.due < start for side in self.sides)
        asked = any(side.since for side in self.sides)
        for number, side in enumerate(self.sides):
            if side.since is not None and side.due is not None and side.due >= start:
                self._add(number, int((end - max(start, side.since)).total_seconds()))
        if self.game.live and asked and not late:
            self._waits, self._patience = True, end + PATIENCE
            self._rest(end)

    def _add(self, number: int, seconds: int) -> None:
        side = self.sides[number]
        side.left += seconds
        if side.since is not None and side.due is not None:
            side.due = self._after(self._people(number), side.due, seconds)

    def _gift(self, act: Act) -> None:
        self._add(act.number, act.seconds)

    def _late(self, act: Act) -> None:
        if not (self._is_late(0, act.at) or self._is_late(1, act.at)):
            self._say(f"refused as late at {act.at}")

    def _rest(self, at: datetime) -> None:
        for number, side in enumerate(self.sides):
            if side.due is not None:
                people = self._people(number)
                spent = self._usable(people, side.since, at) if side.since else 0
                ahead = self._usable(people, at, side.due)
                self.sides[number] = Side(max(0, side.left - spent, ahead))
        self._paused = True

    def _pause(self, act: Act) -> None:
        self._rest(act.at)
        for waits in self._open.values():
            for wait in waits:
                wait.excuses.append(act.at)

    def _resume(self, act: Act) -> None:
        self._go_on(act.at)

    def _go_on(self, at: datetime) -> None:
        self._paused = False
        for number in {seat % 2 for seat in self._asked}:
            side = self.sides[number]
            side.since, side.due = at, self._after(self._people(number), at, side.left)

    # --- two against two ---

    def _may_be_left(self, side: int) -> bool:
        """Whether a late side has a teammate who is not late, for the first time."""
        return (
            side in self._answered
            and side not in self._left
            and any(n % 2 == side and n not in self._asked for n in self.users)
        )

    def _leave(self, call: Notification) -> None:
        """Give the teammate of a seat that is late a turn of time, to take it over."""
        number, at = call.data["abandoned"], call.at
        side = self.sides[number % 2]
        late = self._is_late(number % 2, at) and side.due and at - side.due <= LATEST
        if not late or not self._may_be_left(number % 2):
            self._say(f"seat {number} was left to its teammate at {at}")
        mates = [n for n in self.users if n % 2 == number % 2 and n not in self._asked]
        self._left[number % 2] = number
        self.passed.append((at, side.due or at, self.users[number]))
        for mate in mates:
            person = self.players[mate]
            wait = Wait(
                person.user.pk, self.game.pk, "time", f"abandoned {self.game.pk} {self._seq}", at
            )
            self.waits.append(wait)
            self._open[number].append(wait)
            fresh = self._after([person], at, self.increment)
            side.due = max(side.due or fresh, fresh)

    def _taken(self, act: Act) -> None:
        """Let a player answer for their teammate from now on."""
        number, side = act.number, self.sides[act.number % 2]
        if self._left.get(number % 2) != number or self._is_late(number % 2, act.at):
            self._say(f"seat {number} was taken over at {act.at}")
        self._close(number, act.at)
        self.players[number] = self.month.people[act.user]
        wait = Wait(act.user, self.game.pk, "", "", act.at)  # nothing to be told
        self.waits.append(wait)
        self._open[number].append(wait)
        if side.since and side.due:
            people = self._people(number % 2)
            side.due = max(side.due, self._after(people, side.since, side.left))

    # --- answers ---

    def _move(self, seat: int, moves: Sequence[Move], at: datetime) -> None:
        if self._is_late(seat % 2, at):
            self._say(f"an answer after the deadline, {at}")
        self._answered.add(seat % 2)
        events = [event for move in moves for event in self.engine.play(seat, move.action)]
        self._seq = moves[-1].seq
        for event in events:
            if isinstance(event, TurnStarted):
                self._turns[event.seat] += 1
        before, after = self._turn, self._whose_turn()
        began = {e.seat % 2 for e in events if isinstance(e, TurnStarted | TurnSkipped)}
        over = before if before != after or began - {before} else None
        begins = after if over is not None or before != after else None
        self._turn = after
        self._close(seat, at)
        self._ask(over, begins, at, (self._people(0), self._people(1)), self.players[seat])

    def _whose_turn(self) -> int | None:
        snapshot = self.engine.snapshot()
        if snapshot["mulligan"] or snapshot["outcome"]:
            return None
        table = snapshot["table"]
        return table["to_move"] if table["players"] == 2 else table["side_to_move"]

    def _close(self, seat: int, at: datetime) -> None:
        """End what the player of a seat was to hear of."""
        for wait in self._open[seat]:
            wait.ends.append(at)
        self._open[seat] = []

    def _ask(
        self,
        over: int | None,
        begins: int | None,
        at: datetime,
        before: tuple[Sequence[Person], Sequence[Person]],
        answered: Person | None,
    ) -> None:
        """Move the clocks on, and note who is asked.

        `before`: who of each side was asked until now. `answered`: who gave the answer; what it
        asks of another player's seat is new, also if that seat has been asked already.
        """
        was = self._asked
        self._asked = sorted(
            {number for decision in self.engine.pending for number in decision.seats}
        )
        for number, side in enumerate(self.sides):
            asked = any(n % 2 == number for n in self._asked)
            if side.since and (over == number or begins == number or not asked):
                side.left = max(0, side.left - self._usable(before[number], side.since, at))
                side.since = None
            if over == number:
                more = side.left + self.increment
                side.left, side.due = more if self.most is None else min(self.most, more), None
            if begins == number and side.since is None:
                side.left = max(side.left, self.increment)
            if not asked or self._paused:
                continue
            due = self._after(self._people(number), side.since or at, side.left)
            side.since, side.due = side.since or at, max(due, side.due or due)
        in_mulligan = bool(self.engine.snapshot()["mulligan"])  # in which all choose at once
        still = {
            seat
            for seat in self._asked
            if seat in was and (in_mulligan or self.players[seat] is answered)
        }
        for seat in was:
            if seat not in still:
                self._close(seat, at)
        for seat in self._asked:
            if seat not in still:
                what = "turn" if self._turn == seat % 2 else "question"
                user, key = self.players[seat].user.pk, f"{what} {self.game.pk} {self._seq}"
                wait = Wait(user, self.game.pk, what, key, at)
                self.waits.append(wait)
                self._open[seat].append(wait)

    # --- the end ---

    def _judge_the_end(self) -> None:
        game, end = self.game, self.end
        late = [n for n in (0, 1) if self._is_late(n, end)]
        by_time = game.ending in BY_TIME
        for wait in (wait for waits in self._open.values() for wait in waits):
            if game.finished_at is not None:
                wait.ends.append(end)
        if self._waits:
            self._judge_the_waiting()
            return
        if by_time and not late:
            self._say(f"lost at {end}")
        if not late:
            return
        passed = end - min(side.due for n, side in enumerate(self.sides) if n in late and side.due)
        if passed > LATEST:
            self._say(f"lost only at {end}" if by_time else f"not lost at {end}")
        if not by_time:
            return
        if game.status == Status.FINISHED and game.winner in late:
            self._say("the late side has won")
        begun = set(late) <= self._answered and len(late) == 1
        if begun == (game.ending == "unbegun"):
            self._say(f"{game.ending}, {self._answered} answered")
        if begun and self._may_be_left(late[0]) and len(self.users) == 4:
            self._say(f"lost at {end} though a teammate was there")
        if game.ending != "unbegun":
            self.lost = late[0]
            who = {self.players[n].user.pk for n in self._asked if n % 2 == late[0]}
            due = self.sides[late[0]].due or end
            self.passed += [(end, due, user) for user in sorted(who)]

    def _judge_the_waiting(self) -> None:
        """A live game to which not all come is broken off, and counts for no player."""
        ended = self.game.ending == ("lapsed" if self._seq else "unbegun")
        passed = self.end - self._patience
        if ended and not timedelta() <= passed <= LATEST:
            self._say(f"broken off at {self.end}, not at {self._patience}")
        if not ended and passed > LATEST:
            self._say(f"not broken off, but {self.game.ending or 'running'}")

    def asked_since(self, user: int, at: datetime) -> Wait | None:
        """Return for what a user was waited for when the tasks of a moment ran.

        They run before the players act at the same moment.
        """
        theirs = [w for w in self.waits if w.user == user and w.since < at]
        return next((w for w in reversed(theirs) if not any(e < at for e in w.ends)), None)


def _is_covered(person: Person, due: datetime, now: datetime) -> bool:
    return any(start <= due < end + DAY and start <= now for start, end in person.vacations)
