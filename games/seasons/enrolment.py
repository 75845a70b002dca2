"""Enrolling in a season, and leaving it."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.fairplay.bans import refuse_if_barred
from games.seasons.models import Season, SeasonEntry, season_in
from games.seasons.quarters import Quarter, quarter_of
from games.seasons.results import forget, withdraw_entry
from games.tables.services import ending


def ensure_season(quarter: Quarter) -> Season:
    """Return the season of a quarter, creating it if needed."""
    unsaved = season_in(quarter)
    defaults = {"starts_at": unsaved.starts_at, "ends_at": unsaved.ends_at}
    return Season.objects.get_or_create(
        year=quarter.year, number=quarter.number, defaults=defaults
    )[0]


def enrol(user: User, year: int, number: int, *, now: datetime | None = None) -> SeasonEntry:
    """Enrol a user in the next season; idempotent. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    coming = quarter_of(now).next
    if user.is_guest:
        raise Refused(_("Guests can't play in a season. Sign up to enrol."), 403)
    refuse_if_barred(user, now)
    if (year, number) != (coming.year, coming.number):
        if Season.objects.filter(year=year, number=number).exists():
            raise Refused(_("This season has already started. You can enrol in the next one."))
        raise Refused(_("This season doesn't exist."), 404)
    season = ensure_season(coming)
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        if season.state != Season.State.OPEN:
            raise Refused(_("This season has already started. You can enrol in the next one."))
        defaults = {"entered_at": now}
        return SeasonEntry.objects.get_or_create(season=season, user=user, defaults=defaults)[0]


def leave(user: User, year: int, number: int, *, now: datetime | None = None) -> Season:
    """Cancel an enrolment, or withdraw from a running season and resign its running games.

    Idempotent. Raises `Refused`: 404, 409.
    """
    now = now or timezone.now()
    with transaction.atomic():
        season = Season.objects.select_for_update().filter(year=year, number=number).first()
        if season is None:
            raise Refused(_("This season doesn't exist."), 404)
        entry = SeasonEntry.objects.filter(season=season, user=user).first()
        if season.state == Season.State.OPEN:
            if entry is not None:
                entry.delete()
            return season
        if season.state != Season.State.RUNNING:
            raise Refused(_("This season is over."))
        if entry is None or entry.division_id is None:
            raise Refused(_("You aren't playing in this season."), 404)
    resign_all(user, withdraw_entry(entry.pk, now), now)
    return season


def leave_all(user: User, now: datetime) -> None:
    """Leave all seasons because the account closes; raises nothing."""
    running = SeasonEntry.objects.filter(user=user, season__state=Season.State.RUNNING)
    for entry_id in list(running.values_list("pk", flat=True)):
        resign_all(user, withdraw_entry(entry_id, now), now)
    forget(user, now)


def resign_all(user: User, games: list[int], now: datetime) -> None:
    """Resign games, each in its own transaction, without a lock on any contest row."""
    for game_id in games:
        with suppress(Refused):  # the game has just ended
            ending.resign(user, game_id, now=now)
