"""Life cycle of a season: placement in divisions, starting rounds, and the end."""

import logging
from collections.abc import Iterable, Sequence, Set
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.clock import BANK
from games.fairplay.bans import barred_ids
from games.notifications.record import note
from games.ratings.glicko2 import GlickoRating as Unrated
from games.ratings.leaderboard import points
from games.ratings.models import Pool, is_sure, ratings_of
from games.seasons import schedule
from games.seasons.divisions import Placement, arrange, steps
from games.seasons.models import SEASON_GAME, Division, Fixture, Season, SeasonEntry
from games.seasons.notifications import (
    SeasonBegins,
    SeasonCancelled,
    SeasonEnded,
    SeasonNotification,
)
from games.seasons.results import give_away, locked, table
from games.tables.services.starting import start_game

log = logging.getLogger(__name__)

LATEST_START = timedelta(weeks=4)
"""A season that is this late is cancelled."""
REMEMBERED = timedelta(days=370)
"""A player whose last season began longer ago counts as a newcomer."""


def start(season_id: int, now: datetime) -> None:
    """Place the enrolled players in divisions and create all fixtures; once.

    With too few players, or too late, the season is cancelled and the players are notified.
    """
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season_id)
        if season.state != Season.State.OPEN or season.starts_at > now:
            return
        active = season.entries.filter(user__is_active=True).select_related("user")
        barred = barred_ids(active.values_list("user", flat=True), now)
        entries = {entry.pk: entry for entry in active if entry.user_id not in barred}
        divisions = arrange(_entrants(season, entries, now))
        if now >= season.starts_at + LATEST_START:
            _call_off(season, Season.State.MISSED, entries.values(), now)
        elif not divisions:
            _call_off(season, Season.State.TOO_FEW, entries.values(), now)
        else:
            season.state = Season.State.RUNNING
            season.save(update_fields=["state"])
            for level, keys in enumerate(divisions, 1):
                _divide(season, level, [entries[key] for key in keys], now)


def _entrants(season: Season, entries: dict[int, SeasonEntry], now: datetime) -> list[Placement]:
    """Return the placements of the entries, and set the entries' strength."""
    users = [entry.user_id for entry in entries.values()]
    ratings = ratings_of(users, Pool.DAYS)
    last: dict[int | None, SeasonEntry] = {}
    before = SeasonEntry.objects.filter(
        user__in=users,
        division__isnull=False,
        season__starts_at__lt=season.starts_at,
        season__starts_at__gte=season.starts_at - REMEMBERED,
    )
    for entry in before.select_related("division").order_by("season__starts_at"):
        last[entry.user_id] = entry
    placements = []
    for entry in entries.values():
        rating = ratings.get(entry.user_id or 0)
        rating_now = rating.at(now) if rating else Unrated()
        entry.strength, entry.unsure = points(rating_now), not is_sure(rating_now)
        placement = Placement(entry.pk, entry.strength)
        earlier = last.get(entry.user_id)
        if earlier is not None and earlier.division is not None:
            level, place = earlier.division.level, earlier.place or 0
            placement = Placement(
                entry.pk, entry.strength, level, place, earlier.step, earlier.unsure
            )
        placements.append(placement)
    return placements


def _divide(season: Season, level: int, entries: Sequence[SeasonEntry], now: datetime) -> None:
    """Create a division with its players, the strongest first, and all fixtures."""
    division = Division.objects.create(season=season, level=level)
    for entry in entries:
        entry.division = division
    SeasonEntry.objects.bulk_update(entries, ["division", "strength", "unsure"])
    rounds = schedule.rounds(len(entries))
    begin = max(now, season.starts_at)
    gap = schedule.gap(len(rounds), begin, season.ends_at)
    Fixture.objects.bulk_create(
        Fixture(
            division=division,
            round=number,
            first=entries[first],
            second=entries[second],
            due_at=begin + (number - 1) * gap,
        )
        for number, pairs in enumerate(rounds, 1)
        for first, second in pairs
    )


