"""Matchmaking's lines on the home page."""

from datetime import datetime

from django.db.models import BigIntegerField, DateTimeField, Q, QuerySet
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.prepared import PreparedQuery
from games.contests.base import Activity
from games.matchmaking.models import FOUND_GAME, GameSearch
from games.tables.models import Status
from games.tables.providers import PageLine


def _searches(user: Combinable, now: Combinable) -> QuerySet[GameSearch, bool]:
    """Return which of a user's running searches are for live games."""
    at_hand = Q(table=None) | Q(table__status=Status.OPEN)
    waiting = GameSearch.objects.filter(at_hand, user=user, state="waiting", expires_at__gt=now)
    return waiting.values_list("live", flat=True)


SEARCHES = PreparedQuery(_searches, user=BigIntegerField(), now=DateTimeField())


class MatchmakingActivity(Activity):
    """The user's searches for a game."""

    occasion = FOUND_GAME

    def home(self, user: User, now: datetime) -> list[PageLine]:
        """Return lines about the user's running searches."""
        live = SEARCHES.all(user=user.pk, now=now)
        lines = []
        if any(live):
            text = _("You're searching for a live game. Keep the search page open.")
            lines.append(PageLine(text, reverse("find"), _("Back to the search")))
        if days := live.count(False):
            text = ngettext(
                "You have %(n)d correspondence search running.",
                "You have %(n)d correspondence searches running.",
                days,
            )
            lines.append(PageLine(text % {"n": days}, reverse("find")))
        return lines
