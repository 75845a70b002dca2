"""The daily or weekly digest, by mail: what waits for a user, the one with the least time first."""

import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import NamedTuple

from django.db import DatabaseError
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from common.mailers import Unsure
from games.notifications import wall_time
from games.notifications.channels import MAIL, channel_of
from games.notifications.delivery_errors import Down, GiveUp, TryLater
from games.notifications.kinds import digest_keys
from games.notifications.mail import LeftOut, send_summary
from games.notifications.models import (
    Digest,
    Notification,
    NotificationSettings,
)
from games.notifications.notifications import AskedAnew, QuestionInTurn, YourTurn
from games.notifications.outbox import MOST_REFUSED, RUN_SECONDS
from games.notifications.preferences import wishes_of
from games.notifications.relevance import relevance_of
from games.tables import selectors
from games.tables.models import Game, NotificationLevel

LATE = timedelta(hours=12)
"""A digest later than this is none: the next one comes."""

PAUSE = timedelta(hours=1)
"""Before a reader whom the mail server refuses for now is tried again."""

TURNS = (YourTurn.key, QuestionInTurn.key, AskedAnew.key)
"""The kinds of open turns."""

MOST = 50
"""Lines of a digest, of each kind; how many are left out is said below them."""

MOST_JUDGED = 4 * MOST
"""The news that are looked at to tell how many are left out."""

log = logging.getLogger(__name__)

_unsent: list[tuple[NotificationSettings, datetime]] = []
"""The claims of this process that the database kept it from using, and when they were made."""


def send_digests(now: datetime | None = None) -> int:
    """Send the digests whose time has come, each once; return how many.

    A digest is claimed before it is made. A crash in between costs this one digest. One that the
    mail server does not take is tried again: if the server is down in the next run, after the
    others; if it refuses the reader, in an hour. A run ends after `RUN_SECONDS`, and the next one
    goes on with those who have waited longest.
    """
    now = now or timezone.now()
    while _unsent:
        _put_off(*_unsent[0], now)
        del _unsent[0]
    sent = refused = 0
    stop = monotonic() + RUN_SECONDS
    for settings in _wanted(now):
        if monotonic() >= stop:
            break
        if not _is_due(settings, now) or not _claim(settings, now):
            continue
        try:
            sent += _send(settings.user, settings.digest_sent_at or now, now)
            refused = 0
        except Down as down:
            log.warning("no digests now, the mail server says: %s", down.answer)
            _put_off(settings, now, now)
            break
        except TryLater as later:
            log.info("no digest for %s now: %s", settings.user_id, later.answer)
            _put_off(settings, now, now + PAUSE)
            refused += 1
            if refused >= MOST_REFUSED:
                break
        except Unsure as end:
            log.warning("the digest of %s may not have arrived: %s", settings.user_id, end)
            break
        except GiveUp as end:
            log.info("no digest for %s: %s", settings.user_id, end.reason)
        except DatabaseError:  # all is read before the mail is handed over
            _unsent.append((settings, now))
            raise
        except Exception:
            log.exception("the digest of %s failed", settings.user_id)
    return sent


def _wanted(now: datetime) -> QuerySet[NotificationSettings]:
    """Return who gets digests, those first who were not refused and have waited longest."""
    readers = NotificationSettings.objects.exclude(digest=Digest.NONE).filter(
        Q(digest_again_at=None) | Q(digest_again_at__lte=now),
        user__is_active=True,
        user__is_guest=False,
    )
    order = (F("digest_again_at").asc(nulls_first=True), F("digest_sent_at").asc(nulls_first=True))
    return readers.select_related("user").order_by(*order, "pk")


def begin(settings: NotificationSettings, now: datetime) -> None:
    """Let the first digest be the next one: for who has just chosen its time. Saves nothing."""
    settings.digest_sent_at = now


def _is_due(settings: NotificationSettings, now: datetime) -> bool:
    weekday = settings.digest_day if settings.digest == Digest.WEEKLY else None
    moment = wall_time.latest(settings.digest_at, settings.user.zone, now, weekday)
    before = settings.digest_sent_at
    return now - moment <= LATE and (before is None or before < moment)


def _claim(settings: NotificationSettings, now: datetime) -> bool:
    same = NotificationSettings.objects.filter(
        pk=settings.pk, digest_sent_at=settings.digest_sent_at
    )
    return bool(same.update(digest_sent_at=now, digest_again_at=None))


def _put_off(settings: NotificationSettings, now: datetime, until: datetime) -> None:
    """Give a claim back: the digest is tried again from a moment on."""
    mine = NotificationSettings.objects.filter(pk=settings.pk, digest_sent_at=now)
    mine.update(digest_sent_at=settings.digest_sent_at, digest_again_at=until)


def _send(user: User, since: datetime, now: datetime) -> bool:
    wishes = wishes_of(user.pk, None)
    if channel_of(MAIL) not in wishes.channels or wishes.bad_address or wishes.unconfirmed:
        return False
    contents = digest_of(user, since)
    if contents.notifications:
        send_summary(user, contents.notifications, now, contents.left_out)
    return bool(contents.notifications)


class DigestContents(NamedTuple):
    """The lines of a digest, and what is left out to keep it short."""

    notifications: list[Notification]
    left_out: LeftOut


def digest_of(user: User, since: datetime) -> DigestContents:
    """Return what waits for a user, the least time first, then what is new and not looked at."""
    mute = user.seats.filter(notifications=NotificationLevel.MUTE).values_list("game_id", flat=True)
    waiting = selectors.your_turn(user).exclude(pk__in=mute)
    news = (
        user.notifications.filter(at__gt=since)
        .filter(kind__in=digest_keys())
        .exclude(game__in=mute)
    )
    news = news.select_related("user", "game").order_by("at", "pk")
    turns = [_turn(user, game) for game in waiting[:MOST]]
    new = [notification for notification in news[:MOST_JUDGED] if _is_new(notification)]
    left_out = LeftOut(max(0, waiting.count() - MOST), max(0, len(new) - MOST))
    return DigestContents(turns + new[:MOST], left_out)


def _turn(user: User, game: Game) -> Notification:
    """Return the notification of the open turn; an unsaved one if the turn has none."""
    turns = user.notifications.filter(game=game, kind__in=TURNS)
    latest = turns.order_by("-seq", "-pk").first()
    notification = latest or Notification(user=user, kind=YourTurn.key, seq=game.seq)
    notification.user, notification.game = user, game
    return notification


def _is_new(notification: Notification) -> bool:
    relevance = relevance_of(notification)
    return not relevance.stale and not relevance.seen
