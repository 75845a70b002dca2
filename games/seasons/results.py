"""What games bring to the table of a division. Here nothing plays or starts a game.

Whoever changes the fixtures of a division locks its row first: games that end, withdrawals, the
beginning of a round, the end of the season. Games are locked before it, never after.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.contests.base import ContestOutcome, ContestResult
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.seasons.standings import DivisionPlayer, DivisionStanding, FixtureResult, standing
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
    """Count a game that has just ended, once.

    In the transaction in which it ended, with its row locked. A game that was annulled and is
    restored counts again, if the season runs still.
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
    """Count an annulled game as drawn while the season runs; afterwards the table stands."""
    fixture = _fixture_of(game)
    if fixture is None or fixture.division.season.state != Season.State.RUNNING:
        return
    fixture.outcome, fixture.reason = Fixture.Outcome.DRAW, Fixture.Reason.REVOKED
    fixture.save(update_fields=["outcome", "reason"])


def _is_taken_back(fixture: Fixture) -> bool:
    is_running = fixture.division.season.state == Season.State.RUNNING
    return is_running and fixture.reason == Fixture.Reason.REVOKED


def _fixture_of(game: Game) -> Fixture | None:
    """Return what a game is played for, with its division locked."""
    division_id = Fixture.objects.filter(game=game).values_list("division", flat=True).first()
    if division_id is None:
        return None
    division = locked(division_id)
    fixture = Fixture.objects.get(game=game)
    fixture.division = division
    return fixture


def withdraw_entry(entry_id: int, now: datetime) -> list[int]:
    """Take somebody out of a running season; return their games that still run.

    With fewer than half of their games over, none of their results count. Otherwise what has not
    begun is won by the others.
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
            entry.struck = 2 * sum(bool(each.outcome) for each in own) < len(own)
            entry.save(update_fields=["withdrawn_at", "struck"])
            for each in own:
                if each.game_id is None and not each.outcome:
                    give_away(each, {entry.pk})
        return [each.game_id for each in own if each.game_id is not None and not each.outcome]


def give_away(
    fixture: Fixture,
    gone: Collection[int],
    reason: Fixture.Reason = Fixture.Reason.WITHDRAWN,
) -> None:
    """Count a game that never begins as won by the one who is still there; `gone`: entries."""
    there = {
        fixture.first_id: Fixture.Outcome.FIRST,
        fixture.second_id: Fixture.Outcome.SECOND,
    }
    left = [outcome for entry, outcome in there.items() if entry not in gone]
    fixture.outcome = left[0] if left else Fixture.Outcome.NOBODY
    fixture.reason = reason
    fixture.save(update_fields=["outcome", "reason"])


def forget(user: User, now: datetime) -> None:
    """Take somebody out of all seasons that are not over; their running games they resign first."""
    SeasonEntry.objects.filter(user=user, season__state=Season.State.OPEN).delete()
    running = SeasonEntry.objects.filter(user=user, season__state=Season.State.RUNNING)
    for entry_id in list(running.values_list("pk", flat=True)):
        withdraw_entry(entry_id, now)


def table(entries: Iterable[SeasonEntry], fixtures: Iterable[Fixture]) -> list[DivisionStanding]:
    """Return the table of a division from its rows; keys are those of the entries."""
    players = [
        DivisionPlayer(one.pk, one.strength, one.withdrawn_at is not None, one.struck)
        for one in entries
    ]
    played = [
        FixtureResult(one.first_id, one.second_id, one.outcome) for one in fixtures if one.outcome
    ]
    return standing(players, played)
