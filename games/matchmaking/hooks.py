"""What the rest of the site asks of finding a game: see `games.contests.registry`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.matchmaking.models import Search
from games.tables.models import Status
from games.tables.notices import Line, News


def left(user: User, now: datetime) -> None:
    """Somebody's account is about to be deleted; their open tables close by themselves."""
    Search.objects.filter(user=user).delete()


def export(user: User) -> Any:
    """Return what we keep of a person, as JSON."""
    return [
        {
            "pace": search.pace,
            "within": search.reach,
            "state": search.state,
            "since": search.created_at.isoformat(),
            "until": (search.ended_at or search.expires_at).isoformat(),
            "table": search.table_id,
            "game": search.game_id,
        }
        for search in Search.objects.filter(user=user).order_by("pk")
    ]


def home(user: User, now: datetime) -> list[Line]:
    """Return what somebody should see of their searches on their home page."""
    at_hand = Q(table=None) | Q(table__status=Status.OPEN)
    waiting = Search.objects.filter(at_hand, user=user, state="waiting", expires_at__gt=now)
    live = list(waiting.values_list("live", flat=True))
    lines = []
    if any(live):
        text = _("You are looking for a live game: it needs that page open.")
        lines.append(Line(text, reverse("find"), _("Back to it")))
    if days := live.count(False):
        words = ngettext(
            "%(n)d search for a game by correspondence is running.",
            "%(n)d searches for a game by correspondence are running.",
            days,
        )
        lines.append(Line(words % {"n": days}, reverse("find")))
    return lines


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of ours in words; there is none: games tell of themselves."""
    raise NotImplementedError


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification of ours is of no interest any more."""
    return True
