"""The site's own tournament: one a month, without anybody having to think of it."""

import calendar
from datetime import UTC, datetime, timedelta

from games.clock import BANK
from games.tournaments.models import Tournament, TournamentKind

ROUNDS = 5
AT = 18
"""The hour at which it starts, UTC."""
SHORTEST_ENROLMENT = timedelta(days=2)


def open_monthly(now: datetime) -> Tournament | None:
    """Call for players for the tournament of this month, once; return it.

    The enrolment opens with the month; the second Saturday is the day of the start. A site that
    begins too late for that waits for the next month.
    """
    month = now.astimezone(UTC).date().replace(day=1)
    found = Tournament.objects.filter(month=month).first()
    starts_at = start_in(month.year, month.month)
    if found is not None or starts_at - now < SHORTEST_ENROLMENT:
        return found
    facts = {
        "kind": TournamentKind.SWISS,
        "pace": BANK.to_json(),
        "rounds": ROUNDS,
        "starts_at": starts_at,
        "created_at": now,
    }
    return Tournament.objects.get_or_create(month=month, defaults=facts)[0]


def start_in(year: int, month: int) -> datetime:
    """Return when the tournament of a month starts: on its second Saturday."""
    first = datetime(year, month, 1, AT, tzinfo=UTC)
    to_saturday = (calendar.SATURDAY - first.weekday()) % 7
    return first + timedelta(days=to_saturday + 7)
