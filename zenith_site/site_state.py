"""The state of the site as lights, each with what to do: a page of the administration.

It knows what `/readyz` and the metrics know, and what the system checks say.
"""

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.contrib import admin
from django.core import checks
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from redis.exceptions import RedisError

from games.fairplay.models import Case, CaseState
from games.notifications.models import BadAddress
from games.review.models import Review, State
from games.tables import time_words
from games.tables.models import Heartbeat, Outage, Report
from zenith_site import health
from zenith_site.backlogs import deliveries_due, deliveries_unsure, tasks_queued
from zenith_site.replica import watch

LATE = 900
"""Seconds after which a delivery is late."""
LONG = 300
"""Seconds after which a task is late."""
MANY = 100
"""Tasks that are many for a queue."""
SLOW_REVIEWS = timedelta(hours=1)
WAITS_FOR_STAFF = timedelta(days=3)
LATELY = timedelta(days=2)
A_RESTART = timedelta(minutes=10)
"""A shorter outage is an upgrade or a restart."""

log = logging.getLogger(__name__)


class LightLevel(StrEnum):
    """How a part is."""

    GOOD = "good"
    LOOK = "look"
    ACT = "act"


@dataclass(frozen=True, slots=True)
class Light:
    """A part of the site: how it is, and what to do if it is not good."""

    part: str
    level: LightLevel
    fact: str
    advice: str = ""
    page: str = ""
    """The address of the page that shows more."""


ADVICE: dict[str, Promise] = {
    "database": gettext_lazy("Start PostgreSQL, or make room on its disk. Nothing is half-done."),
    "clock": gettext_lazy("Set the clock of this machine or of the database’s by NTP."),
    "disk": gettext_lazy("Make room on the disk: moves are refused without it."),
    "redis": gettext_lazy("Start Redis. Moves work meanwhile, bots and hints wait."),
    "clocks": gettext_lazy(
        "Start the worker of the queue site, and beat. Players get the time back."
    ),
    "worker": gettext_lazy("Start this worker and beat anew. Nothing is lost."),
}
"""What to do for a part of `/readyz`, by the first word of its name."""


def lights(now: datetime) -> list[Light]:
    """Return the lights of all parts, those that need something first."""
    parts: list[Callable[[datetime], Iterable[Light]]] = [
        *(readiness, free_space, system_checks, deliveries, waiting_reviews),
        *(outages, bad_addresses, moderation),
    ]
    if settings.REDIS_URL:
        parts.append(queues)
    if settings.HAS_REPLICA:
        parts.append(replica)
    rows = [light for part in parts for light in read(part, now)]
    order = [LightLevel.ACT, LightLevel.LOOK, LightLevel.GOOD]
    return sorted(rows, key=lambda light: order.index(light.level))


def read(part: Callable[[datetime], Iterable[Light]], now: datetime) -> list[Light]:
    """Return the lights of a part; one that says so if it can't be read."""
    try:
        return list(part(now))
    except (OSError, RedisError, DatabaseError) as error:
        log.warning("could not read the state of %s: %s", part.__name__, error)
        return [Light(part.__name__, LightLevel.ACT, _("It can’t be read."), _("See the log."))]


def readiness(now: datetime) -> Iterator[Light]:
    """Yield the parts of `/readyz`, workers with their last heartbeat."""
    beats = dict(Heartbeat.objects.values_list("worker", "at"))
    for name, check in health.checks().items():
        beat = beats.get(name.removeprefix("worker "))
        age = _("Last heartbeat: %(when)s ago.") % {"when": _ago(now, beat)} if beat else ""
        if health.works(name, check):
            yield Light(name, LightLevel.GOOD, age or _("It works."))
        else:
            fact = age or _("It does not work.")
            yield Light(name, LightLevel.ACT, fact, str(ADVICE[name.partition(" ")[0]]))


def free_space(now: datetime) -> Iterator[Light]:
    """Yield the free space of the data folder."""
    free = shutil.disk_usage(settings.DATA_DIR).free / 1024**3
    fact = _("%(size).1f GB are free in DATA_DIR.") % {"size": free}
    enough = free >= 1
    yield Light(
        _("disk space"),
        LightLevel.GOOD if enough else LightLevel.LOOK,
        fact,
        "" if enough else _("Make room, or enlarge the disk."),
    )


def system_checks(now: datetime) -> Iterator[Light]:
    """Yield what the system checks warn of, and settings that leave something out."""
    for message in checks.run_checks():
        serious = message.level >= checks.ERROR
        yield Light(
            str(message.id),
            LightLevel.ACT if serious else LightLevel.LOOK,
            message.msg,
            message.hint or "",
        )
    if settings.MAILERS["default"]["BACKEND"] == "common.mailers.Console" and not settings.DEBUG:
        advice = _("Set EMAIL_URL: no one gets a mail, not even to sign up.")
        yield Light("EMAIL_URL", LightLevel.ACT, _("Mails are only written to the log."), advice)


def deliveries(now: datetime) -> Iterator[Light]:
    """Yield each channel of the outbox."""
    page = reverse("admin:notifications_delivery_changelist")
    unsure = deliveries_unsure(now)
    for channel, backlog in deliveries_due(now).items():
        number = ngettext("%(n)d is due.", "%(n)d are due.", backlog.number)
        fact = number % {"n": backlog.number}
        if backlog.number:
            fact += " " + _("The oldest is %(time)s late.") % {
                "time": time_words.span(int(backlog.seconds))
            }
        level, advice = LightLevel.GOOD, ""
        if backlog.seconds > LATE:
            level = LightLevel.ACT
            advice = _("See what the server answered, in the list, and whether the worker runs.")
        elif unsure[channel]:
            lost = ngettext(
                "%(n)d of the last day may not have arrived.",
                "%(n)d of the last day may not have arrived.",
                unsure[channel],
            )
            fact = f"{fact} {lost % {'n': unsure[channel]}}"
            level, advice = (
                LightLevel.LOOK,
                _("Send them again from the list, if they still matter."),
            )
        yield Light(
            _("deliveries: %(channel)s") % {"channel": channel},
            level,
            fact,
            advice,
            f"{page}?by={channel}&state__exact=waiting",
        )


