"""Who is out of rated play for some days: moderators said so, and can take it back."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.fairplay.models import ActionKind, ModerationAction


def refuse_if_barred(user: User, now: datetime) -> None:
    """Raise `Refused` (403) for somebody who may not play rated games now; one query."""
    until = barred_until(user, now)
    if until is not None:
        raise Refused(sentence(until), 403)


def barred_until(user: User, now: datetime) -> datetime | None:
    """Return until when somebody may not play rated games, if they may not now."""
    bars = _bars([user.pk], now).order_by("-until")
    return bars.values_list("until", flat=True).first()


def barred_ids(users: Iterable[int], now: datetime) -> set[int]:
    """Return who of some people may not play rated games now, by their ids, in one query."""
    return set(_bars(users, now).values_list("player_id", flat=True))


def sentence(until: datetime) -> str:
    """Say that somebody may not play rated games, in the zone of this moment."""
    here = timezone.localtime(until)
    when = date_format(here, "DATETIME_FORMAT")
    said = _("A moderator has barred you from rated games until %(when)s.")
    return said % {"when": when}


def _bars(users: Iterable[int], now: datetime) -> QuerySet[ModerationAction]:
    return ModerationAction.objects.filter(
        player__in=set(users), what=ActionKind.BAR, undone_at=None, until__gt=now
    )
