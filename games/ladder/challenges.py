"""Challenges on a ladder: sent, accepted, declined, withdrawn, and the periodic task."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.fairplay import bans
from games.ladder import bots, places
from games.ladder.models import (
    LADDER_CHALLENGE,
    LADDERS,
    Challenge,
    ChallengeState,
    Ladder,
    Rung,
    StepReason,
)
from games.ladder.news import ChallengeEnds, ChallengeMade, announce_challenge
from games.ladder.notifications import (
    Challenged,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeNotification,
    ChallengeVoid,
    ChallengeWithdrawn,
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
from games.ladder.vacation import postponed
from games.lobby.services import live_games
from games.notifications.record import note
from games.ratings.models import Pool
from games.tables import time_words
from games.tables.models import Game, Seat, Status
from games.tables.services import starting
from games.tables.timekeeping.display import away

AT_ONCE = 200
"""Most absent players removed in one run of the task."""
SWEEP_EVERY = timedelta(hours=6)

log = logging.getLogger(__name__)


def challenge(user: User, pool: str, username: str, *, now: datetime | None = None) -> Challenge:
    """Challenge a player above; the game starts at once if they prefer that. Idempotent.

    Raises `Refused`: 404 if the player isn't on this ladder, 409 with the reason.
    """
    now = now or timezone.now()
    with transaction.atomic():
        ladder = places.locked(pool)
        mine = places.rung_of(ladder, user)
        theirs = other_rung(ladder, username)
        new_challenge, is_new = _made(mine, theirs, now)
        if not is_new:
            return new_challenge
        at_once = theirs.at_once and not away([theirs.user_id], now)
        if pool == Pool.DAYS and at_once and may_play(new_challenge, now):
            _start(new_challenge, now)
        else:
            _notify(new_challenge, theirs, Challenged, now)
    return new_challenge


def challenge_bot(user: User, pool: str, key: str, *, now: datetime | None = None) -> Challenge:
    """Challenge a bot above; the game starts at once. Idempotent.

    Raises `Refused`: 404 if the bot isn't on this ladder, 409 with the reason.
    """
    now = now or timezone.now()
    with transaction.atomic():
        live_games.lock_players([user.pk])
        ladder = places.locked(pool)
        mine = places.rung_of(ladder, user)
        theirs = Rung.objects.filter(ladder=ladder, place__isnull=False).exclude(bot="")
        bot = theirs.filter(bot=key).first()
        if bot is None:
            raise Refused(_("This bot isn't on this ladder."), 404)
        new_challenge, is_new = _made(mine, bot, now)
        if is_new:
            if bots.people(pool) >= bots.ENOUGH:
                raise Refused(_("Enough people are on this ladder: its bots are leaving."))
            if not may_play(new_challenge, now):
                raise Refused(_("You can't play rated games now."))
            if pool == Pool.LIVE and live_games.playing_live([user.pk]):
                raise Refused(_("Finish your live game first."))
            _start(new_challenge, now)
    return new_challenge


def _made(mine: Rung, theirs: Rung, now: datetime) -> tuple[Challenge, bool]:
    """Return the open challenge of a player to another one, and whether it is new.

    The ladder must be locked. Raises `Refused` (409) with the reason.
    """
    facts = facts_of(mine, [theirs], now)
    existing = facts.between(theirs)
    if existing is not None and existing.challenger_id == mine.pk:
        return existing, False
    if why := facts.why_not(theirs):
        raise Refused(why)
    assert theirs.place is not None
    new_challenge = Challenge.objects.create(
        ladder_id=mine.ladder_id, challenger=mine, challenged=theirs, place=theirs.place, at=now
    )
    announce_challenge(ChallengeMade, new_challenge, now)
    return new_challenge, True


def other_rung(ladder: Ladder, username: str) -> Rung:
    """Return a player's rung by username, or raise `Refused` (404)."""
    members = Rung.objects.filter(ladder=ladder, place__isnull=False).select_related("user")
    rung = members.filter(user__username__iexact=username).first()
    if rung is None:
        raise Refused(_("This player isn't on this ladder."), 404)
    return rung


