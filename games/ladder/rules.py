"""Rules of challenges: limits, and why a player can't challenge another."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, TypedDict

from allauth.usersessions.models import UserSession
from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Absence, VacationHour
from games.clock import BANK, LIVE, Pace
from games.fairplay import bans
from games.ladder.models import OPEN, Challenge, ChallengeState, Rung
from games.ladder.vacation import A_YEAR, MOST_A_YEAR, Vacation, postponed, protecting
from games.ratings.models import Pool
from games.tables import time_words

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

LEAST_REACH = 3
SHARE_OF_REACH = 30
"""Reach in per cent of the player's own place, if that is more than `LEAST_REACH`."""
MOST_OPEN: Mapping[str, int] = {Pool.DAYS: 3, Pool.LIVE: 2}
"""Most open challenges a player may have sent, and as many received, by ladder."""
ANSWER_IN = timedelta(days=3)
REMATCH_AFTER = timedelta(days=14)
"""Wait after a game before the same players may meet again."""
BOT_AGAIN_AFTER = timedelta(days=1)
"""The same for a bot."""
AGAIN_AFTER = timedelta(days=3)
"""Wait after a challenge without a game before the challenger may repeat it."""
ON_SITE = timedelta(minutes=6)
"""A player with a request this recent counts as present; requests are noted every five minutes.
The ladder page polls while it is visible and a challenge is open."""
ABSENT_AFTER = timedelta(days=60)
FALL = 3
"""A loss on time costs this fraction of the ladder's places: a third."""
LATE_AGAIN = timedelta(days=60)
"""Period in which a second loss on time leads to last place."""
VACATION_DAYS = MOST_A_YEAR.days
"""Days of vacation per year that protect a place."""
PACES: Mapping[str, Pace] = {Pool.DAYS: BANK, Pool.LIVE: LIVE[1]}


