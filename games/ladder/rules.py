"""Whom somebody may challenge, and why not: the same for the page and for the challenge itself."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Absence
from games.clock import BANK, LIVE, Pace
from games.fairplay import bans
from games.ladder.models import OPEN, Challenge, Rung, State
from games.ratings.models import Pool
from games.services.blocking import blocked_ids
from games.times import words

LEAST_REACH = 3
SHARE_OF_REACH = 30
"""Per cent of one's own place that one may look up, if that is more."""
MOST_MADE = 2
MOST_RECEIVED = 2
"""Challenges that wait or run, on one ladder."""
ANSWER_IN = timedelta(days=3)
REMATCH_AFTER = timedelta(days=14)
"""After the end of a game, before the same two meet again."""
AGAIN_AFTER = timedelta(days=3)
"""After a challenge without a game, before the same one challenges the same other again."""
ON_SITE = timedelta(minutes=6)
"""Who asked for a page so lately is on the site: it is noted every five minutes. The page of the
ladder asks again by itself, while it is looked at and a challenge is open."""
ABSENT_AFTER = timedelta(days=60)
PACES: Mapping[str, Pace] = {Pool.DAYS: BANK, Pool.LIVE: LIVE[1]}


def reach(place: int) -> int:
    """Return the highest place that somebody may challenge from theirs."""
    return max(1, place - max(LEAST_REACH, place * SHARE_OF_REACH // 100))


def on_site(user: str, now: datetime) -> Exists:
    """Return a condition: somebody, named by a field of the query, is on the site now."""
    sessions = UserSession.objects.filter(user=OuterRef(user), last_seen_at__gt=now - ON_SITE)
    return Exists(sessions)


def days_left_out(since: datetime, until: datetime, absences: Iterable[Absence]) -> datetime:
    """Return `until` later by the absences between; they may overlap."""
    counted = since
    for absence in sorted(absences, key=lambda one: one.start):
        start, end = max(absence.start, counted), absence.end
        if start < until and start < end:
            until += end - start
            counted = end
    return until


@dataclass(slots=True)
class Facts:
    """What decides about the challenges of one member, asked of the database in few queries."""

    rung: Rung
    now: datetime
    challenges: Sequence[Challenge] = ()
    """Theirs, made and received, that are open or ended lately; the latest first."""
    blocked: Collection[int] = ()
    absences: list[Absence] = field(default_factory=list)
    received: Mapping[int, int] = field(default_factory=dict)
    """Open challenges to other members, by their rungs."""
    barred: Collection[int | None] = ()
    """Who may not play rated games now."""
    barred_until: datetime | None = None
    """Until when the member may not."""

    @property
    def open(self) -> list[Challenge]:
        """The open challenges of the member."""
        return [one for one in self.challenges if one.state in OPEN]

    def away_until(self, user_id: int | None) -> datetime | None:
        """Return when somebody who is on vacation comes back."""
        return next(
            (a.end for a in self.absences if a.user_id == user_id and a.start <= self.now < a.end),
            None,
        )

    def due(self, challenge: Challenge) -> datetime:
        """Return when a challenge that waits starts by itself, or runs out.

        Days on which either of the two is on vacation are not counted.
        """
        two = (challenge.challenger.user_id, challenge.challenged.user_id)
        theirs = [absence for absence in self.absences if absence.user_id in two]
        return days_left_out(challenge.at, challenge.at + ANSWER_IN, theirs)

    def why_none(self) -> str:
        """Return why the member can challenge nobody at all now; nothing if they can."""
        if self.rung.place == 1:
            return _("You are at the top: nobody is above you.")
        if self.barred_until is not None:
            return bans.sentence(self.barred_until)
        if back := self.away_until(self.rung.user_id):
            return _(
                "You are on vacation until %(end)s: nobody plays you, and you challenge nobody."
            ) % {"end": words.until(back, self.now)}
        made = sum(one.challenger_id == self.rung.pk for one in self.open)
        if made >= MOST_MADE:
            return ngettext(
                "You have made %(n)d challenge: it must be over before the next.",
                "You have made %(n)d challenges: one of them must be over before the next.",
                made,
            ) % {"n": made}
        return ""

    def why_not(self, other: Rung) -> str:
        """Return why the member can't challenge somebody, in words; nothing if they can."""
        mine, place = self.rung.place or 0, other.place
        if place is None:
            return _("Not on the ladder any more.")
        if other.pk == self.rung.pk:
            return _("This is you.")
        if place > mine:
            return _("Below you: challenges go upwards.")
        if place < reach(mine):
            return _("Too far above you: from your place you reach place %(place)d.") % {
                "place": reach(mine)
            }
        if why := self._between(other):
            return why
        if other.user_id in self.blocked:
            return _("You two do not play each other.")
        if other.user is None or not other.user.is_active or other.user_id in self.barred:
            return _("Can't play rated games now.")
        if back := self.away_until(other.user_id):
            return _("On vacation until %(end)s.") % {"end": words.until(back, self.now)}
        if self.received.get(other.pk, 0) >= MOST_RECEIVED:
            return _("Has as many challenges as one may get at a time.")
        return self.why_none()

    def between(self, other: Rung) -> Challenge | None:
        """Return the open challenge between the member and somebody."""
        return next((one for one in self.open if other.pk in pair(one)), None)

    def _between(self, other: Rung) -> str:
        """Return what keeps the two apart that has to do with earlier challenges."""
        if found := self.between(other):
            if found.state == State.RUNNING:
                return _("You two are playing.")
            return _("There is a challenge between you already.")
        for one in (one for one in self.challenges if other.pk in pair(one)):
            if one.ended_at is None:
                return _("You two are playing.")
            wait = timedelta()
            if one.game_id is not None:
                wait = REMATCH_AFTER
            elif one.challenger_id == self.rung.pk:
                wait = AGAIN_AFTER
            if self.now < one.ended_at + wait:
                again = timezone.localtime(one.ended_at + wait)
                if one.game_id is not None:
                    said = _("You two have met lately: again from %(day)s.")
                else:
                    said = _("You have challenged them lately: again from %(day)s.")
                return said % {"day": date_format(again, "SHORT_DATETIME_FORMAT")}
        return ""


def is_moot(found: Challenge) -> bool:
    """Whether a challenge has lost its sense: the challenged is not above any more."""
    one, two = found.challenger.place, found.challenged.place
    return one is None or two is None or one < two


def not_here(name: str) -> str:
    """Return why a live challenge can't be accepted."""
    return _("%(name)s is not on the site now: a live game needs you both.") % {"name": name}


def pair(challenge: Challenge) -> tuple[int, int]:
    """Return the rungs of both."""
    return challenge.challenger_id, challenge.challenged_id


def facts_of(
    rung: Rung, others: Iterable[Rung], now: datetime, received: Mapping[int, int] | None = None
) -> Facts:
    """Return what decides about the challenges of a member to some others.

    `received`: how many open challenges those have, if that is known. In four queries, or five.
    """
    others = list(others)
    lately = Q(ended_at=None) | Q(ended_at__gt=now - REMATCH_AFTER)
    own = Q(challenger=rung) | Q(challenged=rung)
    challenges = list(
        Challenge.objects.filter(own, lately)
        .select_related("challenger__user", "challenged__user")
        .annotate(is_here=on_site("challenger__user", now))
        .order_by("-at", "-pk")
    )
    people = {rung.user_id, *(other.user_id for other in others)}
    for one in challenges:
        people |= {one.challenger.user_id, one.challenged.user_id}
    if received is None:
        to = Challenge.objects.filter(challenged__in=others, state__in=OPEN)
        received = Counter(to.values_list("challenged", flat=True))
    since = min((one.at for one in challenges if one.state == State.WAITING), default=now)
    user = rung.user
    assert user is not None
    barred = bans.barred_ids((one for one in people if one is not None), now)
    return Facts(
        rung,
        now,
        challenges,
        blocked_ids(user),
        absences_of(people, since),
        received,
        barred,
        bans.barred_until(user, now) if user.pk in barred else None,
    )


def absences_of(people: Iterable[int | None], since: datetime) -> list[Absence]:
    """Return the vacations of some people that are not over at a moment."""
    known = set(people) - {None}
    return list(Absence.objects.filter(user__in=known, end__gt=since))
