"""The clock of a game: what each side has left, and until when it must answer.

A side that is asked owes an answer, and its clock runs: it gets a deadline. **The deadline is a
promise.** Whatever gives time moves it, nothing moves it nearer, and who has not answered when it
has passed has lost. What an answer costs is the usable time since the question: as a rule the
same as what is missing before the deadline, but a deadline that a change of week or vacation has
moved away does not fill the bank.

In a team the clock is the team's: its deadline is the latest of its asked people's, and what an
answer costs is the least that it costs one of them.

Who writes a game does things in this order: give back an `outage`; let vacation `extend` the
deadline; then look who is `late`. A late side has lost: whatever would still help it raises
`ClockError("late")`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypedDict

from games.clock import week as calendar
from games.clock.errors import ClockError
from games.clock.moments import DAY, seconds_between, whole
from games.clock.pace import Pace, PaceData, is_count
from games.clock.week import Week

type Weeks = Sequence[Week | None]
"""The weeks of a side's asked people, at least one; `None` for who has none (bots)."""

MOST_GIFT = 30 * DAY
LONGEST_OUTAGE = 7 * DAY
"""An outage up to this is given back by its length; a longer one only as far as it cost time."""


@dataclass(frozen=True, slots=True)
class Side:
    """`left`: usable seconds in the bank, while the clock runs as they were at `since`.

    `since`: when the side was asked; `None` while it owes nothing. `promised`: no deadline of
    this turn is earlier; it outlives an answer in the middle of the turn.
    """

    left: int
    since: datetime | None = None
    promised: datetime | None = None

    @property
    def deadline(self) -> datetime | None:
        """Until when the side must answer; `None` while it owes nothing."""
        return None if self.since is None else self.promised


class SideClockData(TypedDict):
    """A side's clock as JSON, moments in ISO 8601."""

    left: int
    since: str | None
    promised: str | None


