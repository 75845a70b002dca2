"""Seasons for tests: `season = running_season(people(8))` has just begun."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction

from accounts.models import User
from games.ratings.models import Pool, Rating
from games.seasons.enrolment import enrol
from games.seasons.models import Division, Fixture, Season, SeasonEntry, season_in
from games.seasons.quarters import Quarter
from games.seasons.runner import run_seasons
from games.tables.models import Ending, Game
from games.tables.services import ending, locks

DAY = timedelta(days=1)
Q1, Q2 = Quarter(2027, 1), Quarter(2027, 2)
BEFORE = datetime(2026, 12, 20, tzinfo=UTC)
START, END = Q1.start, Q1.end
ALL_BEGUN = END - 49 * DAY
"""By then every round has begun."""


def people(number: int, prefix: str = "p") -> list[User]:
    """Return people without a password, which would take long."""
    names = [f"{prefix}{one:02}" for one in range(number)]
    return User.objects.bulk_create(
        User(username=name, name_key=name, password="!") for name in names
    )


def rate(user: User, value: float) -> None:
    """Give a player a certain rating by correspondence."""
    numbers = {"value": value, "deviation": 50, "games": 20, "last_at": START}
    Rating.objects.update_or_create(user=user, pool=Pool.DAYS, defaults=numbers)


def enrolled(players: Sequence[User], quarter: Quarter = Q1) -> Season:
    """Return the season of a quarter with people who have enrolled for it."""
    for user in players:
        enrol(user, quarter.year, quarter.number, now=quarter.start - 10 * DAY)
    return Season.objects.get(year=quarter.year, number=quarter.number)


def running_season(players: Sequence[User], quarter: Quarter = Q1) -> Season:
    """Return a season that has just begun, with the games of its first round."""
    season = enrolled(players, quarter)
    run_seasons(quarter.start)
    season.refresh_from_db()
    return season


def old_season(quarter: Quarter, *divisions: Sequence[tuple[User, int]]) -> Season:
    """Return a season that is over: (user, step) of each division by places."""
    season = season_in(quarter)
    season.state = Season.State.CLOSED
    season.save()
    for level, found in enumerate(divisions, 1):
        division = Division.objects.create(season=season, level=level)
        for place, (user, step) in enumerate(found, 1):
            SeasonEntry.objects.create(
                season=season, user=user, division=division, place=place, step=step
            )
    return season


def finish(game: Game | None, winner: User | None, now: datetime, turns: int = 2) -> None:
    """End a game: won by a player, or drawn."""
    assert game is not None
    game.seats.update(turns=turns)
    with transaction.atomic():
        table = locks.lock_running(game.pk, now)
        sides = {seat.user_id: seat.side for seat in table.seats}
        side = None if winner is None else sides[winner.pk]
        how = Ending.DRAW if side is None else Ending.POPULAR
        ending.finish(table, side, how)
        table.game.save()


def better_wins(season: Season, now: datetime) -> int:
    """End all running games of a season: the one whose name comes first wins; return how many."""
    ended = 0
    owed = Fixture.objects.filter(division__season=season, game__isnull=False, outcome="")
    for fixture in owed.select_related("game", "first__user", "second__user"):
        names = {entry.user.username: entry.user for entry in _both(fixture) if entry.user}
        finish(fixture.game, names[min(names)], now)
        ended += 1
    return ended


def _both(fixture: Fixture) -> tuple[SeasonEntry, SeasonEntry]:
    return fixture.first, fixture.second


def meeting(one: User, other: User) -> Fixture:
    """Return the game in which one player is first against another."""
    return Fixture.objects.select_related("game").get(first__user=one, second__user=other)


def outcome(fixture: Fixture) -> tuple[str, str]:
    """Return what came of a game, and why."""
    fixture.refresh_from_db()
    return fixture.outcome, fixture.reason


def table_of(season: Season, level: int = 1) -> list[tuple[int | None, str, int]]:
    """Return place, name and step of a division that is over."""
    entries = season.entries.filter(division__level=level).order_by("place")
    return [(one.place, str(one), one.step) for one in entries]
