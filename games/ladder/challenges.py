"""Challenges on a ladder: made, answered, withdrawn, started, and what becomes due."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocking import are_blocked
from accounts.models import User
from accounts.refusals import Refused
from games.fairplay import bans
from games.ladder import places
from games.ladder.models import LADDERS, Challenge, ChallengeState, Ladder, Rung, StepReason
from games.ladder.notifications import (
    Challenged,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeNotification,
    RemovedForAbsence,
)
from games.ladder.results import give_place
from games.ladder.rules import (
    ABSENT_AFTER,
    ANSWER_IN,
    PACES,
    absences_of,
    facts_of,
    is_moot,
    not_here,
    on_site,
)
from games.ladder.vacation import put_off
from games.notifications.record import note
from games.ratings.models import Pool
from games.tables.models import Game, Occasion, Seat, Status
from games.tables.services import tables

AT_ONCE = 200
"""So many people leave in one run of the task."""
SWEEP_EVERY = timedelta(hours=6)

log = logging.getLogger(__name__)


def challenge(user: User, pool: str, username: str, *, now: datetime | None = None) -> Challenge:
    """Challenge somebody above; the game starts at once if they want that. Twice is once.

    Raises `Refused`: 404 for nobody on this ladder, 409 with the reason.
    """
    now = now or timezone.now()
    with transaction.atomic():
        ladder = places.locked(pool)
        mine = places.rung_of(ladder, user)
        theirs = other_rung(ladder, username)
        facts = facts_of(mine, [theirs], now)
        known = facts.between(theirs)
        if known is not None and known.challenger_id == mine.pk:
            return known
        if why := facts.why_not(theirs):
            raise Refused(why)
        assert theirs.place is not None
        made = Challenge.objects.create(
            ladder=ladder, challenger=mine, challenged=theirs, place=theirs.place, at=now
        )
        if pool == Pool.DAYS and theirs.at_once and may_play(made, now):
            _start(made, now)
        else:
            _notify(made, theirs, Challenged, now)
    return made


def other_rung(ladder: Ladder, username: str) -> Rung:
    """Return where somebody stands, by their name, or raise `Refused`, 404."""
    on_it = Rung.objects.filter(ladder=ladder, place__isnull=False).select_related("user")
    found = on_it.filter(user__username__iexact=username).first()
    if found is None:
        raise Refused(_("This player isn't on this ladder."), 404)
    return found


def accept(user: User, pk: int, *, now: datetime | None = None) -> Challenge:
    """Start the game of a challenge to oneself; twice is once. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        both = Challenge.objects.filter(pk=pk).values_list("challenger__user", "challenged__user")
        tables.lock_people(user for two in both for user in two)
        found = _locked(pk)
        if found.challenged.user != user:
            raise Refused(_("This challenge is for another player."), 403)
        if found.state == ChallengeState.RUNNING:
            return found
        _refuse_settled(found)
        bans.refuse_if_barred(user, now)
        if not may_play(found, now):
            raise Refused(
                _("%(name)s can't play rated games now.") % {"name": found.challenger.name}
            )
        if is_moot(found):
            raise Refused(_("This challenge is void: you are no longer above the challenger."))
        if found.ladder_id == Pool.LIVE:
            _refuse_busy(found, now)
        _start(found, now)
    return found


def _refuse_busy(found: Challenge, now: datetime) -> None:
    """Raise `Refused` unless both of a live challenge are on the site, and in no live game."""
    one, two = found.challenger, found.challenged
    busy = tables.playing_live(pk for pk in (one.user_id, two.user_id) if pk is not None)
    if two.user_id in busy:
        raise Refused(_("You're playing a live game. Finish it first."))
    if one.user_id in busy:
        raise Refused(_("%(name)s is playing a live game now.") % {"name": one.name})
    if not _is_here(one, now):
        raise Refused(not_here(one.name))


