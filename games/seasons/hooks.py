"""What the rest of the site asks of seasons: called by `games.contests`."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.seasons.models import Season
from games.tables.notices import News

SHOWN_BEFORE = timedelta(weeks=2)
"""So long before its start a season is on the home page of those who might enrol."""


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
