"""The ladders as a contest: events of games, and lines for pages."""

from datetime import datetime
from typing import Any

from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from common.prepared import PreparedQuery
from games.contests.base import Contest, ContestResult
from games.ladder.links import page
from games.ladder.models import LADDER_CHALLENGE, LADDERS, Challenge, ChallengeState, Rung
from games.ladder.results import settle
from games.ratings.models import Pool
from games.tables.models import Game
from games.tables.providers import PageLine


def _waiting(user: Combinable) -> QuerySet[Challenge]:
    """Return the challenges that wait for a user's answer."""
    waiting = Challenge.objects.filter(state=ChallengeState.WAITING, challenged__user=user)
    return waiting.select_related("challenger__user", "challenged").order_by("at", "pk")


WAITING = PreparedQuery(_waiting, user=BigIntegerField())


class LadderContest(Contest):
    """The challenge ladders."""

    occasion = LADDER_CHALLENGE

    def ended(self, game: Game, result: ContestResult, now: datetime) -> None:
        """Move the places that a game was played for."""
        settle(game, result, now)

    def annulled(self, game: Game, now: datetime) -> None:
        """Leave places as they are: others have played for them since; a moderator may move a
        player.
        """

    def about(self, game: Game) -> PageLine | None:
        """Return for which place a game is played, in one query."""
        challenge = Challenge.objects.filter(game=game).select_related("challenged").first()
        if challenge is None:
            return None
        path = page(challenge.ladder_id)
        if challenge.state == ChallengeState.VOID:
            return PageLine(_("Ladder: no longer affects places"), path)
        place = (
            challenge.challenged.place
            if challenge.state == ChallengeState.RUNNING
            else challenge.place
        )
        return PageLine(
            _("Ladder: for place %(place)d") % {"place": place or challenge.place}, path
        )

    def home(self, user: User, now: datetime) -> list[PageLine]:
        """Return the challenges that wait for the user's answer."""
        return [
            PageLine(_challenges_you(challenge), page(challenge.ladder_id), _("Answer"))
            for challenge in WAITING.all(user=user.pk)
        ]

    def marks(self, now: datetime) -> dict[str, Combinable]:
        """Return the user's places as annotations, for `profile_lines`."""
        places = Rung.objects.filter(user=OuterRef("pk")).values("place")
        return {f"ladder_{pool}": Subquery(places.filter(ladder=pool)) for pool in LADDERS}

    def profile_lines(self, user: Any, now: datetime) -> list[PageLine]:
        """Return the places of a user annotated with `marks`."""
        template = _("Ladder, %(pace)s: place %(place)d")
        places = [(pool, getattr(user, f"ladder_{pool}")) for pool in LADDERS]
        return [
            PageLine(
                template % {"pace": pool.label, "place": place},
                reverse("ladder_member", args=[pool, user.username]),
            )
            for pool, place in places
            if place is not None
        ]


def _challenges_you(challenge: Challenge) -> str:
    values = {
        "name": challenge.challenger.name,
        "place": challenge.challenged.place or challenge.place,
    }
    if challenge.ladder_id == Pool.LIVE:
        return _("%(name)s challenges you for place %(place)d on the live ladder.") % values
    return _("%(name)s challenges you for place %(place)d on the ladder.") % values