def begun_for(user: User, pool: str) -> Game | None:
    """Return the game of a challenge of the user's that was accepted before they have looked."""
    begun = Challenge.objects.filter(
        ladder=pool,
        challenger__user=user,
        state=ChallengeState.RUNNING,
        game__status=Status.RUNNING,
    )
    looked = Seat.objects.filter(
        game=OuterRef("game"), user=user, seen_at__gte=OuterRef("started_at")
    )
    found = begun.filter(~Exists(looked)).select_related("game").order_by("-started_at").first()
    return None if found is None else found.game


def decline(user: User, pk: int, *, now: datetime | None = None) -> Challenge:
    """Say no to a live challenge: no place changes. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        found = _locked(pk)
        if found.challenged.user != user:
            raise Refused(_("This challenge is for another player."), 403)
        if found.state == ChallengeState.DECLINED:
            return found
        _refuse_settled(found)
        if found.ladder_id != Pool.LIVE:
            raise Refused(
                _("You can't decline a correspondence challenge: its game starts automatically.")
            )
        _end(found, ChallengeState.DECLINED, now)
        _notify(found, found.challenger, ChallengeDeclined, now)
    return found


def withdraw(user: User, pk: int, *, now: datetime | None = None) -> Challenge:
    """Take back a challenge that waits. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        found = _locked(pk)
        if found.challenger.user != user:
            raise Refused(_("Only the player who sent a challenge can withdraw it."), 403)
        if found.state == ChallengeState.WITHDRAWN:
            return found
        _refuse_settled(found)
        _end(found, ChallengeState.WITHDRAWN, now)
    return found


def mind_the_ladders(now: datetime | None = None) -> None:
    """Start what waited long enough, let the rest run out, and sweep the absent.

    Safe to run twice or late: each is looked at again under lock, and one that fails is logged.
    """
    now = now or timezone.now()
    waiting = Challenge.objects.filter(state=ChallengeState.WAITING)
    moot = Q(challenged__place__gt=F("challenger__place"))
    due = waiting.filter(Q(at__lte=now - ANSWER_IN) | moot).order_by("at", "pk")
    for pk in list(due.values_list("pk", flat=True)):
        _carefully(_look_after, pk, now)
    for pool in LADDERS:
        _carefully(_sweep, pool, now)


def _carefully[Key](work: Callable[[Key, datetime], None], key: Key, now: datetime) -> None:
    try:
        work(key, now)
    except Exception:
        log.exception("%s of the ladder failed: %s", work.__name__, key)


def _look_after(pk: int, now: datetime) -> None:
    with transaction.atomic():
        found = _locked(pk)
        ladder = found.ladder
        if found.state != ChallengeState.WAITING:
            return
        one, two = found.challenger.user, found.challenged.user
        if is_moot(found) or one is None or two is None:
            _end(found, ChallengeState.EXPIRED, now)
            return
        absences = absences_of([one.pk, two.pk], found.at)
        if now < put_off(found.at, found.at + ANSWER_IN, absences):
            return
        if found.ladder_id == Pool.DAYS and may_play(found, now):
            _start(found, now)
            return
        if _is_forfeited(one, two, now):
            give_place(ladder, found, now)
            return
        _end(found, ChallengeState.EXPIRED, now)
        _notify(found, found.challenger, ChallengeExpired, now)


def _is_forfeited(challenger: User, challenged: User, now: datetime) -> bool:
    """Whether only the challenged player can't play: barred from rated games, or closed."""
    barred = bans.barred_ids([challenger.pk, challenged.pk], now)
    can = challenger.is_active and challenger.pk not in barred
    can = can and not are_blocked(challenger, challenged)
    return can and (not challenged.is_active or challenged.pk in barred)


