"""Rows for the lists of the admin (`tests/zenith_site/test_admin_lists.py`): seasons."""

from django.utils import timezone

from games.seasons.models import Division, Fixture, Season, SeasonEntry, season_in
from games.seasons.quarters import quarter_of
from tests.support.factories import player


def fixture() -> Fixture:
    season = season_in(quarter_of(timezone.now()))
    season.save()
    division = Division.objects.create(season=season, level=1)
    first, second = (
        SeasonEntry.objects.create(season=season, user=player(name), division=division)
        for name in ("ada", "bob")
    )
    return Fixture.objects.create(
        division=division, round=1, first=first, second=second, due_at=timezone.now()
    )


ROWS = {Division: fixture, Fixture: fixture, Season: fixture, SeasonEntry: fixture}
ACTIONS: dict[object, object] = {}