def accept(user: User, pk: int, *, now: datetime | None = None) -> Challenge:
    """Accept a challenge and start its game; idempotent. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        both = Challenge.objects.filter(pk=pk).values_list("challenger__user", "challenged__user")
        live_games.lock_players(user for two in both for user in two)
        challenge = _locked(pk)
        if challenge.challenged.user != user:
            raise Refused(_("This challenge is for another player."), 403)
        if challenge.state == ChallengeState.RUNNING:
            return challenge
        _refuse_settled(challenge)
        bans.refuse_if_barred(user, now)
        if not may_play(challenge, now):
            raise Refused(
                _("%(name)s can't play rated games now.") % {"name": challenge.challenger.name}
            )
        if is_moot(challenge):
            raise Refused(_("This challenge is void: you are no longer above the challenger."))
        if challenge.ladder_id == Pool.LIVE:
            _refuse_busy(challenge, now)
        else:
            _refuse_away(challenge.challenger, now)
        _start(challenge, now)
    return challenge


def _refuse_busy(challenge: Challenge, now: datetime) -> None:
    """Raise `Refused` unless both players are on the site and not in a live game."""
    challenger, challenged = challenge.challenger, challenge.challenged
    busy = live_games.playing_live(
        pk for pk in (challenger.user_id, challenged.user_id) if pk is not None
    )
    if challenged.user_id in busy:
        raise Refused(_("Finish your live game first."))
    if challenger.user_id in busy:
        raise Refused(_("%(name)s is playing a live game right now.") % {"name": challenger.name})
    if not _is_here(challenger, now):
        raise Refused(not_here(challenger.name))


def _refuse_away(rung: Rung, now: datetime) -> None:
    """Raise `Refused` if a player is on vacation."""
    for end in away([rung.user_id], now).values():
        words = {"name": rung.name, "when": time_words.until(end, now)}
        raise Refused(_("%(name)s is on vacation until %(when)s.") % words)


def begun_for(user: User, pool: str) -> Game | None:
    """Return the game of the user's accepted challenge if they haven't opened it yet."""
    started = Challenge.objects.filter(
        ladder=pool,
        challenger__user=user,
        state=ChallengeState.RUNNING,
        game__status=Status.RUNNING,
    )
    opened = Seat.objects.filter(
        game=OuterRef("game"), user=user, seen_at__gte=OuterRef("started_at")
    )
    challenge = (
        started.filter(~Exists(opened)).select_related("game").order_by("-started_at").first()
    )
    return None if challenge is None else challenge.game


def decline(user: User, pk: int, *, now: datetime | None = None) -> Challenge:
    """Decline a live challenge: no place changes. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        challenge = _locked(pk)
        if challenge.challenged.user != user:
            raise Refused(_("This challenge is for another player."), 403)
        if challenge.state == ChallengeState.DECLINED:
            return challenge
        _refuse_settled(challenge)
        if challenge.ladder_id != Pool.LIVE:
            raise Refused(
                _("You can't decline a correspondence challenge: its game starts automatically.")
            )
        _end(challenge, ChallengeState.DECLINED, now)
        _notify(challenge, challenge.challenger, ChallengeDeclined, now)
    return challenge


def withdraw(user: User, pk: int, *, now: datetime | None = None) -> Challenge:
    """Withdraw a waiting challenge. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        challenge = _locked(pk)
        if challenge.challenger.user != user:
            raise Refused(_("Only the player who sent a challenge can withdraw it."), 403)
        if challenge.state == ChallengeState.WITHDRAWN:
            return challenge
        _refuse_settled(challenge)
        _end(challenge, ChallengeState.WITHDRAWN, now)
        _notify(challenge, challenge.challenged, ChallengeWithdrawn, now)
    return challenge


def mind_the_ladders(now: datetime | None = None) -> None:
    """Start or expire challenges that are due, and remove absent players.

    Idempotent: every row is checked again under lock; failures are logged one by one.
    """
    now = now or timezone.now()
    waiting = Challenge.objects.filter(state=ChallengeState.WAITING)
    moot = Q(challenged__place__gt=F("challenger__place"))
    due = waiting.filter(Q(at__lte=now - ANSWER_IN) | moot).order_by("at", "pk")
    for pk in list(due.values_list("pk", flat=True)):
        _log_errors(_process_due, pk, now)
    for pool in LADDERS:
        _log_errors(_sweep, pool, now)


def _log_errors[Key](work: Callable[[Key, datetime], None], key: Key, now: datetime) -> None:
    try:
        work(key, now)
    except Exception:
        log.exception("ladder task %s failed for %s", work.__name__, key)


def _process_due(pk: int, now: datetime) -> None:
    with transaction.atomic():
        challenge = _locked(pk)
        ladder = challenge.ladder
        if challenge.state != ChallengeState.WAITING:
            return
        challenger, challenged = challenge.challenger.user, challenge.challenged.user
        if is_moot(challenge) or challenger is None or challenged is None:
            _end(challenge, ChallengeState.EXPIRED, now)
            for rung in (challenge.challenger, challenge.challenged):
                _notify(challenge, rung, ChallengeVoid, now)
            return
        absences = absences_of([challenger.pk, challenged.pk], challenge.at)
        if now < postponed(challenge.at, challenge.at + ANSWER_IN, absences):
            return
        if challenge.ladder_id == Pool.DAYS and may_play(challenge, now):
            _start(challenge, now)
            return
        if _is_forfeited(challenger, challenged, now):
            give_place(ladder, challenge, now)
            return
        _end(challenge, ChallengeState.EXPIRED, now)
        _notify(challenge, challenge.challenger, ChallengeExpired, now)


def _is_forfeited(challenger: User, challenged: User, now: datetime) -> bool:
    """Whether only the challenged player can't play: barred, or the account is closed."""
    barred = bans.barred_ids([challenger.pk, challenged.pk], now)
    can = challenger.is_active and challenger.pk not in barred
    return can and (not challenged.is_active or challenged.pk in barred)


