"""What the rest of the site asks of seasons: called by `games.contests`."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Subquery
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.ratings.models import Pool, Rating
from games.seasons import results
from games.seasons.models import Fixture, Season, SeasonEntry, season_in
from games.seasons.quarters import quarter_of
from games.tables.models import Game, Seat
from games.tables.notices import Line, News

SHOWN_BEFORE = timedelta(weeks=2)
"""So long before its start a season is on the home page of those who might enrol."""


def ended(game: Game, seats: Sequence[Seat], lost: Sequence[int], now: datetime) -> None:
    """Count a game of ours that has just ended."""
    results.count(game, lost, now)


def annulled(game: Game, now: datetime) -> None:
    """A finished game of ours has been taken back by those who run the site."""
    results.take_back(game)


def left(user: User, now: datetime) -> None:
    """Somebody's account is about to be deleted."""
    results.forget(user, now)


def export(user: User) -> Any:
    """Return what we keep of a person, as JSON."""
    entries = SeasonEntry.objects.filter(user=user).select_related("season", "division")
    return [
        {
            "season": [entry.season.year, entry.season.number],
            "enrolled": entry.entered_at.isoformat(),
            "division": entry.division and entry.division.level,
            "strength_at_start": entry.strength if entry.division else None,
            "unsure_at_start": entry.unsure,
            "withdrawn": entry.withdrawn_at and entry.withdrawn_at.isoformat(),
            "place": entry.place,
            "step": entry.step,
        }
        for entry in entries.order_by("season__starts_at")
    ]


def home(user: User, now: datetime) -> list[Line]:
    """Return what somebody should see of us on their home page, in one query."""
    if user.is_guest:
        return []
    own = SeasonEntry.objects.filter(season=OuterRef("pk"), user=user, withdrawn_at=None)
    seasons = Season.objects.filter(state__in=(Season.State.OPEN, Season.State.RUNNING))
    lines = []
    for season in seasons.order_by("starts_at").annotate(
        takes_part=Exists(own),
        level=Subquery(own.values("division__level")[:1]),
        rated=Exists(Rating.objects.filter(user=user, pool=Pool.DAYS)),
    ):
        if season.takes_part and season.level is not None:
            said = _("%(season)s: you play in division %(level)d.")
            said %= {"season": season, "level": season.level}
            path = reverse("season_division", args=[season.year, season.number, season.level])
            lines.append(Line(said, path))
        soon = season.starts_at - SHOWN_BEFORE <= now < season.starts_at
        if soon and season.rated and not season.takes_part:
            said = _("%(season)s begins soon: divisions in which everybody plays everybody.")
            lines.append(Line(said % {"season": season}, reverse("seasons"), _("Look")))
    return lines


def marks(now: datetime) -> dict[str, Combinable]:
    """Return what a query for people takes along for `standing`."""
    here = quarter_of(now)
    entries = SeasonEntry.objects.filter(
        user=OuterRef("pk"),
        season__year=here.year,
        season__number=here.number,
        withdrawn_at=None,
    )
    return {"division_level": Subquery(entries.values("division__level"))}


def standing(user: Any, now: datetime) -> list[Line]:
    """Return in which division somebody plays who was asked for with their `marks`."""
    if user.division_level is None:
        return []
    season = season_in(quarter_of(now))
    said = _("%(season)s: division %(level)d") % {"season": season, "level": user.division_level}
    args = [season.year, season.number, user.division_level]
    return [Line(said, reverse("season_division", args=args))]


def about(game: Game) -> Line | None:
    """Return what a game of ours is played for, in one query."""
    rows = Fixture.objects.filter(game=game).select_related("division__season")
    fixture = rows.first()
    if fixture is None:
        return None
    said = _("%(season)s, division %(level)d, round %(round)d") % {
        "season": fixture.division.season,
        "level": fixture.division.level,
        "round": fixture.round,
    }
    return Line(said, fixture.division.get_absolute_url())


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of ours in words, in the language of this moment."""
    season = str(Season(year=data["year"], number=data["number"]))
    said = {**data, "season": season}
    if data["about"] == "off":
        text = _(
            "%(season)s does not take place: too few enrolled. You can enrol for the next one."
        )
        if data["why"] == Season.State.MISSED:
            text = _(
                "%(season)s does not take place: the site was not running when it should have"
                " begun. You can enrol for the next one."
            )
        return News(season, text % said, reverse("seasons"))
    path = reverse("season_division", args=[data["year"], data["number"], data["level"]])
    if data["about"] == "begins":
        text = _(
            "%(season)s has begun. You play in division %(level)d; your games begin by themselves."
        )
        return News(season, text % said, path)
    text = {
        -1: _("%(season)s is over: place %(place)d in division %(level)d. You are promoted."),
        0: _("%(season)s is over: place %(place)d in division %(level)d."),
        1: _("%(season)s is over: place %(place)d in division %(level)d. You are relegated."),
    }[data["step"]]
    return News(season, text % said, path)


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification of ours is of no interest any more."""
    if data["about"] != "begins":
        return False
    return not Season.objects.filter(pk=data["season"], state=Season.State.RUNNING).exists()