def _sweep(pool: str, now: datetime) -> None:
    """Take those off a ladder who have not been on the site for long, and tell them."""
    last = Ladder.objects.filter(pool=pool).values_list("swept_at", flat=True).first()
    if last is not None and last > now - SWEEP_EVERY:
        return
    gone = list(absent(pool, now)[:AT_ONCE])
    for rung in gone:
        with transaction.atomic():
            assert rung.user is not None
            if absent(pool, now).filter(pk=rung.pk).exists():
                places.leave(rung.user, pool, StepReason.ABSENT, now=now)
                key = f"ladder {pool} absent {now:%Y-%m-%d}"
                note(rung.user, RemovedForAbsence, key, now=now, pool=pool)
    if len(gone) < AT_ONCE:
        Ladder.objects.filter(pool=pool).update(swept_at=now)


def absent(pool: str, now: datetime) -> QuerySet[Rung]:
    """Return the members of a ladder who have not been on the site for 60 days.

    Sessions and the last log-in alone would not do: who logs out has no session any more.
    """
    before = now - ABSENT_AFTER
    here = UserSession.objects.filter(user=OuterRef("user"), last_seen_at__gt=before)
    looked = Seat.objects.filter(user=OuterRef("user"), seen_at__gt=before)
    on_it = Rung.objects.filter(ladder=pool, place__isnull=False, joined_at__lte=before)
    away = on_it.filter(~Exists(here), ~Exists(looked)).exclude(user__last_login__gt=before)
    away = away.exclude(user__last_seen_on__gt=before.date())
    return away.filter(user__isnull=False).select_related("user").order_by("-place")


def may_play(found: Challenge, now: datetime) -> bool:
    """Whether both of a challenge may play each other now."""
    one, two = found.challenger.user, found.challenged.user
    if one is None or two is None or not (one.is_active and two.is_active):
        return False
    return not are_blocked(one, two) and not bans.barred_ids([one.pk, two.pk], now)


def _locked(pk: int) -> Challenge:
    """Return a challenge with its locked ladder, or raise `Refused`, 404."""
    pool = Challenge.objects.filter(pk=pk).values_list("ladder", flat=True).first()
    if pool is None:
        raise Refused(_("This challenge doesn't exist."), 404)
    ladder = places.locked(pool)
    found = Challenge.objects.select_related("challenger__user", "challenged__user").get(pk=pk)
    found.ladder = ladder
    return found


def _refuse_settled(found: Challenge) -> None:
    if found.state != ChallengeState.WAITING:
        raise Refused(_("This challenge is no longer waiting for an answer."))


def _is_here(rung: Rung, now: datetime) -> bool:
    return Rung.objects.filter(on_site("user", now), pk=rung.pk).exists()


def _start(found: Challenge, now: datetime) -> None:
    """Start the game; the two take turns in going first, the challenged goes first at first."""
    one, two = found.challenger, found.challenged
    assert one.user is not None
    assert two.user is not None
    found.challenger_first = _goes_first(found)
    first, second = (one, two) if found.challenger_first else (two, one)
    assert first.user is not None
    assert second.user is not None
    pace = PACES[found.ladder_id]
    found.game = tables.start_game(first.user, second.user, pace, Occasion.LADDER, now=now)
    found.state, found.started_at = ChallengeState.RUNNING, now
    found.save(update_fields=["challenger_first", "game", "state", "started_at"])


def _goes_first(found: Challenge) -> bool:
    """Whether the challenger has the first turn: who had it last time has not."""
    two = (found.challenger, found.challenged)
    met = Challenge.objects.filter(challenger__in=two, challenged__in=two, started_at__isnull=False)
    last = met.order_by("-started_at", "-pk").first()
    if last is None:
        return False
    went = last.challenger_id if last.challenger_first else last.challenged_id
    return went == found.challenged_id


def _end(found: Challenge, state: ChallengeState, now: datetime) -> None:
    found.state, found.ended_at = state, now
    found.save(update_fields=["state", "ended_at"])


def _notify(found: Challenge, rung: Rung, kind: type[ChallengeNotification], now: datetime) -> None:
    key = f"{kind.key} {found.pk}"
    note(rung.user, kind, key, now=now, challenge=found.pk, place=found.place)