def _call_off(
    season: Season, state: Season.State, entries: Iterable[SeasonEntry], now: datetime
) -> None:
    season.state = state
    season.save(update_fields=["state"])
    for entry in entries:
        _notify(entry, season, SeasonCancelled, now, why=state)


def begin_games(division_id: int, now: datetime) -> None:
    """Start the due games of a division; notify its players when the first round begins."""
    with transaction.atomic():
        division = locked(division_id)
        if division.season.state != Season.State.RUNNING:
            return
        due = division.fixtures.filter(game=None, outcome="", due_at__lte=now)
        rows = due.select_related("first__user", "second__user")
        fixtures = list(rows)
        if any(fixture.round == 1 for fixture in fixtures):
            for entry in division.entries.filter(withdrawn_at=None).select_related("user"):
                _notify(entry, division.season, SeasonBegins, now, level=division.level)
        both = [entry for fixture in fixtures for entry in (fixture.first, fixture.second)]
        barred = _barred(both, now)
        for fixture in fixtures:
            try:
                with transaction.atomic():
                    _begin(fixture, barred, now)
            except Exception:
                log.exception("could not start the game of fixture %s", fixture.pk)


def _barred(entries: Iterable[SeasonEntry], now: datetime) -> set[int]:
    """Return the ids of the entries whose players may not play rated games."""
    users = {entry.user.pk: entry for entry in entries if entry.user is not None}
    closed = {pk for pk, entry in users.items() if entry.user and not entry.user.is_active}
    return {users[pk].pk for pk in closed | barred_ids(users, now)}


def _begin(fixture: Fixture, barred: Set[int], now: datetime) -> None:
    """Start a game, or award it if a player has withdrawn or is barred from rated games."""
    first, second = fixture.first, fixture.second
    if first.user is None or second.user is None or first.is_gone or second.is_gone:
        give_away(fixture, {entry.pk for entry in (first, second) if entry.is_gone})
        return
    if barred_players := barred & {first.pk, second.pk}:
        give_away(fixture, barred_players, Fixture.Reason.BARRED)
        return
    fixture.game = start_game(first.user, second.user, BANK, SEASON_GAME, league=True, now=now)
    fixture.save(update_fields=["game"])


def close(season_id: int, now: datetime) -> None:
    """Close a season, once: no more withdrawals, and no more games begin.

    Running games continue, but only for the ratings.
    """
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season_id)
        if season.state == Season.State.RUNNING and season.ends_at <= now:
            season.state = Season.State.CLOSED
            season.save(update_fields=["state"])


def close_division(division_id: int, now: datetime) -> None:
    """Store the final places of a division of a closed season, once.

    Unfinished games count as draws.
    """
    with transaction.atomic():
        division = locked(division_id)
        is_over = division.season.state == Season.State.CLOSED
        if is_over and division.entries.filter(place=None).exists():
            _write_places(division, now)


def _write_places(division: Division, now: datetime) -> None:
    division.fixtures.filter(outcome="").update(
        outcome=Fixture.Outcome.DRAW, reason=Fixture.Reason.UNFINISHED
    )
    entries = {entry.pk: entry for entry in division.entries.select_related("user")}
    lines = table(entries.values(), division.fixtures.all())
    levels = Division.objects.filter(season=division.season_id).count()
    moves = steps(len(lines), division.level, levels)
    for line, step in zip(lines, moves, strict=True):
        entry = entries[line.key]
        entry.place, entry.step = line.place, step
    # Before the notifications: like account deletion, lock rows of entries before rows of users.
    SeasonEntry.objects.bulk_update(entries.values(), ["place", "step"])
    for entry in entries.values():
        facts = {"level": division.level, "place": entry.place, "step": entry.step}
        _notify(entry, division.season, SeasonEnded, now, **facts)


def _notify(
    entry: SeasonEntry,
    season: Season,
    kind: type[SeasonNotification],
    now: datetime,
    **facts: Any,
) -> None:
    """Notify the player of an entry, once per kind."""
    data = {"season": season.pk, "year": season.year, "number": season.number, **facts}
    note(entry.user, kind, f"{kind.key} {season.pk}", now=now, **data)
