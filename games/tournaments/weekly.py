"""The site's own weekly cups: one by correspondence, two live in the evening.

A live cup is played in the evening of those who have joined: its hour is fixed a day before.
"""

import calendar
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from django.db import transaction

from games.clock import BANK, LIVE, Pace
from games.tournaments.models import Tournament, TournamentKind, TournamentStage
from games.tournaments.notifications import TournamentHour
from games.tournaments.rounds import notify

PACES: Final[dict[int, Pace]] = {
    calendar.MONDAY: BANK,
    calendar.FRIDAY: LIVE[1],
    calendar.SUNDAY: LIVE[1],
}
"""Weekday of the start -> pace."""
PLACES: Final = 16
AT: Final = 18
"""Hour of the start, UTC: of a live cup until it is fixed, and if any hour suits as well."""
OPENS_BEFORE: Final = timedelta(days=7)
SHORTEST_ENROLMENT: Final = timedelta(days=1)
HOURS: Final = range(8, 31)
"""Hours that a live cup may start at, UTC, counted from midnight: it is evening somewhere."""
FIXED_BEFORE: Final = timedelta(days=1)
"""How long before the first of these hours the hour is fixed."""
EVENING: Final = range(18, 21)
"""Hours of the day at which an evening of games begins."""


def open_weekly(now: datetime) -> list[Tournament]:
    """Open the cups of the coming seven days, each once, and return them."""
    today = now.astimezone(UTC).date()
    return [
        _opened(day, now)
        for day in (today + timedelta(days=ahead) for ahead in range(OPENS_BEFORE.days + 1))
        if day.weekday() in PACES and SHORTEST_ENROLMENT <= _at(day, AT) - now <= OPENS_BEFORE
    ]


def _opened(day: date, now: datetime) -> Tournament:
    pace = PACES[day.weekday()]
    defaults = {
        "kind": TournamentKind.SWISS,
        "pace": pace.to_json(),
        "live": pace.live,
        "most": PLACES,
        "starts_at": _at(day, AT),
        "created_at": now,
    }
    return Tournament.objects.get_or_create(day=day, defaults=defaults)[0]


def fix_hours(now: datetime) -> None:
    """Fix the hours of the live cups of tomorrow, each once, and tell those who have joined."""
    latest = (now + FIXED_BEFORE).date()
    waiting = Tournament.objects.filter(
        day__lte=latest, live=True, hour_fixed=False, stage=TournamentStage.ENROLLING
    )
    for pk in list(waiting.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=pk)
            if tournament.day is not None and tournament.by_evening:
                _fix_hour(tournament, tournament.day, now)


def _fix_hour(tournament: Tournament, day: date, now: datetime) -> None:
    if now < _at(day, HOURS.start) - FIXED_BEFORE:
        return
    entrants = list(tournament.entrants.select_related("user"))
    zones = [entrant.user.zone for entrant in entrants if entrant.user is not None]
    tournament.starts_at = max(best_start(day, zones), now)
    tournament.hour_fixed = True
    tournament.save(update_fields=["starts_at", "hour_fixed"])
    for entrant in entrants:
        notify(entrant.user, tournament, TournamentHour, now)


def best_start(day: date, zones: Sequence[tzinfo]) -> datetime:
    """Return the hour of a day that is evening in the most time zones; among equals, next to 18."""
    return max(
        (_at(day, hour) for hour in HOURS),
        key=lambda start: (_evenings(start, day, zones), -abs(start - _at(day, AT))),
    )


def _evenings(start: datetime, day: date, zones: Iterable[tzinfo]) -> int:
    here = [start.astimezone(zone) for zone in zones]
    return sum(local.date() == day and local.hour in EVENING for local in here)


def _at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(tzinfo=UTC)) + timedelta(hours=hour)
