"""The outbox: deliveries that are due are claimed once, judged again, sent, and settled.

- A claim is a conditional UPDATE: of any number of workers one gets it. It ends by itself, so a
  worker that dies before it hands a delivery over loses nothing.
- `handed_at` is written before the channel is called. A worker that finds it on a claim that has
  run out does not know whether the delivery was sent. It is **sent again**, at least once,
  `MOST_UNSURE` times at most: a push replaces the one of the same game, a webhook has an id and a
  mail a `Message-ID` by which its reader can tell. Mails that are neither of a turn nor of running
  time are given up (`unsure`): at most once.
- If the database dies before anything is handed over, the next run of the process gives its claims
  back (`claims.py`).
- What a channel cleanly refuses (`TryLater`) is tried again with growing pauses.
- A mail server that is down (`Down`), or refuses one recipient after the other, gets no other
  mail in the same run. A full mailbox holds up no one else.
- Each channel has a queue and a worker of its own, so it holds up neither the others nor the
  clocks.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from common.mailers import SECONDS as MAIL_SECONDS
from common.mailers import Unsure
from games.notifications import claims, reasons
from games.notifications.channels import MAIL, channel_of
from games.notifications.delivery_errors import Down, GiveUp, TryLater
from games.notifications.kinds import kind_of
from games.notifications.models import Delivery, Notification
from games.notifications.policy import quiet_until, still_wanted
from games.notifications.preferences import wishes_of
from games.notifications.relevance import relevance_of

RUN_SECONDS = 30
"""Then a run takes nothing new."""

TASK_SECONDS = RUN_SECONDS + MAIL_SECONDS + 30
"""How long a task may run: the slowest delivery, begun at the end of a run."""

CLAIM = timedelta(seconds=TASK_SECONDS + 120)
"""Longer than a task may run."""

MOST_REFUSED = 10
"""Recipients in a row that a mail server refuses for now; then it is the server."""

MOST_UNSURE = 3
"""How often a delivery that may have been sent is sent again."""

PAUSES = tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 360, 360, 360, 360, 360))
"""Before the next try: some day and a half in all, longer than a provider is ever down."""

log = logging.getLogger(__name__)


def send_due(now: datetime | None = None, channels: Iterable[str] = ()) -> int:
    """Send what is due and still wanted; return how many deliveries were sent.

    `channels`: keys of channels; all of them if none is named.
    """
    named: Iterable[str] = channels or settings.OUTBOX
    with claims.run():
        return sum(_run(channel, now) for channel in named)


def _run(channel: str, now: datetime | None) -> int:
    sent = refused = 0
    stop = monotonic() + RUN_SECONDS
    while monotonic() < stop:
        at = now or timezone.now()
        due = _due(channel, at)
        if not due:
            break
        claimed = _claim(due, at)
        try:
            with claims.holding(claimed, at + CLAIM):
                sent += _deliver(channel, claimed, at)
            refused = 0
        except Down:
            break
        except TryLater:
            refused += 1
            if channel == MAIL and refused >= MOST_REFUSED:
                break
    return sent


def _waiting(now: datetime) -> Q:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return Q(state=Delivery.State.WAITING, due_at__lte=now) & free


def _due(channel: str, now: datetime) -> list[int]:
    """Return what has waited longest: one delivery, or all that a user's quiet hours held back."""
    due = Delivery.objects.filter(_waiting(now), channel=channel).order_by("due_at", "pk")
    first = due.values_list("pk", "reason", "notification__user").first()
    if first is None:
        return []
    pk, reason, user_id = first
    if reason != reasons.QUIET:
        return [pk]
    held = due.filter(reason=reasons.QUIET, notification__user=user_id)
    return list(held.values_list("pk", flat=True))


def _claim(pks: Sequence[int], now: datetime) -> list[Delivery]:
    """Return those that are this worker's now.

    Who is second waits at the first row for the end of the transaction, and gets none.
    """
    claims.hold(pks, now + CLAIM)
    with transaction.atomic():
        mine = [
            pk
            for pk in pks
            if Delivery.objects.filter(_waiting(now), pk=pk).update(claimed_until=now + CLAIM)
        ]
    claimed = Delivery.objects.filter(pk__in=mine).order_by("due_at", "pk")
    return list(claimed.select_related("notification__user", "notification__game"))