def queues(now: datetime) -> Iterator[Light]:
    """Yield each queue in Redis."""
    for queue, backlog in tasks_queued().items():
        number = ngettext("%(n)d task waits.", "%(n)d tasks wait.", backlog.number)
        late = backlog.seconds > LONG or backlog.number > MANY
        advice = _("Start the worker of this queue, or a second one.") if late else ""
        yield Light(
            _("queue: %(queue)s") % {"queue": queue},
            LightLevel.LOOK if late else LightLevel.GOOD,
            number % {"n": backlog.number},
            advice,
        )


def waiting_reviews(now: datetime) -> Iterator[Light]:
    """Yield the reviews that wait."""
    waiting = Review.objects.filter(state__in=(State.QUEUED, State.RUNNING))
    number, oldest = waiting.count(), waiting.order_by("asked_at").first()
    late = oldest is not None and oldest.asked_at < now - SLOW_REVIEWS
    yield Light(
        _("reviews"),
        LightLevel.LOOK if late else LightLevel.GOOD,
        ngettext("%(n)d review waits.", "%(n)d reviews wait.", number) % {"n": number},
        _("Start the worker of the queue reviews, or a second one.") if late else "",
        reverse("admin:review_review_changelist"),
    )


def outages(now: datetime) -> Iterator[Light]:
    """Yield the outages that are not given back, and whether there was one lately."""
    owed = Outage.objects.filter(done=False).count()
    lately = list(Outage.objects.filter(end__gt=now - LATELY))
    level, advice = LightLevel.GOOD, ""
    if owed:
        fact = ngettext(
            "%(n)d outage is not given back yet.", "%(n)d outages are not given back yet.", owed
        )
        level = LightLevel.LOOK
        advice = _("The clock sweep gives them back by itself, some thousand games a run.")
    else:
        fact = ngettext(
            "%(n)d outage in the last two days, given back.",
            "%(n)d outages in the last two days, given back.",
            len(lately),
        )
        if any(outage.end - outage.start > A_RESTART for outage in lately):
            level = LightLevel.LOOK
            advice = _("See why the clock sweep did not run: the log and the worker.")
    page = reverse("admin:tables_outage_changelist")
    yield Light(_("outages"), level, fact % {"n": owed or len(lately)}, advice, page)


def bad_addresses(now: datetime) -> Iterator[Light]:
    """Yield how many addresses get no mails; many new ones mean that something is wrong."""
    number = BadAddress.objects.count()
    new = BadAddress.objects.filter(at__gt=now - LATELY).count()
    many = new > max(10, number // 4)
    fact = ngettext("%(n)d address gets no mails.", "%(n)d addresses get no mails.", number)
    advice = _("Many are new: see what the servers answered. SPF and DKIM may be wrong.")
    page = reverse("admin:notifications_badaddress_changelist")
    level = LightLevel.LOOK if many else LightLevel.GOOD
    yield Light(_("bad addresses"), level, fact % {"n": number}, advice if many else "", page)


def moderation(now: datetime) -> Iterator[Light]:
    """Yield the cases and the reported messages that wait for a moderator."""
    cases = Case.objects.filter(state=CaseState.OPEN)
    reports = Report.objects.filter(settled_at=None)
    for name, number, old, page in (
        (
            _("cases"),
            cases.count(),
            cases.filter(opened_at__lt=now - WAITS_FOR_STAFF).exists(),
            reverse("admin:fairplay_case_changelist"),
        ),
        (
            _("reported messages"),
            reports.count(),
            reports.filter(at__lt=now - WAITS_FOR_STAFF).exists(),
            reverse("admin:tables_report_changelist"),
        ),
    ):
        fact = ngettext("%(n)d waits for a moderator.", "%(n)d wait for a moderator.", number) % {
            "n": number
        }
        advice = _("One has waited for more than three days: decide it.") if old else ""
        yield Light(name, LightLevel.LOOK if old else LightLevel.GOOD, fact, advice, page)


def replica(now: datetime) -> Iterator[Light]:
    """Yield by how much the replica is behind."""
    if watch.lag is None:
        advice = _("Start the replica. Pages read from the primary meanwhile.")
        yield Light(_("replica"), LightLevel.LOOK, _("It does not answer."), advice)
    else:
        fact = _("It is %(seconds).1f seconds behind.") % {"seconds": watch.lag}
        yield Light(_("replica"), LightLevel.GOOD, fact)


def _ago(now: datetime, at: datetime) -> str:
    return time_words.span(int((now - at).total_seconds()))


def site_state(request: HttpRequest) -> HttpResponse:
    """The page; the permission is the one to see heartbeats."""
    if not request.user.has_perm("tables.view_heartbeat"):
        raise PermissionDenied
    rows = lights(timezone.now())
    context = {
        **admin.site.each_context(request),
        "title": _("State of the site"),
        "lights": rows,
        "is_good": all(light.level == LightLevel.GOOD for light in rows),
    }
    return TemplateResponse(request, "admin/zenith_site/state.html", context)
