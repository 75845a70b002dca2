"""The daily or weekly digest, by mail: what waits for a user, the one with the least time first."""

import logging
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Game, Nudging
from games.nudges import walls
from games.nudges.channels import GiveUp, TryLater
from games.nudges.channels.mail import send_summary
from games.nudges.facts import facts_of
from games.nudges.models import Channel, Digest, Happening, Nudge, NudgeSettings
from games.nudges.policy import PRESSING
from games.nudges.wishes import wishes_of

LATE = timedelta(hours=12)
"""A digest later than this is none: the next one comes."""

MOST = 50
"""Lines of a digest, of each kind."""

log = logging.getLogger(__name__)


def send_digests(now: datetime | None = None) -> int:
    """Send the digests whose time has come, each once; return how many.

    A digest is claimed before it is made. A crash in between costs this one digest; when the mail
    server does not take it, it is tried again in the next run.
    """
    now = now or timezone.now()
    sent = 0
    wanted = NudgeSettings.objects.exclude(digest=Digest.NONE).filter(
        user__is_active=True, user__is_guest=False
    )
    for settings in wanted.select_related("user").order_by("digest_sent_at", "pk"):
        before = settings.digest_sent_at
        if not _is_due(settings, now) or not _claim(settings, now):
            continue
        try:
            sent += _send(settings.user, before or now, now)
        except TryLater as later:
            log.warning("no digests now, the mail server says: %s", later.said)
            NudgeSettings.objects.filter(pk=settings.pk, digest_sent_at=now).update(
                digest_sent_at=before
            )
            break
        except GiveUp as end:
            log.info("no digest for %s: %s", settings.user_id, end.reason)
        except Exception:
            log.exception("the digest of %s failed", settings.user_id)
    return sent


def begin(settings: NudgeSettings, now: datetime) -> None:
    """Let the first digest be the next one: for who has just chosen its time. Saves nothing."""
    settings.digest_sent_at = now


def _is_due(settings: NudgeSettings, now: datetime) -> bool:
    weekday = settings.digest_day if settings.digest == Digest.WEEKLY else None
    moment = walls.latest(settings.digest_at, settings.user.zone, now, weekday)
    before = settings.digest_sent_at
    return now - moment <= LATE and (before is None or before < moment)


def _claim(settings: NudgeSettings, now: datetime) -> bool:
    same = NudgeSettings.objects.filter(pk=settings.pk, digest_sent_at=settings.digest_sent_at)
    return bool(same.update(digest_sent_at=now))


def _send(user: User, since: datetime, now: datetime) -> bool:
    wishes = wishes_of(user.pk, None)
    if Channel.MAIL not in wishes.channels or wishes.bad_address:
        return False
    nudges = digest_of(user, since)
    if nudges:
        send_summary(user, nudges, now)
    return bool(nudges)


def digest_of(user: User, since: datetime) -> list[Nudge]:
    """Return what waits for a user, the least time first, then what is new and not looked at."""
    mute = user.seats.filter(nudges=Nudging.MUTE).values_list("game_id", flat=True)
    waiting = selectors.your_turn(user).exclude(pk__in=mute)[:MOST]
    news = user.nudges.filter(at__gt=since).exclude(what__in=PRESSING).exclude(game__in=mute)
    news = news.exclude(what__in=(Happening.TALK, Happening.TEST))
    news = news.select_related("user", "game").order_by("at", "pk")
    return [_turn(user, game) for game in waiting] + [
        nudge for nudge in news[:MOST] if _is_new(nudge)
    ]


def _turn(user: User, game: Game) -> Nudge:
    """Return the nudge of the open turn; one that is not saved for a turn older than nudges."""
    turns = user.nudges.filter(game=game, what__in=(Happening.TURN, Happening.QUESTION))
    latest = turns.order_by("-seq", "-pk").first()
    nudge = latest or Nudge(user=user, what=Happening.TURN, seq=game.seq)
    nudge.user, nudge.game = user, game
    return nudge


def _is_new(nudge: Nudge) -> bool:
    facts = facts_of(nudge)
    return not facts.gone and not facts.seen
