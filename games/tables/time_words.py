"""Paces, deadlines and refusals in words, in the active language."""

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.refusals import Refused
from games.clock import ClockError, Code, Pace
from games.clock.moments import DAY, HOUR, MINUTE
from games.clock.pace import PaceData

NO_CLOCK = gettext_lazy("This game has no clock.")
LATE = gettext_lazy("The time has run out.")

_REFUSALS: dict[Code, Promise] = {
    "malformed": gettext_lazy("There is no such pace."),
    "too_short": gettext_lazy("That is too short."),
    "too_long": gettext_lazy("That is too long."),
    "over_most": gettext_lazy("A bank can't start with, or gain per turn, more than its maximum."),
    "unknown_zone": gettext_lazy("There is no such time zone."),
    "too_much_sleep": gettext_lazy("You can set at most twelve sleep hours a day."),
    "too_many_days_off": gettext_lazy("You can set at most two days off a week."),
    "empty": gettext_lazy("The vacation ends before it starts."),
    "past": gettext_lazy("The vacation starts in the past."),
    "too_far": gettext_lazy("A vacation must start within a year."),
    "overlap": gettext_lazy("You already have a vacation planned for that time."),
}

_UNITS: tuple[Callable[[int], str], ...] = (
    lambda n: ngettext("%(n)d day", "%(n)d days", n),
    lambda n: ngettext("%(n)d hour", "%(n)d hours", n),
    lambda n: ngettext("%(n)d minute", "%(n)d minutes", n),
    lambda n: ngettext("%(n)d second", "%(n)d seconds", n),
)


def pace(data: PaceData | None) -> str:
    """Return a pace (`Pace.to_json()`; `None`: no clock) in words."""
    if data is None:
        return _("no clock")
    parsed = Pace.from_json(data)
    parts = {
        "start": span(parsed.start),
        "more": span(parsed.increment),
        "most": span(parsed.most or 0),
    }
    if parsed.start == parsed.increment == parsed.most:
        words = _("live: %(more)s a turn") if parsed.live else _("%(more)s a turn")
    elif parsed.most is None:
        words = _("live: %(start)s + %(more)s a turn")
    elif parsed.live:
        words = _("live: %(start)s + %(more)s a turn, at most %(most)s")
    else:
        words = _("%(start)s + %(more)s a turn, at most %(most)s")
    return words % parts


def span(seconds: int) -> str:
    """Return a time in words, in at most two units."""
    counts = (
        seconds // DAY,
        seconds % DAY // HOUR,
        seconds % HOUR // MINUTE,
        seconds % MINUTE,
    )
    units = [*zip(counts, _UNITS, strict=True)]
    largest = next((place for place, n in enumerate(counts) if n), len(units) - 1)
    nonzero = [(n, words) for n, words in units[largest : largest + 2] if n] or units[-1:]
    return " ".join(words(n) % {"n": n} for n, words in nonzero)


def until(deadline: datetime, now: datetime, zone: tzinfo | None = None) -> str:
    """Return a deadline in words (Thursday 18:40), in a time zone or the active one."""
    here, today = timezone.localtime(deadline, zone), timezone.localtime(now, zone).date()
    at = date_format(here, "TIME_FORMAT")
    days = (here.date() - today).days
    if days == 0:
        return _("today %(time)s") % {"time": at}
    if days == 1:
        return _("tomorrow %(time)s") % {"time": at}
    if timedelta() < here.date() - today < timedelta(days=7):
        return f"{date_format(here, 'l')} {at}"
    return day_and_time(here)


def day_and_time(at: datetime) -> str:
    """Return a moment of the active time zone with the weekday: Mon 9 Mar, 23:30."""
    parts = {"weekday": date_format(at, "D"), "moment": date_format(at, "SHORT_DATETIME_FORMAT")}
    return _("%(weekday)s %(moment)s") % parts


def refusal(error: ClockError) -> Refused:
    """Return the refusal for an error of the clock arithmetic."""
    if error.code == "late":
        return Refused(LATE, 409)
    return Refused(_REFUSALS[error.code], 409 if error.code == "overlap" else 422)