def _deliver(channel: str, claimed: Sequence[Delivery], now: datetime) -> int:
    """Send what is still wanted, several as a digest; raises `TryLater` having noted it."""
    wanted = [delivery for delivery in claimed if _judge(delivery, now)]
    handed = [delivery for delivery in wanted if _hand(delivery, now)]
    if not handed:
        return 0
    notifications = least_time_first([delivery.notification for delivery in handed])
    alone = len(handed) == 1
    try:
        with claims.holding(handed, now + CLAIM):
            if alone:
                channel_of(channel).send(handed[0])
            else:
                channel_of(channel).send_digest(notifications[0].user, notifications, now)
    except TryLater as later:
        _try_again(handed, later.answer, now)
        raise
    except GiveUp as end:
        _settle(handed, Delivery.State.FAILED, end.reason, now, end.answer)
        return 0
    except Unsure as error:
        again = [delivery for delivery in handed if _may_repeat(delivery)]
        _try_again(again, str(error), now, unsure=1)
        rest = [delivery for delivery in handed if delivery not in again]
        _settle(rest, Delivery.State.FAILED, reasons.UNSURE, now, str(error))
        raise Down(str(error)) from error
    except DatabaseError:  # all is read before anything is handed over
        raise
    except Exception:
        log.exception("%s failed: deliveries %s", channel, [delivery.pk for delivery in handed])
        _settle(handed, Delivery.State.FAILED, reasons.FAULT, now)
        return 0
    _settle(handed, Delivery.State.SENT if alone else Delivery.State.DIGEST, "", now)
    return len(handed)


def _judge(delivery: Delivery, now: datetime) -> bool:
    """Ask the policy again; settle or put off what shall not be sent now."""
    notification = delivery.notification
    kind, channel = type(kind_of(notification)), channel_of(delivery.channel)
    if delivery.handed_at is not None and not _may_repeat(delivery):
        _settle([delivery], Delivery.State.FAILED, reasons.UNSURE, now)
        return False
    wishes = wishes_of(notification.user_id, notification.game)
    if unwanted := still_wanted(kind, channel, wishes, relevance_of(notification)):
        _settle([delivery], Delivery.State.DROPPED, unwanted, now)
        return False
    if not kind.requested and not channel.carries(notification.user, kind.topic.key):
        _settle([delivery], Delivery.State.DROPPED, reasons.OFF, now)
        return False
    if quiet_end := quiet_until(kind, wishes, now):
        _mine([delivery]).update(due_at=quiet_end, claimed_until=None, reason=reasons.QUIET)
        return False
    return True


def _may_repeat(delivery: Delivery) -> bool:
    """Whether a delivery that may have been sent is sent again."""
    mail = delivery.channel == MAIL
    matters = not mail or kind_of(delivery.notification).pressing
    return matters and delivery.unsure < MOST_UNSURE


def _hand(delivery: Delivery, now: datetime) -> bool:
    """Write that it is being sent; false if another worker has it, because this one was slow."""
    still_mine = _mine([delivery]).filter(claimed_until=now + CLAIM, handed_at=delivery.handed_at)
    unsure = delivery.unsure + (delivery.handed_at is not None)
    return bool(still_mine.update(handed_at=now, unsure=unsure))


def _try_again(deliveries: Sequence[Delivery], answer: str, now: datetime, unsure: int = 0) -> None:
    """Put off deliveries that were not sent, or (`unsure`: 1) perhaps not."""
    tries = max((delivery.tries for delivery in deliveries), default=0)
    if tries >= len(PAUSES):
        _settle(deliveries, Delivery.State.FAILED, reasons.GAVE_UP, now, answer)
        return
    reason = reasons.AGAIN if unsure else reasons.RETRY
    if any(delivery.reason == reasons.QUIET for delivery in deliveries):
        reason = reasons.QUIET  # what was held back as one stays together
    elif _mine(deliveries).exclude(taken=[]).exists():
        reason = reasons.NOT_YET_ALL
    _mine(deliveries).update(
        tries=tries + 1,
        unsure=F("unsure") + unsure,
        due_at=now + PAUSES[tries],
        claimed_until=None,
        handed_at=None,
        reason=reason,
        said=answer[:200],
    )


def _settle(
    deliveries: Sequence[Delivery], state: str, reason: str, now: datetime, answer: str = ""
) -> None:
    """Write what became of deliveries. What one address has taken was sent, whatever becomes of
    the others.
    """
    end = {"said": answer[:200], "settled_at": now, "claimed_until": None}
    if state in (Delivery.State.FAILED, Delivery.State.DROPPED):
        taken = _mine(deliveries).exclude(taken=[])
        taken.update(state=Delivery.State.SENT, reason=reasons.PARTLY, **end)
    _mine(deliveries).update(state=state, reason=reason, **end)


def _mine(deliveries: Sequence[Delivery]) -> QuerySet[Delivery]:
    pks = [delivery.pk for delivery in deliveries]
    return Delivery.objects.filter(pk__in=pks, state=Delivery.State.WAITING)


def least_time_first(notifications: Iterable[Notification]) -> list[Notification]:
    """Return notifications in the order of their games' deadlines, then of their coming."""

    def order(notification: Notification) -> tuple[bool, datetime]:
        deadline = notification.game.deadline if notification.game else None
        return deadline is None, deadline or notification.at

    return sorted(notifications, key=order)
