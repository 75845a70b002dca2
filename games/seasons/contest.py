"""Seasons as a contest: events of games, and lines for pages."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from common.prepared import PreparedQuery
from games.contests.base import Contest, ContestResult
from games.ratings.models import Pool, Rating
from games.seasons import results
from games.seasons.models import SEASON_GAME, Fixture, Season, SeasonEntry, season_in
from games.seasons.quarters import quarter_of
from games.tables.models import Game
from games.tables.providers import PageLine

SHOWN_BEFORE = timedelta(weeks=2)
"""How long before its start a season is on the home page of players who might enrol."""


def _seasons(user: Combinable) -> QuerySet[Any, Any]:
    """Return the seasons that are open or running, with a user's part in each."""
    own = SeasonEntry.objects.filter(season=OuterRef("pk"), user=user, withdrawn_at=None)
    seasons = Season.objects.filter(state__in=(Season.State.OPEN, Season.State.RUNNING))
    return seasons.order_by("starts_at").annotate(
        takes_part=Exists(own),
        level=Subquery(own.values("division__level")[:1]),
        rated=Exists(Rating.objects.filter(user=user, pool=Pool.DAYS)),
    )


SEASONS = PreparedQuery(_seasons, user=BigIntegerField())


class SeasonContest(Contest):
    """The seasons."""

    occasion = SEASON_GAME

    def ended(self, game: Game, result: ContestResult, now: datetime) -> None:
        """Count a game of a division."""
        results.count(game, result)

    def annulled(self, game: Game, now: datetime) -> None:
        """Count an annulled game as drawn while the season runs."""
        results.take_back(game)

    def about(self, game: Game) -> PageLine | None:
        """Return season, division and round of a game, in one query."""
        rows = Fixture.objects.filter(game=game).select_related("division__season")
        fixture = rows.first()
        if fixture is None:
            return None
        text = _("%(season)s, division %(level)d, round %(round)d") % {
            "season": fixture.division.season,
            "level": fixture.division.level,
            "round": fixture.round,
        }
        return PageLine(text, fixture.division.get_absolute_url())

    def home(self, user: User, now: datetime) -> list[PageLine]:
        """Return the user's division and a reminder to enrol, in one query."""
        if user.is_guest:
            return []
        lines = []
        for season in SEASONS.all(user=user.pk):
            if season.takes_part and season.level is not None:
                text = _("%(season)s: you're playing in division %(level)d.")
                text %= {"season": season, "level": season.level}
                path = reverse("season_division", args=[season.year, season.number, season.level])
                lines.append(PageLine(text, path))
            soon = season.starts_at - SHOWN_BEFORE <= now < season.starts_at
            if soon and season.rated and not season.takes_part:
                text = _("%(season)s starts soon. Play everyone in your division.")
                lines.append(
                    PageLine(text % {"season": season}, reverse("seasons"), _("See seasons"))
                )
        return lines

    def marks(self, now: datetime) -> dict[str, Combinable]:
        """Return the user's current division as an annotation, for `profile_lines`."""
        quarter = quarter_of(now)
        entries = SeasonEntry.objects.filter(
            user=OuterRef("pk"),
            season__year=quarter.year,
            season__number=quarter.number,
            withdrawn_at=None,
        )
        return {"division_level": Subquery(entries.values("division__level"))}

    def profile_lines(self, user: Any, now: datetime) -> list[PageLine]:
        """Return the division of a user annotated with `marks`."""
        if user.division_level is None:
            return []
        season = season_in(quarter_of(now))
        text = _("%(season)s: division %(level)d") % {
            "season": season,
            "level": user.division_level,
        }
        args = [season.year, season.number, user.division_level]
        return [PageLine(text, reverse("season_division", args=args))]