class ClockData(TypedDict):
    """The clocks of a game as JSON."""

    pace: PaceData
    sides: list[SideClockData]
    paused: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of sides 0 and 1. While `paused` neither runs."""

    pace: Pace
    sides: tuple[Side, Side]
    paused: bool = False

    def to_json(self) -> ClockData:
        """Return what `from_json` reads; moments in ISO 8601."""
        sides: list[SideClockData] = [
            {"left": side.left, "since": _iso(side.since), "promised": _iso(side.promised)}
            for side in self.sides
        ]
        return {"pace": self.pace.to_json(), "sides": sides, "paused": self.paused}

    @classmethod
    def from_json(cls, data: object) -> "Clock":
        """Read a clock; raises `ClockError`: malformed, and what `Pace` raises."""
        match data:
            case {"pace": pace, "sides": [first, second], "paused": bool(paused)}:
                return cls(Pace.from_json(pace), (_read_side(first), _read_side(second)), paused)
        raise ClockError("malformed")


def begin(pace: Pace) -> Clock:
    """Return the clock of a new game, in which no side has been asked."""
    return Clock(pace, (Side(pace.start), Side(pace.start)))


def ask(
    clock: Clock, side: int, weeks: Weeks, now: datetime, *, turn_begins: bool = False
) -> Clock:
    """Return the clock as `side` starts to owe an answer; as it was if it owes one already.

    At the beginning of its own turn a side has at least one increment, whatever its answers in
    the other side's turn (the mulligan too) have cost. So "a turn in three days" is three days,
    also if it begins in a pause: then it has no deadline yet.
    """
    own = clock.sides[side]
    if own.since is not None:
        return clock
    if turn_begins:
        own = replace(own, left=max(own.left, clock.pace.increment))
    return _with(clock, side, own if clock.paused else _asked(clock, own, weeks, now))


def answer(clock: Clock, side: int, weeks: Weeks, now: datetime, *, turn_over: bool) -> Clock:
    """Return the clock as `side` owes nothing more; raises `ClockError`: late.

    `turn_over`: its own turn is over, which brings the increment. Another side's answer can end
    a turn: then `side` owes nothing already, and only gets its increment.
    """
    _refuse_late(clock, side, now)
    own = _stopped(clock, clock.sides[side], weeks, now)
    if turn_over:
        own = Side(clock.pace.capped(own.left + clock.pace.increment))
    return _with(clock, side, own)


def after_move(clock: Clock, side: int, weeks: Weeks, now: datetime) -> int:
    """Return the seconds in the bank of `side` if it finished its turn now, for display."""
    own = _stopped(clock, clock.sides[side], weeks, now)
    return clock.pace.capped(own.left + clock.pace.increment)


def gift(clock: Clock, side: int, weeks: Weeks, seconds: int, now: datetime) -> Clock:
    """Return the clock with more usable time for `side`, from its opponent.

    What is more than the bank may hold lasts until the end of the turn. Raises `ClockError`:
    too_short (under a second), too_long (over 30 days), late.
    """
    if seconds < 1:
        raise ClockError("too_short")
    if seconds > MOST_GIFT:
        raise ClockError("too_long")
    _refuse_late(clock, side, now)
    return _given(clock, side, weeks, seconds)


def outage(clock: Clock, weeks: Mapping[int, Weeks], start: datetime, end: datetime) -> Clock:
    """Return the clock with the time given back in which the site was down.

    `weeks`: those of every side that owes an answer. Each gets the outage's length, as far as it
    was asked, as usable time; a side that was late before the outage gets nothing. After more than
    `LONGEST_OUTAGE` (an old backup, a clock that jumped) a side has exactly what it had before.
    """
    start, end = whole(start), whole(end)
    capped = seconds_between(start, end) > LONGEST_OUTAGE
    for number, side in enumerate(clock.sides):
        if side.since is None or side.since >= end or number in late(clock, start):
            continue
        if capped:
            assert side.promised is not None
            since = max(start, side.since)
            kept = _at_rest(clock, side, side.promised, weeks[number], since)
            clock = _with(clock, number, _asked(clock, kept, weeks[number], end))
            continue
        lost = seconds_between(max(start, side.since), end)
        if lost > 0:
            clock = _given(clock, number, weeks[number], lost)
    return clock


def extend(clock: Clock, side: int, until: datetime) -> Clock:
    """Return the clock with the deadline of `side` moved to `until`, if that is later.

    For vacation, and so for a late side too. The bank stays as empty as it is.
    """
    own = clock.sides[side]
    if own.deadline is None:
        return clock
    return _with(clock, side, replace(own, promised=max(own.deadline, whole(until))))


def pause(clock: Clock, weeks: Mapping[int, Weeks], now: datetime) -> Clock:
    """Return the clock at rest; what is left until the deadlines is kept as usable time.

    `weeks`: those of both sides' people. Raises `ClockError`: late.
    """
    for number, side in enumerate(clock.sides):
        _refuse_late(clock, number, now)
        if side.promised is not None:
            rested = _at_rest(clock, side, side.promised, weeks[number], now)
            clock = _with(clock, number, rested)
    return replace(clock, paused=True)


def resume(clock: Clock, asked: Mapping[int, Weeks], now: datetime) -> Clock:
    """Return the clock running again for the sides that owe an answer: `asked`, with weeks."""
    return _ask_all(replace(clock, paused=False), asked, now)


def change_pace(clock: Clock, pace: Pace, asked: Mapping[int, Weeks], now: datetime) -> Clock:
    """Return the clock as if the game began now at another pace, both sides having agreed.

    Both have at least one increment, as at the beginning of a turn: this may be in the middle of
    one. `asked`: the sides that owe an answer, with weeks. Raises `ClockError`: late.
    """
    for number in range(len(clock.sides)):
        _refuse_late(clock, number, now)
    bank = Side(max(pace.start, pace.increment))
    return _ask_all(Clock(pace, (bank, bank), clock.paused), asked, now)


def new_week(clock: Clock, side: int, weeks: Weeks, now: datetime) -> Clock:
    """Return the clock after a player of `side` changed their week while the clock runs.

    The deadline moves to where it would be had the question come in the new week, if that is
    later; it never comes nearer, and a late side stays late. Measured from the question and not
    from `now`: else who moves their sleep every twelve hours would never have to answer. What
    the answer costs is measured by the weeks at the answer.
    """
    own = clock.sides[side]
    if own.since is None or own.promised is None or side in late(clock, now):
        return clock
    promised = max(own.promised, _latest(clock, weeks, own.since, own.left))
    return _with(clock, side, replace(own, promised=promised))


def late(clock: Clock, now: datetime) -> frozenset[int]:
    """Return the sides whose deadline has passed: those that have lost on time."""
    return frozenset(
        number
        for number, side in enumerate(clock.sides)
        if side.deadline is not None and side.deadline < whole(now)
    )


def _asked(clock: Clock, side: Side, weeks: Weeks, now: datetime) -> Side:
    """Return the side owing an answer from now on."""
    now = whole(now)
    promised = _latest(clock, weeks, now, side.left)
    if side.promised is not None:
        promised = max(promised, side.promised)
    return Side(side.left, now, promised)


def _ask_all(clock: Clock, asked: Mapping[int, Weeks], now: datetime) -> Clock:
    for side, weeks in asked.items():
        clock = ask(clock, side, weeks, now)
    return clock


def _stopped(clock: Clock, side: Side, weeks: Weeks, now: datetime) -> Side:
    """Return the side owing nothing, the usable time since its question charged."""
    if side.since is None:
        return side
    charged = _least_usable(clock, weeks, side.since, now)
    return Side(max(0, side.left - charged), None, side.promised)


def _at_rest(clock: Clock, side: Side, until: datetime, weeks: Weeks, now: datetime) -> Side:
    """Return the side owing nothing, with all the usable time until its deadline."""
    stopped = _stopped(clock, side, weeks, now)
    return Side(max(stopped.left, _least_usable(clock, weeks, now, until)))


def _given(clock: Clock, side: int, weeks: Weeks, seconds: int) -> Clock:
    own = clock.sides[side]
    promised = own.promised
    if own.deadline is not None:
        promised = _latest(clock, weeks, own.deadline, seconds)
    return _with(clock, side, Side(own.left + seconds, own.since, promised))


def _latest(clock: Clock, weeks: Weeks, start: datetime, seconds: int) -> datetime:
    return max(calendar.deadline(week, start, seconds) for week in _charged(clock, weeks))


def _least_usable(clock: Clock, weeks: Weeks, start: datetime, end: datetime) -> int:
    return min(calendar.usable(week, start, end) for week in _charged(clock, weeks))


def _charged(clock: Clock, weeks: Weeks) -> Weeks:
    """Return the weeks that count: none in live play."""
    return (None,) if clock.pace.live else weeks


def _refuse_late(clock: Clock, side: int, now: datetime) -> None:
    if side in late(clock, now):
        raise ClockError("late")


def _with(clock: Clock, side: int, changed: Side) -> Clock:
    first, second = clock.sides
    return replace(clock, sides=(first, changed) if side else (changed, second))


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _read_side(data: object) -> Side:
    match data:
        case {"left": left, "since": since, "promised": promised}:
            side = Side(left, _read_moment(since), _read_moment(promised))
            if is_count(left) and (side.since is None or side.promised is not None):
                return side
    raise ClockError("malformed")


def _read_moment(data: object) -> datetime | None:
    if data is None:
        return None
    if not isinstance(data, str):
        raise ClockError("malformed")
    try:
        return whole(datetime.fromisoformat(data))
    except ValueError as error:
        raise ClockError("malformed") from error
