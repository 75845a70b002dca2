"""Places: taken, lost, given up. The only module that writes them.

The ladder's row is locked first, then rungs are read: so of two games that end in the same second
one moves places after the other. A step is one row and one UPDATE of those between.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
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


def locked(pool: str) -> Ladder:
    """Return the locked row of a ladder; raises `Refused`, 404, if there is none."""
    if pool not in LADDERS:
        raise Refused(_("This ladder doesn't exist."), 404)
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
    """Put a rung in at a place, or take it off the ladder (`None`); those between move by one.

    The ladder is locked. `rung` was read since; other rungs in memory are out of date then.
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
    """Write what happened to a rung that was at `before`, and where it is now."""
    ladder.steps += 1
    ladder.save(update_fields=["members", "steps"])
    LadderStep.objects.create(
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


def join(user: User, pool: str, at_once: bool = False, *, now: datetime | None = None) -> Rung:
    """Put somebody on the last place of a ladder; twice is once. Raises `Refused`: 403, 404."""
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
    """Set whether challenges to somebody start at once; raises `Refused`: 404, 409."""
    with transaction.atomic():
        rung = rung_of(locked(pool), user)
        rung.at_once = at_once
        rung.save(update_fields=["at_once"])


def leave(
    user: User, pool: str, why: StepReason = StepReason.LEFT, *, now: datetime | None = None
) -> bool:
    """Take somebody off a ladder, and return whether they stood there; raises `Refused`: 404.

    What waits is withdrawn. Running games go on, but move no place any more.
    """
    now = now or timezone.now()
    with transaction.atomic():
        ladder = locked(pool)
        rung = Rung.objects.filter(ladder=ladder, user=user, place__isnull=False).first()
        if rung is None:
            return False
        theirs = Challenge.objects.filter(state__in=OPEN)
        theirs = theirs.filter(challenger=rung) | theirs.filter(challenged=rung)
        pks = list(theirs.values_list("pk", flat=True))
        mine = Challenge.objects.filter(pk__in=pks)
        mine.filter(state=ChallengeState.WAITING).update(
            state=ChallengeState.WITHDRAWN, ended_at=now
        )
        mine.filter(state=ChallengeState.RUNNING).update(state=ChallengeState.VOID)
        put(ladder, rung, None, why, now)
    return True


def move(staff: User, pk: int, place: int, reason: str, *, now: datetime | None = None) -> Rung:
    """Move a rung by hand; its step keeps who did it and why.

    Raises `Refused`: 403 for one's own, 404, 409, 422.
    """
    now = now or timezone.now()
    found = Rung.objects.filter(pk=pk).first()
    if found is None:
        raise Refused(_("This player isn't on the ladder."), 404)
    if found.user_id == staff.pk:
        raise Refused(_("This concerns you, so another moderator must decide."), 403)
    with transaction.atomic():
        ladder = locked(found.ladder_id)
        rung = Rung.objects.get(pk=pk)
        if rung.place is None:
            raise Refused(_("This player is no longer on the ladder."))
        if not 1 <= place <= ladder.members:
            raise Refused(_("The ladder has no such place."), 422)
        if place != rung.place:
            put(ladder, rung, place, StepReason.STAFF, now, staff=staff, reason=reason)
    return rung


def rung_of(ladder: Ladder, user: User) -> Rung:
    """Return where somebody stands on a locked ladder, or raise `Refused`."""
    rung = Rung.objects.filter(ladder=ladder, user=user, place__isnull=False).first()
    if rung is None:
        raise Refused(_("You aren't on this ladder."))
    return rung
