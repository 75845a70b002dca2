"""Bans: players whom a moderator has barred from rated games for some days."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.fairplay.models import ActionKind, ModerationAction


def refuse_if_barred(user: User, now: datetime) -> None:
    """Raise `Refused` (403) for a player barred from rated games, and for a bot; one query."""
    if user.is_bot:
        sentence_of_bots = _("Bot accounts can't play rated games and contests of people.")
        raise Refused(sentence_of_bots, 403, code="bot_account")
    until = barred_until(user, now)
    if until is not None:
        raise Refused(sentence(until), 403)


def barred_until(user: User, now: datetime) -> datetime | None:
    """Return the end of a player's current ban; `None` without one."""
    bars = _bars([user.pk], now).order_by("-until")
    return bars.values_list("until", flat=True).first()


def barred_ids(users: Iterable[int], now: datetime) -> set[int]:
    """Return the ids of the users who are barred from rated games now, in one query."""
    return set(_bars(users, now).values_list("player_id", flat=True))


def sentence(until: datetime) -> str:
    """Return the message for a barred player, in the current time zone."""
    when = date_format(timezone.localtime(until), "DATETIME_FORMAT")
    text = _("A moderator has barred you from rated games until %(when)s.")
    return text % {"when": when}


def _bars(users: Iterable[int], now: datetime) -> QuerySet[ModerationAction]:
    return ModerationAction.objects.filter(
        player__in=set(users), what=ActionKind.BAR, undone_at=None, until__gt=now
    )