def _sweep(pool: str, now: datetime) -> None:
    """Remove absent players from a ladder and notify them."""
    last = Ladder.objects.filter(pool=pool).values_list("swept_at", flat=True).first()
    if last is not None and last > now - SWEEP_EVERY:
        return
    absentees = list(absent(pool, now)[:AT_ONCE])
    for rung in absentees:
        with transaction.atomic():
            assert rung.user is not None
            if absent(pool, now).filter(pk=rung.pk).exists():
                places.leave(rung.user, pool, StepReason.ABSENT, now=now)
                key = f"ladder {pool} absent {now:%Y-%m-%d}"
                note(rung.user, RemovedForAbsence, key, now=now, pool=pool)
    if len(absentees) < AT_ONCE:
        Ladder.objects.filter(pool=pool).update(swept_at=now)


def absent(pool: str, now: datetime) -> QuerySet[Rung]:
    """Return the members of a ladder who have not been on the site for 60 days.

    Sessions and the last login don't suffice: logging out deletes the session.
    """
    before = now - ABSENT_AFTER
    with_session = UserSession.objects.filter(user=OuterRef("user"), last_seen_at__gt=before)
    at_table = Seat.objects.filter(user=OuterRef("user"), seen_at__gt=before)
    members = Rung.objects.filter(ladder=pool, place__isnull=False, joined_at__lte=before)
    gone = members.filter(~Exists(with_session), ~Exists(at_table)).exclude(
        user__last_login__gt=before
    )
    gone = gone.exclude(user__last_seen_on__gt=before.date())
    return gone.filter(user__isnull=False).select_related("user").order_by("-place")


def may_play(challenge: Challenge, now: datetime) -> bool:
    """Whether the players of a challenge may play each other now; a block does not matter."""
    rungs = (challenge.challenger, challenge.challenged)
    users = [rung.user for rung in rungs if not rung.bot]
    active = [user.pk for user in users if user is not None and user.is_active]
    return len(active) == len(users) and not bans.barred_ids(active, now)


def _locked(pk: int) -> Challenge:
    """Return a challenge with its ladder locked, or raise `Refused` (404)."""
    pool = Challenge.objects.filter(pk=pk).values_list("ladder", flat=True).first()
    if pool is None:
        raise Refused(_("This challenge doesn't exist."), 404)
    ladder = places.locked(pool)
    challenge = Challenge.objects.select_related("challenger__user", "challenged__user").get(pk=pk)
    challenge.ladder = ladder
    return challenge


def _refuse_settled(challenge: Challenge) -> None:
    if challenge.state != ChallengeState.WAITING:
        raise Refused(_("This challenge is no longer waiting for an answer."))


def _is_here(rung: Rung, now: datetime) -> bool:
    return Rung.objects.filter(on_site("user", now), pk=rung.pk).exists()


def _start(challenge: Challenge, now: datetime) -> None:
    """Start the game; the two take turns in going first, the challenged goes first at first."""
    challenge.challenger_first = _goes_first(challenge)
    players = [_player(challenge.challenger), _player(challenge.challenged)]
    first, second = players if challenge.challenger_first else reversed(players)
    pace = PACES[challenge.ladder_id]
    challenge.game = starting.start_game(first, second, pace, LADDER_CHALLENGE, now=now)
    challenge.state, challenge.started_at = ChallengeState.RUNNING, now
    challenge.save(update_fields=["challenger_first", "game", "state", "started_at"])


def _player(rung: Rung) -> starting.Player:
    player = rung.bot or rung.user
    assert player is not None
    return player


def _goes_first(challenge: Challenge) -> bool:
    """Whether the challenger has the first turn: who had it last time has not."""
    two = (challenge.challenger, challenge.challenged)
    met = Challenge.objects.filter(challenger__in=two, challenged__in=two, started_at__isnull=False)
    last = met.order_by("-started_at", "-pk").first()
    if last is None:
        return False
    went = last.challenger_id if last.challenger_first else last.challenged_id
    return went == challenge.challenged_id


def _end(challenge: Challenge, state: ChallengeState, now: datetime) -> None:
    challenge.state, challenge.ended_at = state, now
    challenge.save(update_fields=["state", "ended_at"])
    announce_challenge(ChallengeEnds, challenge, now)


def _notify(
    challenge: Challenge, rung: Rung, kind: type[ChallengeNotification], now: datetime
) -> None:
    key = f"{kind.key} {challenge.pk}"
    note(rung.user, kind, key, now=now, challenge=challenge.pk, place=challenge.place)
