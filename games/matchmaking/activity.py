"""Matchmaking's lines on the home page."""

from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.contests.base import Activity
from games.matchmaking.models import FOUND_GAME, GameSearch
from games.tables.models import Status
from games.tables.providers import PageLine


class MatchmakingActivity(Activity):
    """The user's searches for a game."""

    occasion = FOUND_GAME

    def home(self, user: User, now: datetime) -> list[PageLine]:
        """Return lines about the user's running searches."""
        at_hand = Q(table=None) | Q(table__status=Status.OPEN)
        waiting = GameSearch.objects.filter(at_hand, user=user, state="waiting", expires_at__gt=now)
        live = list(waiting.values_list("live", flat=True))
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
