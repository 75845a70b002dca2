"""Changes of places; the only module that writes them.

The ladder's row is locked before rungs are read, so concurrent changes are serialised. A step is
one row and one UPDATE of the rungs between.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.fairplay import bans
from games.ladder.models import (
    LADDERS,
    OPEN,
    Challenge,
    ChallengeState,
    Ladder,
    LadderStep,
    Rung,
    StepReason,
)
from games.ladder.news import ChallengeEnds, PlaceChanges, announce_challenge
from games.ladder.notifications import ChallengeVoid
from games.notifications.record import note
from games.notifications.subjects import announce_news
from games.tables.publishing import list_changed


def locked(pool: str) -> Ladder:
    """Return the locked row of a ladder, or raise `Refused` (404).

    Open pages of the ladder are told after the commit.
    """
    if pool not in LADDERS:
        raise Refused(_("This ladder doesn't exist."), 404)
    list_changed(f"ladder.{pool}")
    Ladder.objects.get_or_create(pool=pool)
    return Ladder.objects.select_for_update().get(pool=pool)


def put(
    ladder: Ladder,
    rung: Rung,
    after: int | None,
    why: StepReason,
    now: datetime,
    challenge: Challenge | None = None,
    staff: User | None = None,
    reason: str = "",
) -> None:
    """Move a rung to a place, or off the ladder (`None`); those between move by one.

    The ladder must be locked and `rung` read since; other rungs in memory become stale.
    """
    before = rung.place
    others = Rung.objects.filter(ladder=ladder)
    if after is not None:
        ladder.members += before is None
        after = min(max(1, after), ladder.members)
    else:
        ladder.members -= 1
    if before is not None and (after is None or after > before):
        below = others.filter(place__gt=before)
        (below if after is None else below.filter(place__lte=after)).update(place=F("place") - 1)
    elif after is not None:
        above = others.filter(place__gte=after)
        (above if before is None else above.filter(place__lt=before)).update(place=F("place") + 1)
    rung.place = after
    rung.save(update_fields=["place"])
    note_step(ladder, rung, before, why, now, challenge, before != after, staff, reason)


def note_step(
    ladder: Ladder,
    rung: Rung,
    before: int | None,
    why: StepReason,
    now: datetime,
    challenge: Challenge | None = None,
    moves: bool = False,
    staff: User | None = None,
    reason: str = "",
) -> None:
    """Record a step of a rung from place `before` to its current place."""
    ladder.steps += 1
    ladder.save(update_fields=["members", "steps"])
    step = LadderStep.objects.create(
        ladder=ladder,
        number=ladder.steps,
        rung=rung,
        before=before,
        after=rung.place,
        moves=moves,
        why=why,
        challenge=challenge,
        staff=staff,
        reason=reason,
        at=now,
    )
    if moves:
        announce_news(PlaceChanges, ladder.pk, step.pk, now, step=step.pk)


def join(user: User, pool: str, at_once: bool = False, *, now: datetime | None = None) -> Rung:
    """Add a player in last place; idempotent. Raises `Refused`: 403, 404."""
    now = now or timezone.now()
    if user.is_guest:
        raise Refused(_("The ladders are for players with an account. Sign up to join."), 403)
    bans.refuse_if_barred(user, now)
    with transaction.atomic():
        ladder = locked(pool)
        rung, _new = Rung.objects.get_or_create(ladder=ladder, user=user)
        if rung.place is None:
            rung.joined_at, rung.at_once = now, at_once
            rung.save(update_fields=["joined_at", "at_once"])
            put(ladder, rung, ladder.members + 1, StepReason.JOINED, now)
    return rung


def prefer(user: User, pool: str, at_once: bool) -> None:
    """Set whether challenges to a player start at once. Raises `Refused`: 404, 409."""
    with transaction.atomic():
        rung = rung_of(locked(pool), user)
        rung.at_once = at_once
        rung.save(update_fields=["at_once"])


def leave(
    user: User, pool: str, why: StepReason = StepReason.LEFT, *, now: datetime | None = None
) -> bool:
    """Remove a player from a ladder; return whether they were on it. Raises `Refused`: 404.

    Waiting challenges are withdrawn. Running games continue but no longer affect places.
    """
    now = now or timezone.now()
    with transaction.atomic():
        ladder = locked(pool)
        rung = Rung.objects.filter(ladder=ladder, user=user, place__isnull=False).first()
        if rung is None:
            return False
        open_challenges = Challenge.objects.filter(state__in=OPEN)
        open_challenges = open_challenges.filter(challenger=rung) | open_challenges.filter(
            challenged=rung
        )
        pks = list(open_challenges.values_list("pk", flat=True))
        own = Challenge.objects.filter(pk__in=pks)
        own.filter(state=ChallengeState.WAITING).update(
            state=ChallengeState.WITHDRAWN, ended_at=now
        )
        own.filter(state=ChallengeState.RUNNING).update(state=ChallengeState.VOID)
        put(ladder, rung, None, why, now)
        _tell_void(pks, rung, now)
    return True


def _tell_void(challenges: list[int], left: Rung, now: datetime) -> None:
    """Tell the other players of challenges that they are void, because a player has left."""
    rows = Challenge.objects.filter(pk__in=challenges).order_by("pk")
    for challenge in rows.select_related("challenger__user", "challenged__user"):
        other = challenge.challenged if challenge.challenger_id == left.pk else challenge.challenger
        pk, place = challenge.pk, challenge.place
        key = f"{ChallengeVoid.key} {pk}"
        announce_challenge(ChallengeEnds, challenge, now)
        note(other.user, ChallengeVoid, key, now=now, challenge=pk, place=place)


def move(staff: User, pk: int, place: int, reason: str, *, now: datetime | None = None) -> Rung:
    """Move a rung by hand; its step records the moderator and the reason.

    Raises `Refused`: 403 for the moderator's own rung, 404, 409, 422.
    """
    now = now or timezone.now()
    unlocked = Rung.objects.filter(pk=pk).first()
    if unlocked is None:
        raise Refused(_("This player isn't on the ladder."), 404)
    if unlocked.user_id == staff.pk:
        raise Refused(_("This concerns you, so another moderator must decide."), 403)
    with transaction.atomic():
        ladder = locked(unlocked.ladder_id)
        rung = Rung.objects.get(pk=pk)
        if rung.place is None:
            raise Refused(_("This player is no longer on the ladder."))
        if not 1 <= place <= ladder.members:
            raise Refused(_("The ladder has no such place."), 422)
        if place != rung.place:
            put(ladder, rung, place, StepReason.STAFF, now, staff=staff, reason=reason)
    return rung


def rung_of(ladder: Ladder, user: User) -> Rung:
    """Return a player's rung on a locked ladder, or raise `Refused`."""
    rung = Rung.objects.filter(ladder=ladder, user=user, place__isnull=False).first()
    if rung is None:
        raise Refused(_("You aren't on this ladder."))
    return rung
