"""A locked table, and the clock of its row: read, advanced, stored.

The arithmetic is in `games.clock`.

Bots have no week and never run out of time: a side of which only bots are asked has no deadline.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from accounts.models import User
from games import clock as arithmetic
from games.clock import Clock, Pace, Side, Week, Weeks
from games.clock.moments import whole
from games.tables.models import Game, Seat, Status

type Asked = Mapping[int, Sequence[Seat]]
"""The seats of players that are asked, by side."""


@dataclass
class LockedTable:
    """A game whose row is locked, its seats, and the time at which it is judged."""

    game: Game
    seats: list[Seat]
    now: datetime

    @cached_property
    def clock(self) -> Clock | None:
        """The clock, read once; `None` without a pace. A change is kept by `keep_clock`."""
        return clock_of(self.game, self.seats)

    def keep_clock(self) -> None:
        """Set the game's clock and its next deadline; the caller saves `CLOCK_FIELDS`."""
        keep(self.game, self.clock)

    def late(self, at: datetime | None = None) -> frozenset[int]:
        """Return the sides whose time has run out, now or at another moment."""
        return frozenset() if self.clock is None else arithmetic.late(self.clock, at or self.now)

    def move_clock_on(
        self,
        before: Collection[Seat],
        turn_over: int | None,
        turn_begins: int | None,
        sealed_at: datetime | None = None,
    ) -> None:
        """Set the clock after an answer, if there is one; the caller saves `CLOCK_FIELDS`.

        `before`: the seats that were asked before it. `turn_over` and `turn_begins`: the side whose
        turn has ended or started with it. `sealed_at`: when the answer was confirmed, if that was
        before. Raises `ClockError`: late.
        """
        if self.clock is None:
            return
        was_asked = _people(before)
        self.clock = _moved_on(
            self.clock, was_asked, self.seats, turn_over, turn_begins, self.now, sealed_at
        )
        self.keep_clock()


def week_of(user: User) -> Week:
    """Return the week of a user; raises `ClockError` for an invalid one."""
    days_off = frozenset(map(int, user.days_off))
    return Week(user.time_zone, user.sleep_from, user.sleep_to, days_off)


def weeks_of(seats: Iterable[Seat]) -> Weeks:
    """Return the weeks of the users who answer for some seats; `[None]` if there are none."""
    return [week_of(seat.player) if seat.player else None for seat in seats] or [None]


def asked_people(seats: Iterable[Seat]) -> dict[int, list[Seat]]:
    """Return the seats of players that are asked, by side, without sides that have none."""
    return _people(seat for seat in seats if seat.asked)


def _people(seats: Iterable[Seat]) -> dict[int, list[Seat]]:
    """Return the seats of players, by side, without sides that have none."""
    by_side: dict[int, list[Seat]] = {}
    for seat in seats:
        if not seat.bot:
            by_side.setdefault(seat.side, []).append(seat)
    return by_side


def weeks_asked(seats: Iterable[Seat]) -> dict[int, Weeks]:
    """Return the weeks of the players who are asked, by side."""
    return {side: weeks_of(asked) for side, asked in asked_people(seats).items()}


def weeks_of_sides(seats: Sequence[Seat]) -> dict[int, Weeks]:
    """Return the weeks of both sides: of the players who are asked, or else of all."""
    all_weeks = {side: weeks_of(s for s in seats if s.side == side) for side in (0, 1)}
    return all_weeks | weeks_asked(seats)


def clock_of(game: Game, seats: Sequence[Seat]) -> Clock | None:
    """Return the clock of a game; `None` without a pace.

    A game without a stored clock gets one that keeps its stored deadline.
    """
    if game.pace is None:
        return None
    if game.clock is not None:
        return Clock.from_json(game.clock)
    clock = arithmetic.begin(Pace.from_json(game.pace))
    for side, asked in asked_people(seats).items():
        clock = _with_stored_deadline(clock, side, asked, game)
    return clock


def _with_stored_deadline(clock: Clock, side: int, asked: Sequence[Seat], game: Game) -> Clock:
    since = whole(min(seat.asked_at or game.started_at or game.created_at for seat in asked))
    if game.deadline is None:
        return arithmetic.ask(clock, side, weeks_of(asked), since)
    deadline = whole(game.deadline)
    left = max(arithmetic.usable(week, since, deadline) for week in weeks_of(asked))
    sides = list(clock.sides)
    sides[side] = Side(left, since, deadline)
    return Clock(clock.pace, (sides[0], sides[1]))


CLOCK_FIELDS = ("clock", "deadline", "alarm_at")
"""The fields that `keep` sets."""


def keep(game: Game, clock: Clock | None) -> None:
    """Set a game's clock and its next deadline; the caller saves `CLOCK_FIELDS`.

    A changed clock is due for `sound_alarms`, which sets its next alarm. Live games have none.
    """
    game.clock = None if clock is None else clock.to_json()
    running = [side for side in clock.sides if side.deadline is not None] if clock else []
    game.deadline = min((side.deadline for side in running if side.deadline), default=None)
    begun = [side.since for side in running if side.since is not None and not game.live]
    game.alarm_at = min(begun, default=None)


def _moved_on(
    clock: Clock,
    before: Asked,
    seats: Sequence[Seat],
    turn_over: int | None,
    turn_begins: int | None,
    now: datetime,
    sealed_at: datetime | None,
) -> Clock:
    """Return the clock after an answer; `seats`: as they are asked now."""
    after = asked_people(seats)
    for side in (0, 1):
        was, asked = before.get(side, ()), after.get(side, ())
        over, begins = turn_over == side, turn_begins == side
        stops = over or begins or not asked
        if over or (was and stops):
            since = clock.sides[side].since
            stopped = now if sealed_at is None else max(sealed_at, since or sealed_at)
            clock = arithmetic.answer(clock, side, weeks_of(was), stopped, turn_over=over)
        if not asked:
            continue
        if was and not stops:  # the same turn goes on, perhaps with the teammate
            clock = arithmetic.new_week(clock, side, weeks_of(asked), now)
        else:
            clock = arithmetic.ask(clock, side, weeks_of(asked), now, turn_begins=begins)
    return clock


def deadline_of(game: Game, side: int) -> datetime | None:
    """Return the deadline of a side; `None` while it is not asked or has no clock."""
    if game.status != Status.RUNNING or game.pace is None:
        return None
    if game.clock is None:  # a game without a stored clock
        return game.deadline if any(s.asked and s.side == side for s in game.seats.all()) else None
    return Clock.from_json(game.clock).sides[side].deadline


def after_move_of(game: Game, side: int, now: datetime) -> int | None:
    """Return a side's usable seconds for its next turn if this one ends now; `None`: no clock."""
    if game.status != Status.RUNNING or game.pace is None:
        return None
    seats = list(game.seats.all())
    clock = clock_of(game, seats)
    if clock is None:
        return None
    return max(
        clock.pace.increment,
        arithmetic.after_move(clock, side, weeks_of_sides(seats)[side], now),
    )


def is_paused(game: Game) -> bool:
    """Whether the clocks of a running game are paused."""
    return game.status == Status.RUNNING and game.paused_until is not None
