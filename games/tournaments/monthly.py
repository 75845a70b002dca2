"""The site's own monthly tournament."""

import calendar
from datetime import UTC, datetime, timedelta

from games.clock import BANK
from games.tournaments.models import Tournament, TournamentKind

ROUNDS = 5
AT = 18
"""Hour of the start, UTC."""
SHORTEST_ENROLMENT = timedelta(days=2)


def open_monthly(now: datetime) -> Tournament | None:
    """Open this month's tournament, once, and return it.

    Enrolment opens on the first day of the month; the tournament starts on the second Saturday. If
    fewer than `SHORTEST_ENROLMENT` remain, there is none this month.
    """
    month = now.astimezone(UTC).date().replace(day=1)
    tournament = Tournament.objects.filter(month=month).first()
    starts_at = start_in(month.year, month.month)
    if tournament is not None or starts_at - now < SHORTEST_ENROLMENT:
        return tournament
    defaults = {
        "kind": TournamentKind.SWISS,
        "pace": BANK.to_json(),
        "rounds": ROUNDS,
        "starts_at": starts_at,
        "created_at": now,
    }
    return Tournament.objects.get_or_create(month=month, defaults=defaults)[0]


def start_in(year: int, month: int) -> datetime:
    """Return the start of a month's tournament: its second Saturday."""
    first = datetime(year, month, 1, AT, tzinfo=UTC)
    to_saturday = (calendar.SATURDAY - first.weekday()) % 7
    return first + timedelta(days=to_saturday + 7)
