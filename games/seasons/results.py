"""Results of fixtures and the table of a division; no game is started or played here.

The division's row is locked before its fixtures change: by the end of a game, withdrawals, the
start of a round, the end of the season. Games are locked before the division, never after.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.contests.base import ContestOutcome, ContestResult
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.seasons.standings import DivisionPlayer, DivisionStanding, FixtureResult, standings
from games.tables.models import Game

OUTCOMES = {
    ContestOutcome.FIRST: Fixture.Outcome.FIRST,
    ContestOutcome.SECOND: Fixture.Outcome.SECOND,
    ContestOutcome.DRAW: Fixture.Outcome.DRAW,
    ContestOutcome.NONE: Fixture.Outcome.NOBODY,
}


def locked(division_id: int) -> Division:
    """Return the locked row of a division, with its season."""
    rows = Division.objects.select_for_update(of=("self",)).select_related("season")
    return rows.get(pk=division_id)


def count(game: Game, result: ContestResult) -> None:
    """Record the result of a game that has just ended, once.

    Runs in the transaction in which it ended, with its row locked. A restored game counts again
    while the season is running.
    """
    fixture = _fixture_of(game)
    if fixture is None or (fixture.outcome and not _is_taken_back(fixture)):
        return
    fixture.outcome = OUTCOMES[result.outcome]
    if result.by_time:
        fixture.reason = Fixture.Reason.TIME
    else:
        fixture.reason = "" if result.finished else Fixture.Reason.REVOKED
    fixture.save(update_fields=["outcome", "reason"])


def take_back(game: Game) -> None:
    """Count an annulled game as a draw while the season is running; later the table is final."""
    fixture = _fixture_of(game)
    if fixture is None or fixture.division.season.state != Season.State.RUNNING:
        return
    fixture.outcome, fixture.reason = Fixture.Outcome.DRAW, Fixture.Reason.REVOKED
    fixture.save(update_fields=["outcome", "reason"])


def _is_taken_back(fixture: Fixture) -> bool:
    is_running = fixture.division.season.state == Season.State.RUNNING
    return is_running and fixture.reason == Fixture.Reason.REVOKED


def _fixture_of(game: Game) -> Fixture | None:
    """Return the fixture of a game, with its division locked."""
    division_id = Fixture.objects.filter(game=game).values_list("division", flat=True).first()
    if division_id is None:
        return None
    division = locked(division_id)
    fixture = Fixture.objects.get(game=game)
    fixture.division = division
    return fixture


def withdraw_entry(entry_id: int, now: datetime) -> list[int]:
    """Withdraw an entry from a running season; return the ids of its running games.

    If fewer than half of the player's games are over, none of their results count. Otherwise the
    opponents win the games that have not begun.
    """
    with transaction.atomic():
        entry = SeasonEntry.objects.get(pk=entry_id)
        if entry.division_id is None:
            return []
        division = locked(entry.division_id)
        if division.season.state != Season.State.RUNNING:
            return []
        entry.refresh_from_db()
        own = list(Fixture.objects.filter(Q(first=entry) | Q(second=entry), division=division))
        if entry.withdrawn_at is None:
            entry.withdrawn_at = now
            entry.struck = 2 * sum(bool(fixture.outcome) for fixture in own) < len(own)
            entry.save(update_fields=["withdrawn_at", "struck"])
            for fixture in own:
                if fixture.game_id is None and not fixture.outcome:
                    give_away(fixture, {entry.pk})
        return [
            fixture.game_id
            for fixture in own
            if fixture.game_id is not None and not fixture.outcome
        ]


def give_away(
    fixture: Fixture,
    gone: Collection[int],
    reason: Fixture.Reason = Fixture.Reason.WITHDRAWN,
) -> None:
    """Award a game that never begins to the remaining player; `gone`: ids of entries."""
    outcomes = {
        fixture.first_id: Fixture.Outcome.FIRST,
        fixture.second_id: Fixture.Outcome.SECOND,
    }
    remaining = [outcome for entry, outcome in outcomes.items() if entry not in gone]
    fixture.outcome = remaining[0] if remaining else Fixture.Outcome.NOBODY
    fixture.reason = reason
    fixture.save(update_fields=["outcome", "reason"])


def forget(user: User, now: datetime) -> None:
    """Remove a user from all seasons that aren't over, after their running games are resigned."""
    SeasonEntry.objects.filter(user=user, season__state=Season.State.OPEN).delete()
    running = SeasonEntry.objects.filter(user=user, season__state=Season.State.RUNNING)
    for entry_id in list(running.values_list("pk", flat=True)):
        withdraw_entry(entry_id, now)


def table(entries: Iterable[SeasonEntry], fixtures: Iterable[Fixture]) -> list[DivisionStanding]:
    """Return the table of a division from its rows; keys are entry ids."""
    players = [
        DivisionPlayer(item.pk, item.strength, item.withdrawn_at is not None, item.struck)
        for item in entries
    ]
    played = [
        FixtureResult(item.first_id, item.second_id, item.outcome)
        for item in fixtures
        if item.outcome
    ]
    return standings(players, played)
