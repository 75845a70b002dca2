"""What people see of time beside the clocks: weeks, absences, outages. In the reader's zone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Absence, User
from games import clock as arithmetic
from games.clock import Weeks
from games.clock.moments import HOUR, MINUTE, seconds_between, whole
from games.tables import time_words
from games.tables.models import Game
from games.tables.timekeeping import outages


def away(people: Iterable[int | None], now: datetime) -> dict[int, datetime]:
    """Return the ends of the vacations of users who are away now, by user id."""
    users = set(people) - {None}
    if not users:
        return {}
    absences = Absence.objects.filter(user__in=users, start__lte=now, end__gt=now)
    return {absence.user_id: absence.end for absence in absences}


def absences_to_come(people: Iterable[int | None], now: datetime) -> dict[int, list[str]]:
    """Return current and planned vacations in words, by user id."""
    absences: dict[int, list[str]] = {}
    for absence in Absence.objects.filter(user__in=set(people) - {None}, end__gt=now):
        absences.setdefault(absence.user_id, []).append(absence_words(absence, now))
    return absences


def absence_words(absence: Absence, now: datetime) -> str:
    """Return a vacation in words: its end, and its start if it has not started."""
    end = time_words.until(absence.end, now)
    if absence.start <= now:
        return _("away until %(end)s") % {"end": end}
    return _("away from %(start)s until %(end)s") % {
        "start": time_words.until(absence.start, now),
        "end": end,
    }


def week_words(user: User, now: datetime) -> list[str]:
    """Return the week of a user in words, with sleep hours in the reader's time zone."""
    parts = [_("no sleep hours")]
    if user.sleep_from != user.sleep_to:
        start, end = _here(user, user.sleep_from, now), _here(user, user.sleep_to, now)
        parts = [_("sleeps %(start)s–%(end)s, your time") % {"start": start, "end": end}]
    if user.days_off:
        days = _(" and ").join(str(WEEKDAYS[int(day)]) for day in user.days_off)
        zone = user.time_zone.replace("_", " ")
        parts.append(_("days off: %(days)s (%(zone)s)") % {"days": days, "zone": zone})
    return parts


def _here(user: User, at: time, now: datetime) -> str:
    there = datetime.combine(timezone.localtime(now, user.zone), at, user.zone)
    return date_format(timezone.localtime(there), "TIME_FORMAT")


def outage_words(game: Game, now: datetime) -> str:
    """Return a sentence about an outage that was given back lately; usually empty."""
    if game.pace is None or game.started_at is None:
        return ""
    since = max(game.started_at, now - outages.SHOWN)
    lately = (outage for outage in outages.known(now).lately if outage.live == game.live)
    outage = next((outage for outage in lately if outage.end > since), None)
    if outage is None:
        return ""
    start, end = timezone.localtime(outage.start), timezone.localtime(outage.end)
    if start.date() == end.date():
        return _(
            "The site was down on %(day)s from %(start)s to %(end)s."
            " Players whose clock was running got that time back."
        ) % {
            "day": date_format(start, "MONTH_DAY_FORMAT"),
            "start": date_format(start, "TIME_FORMAT"),
            "end": date_format(end, "TIME_FORMAT"),
        }
    return _(
        "The site was down from %(start)s to %(end)s."
        " Players whose clock was running got that time back."
    ) % {"start": _moment(outage.start), "end": _moment(outage.end)}


def _moment(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time until a deadline, one figure for all pages: what is left on the calendar."""

    says: str = ""
    uncounted: str = ""
    """How much of it are sleep hours and days off, in a sentence; empty for under an hour."""


def time_left(weeks: Weeks, deadline: datetime, now: datetime) -> TimeLeft:
    """Return the time until a deadline; `weeks`: of the players who are asked."""
    left = max(0, seconds_between(whole(now), whole(deadline)))
    if left > MINUTE:
        left -= left % MINUTE
    says = _("%(time)s left") % {"time": time_words.span(left)}
    counted = max(arithmetic.usable(week, now, deadline) for week in weeks)
    if left - counted < HOUR:
        return TimeLeft(says)
    sentence = _("%(time)s of it are sleep hours and days off, which don't count.")
    return TimeLeft(says, sentence % {"time": time_words.span(left - counted)})
