"""Vacations and changes of the week, applied to running games.

The day after an absence belongs to it, so that players don't return to lost games. Its hours cost
vacation like the others, and only if a game would be lost.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import weeks
from accounts.models import Absence, User, VacationHour
from common.refusals import Refused
from games import clock as arithmetic
from games.clock import ClockError
from games.tables import publishing, time_words
from games.tables.models import Game, Seat, Status
from games.tables.seats import seats_of_game
from games.tables.table_events import TableEventKind
from games.tables.timekeeping import outages
from games.tables.timekeeping.changes import clock_changed
from games.tables.timekeeping.clocks import (
    CLOCK_FIELDS,
    LockedTable,
    asked_people,
    week_of,
    weeks_of,
)

DAY_OF_RETURN = timedelta(days=1)
LEFT_OUT = timedelta(minutes=10)
"""For so long after a change of the week, outages not counted, it is applied again: two runs."""

log = logging.getLogger(__name__)


def plan_absence(
    user: User, start: datetime, end: datetime, *, now: datetime | None = None
) -> Absence:
    """Plan a vacation from `start` until just before `end`; raises `Refused`.

    422: it ends before it starts, starts in the past or in more than a year, or is longer than
    30 days. 409: it overlaps another one.
    """
    now = now or timezone.now()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        known = [_pure(absence) for absence in user.absences.filter(end__gt=now)]
        try:
            arithmetic.may_plan(known, arithmetic.AwayPeriod(start, end), now)
        except ClockError as error:
            raise time_words.refusal(error) from error
        absence = Absence.objects.create(user=user, start=start, end=end, created_at=now)
    _show(user)
    return absence


def leave_now(user: User, end: datetime, *, now: datetime | None = None) -> Absence:
    """Start a vacation now; raises `Refused` like `plan_absence`."""
    now = now or timezone.now()
    return plan_absence(user, now, end, now=now)


def end_absence(user: User, pk: int, *, now: datetime | None = None) -> None:
    """End a vacation early, or cancel a planned one; raises `Refused`: 404, 409 if it is over."""
    now = now or timezone.now()
    with transaction.atomic():
        absence = Absence.objects.select_for_update().filter(user=user, pk=pk).first()
        if absence is None:
            raise Refused(_("This vacation doesn't exist."), 404)
        if absence.end <= now:
            raise Refused(_("This vacation is over."))
        if absence.start >= now:
            absence.delete()
        else:
            absence.end = now
            absence.save(update_fields=["end"])
    _show(user)


def away_until(user: User, now: datetime) -> datetime | None:
    """Return the end of a user's current vacation, or `None`."""
    absence = user.absences.filter(start__lte=now, end__gt=now).first()
    return None if absence is None else absence.end


def check_time(table: LockedTable, seat: Seat, at: datetime) -> None:
    """Extend deadlines by vacation; raises `Refused` for a seat whose time ran out before `at`."""
    cover(table, at)
    if seat.asked and seat.side in table.late(at):
        raise Refused(time_words.LATE, code="out_of_time")


def cover(table: LockedTable, at: datetime | None = None) -> None:
    """Extend the deadlines of sides that are late by vacation; `at`: at another moment than now.

    Saves the hours that this costs. League games and live games are not extended.
    """
    at, late = at or table.now, table.late(at)
    if table.clock is None or table.game.league or table.clock.pace.live or not late:
        return
    people = {seat.player.pk for seat in table.seats if seat.player is not None}
    if not Absence.objects.filter(user__in=people, start__lte=at).exists():
        return  # the usual case: no locks needed
    known = _locked(people)
    for side in sorted(late):
        for seat in asked_people(table.seats).get(side, ()):
            deadline = table.clock.sides[side].deadline
            if seat.player is not None and deadline is not None and deadline < at:
                covered = _spend(known[seat.player.pk], deadline, at)
                table.clock = arithmetic.extend(table.clock, side, covered)


def _spend(user: User, deadline: datetime, now: datetime) -> datetime:
    """Spend the vacation hours that extend a deadline, and return the new deadline."""
    absences = [
        arithmetic.AwayPeriod(away.start, away.end + DAY_OF_RETURN)
        for away in user.absences.filter(start__lte=now, end__gt=deadline - DAY_OF_RETURN)
    ]
    since = deadline - timedelta(hours=1)
    paid = set(user.spent_hours.filter(hour__gte=since).values_list("hour", flat=True))
    balance = user.vacation_hours
    covered, hours = arithmetic.cover(week_of(user), deadline, now, absences, paid, balance)
    if hours:
        VacationHour.objects.bulk_create(VacationHour(user=user, hour=hour) for hour in hours)
        user.vacation_hours -= len(hours)
        user.save(update_fields=["vacation_hours"])
    return covered


def _locked(people: Iterable[int]) -> dict[int, User]:
    """Return the locked rows of users by id.

    They are locked in the order of their ids, to avoid deadlocks, and with `no_key`, so that other
    transactions can still insert rows that refer to them.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
    return {user.pk: user for user in rows}


def earn_vacation(seats: Sequence[Seat]) -> None:
    """Give every player half a day of vacation for a rated game that both sides have played."""
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    for user in _locked(people).values():
        user.vacation_hours = arithmetic.earned(user.vacation_hours)
        user.save(update_fields=["vacation_hours"])


def weeks_changed(user: User, *, now: datetime | None = None) -> None:
    """Move the deadlines of a user's running games after a change of the week.

    A deadline only moves away, and not at all in a game that is already lost. So doing it again
    changes nothing. A game that can't be handled is logged and skipped.
    """
    now = now or timezone.now()
    outages.notice(now)
    for game_id in _running(user):
        try:
            _move_deadline(user, game_id, now)
        except Exception:
            log.exception("could not apply a changed week to game %s", game_id)


def _move_deadline(user: User, game_id: int, now: datetime) -> None:
    """Move the deadline of a user's side in a game, if the user is asked."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        table = LockedTable(game, seats_of_game(game, now), now)
        outages.catch_up(table)
        before = table.clock
        own = next((seat for seat in table.seats if seat.asked and seat.player == user), None)
        if game.status != Status.RUNNING or before is None or own is None:
            return
        asked = asked_people(table.seats)[own.side]
        table.clock = arithmetic.new_week(before, own.side, weeks_of(asked), now)
        if table.clock != before:
            table.keep_clock()
            game.save(update_fields=CLOCK_FIELDS)
            clock_changed(table, TableEventKind.WEEK, by=own.number)
            publishing.table_changed(game)


def apply_changed_weeks(now: datetime | None = None) -> None:
    """Apply recent changes of the week to games that were left out.

    The request that changes a week handles one game after the other, and can be killed or time out.
    """
    now = now or timezone.now()
    since = now - LEFT_OUT
    down = (outage.start for outage in outages.known(now).lately if outage.end > since)
    # A correction soon after a change has no row of its own.
    since = min((since, *down)) - weeks.SECOND_THOUGHTS
    for user in User.objects.filter(week_changes__at__gt=since).distinct().order_by("pk"):
        weeks_changed(user, now=now)


def _show(user: User) -> None:
    """Publish the user's vacation, or its end, to the open pages of running games."""
    for game_id in _running(user):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            publishing.table_changed(game)


def _running(user: User) -> list[int]:
    mine = Q(seats__user=user) | Q(seats__played_by=user)
    games = Game.objects.filter(mine, status=Status.RUNNING).distinct()
    return list(games.order_by("pk").values_list("pk", flat=True))


def _pure(absence: Absence) -> arithmetic.AwayPeriod:
    return arithmetic.AwayPeriod(absence.start, absence.end)
