"""The outbox: deliveries that are due are claimed once, judged again, sent, and settled.

- A claim is a conditional UPDATE: of any number of workers one gets it. It ends by itself, so a
  worker that dies before it hands a delivery over loses nothing.
- `handed_at` is written before the channel is called. Who finds it on a claim that has run out
  does not know whether it was sent. **Mail is then given up** (`unsure`): never twice for one
  turn. Push and webhook are sent again: a push replaces the one of the same game, and a webhook
  has an id by which its reader can tell.
- What a channel cleanly refuses (`TryLater`) is tried again with growing pauses.
- A mail server that does not take one mail gets no other in the same run. Each channel has runs
  of its own, so it holds up nobody else.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.nudges import reasons
from games.nudges.channels import GiveUp, TryLater, sender
from games.nudges.facts import facts_of
from games.nudges.models import Channel, Delivery, Happening, Nudge
from games.nudges.policy import quiet_until, still_wanted
from games.nudges.wishes import wishes_of

CLAIM = timedelta(minutes=5)
"""Longer than a task may run."""

RUN_SECONDS = 30
"""Then a run takes nothing new: a task may run for 60 (`CELERY_TASK_TIME_LIMIT`)."""

PAUSES = tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 360, 360, 360, 360, 360))
"""Before the next try: some day and a half in all, longer than a provider is ever down."""

log = logging.getLogger(__name__)


def send_due(now: datetime | None = None, channels: Iterable[str] = tuple(Channel)) -> int:
    """Send what is due and still wanted; return how many deliveries were sent."""
    return sum(_run(channel, now) for channel in channels)


def _run(channel: str, now: datetime | None) -> int:
    sent = 0
    stop = monotonic() + RUN_SECONDS
    while monotonic() < stop:
        at = now or timezone.now()
        due = _due(channel, at)
        if not due:
            break
        claimed = _claim(due, at)
        try:
            sent += _deliver(channel, claimed, at)
        except TryLater:
            if channel == Channel.MAIL:
                break
    return sent


def _waiting(now: datetime) -> Q:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return Q(state=Delivery.State.WAITING, due_at__lte=now) & free


def _due(channel: str, now: datetime) -> list[int]:
    """Return what has waited longest: one delivery, or all that a user's quiet hours held back."""
    due = Delivery.objects.filter(_waiting(now), channel=channel).order_by("due_at", "pk")
    first = due.values_list("pk", "reason", "nudge__user").first()
    if first is None:
        return []
    pk, reason, user_id = first
    if reason != reasons.QUIET:
        return [pk]
    held = due.filter(reason=reasons.QUIET, nudge__user=user_id)
    return list(held.values_list("pk", flat=True))


def _claim(pks: Sequence[int], now: datetime) -> list[Delivery]:
    """Return those that are this worker's now.

    Who is second waits at the first row for the end of the transaction, and gets none.
    """
    with transaction.atomic():
        mine = [
            pk
            for pk in pks
            if Delivery.objects.filter(_waiting(now), pk=pk).update(claimed_until=now + CLAIM)
        ]
    claimed = Delivery.objects.filter(pk__in=mine).order_by("due_at", "pk")
    return list(claimed.select_related("nudge__user", "nudge__game"))


def _deliver(channel: str, claimed: Sequence[Delivery], now: datetime) -> int:
    """Send what is still wanted, several as a digest; raises `TryLater` having noted it."""
    wanted = [delivery for delivery in claimed if _judge(delivery, now)]
    handed = [delivery for delivery in wanted if _hand(delivery, now)]
    if not handed:
        return 0
    nudges = least_time_first([delivery.nudge for delivery in handed])
    alone = len(handed) == 1
    try:
        if alone:
            sender(channel).send(handed[0])
        else:
            sender(channel).send_digest(nudges[0].user, nudges, now)
    except TryLater as later:
        _try_again(handed, later.said, now)
        raise
    except GiveUp as end:
        _settle(handed, Delivery.State.FAILED, end.reason, now, end.said)
        return 0
    except Exception:
        log.exception("%s failed: deliveries %s", channel, [delivery.pk for delivery in handed])
        _settle(handed, Delivery.State.FAILED, reasons.FAULT, now)
        return 0
    _settle(handed, Delivery.State.SENT if alone else Delivery.State.DIGEST, "", now)
    return len(handed)


def _judge(delivery: Delivery, now: datetime) -> bool:
    """Ask the policy again; settle or put off what shall not be sent now."""
    nudge = delivery.nudge
    what, channel = Happening(nudge.what), Channel(delivery.channel)
    if channel == Channel.MAIL and delivery.handed_at is not None:
        _settle([delivery], Delivery.State.FAILED, reasons.UNSURE, now)
        return False
    wishes = wishes_of(nudge.user_id, nudge.game)
    if unwanted := still_wanted(what, channel, wishes, facts_of(nudge)):
        _settle([delivery], Delivery.State.DROPPED, unwanted, now)
        return False
    if quiet_end := quiet_until(what, wishes, now):
        _mine([delivery]).update(due_at=quiet_end, claimed_until=None, reason=reasons.QUIET)
        return False
    return True


def _hand(delivery: Delivery, now: datetime) -> bool:
    """Write that it is being sent; false if another worker has it, because this one was slow."""
    still_mine = _mine([delivery]).filter(claimed_until=now + CLAIM, handed_at=delivery.handed_at)
    return bool(still_mine.update(handed_at=now))


def _try_again(deliveries: Sequence[Delivery], said: str, now: datetime) -> None:
    tries = max(delivery.tries for delivery in deliveries)
    if tries >= len(PAUSES):
        _settle(deliveries, Delivery.State.FAILED, reasons.GAVE_UP, now, said)
        return
    reason = reasons.RETRY
    if deliveries[0].reason == reasons.QUIET:  # what the quiet hours held back stays together
        reason = reasons.QUIET
    elif _mine(deliveries).exclude(taken=[]).exists():
        reason = reasons.NOT_YET_ALL
    _mine(deliveries).update(
        tries=tries + 1,
        due_at=now + PAUSES[tries],
        claimed_until=None,
        handed_at=None,
        reason=reason,
        said=said[:200],
    )


def _settle(
    deliveries: Sequence[Delivery], state: str, reason: str, now: datetime, said: str = ""
) -> None:
    """Write what became of deliveries. What a browser or a webhook has taken was sent, whatever
    becomes of the others.
    """
    end = {"said": said[:200], "settled_at": now, "claimed_until": None}
    if state in (Delivery.State.FAILED, Delivery.State.DROPPED):
        taken = _mine(deliveries).exclude(taken=[])
        taken.update(state=Delivery.State.SENT, reason=reasons.PARTLY, **end)
    _mine(deliveries).update(state=state, reason=reason, **end)


def _mine(deliveries: Sequence[Delivery]) -> QuerySet[Delivery]:
    pks = [delivery.pk for delivery in deliveries]
    return Delivery.objects.filter(pk__in=pks, state=Delivery.State.WAITING)


def least_time_first(nudges: Iterable[Nudge]) -> list[Nudge]:
    """Return nudges in the order of their games' deadlines, then of their coming."""

    def order(nudge: Nudge) -> tuple[bool, datetime]:
        deadline = nudge.game.deadline if nudge.game else None
        return deadline is None, deadline or nudge.at

    return sorted(nudges, key=order)