def reach(place: int) -> int:
    """Return the highest place that a player may challenge from this place."""
    return max(1, place - max(LEAST_REACH, place * SHARE_OF_REACH // 100))


def fall(place: int, members: int) -> int:
    """Return the place after a first loss on time."""
    return min(members, place + ceil(members / FALL))


def on_site(user: str, now: datetime) -> Exists:
    """Return the condition that a user is on the site; `user`: name of the query's field."""
    sessions = UserSession.objects.filter(user=OuterRef(user), last_seen_at__gt=now - ON_SITE)
    return Exists(sessions)


class Presence(TypedDict):
    """With what `facts_of` annotates challenges."""

    is_here: bool
    """Whether the challenger is on the site."""


type JudgedChallenge = WithAnnotations[Challenge, Presence]


@dataclass(slots=True)
class ChallengeFacts:
    """Everything that decides about a member's challenges, loaded in few queries."""

    rung: Rung
    now: datetime
    challenges: Sequence[JudgedChallenge] = ()
    """The member's open and recent challenges, sent and received, the latest first."""
    absences: list[Vacation] = field(default_factory=list)
    received: Mapping[int, int] = field(default_factory=dict)
    """Numbers of open challenges to other members, by rung."""
    barred: Collection[int | None] = ()
    """Users who are barred from rated games."""
    barred_until: datetime | None = None
    """End of the member's own ban."""

    @property
    def open(self) -> list[JudgedChallenge]:
        """The open challenges of the member."""
        return [challenge for challenge in self.challenges if challenge.state in OPEN]

    def absence_of(self, user_id: int | None) -> Vacation | None:
        """Return a player's current absence."""
        mine = (absence for absence in self.absences if absence.user_id == user_id)
        return next((absence for absence in mine if absence.start <= self.now < absence.end), None)

    def due(self, challenge: Challenge) -> datetime:
        """Return when a waiting challenge starts automatically or expires.

        Time in which vacation protects either player is not counted.
        """
        two = (challenge.challenger.user_id, challenge.challenged.user_id)
        theirs = [absence for absence in self.absences if absence.user_id in two]
        return postponed(challenge.at, challenge.at + ANSWER_IN, theirs)

    def why_none(self) -> str:
        """Return why the member can't challenge anyone now; empty if they can."""
        if self.rung.place == 1:
            return _("You're at the top of the ladder. There is no one left to challenge.")
        if self.barred_until is not None:
            return bans.sentence(self.barred_until)
        if away := self.absence_of(self.rung.user_id):
            return self._on_vacation(away)
        made = sum(challenge.challenger_id == self.rung.pk for challenge in self.open)
        if made >= MOST_OPEN[self.rung.ladder_id]:
            return ngettext(
                "You have %(n)d open challenge. Wait for it to end before you send another.",
                "You have %(n)d open challenges. Wait for one of them to end before "
                "you send another.",
                made,
            ) % {"n": made}
        return ""

    def _on_vacation(self, away: Vacation) -> str:
        """Return the message for a member on vacation."""
        when = {
            "end": time_words.until(away.end, self.now),
            "protected": time_words.until(away.protects_until, self.now),
        }
        if away.protects_until == away.end:
            text = _(
                "You're on vacation until %(end)s. Until then you can't "
                "challenge anyone, and no one can challenge you."
            )
        elif away.protects_until > self.now:
            text = _(
                "You are on vacation until %(end)s and can't challenge anyone. Your place is "
                "protected until %(protected)s."
            )
        else:
            text = _(
                "You are on vacation until %(end)s and can't challenge anyone. Your place is no "
                "longer protected: others can challenge you."
            )
        return text % when

    def why_not(self, other: Rung) -> str:
        """Return why the member can't challenge another player; empty if they can."""
        mine, place = self.rung.place or 0, other.place
        if place is None:
            return _("No longer on the ladder.")
        if other.pk == self.rung.pk:
            return _("This is you.")
        if place > mine:
            return _("Below you: you can only challenge players above you.")
        if place < reach(mine):
            return _("Too far above you: you can challenge players up to place %(place)d.") % {
                "place": reach(mine)
            }
        if why := self._between(other):
            return why
        away = self.absence_of(other.user_id)
        if away is not None and self.now < away.protects_until:
            end = time_words.until(away.protects_until, self.now)
            return _("On vacation until %(end)s.") % {"end": end}
        if not other.bot and self.received.get(other.pk, 0) >= MOST_OPEN[self.rung.ladder_id]:
            return _("Already has the maximum number of challenges.")
        return self.why_none()

    def between(self, other: Rung) -> Challenge | None:
        """Return the open challenge between the member and another player."""
        return next((challenge for challenge in self.open if other.pk in pair(challenge)), None)

    def _between(self, other: Rung) -> str:
        """Return why earlier challenges keep the two players apart."""
        if open_challenge := self.between(other):
            if open_challenge.state == ChallengeState.RUNNING:
                return _("You are already playing each other.")
            return _("You already have a challenge with this player.")
        for challenge in (
            challenge for challenge in self.challenges if other.pk in pair(challenge)
        ):
            if challenge.ended_at is None:
                return _("You are already playing each other.")
            if challenge.game_id is not None:
                again = challenge.ended_at + (BOT_AGAIN_AFTER if other.bot else REMATCH_AFTER)
                text = _(
                    "You played each other recently. You can challenge this player "
                    "again from %(day)s."
                )
            elif challenge.challenger_id == self.rung.pk:
                again = challenge.at + AGAIN_AFTER
                text = _("You challenged this player recently. You can do so again from %(day)s.")
            else:
                continue
            if self.now < again:
                return text % {
                    "day": date_format(timezone.localtime(again), "SHORT_DATETIME_FORMAT")
                }
        return ""


def is_moot(challenge: Challenge) -> bool:
    """Whether a challenge has lost its sense: the challenged is not above any more."""
    place, above = challenge.challenger.place, challenge.challenged.place
    return place is None or above is None or place < above


def not_here(name: str) -> str:
    """Return why a live challenge can't be accepted."""
    return _("%(name)s isn't on the site right now. A live game needs both players.") % {
        "name": name
    }


def pair(challenge: Challenge) -> tuple[int, int]:
    """Return the rungs of both."""
    return challenge.challenger_id, challenge.challenged_id


def facts_of(
    rung: Rung, others: Iterable[Rung], now: datetime, received: Mapping[int, int] | None = None
) -> ChallengeFacts:
    """Return what decides about the challenges of a member to some others.

    `received`: how many open challenges those have, if that is known. In four to six queries.
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
    for challenge in challenges:
        people |= {challenge.challenger.user_id, challenge.challenged.user_id}
    if received is None:
        to = Challenge.objects.filter(challenged__in=others, state__in=OPEN)
        received = Counter(to.values_list("challenged", flat=True))
    since = min(
        (challenge.at for challenge in challenges if challenge.state == ChallengeState.WAITING),
        default=now,
    )
    user = rung.user
    assert user is not None
    barred = bans.barred_ids((user_id for user_id in people if user_id is not None), now)
    return ChallengeFacts(
        rung,
        now,
        challenges,
        absences_of(people, since),
        received,
        barred,
        bans.barred_until(user, now) if user.pk in barred else None,
    )


def absences_of(people: Iterable[int | None], since: datetime) -> list[Vacation]:
    """Return the absences of users that end after `since`, with what they protect.

    One query if no user is away, otherwise two: the protection depends on the balance, the hours
    already spent, and the absences of the previous year.
    """
    known = set(people) - {None}
    away = set(Absence.objects.filter(user__in=known, end__gt=since).values_list("user", flat=True))
    if not away:
        return []
    spent = VacationHour.objects.filter(
        user=OuterRef("user"), hour__gte=OuterRef("start"), hour__lt=OuterRef("end")
    )
    hours_spent = spent.order_by().values("user").annotate(n=Count("pk")).values("n")
    rows = Absence.objects.filter(user__in=away, end__gt=since - 2 * A_YEAR)
    rows = rows.annotate(hours=F("user__vacation_hours") + Coalesce(Subquery(hours_spent), 0))
    known_of: dict[int, list[tuple[Vacation, timedelta]]] = {}
    for user, start, end, hours in rows.values_list("user", "start", "end", "hours"):
        absence = Vacation(user, start, end, start)
        known_of.setdefault(user, []).append((absence, timedelta(hours=hours)))
    return [
        absence for own in known_of.values() for absence in protecting(own) if absence.end > since
    ]
