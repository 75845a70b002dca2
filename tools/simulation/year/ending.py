"""How a game goes is drawn from hidden strength, and it ends by the site's own doors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING
from unittest import mock

from django.db import transaction

from games.ratings.rules import ANCHORS
from games.tables.models import Ending, Game, Seat, Status
from games.tables.services import ending, expiry, locks
from games.tables.timekeeping.clocks import LockedTable
from tools.simulation.simulator import DAY, HOUR, MINUTE
from tools.simulation.year.diary import Begun, Over
from tools.simulation.year.judge_contests import Ladder

if TYPE_CHECKING:
    from tools.simulation.year.year import Year

FIRST_TURN = 20
"""Points that the first turn is worth."""
DRAWS = 0.02
RESIGNED = 0.2
UNBEGUN = 0.1
"""Of the games that a player lets pass: before they have answered at all."""
WAYS = (Ending.ABSOLUTE, Ending.DEMOCRATIC, Ending.POPULAR)


def expected(side: float, other: float) -> float:
    """Return the score that one side may expect of the other: the scale of Glicko and of Elo."""
    return float(1 / (1 + 10 ** ((other - side) / 400)))


class Endings:
    """Ends the games of a year."""

    def __init__(self, year: "Year") -> None:
        self.year, self.chance = year, Random(f"endings {year.size.seed}")

    def lasts(self, game: Begun) -> timedelta:
        """Draw how long a game takes."""
        if game.pool == "live":
            return self.chance.uniform(20, 70) * MINUTE
        if game.pool == "solo":
            return self.chance.uniform(0.5, 48) * HOUR
        people = [self.year.people[user] for user in game.users]
        slowest = max(person.quick for person in people)
        return min(60, max(1.5, slowest * self.chance.lognormvariate(0, 0.3))) * DAY

    def end(self, game: Begun) -> None:
        """End a game now, or later if one of its players is on vacation."""
        now = self.year.now
        people = [self.year.people[user] for user in game.users if user]
        back = max((end for person in people if (end := person.vacation_end(now))), default=None)
        if back is not None:
            self.year.at(back + self.chance.uniform(0.1, 2) * DAY, lambda: self.year.end_game(game))
            return
        late = self._late(game, now)
        if late is None:
            self._played(game, self.strengths(game), now)
        else:
            self._passed(game, late, now)

    def strengths(self, game: Begun) -> tuple[float, ...]:
        """Return the true strength of all players of a table, in the order of the seats."""
        return tuple(
            self.year.people[user].strength if user else ANCHORS[bot].value
            for user, bot in zip(game.users, game.bots, strict=True)
        )

    def _late(self, game: Begun, now: datetime) -> int | None:
        """Draw which seat lets its time pass."""
        if game.pool == "solo":
            return None
        for seat, user in enumerate(game.users):
            person = self.year.people[user]
            if person.is_gone(now) or self.chance.random() < person.careless:
                return seat
        return None

    def _winner(self, game: Begun, strengths: tuple[float, ...]) -> int | None:
        # Two against two: the strengths of partners add up, as the ratings have it.
        bonus = FIRST_TURN if game.first == 0 else -FIRST_TURN
        wins = expected(sum(strengths[0::2]) + bonus, sum(strengths[1::2])) - DRAWS / 2
        drawn = self.chance.random()
        return None if wins <= drawn < wins + DRAWS else int(drawn >= wins)

    def _played(self, game: Begun, strengths: tuple[float, ...], now: datetime) -> None:
        winner = self._winner(game, strengths)
        Seat.objects.filter(game=game.pk).update(turns=9, seen_at=now)
        losers = [user for seat, user in enumerate(game.users) if seat % 2 != winner and user]
        if winner is not None and losers and self.chance.random() < RESIGNED:  # bots never do
            ending.resign(self.year.people[losers[0]].user, game.pk, now=now)
        else:
            with transaction.atomic():
                table = locks.lock_running(game.pk, now)
                victory = Ending.DRAW if winner is None else self.chance.choice(WAYS)
                ending.finish(table, winner, victory)
                table.game.save()
        if self.year.diary.over[game.pk].winner != winner:
            self.year.judge.say(f"game {game.pk} has another winner than who won")

    def _passed(self, game: Begun, late: int, now: datetime) -> None:
        """Let the clock of a seat run out; before its first answer, or later on."""
        begun = self.chance.random() >= UNBEGUN
        Seat.objects.filter(game=game.pk).exclude(number=late).update(seen_at=now)
        with transaction.atomic():
            table = locks.lock_running(game.pk, now)
            for seat in table.seats:
                seat.asked, seat.turns = seat.number == late, 9 if begun else 1
                seat.save(update_fields=["asked", "turns"])
            with mock.patch.object(expiry, "_has_answered", return_value=begun):
                expiry._lose(table, [late % 2])
            table.game.save()


@contextmanager
def watched(year: "Year") -> Iterator[None]:
    """Let the diary and the judge see every game that ends."""
    finish, break_off = ending.finish, ending.break_off

    def finished(table: LockedTable, winner: int | None, how: Ending) -> None:
        was = year.judge.contests.before(table.game)
        finish(table, winner, how)
        late = 1 - winner if how == Ending.TIME and winner is not None else None
        played = all(any(s.turns > 1 for s in table.seats if s.side == side) for side in (0, 1))
        counts = played and not all(seat.bot for seat in table.seats)  # two bots may meet in a cup
        _remember(year, table.game, table.now, winner, late, counts, was)

    def broken_off(table: LockedTable, how: Ending | str, lost: Sequence[int] = ()) -> None:
        was = year.judge.contests.before(table.game)
        break_off(table, how, lost)
        lost_by = lost[0] if lost else None
        _remember(year, table.game, table.now, None, lost_by, False, was)

    with (
        mock.patch.object(ending, "finish", finished),
        mock.patch.object(ending, "break_off", broken_off),
    ):
        yield


def _remember(
    year: "Year",
    row: Game,
    now: datetime,
    winner: int | None,
    late: int | None,
    counts: bool,
    was: Ladder | None,
) -> None:
    if row.pk not in year.running:
        year.judge.say(f"game {row.pk} ends, and does not run")
        return
    game = year.running[row.pk]
    finished = row.status == Status.FINISHED
    how = str(row.ending)
    over = Over(game, now, winner, counts, finished, late, how, year.endings.strengths(game))
    year.ended(over)
    if was is not None:
        year.judge.contests.after(was, over)


def begun(game: Game, seats: list[Seat]) -> Begun:
    """Return what is to be remembered of a game that has just started."""
    bots = tuple(seat.bot for seat in seats)
    if any(bots):
        pool = "solo"
    elif game.players == 4:
        pool = "teams"
    else:
        pool = "live" if game.live else "days"
    assert game.started_at is not None
    return Begun(
        game.pk,
        tuple(seat.user_id or 0 for seat in seats),
        bots,
        pool,
        game.occasion,
        game.started_at,
        1 - game.second_side,
    )
