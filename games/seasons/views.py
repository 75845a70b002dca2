"""Pages of the seasons and their divisions."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in, viewer_of
from games.clock import BANK
from games.seasons import display, divisions, enrolment, schedule
from games.seasons.models import Division, Season, SeasonEntry, season_in
from games.seasons.quarters import quarter_of
from games.tables import time_words

MOST_SEASONS = 42
MOST_NAMES = 200

RULES = {
    "smallest": divisions.SMALLEST,
    "largest": divisions.LARGEST,
    "fewest": divisions.FEWEST,
    "moving": divisions.MOVING,
    "twice": schedule.TWICE_UP_TO,
    "twice_more": schedule.TWICE_UP_TO + 1,
    "weeks": schedule.LATEST.days // 7,
    "gap": schedule.LONGEST_GAP,
}


def seasons(request: HttpRequest) -> HttpResponse:
    """The seasons page: the viewer's division, and the current, next and past seasons."""
    now = timezone.now()
    user = viewer_of(request)
    latest = list(display.seasons(MOST_SEASONS))
    running = next((item for item in latest if item.state == Season.State.RUNNING), None)
    quarter = quarter_of(now).next
    coming = next((item for item in latest if item.starts_at == quarter.start), season_in(quarter))
    mine = _entries_of(user, [running, coming])
    own = mine.get(running.pk) if running is not None else None
    levels = list(display.divisions_of(running)) if running is not None else []
    context = {
        "running": running,
        "divisions": levels,
        "shown": _shown(own, running, levels, user),
        "coming": coming,
        "enrolled": coming.pk is not None and coming.pk in mine,
        "past": [
            item for item in latest if item.state not in (Season.State.OPEN, Season.State.RUNNING)
        ],
        "rules": RULES,
        "pace": time_words.pace(BANK.to_json()),
    }
    return render(request, "seasons/seasons.html", context)


def _entries_of(user: User | None, among: list[Season | None]) -> dict[int, SeasonEntry]:
    """Return the user's entries by season id."""
    if user is None:
        return {}
    ids = [season.pk for season in among if season is not None and season.pk is not None]
    entries = SeasonEntry.objects.filter(user=user, season__in=ids).select_related("division")
    return {entry.season_id: entry for entry in entries}


def _shown(
    own: SeasonEntry | None, season: Season | None, levels: Sequence[Division], user: User | None
) -> display.DivisionDisplay | None:
    if own is None or own.division is None or season is None:
        return None
    own.division.season = season
    return display.shown(own.division, len(levels), user, timezone.now())


def season(request: HttpRequest, year: int, number: int) -> HttpResponse:
    """The page of a season: its divisions, or the enrolled players."""
    season = get_object_or_404(Season, year=year, number=number)
    entries = season.entries.filter(user__is_active=True)
    names = entries.values_list("user__username", flat=True)
    is_open = season.state == Season.State.OPEN
    context = {
        "season": season,
        "divisions": [] if is_open else display.divisions_of(season),
        "names": list(names[:MOST_NAMES]) if is_open else [],
        "players": entries.count() if is_open else 0,
    }
    return render(request, "seasons/season.html", context)


def division(request: HttpRequest, year: int, number: int, level: int) -> HttpResponse:
    """The page of a division: standings, schedule and results."""
    rows = Division.objects.select_related("season").filter(season__year=year)
    division = get_object_or_404(rows, season__number=number, level=level)
    levels = Division.objects.filter(season=division.season_id).count()
    page = display.shown(division, levels, viewer_of(request), timezone.now())
    context = {
        "shown": page,
        "division": division,
        "season": division.season,
        "above": level - 1,
        "below": level + 1 if level < levels else 0,
        "is_running": division.season.state == Season.State.RUNNING,
        "would_strike": 2 * page.my_over < len(page.mine),
        "rules": RULES,
        "pace": time_words.pace(BANK.to_json()),
    }
    return render(request, "seasons/division.html", context)


@require_POST
@signed_in
def enrol(request: SignedInRequest, year: int, number: int) -> HttpResponse:
    """Enrol in the next season."""
    entry = enrolment.enrol(request.user, year, number)
    message = _("You're enrolled in %(season)s. Its games start automatically.")
    messages.success(request, message % {"season": entry.season})
    return redirect("seasons")


@require_POST
@signed_in
def leave(request: SignedInRequest, year: int, number: int) -> HttpResponse:
    """Cancel an enrolment, or withdraw from a running season."""
    left = enrolment.leave(request.user, year, number)
    message = _("You have left %(season)s.")
    messages.success(request, message % {"season": left})
    return redirect("seasons")
