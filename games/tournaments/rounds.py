"""Start, rounds and end of a tournament.

Callers hold the lock on the tournament's row. No game is touched here: pairings are created as
rows, and `games.tournaments.runner` starts their games afterwards, one by one.
"""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import fmean
from typing import Any

from accounts.models import User
from engine.bots import LEVELS
from games.fairplay.bans import barred_ids
from games.notifications.record import note
from games.notifications.subjects import announce_news
from games.ratings.models import Pool, ratings_of
from games.tables.models import new_seed
from games.tournaments import knockout, swiss
from games.tournaments.models import (
    LEAST,
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentRound,
    TournamentStage,
)
from games.tournaments.news import RoundBegins, TournamentEnds
from games.tournaments.notifications import (
    TournamentBye,
    TournamentCancelled,
    TournamentNotification,
    TournamentOver,
)
from games.tournaments.pairing_results import PairingResult, begins
from games.tournaments.standings import standings

SCORES = {
    PairingScore.FIRST: (1.0, 0.0),
    PairingScore.SECOND: (0.0, 1.0),
    PairingScore.DRAW: (0.5, 0.5),
    PairingScore.NONE: (0.0, 0.0),
    PairingScore.BYE: (1.0, 0.0),
}
FEWEST_ROUNDS = 3
FEWEST_PEOPLE = 2
"""Fewest players who have joined a tournament that bots fill up."""
FILLED_TO = 8
"""Players that it has at least."""
UNRATED = 1500


def notify(
    user: User | None,
    tournament: Tournament,
    kind: type[TournamentNotification],
    now: datetime,
    **data: Any,
) -> None:
    """Notify a player about a tournament, once per kind and round."""
    key = f"{kind.key} {tournament.pk} {data.get('round', '')}".strip()
    note(user, kind, key, now=now, tournament=tournament.pk, **data)


def cancel(tournament: Tournament, now: datetime) -> None:
    """Cancel a tournament, and notify its entrants.

    Games that are running are played on; the deal of a round is opened when they are over.
    """
    tournament.all_rounds.filter(over_at=None).update(over_at=now)
    tournament.stage = TournamentStage.CANCELLED
    tournament.finished_at = now
    tournament.save(update_fields=["stage", "finished_at"])
    for entrant in tournament.entrants.select_related("user"):
        notify(entrant.user, tournament, TournamentCancelled, now)
    announce_news(TournamentEnds, tournament.pk, "", now)


def begin(tournament: Tournament, now: datetime) -> bool:
    """Close the enrolment and pair the first round, or cancel with too few players.

    Entrants who may not play are removed. A weekly cup without entrants is deleted.
    Returns whether the tournament has begun.
    """
    leave_out(tournament, now)
    entrants = list(tournament.entrants.select_related("user").order_by("joined_at", "pk"))
    if tournament.fills_up and not entrants:
        tournament.delete()
        return False
    if len(entrants) < (FEWEST_PEOPLE if tournament.fills_up else LEAST):
        cancel(tournament, now)
        return False
    ratings = ratings_of(
        (entrant.user_id for entrant in entrants), Pool.LIVE if tournament.live else Pool.DAYS
    )
    for entrant in entrants:
        rating = ratings.get(entrant.user_id or 0)
        entrant.rating = round(rating.value) if rating is not None and rating.games else None
    if tournament.fills_up:
        entrants += fill_up(tournament, entrants, now)
    entrants.sort(key=lambda entrant: -(entrant.rating or UNRATED))
    for number, entrant in enumerate(entrants, 1):
        entrant.number = number
    Entrant.objects.bulk_update(entrants, ["number", "rating"])
    tournament.stage, tournament.started_at = TournamentStage.RUNNING, now
    tournament.rounds = rounds_for(tournament, len(entrants))
    tournament.save(update_fields=["stage", "started_at", "rounds"])
    pair_round(tournament, 1, now)
    return True


def fill_up(tournament: Tournament, people: Sequence[Entrant], now: datetime) -> list[Entrant]:
    """Let bots take empty places: up to `FILLED_TO` players, and so that their number is even.

    The bots whose ratings are next to the mean rating of the people. Each level enters once, as
    two bots of the same name could not be told apart.
    """
    mean = fmean(entrant.rating or UNRATED for entrant in people)
    levels = sorted(LEVELS, key=lambda key: abs(LEVELS[key].rating - mean))
    missing = max(FILLED_TO - len(people), len(people) % 2)
    return Entrant.objects.bulk_create(
        Entrant(tournament=tournament, bot=key, rating=LEVELS[key].rating, joined_at=now)
        for key in levels[:missing]
    )


def leave_out(tournament: Tournament, now: datetime) -> None:
    """Remove entrants who may not play: closed accounts and barred players."""
    tournament.entrants.exclude(user__is_active=True).delete()
    users = tournament.entrants.values_list("user", flat=True)
    tournament.entrants.filter(user__in=barred_ids(users, now)).delete()


def rounds_for(tournament: Tournament, players: int) -> int:
    """Return the number of rounds; few enough that no two players must meet twice."""
    if tournament.kind == TournamentKind.KNOCKOUT:
        return knockout.rounds_of(players)
    enough = math.ceil(math.log2(players)) + 1
    return min(tournament.rounds or enough, max(FEWEST_ROUNDS, math.ceil(players / 2)))


def advance(tournament: Tournament, now: datetime) -> bool:
    """Close the round if all its games are over, and pair the next or end the tournament.

    Idempotent. Returns whether another round has begun.
    """
    if tournament.stage == TournamentStage.ENROLLING:
        due = tournament.starts_at is not None and tournament.starts_at <= now
        return due and begin(tournament, now)
    if tournament.stage != TournamentStage.RUNNING:
        return False
    current = tournament.all_rounds.latest("number")
    if current.pairings.filter(score=PairingScore.OPEN).exists():
        return False
    current.over_at = now
    current.save(update_fields=["over_at"])
    if current.number < tournament.rounds and pair_round(tournament, current.number + 1, now):
        return True
    finish(tournament, now)
    return False


def pair_round(tournament: Tournament, number: int, now: datetime) -> bool:
    """Create the pairings of a round; return whether there were players left to pair."""
    entrants = {
        entrant.number or 0: entrant for entrant in tournament.entrants.select_related("user")
    }
    here = _here(entrants.values(), now)
    history = played(tournament)
    lot = bool((tournament.pk + number) % 2)
    if tournament.kind == TournamentKind.KNOCKOUT:
        pairs = _bracket(sorted(entrants), here, history, number, lot)
    else:
        pairs = _swiss(entrants, here, history, lot)
    if len(pairs) < 2 and not any(second for _table, _first, second in pairs):
        return False
    new_round = TournamentRound.objects.create(
        tournament=tournament,
        number=number,
        seed=new_seed() if tournament.duplicate else "",
        started_at=now,
    )
    Pairing.objects.bulk_create(
        Pairing(
            round=new_round,
            table=table,
            first=entrants[first],
            second=None if second is None else entrants[second],
            score=PairingScore.BYE if second is None else PairingScore.OPEN,
        )
        for table, first, second in pairs
    )
    for _table, first, second in pairs:
        if second is None:
            notify(entrants[first].user, tournament, TournamentBye, now, round=number)
    announce_news(RoundBegins, tournament.pk, number, now, round=number)
    return True


Pairs = list[tuple[int, int, int | None]]
"""(table, seed of the player with the first turn, seed of the opponent or `None` for a bye)"""


def _swiss(
    entrants: dict[int, Entrant], here: set[int], history: Sequence[PairingResult], lot: bool
) -> Pairs:
    if len(here) < 2:
        return []
    order = standings(sorted(entrants), history)
    field = swiss.SwissField(
        order=[row.number for row in order if row.number in here],
        points={row.number: row.points for row in order},
        history=history,
    )
    pairs = swiss.pair(field, lot)
    return [(table, first, second) for table, (first, second) in enumerate(pairs, 1)]


def _bracket(
    numbers: Sequence[int], here: set[int], history: Sequence[PairingResult], number: int, lot: bool
) -> Pairs:
    places = bracket(len(numbers), history)[number - 1]
    staying = [place if place in here else None for place in places]
    pairs: Pairs = []
    for table, (higher, other) in enumerate(knockout.tables(staying), 1):
        if higher is None:
            continue
        if other is None or begins(history, higher, other, lot ^ bool(table % 2)):
            pairs.append((table, higher, other))
        else:
            pairs.append((table, other, higher))
    return pairs


def bracket(players: int, history: Sequence[PairingResult]) -> list[list[int | None]]:
    """Return the seeds in the places of each round of a knock-out, as far as it has been played.

    After the final, the last list has one place: the winner's.
    """
    rounds = [knockout.seeding(players)]
    while len(rounds[-1]) > 1:
        number = len(rounds)
        last = {game.table: game for game in history if game.round == number}
        if not last:
            break
        tables = range(1, len(rounds[-1]) // 2 + 1)
        rounds.append(
            [knockout.advancing(last[table]) if table in last else None for table in tables]
        )
    return rounds


def played(tournament: Tournament) -> list[PairingResult]:
    """Return the results of all finished pairings, by round and table."""
    rows = (
        Pairing.objects.filter(round__tournament=tournament)
        .exclude(score=PairingScore.OPEN)
        .order_by("round__number", "table", "nth")
        .values_list("round__number", "table", "first__number", "second__number", "score")
    )
    return [
        PairingResult(number, first or 0, second, *SCORES[PairingScore(score)], table=table)
        for number, table, first, second, score in rows
    ]


def finish(tournament: Tournament, now: datetime) -> None:
    """End a tournament and notify the players of their places."""
    tournament.stage, tournament.finished_at = TournamentStage.FINISHED, now
    tournament.save(update_fields=["stage", "finished_at"])
    for entrant in place_all(tournament, now):
        if entrant.withdrew_at is None and entrant.place is not None:
            notify(entrant.user, tournament, TournamentOver, now, place=entrant.place)
    announce_news(TournamentEnds, tournament.pk, "", now)


def place_all(tournament: Tournament, now: datetime) -> Iterable[Entrant]:
    """Store the final place of every entrant; return the entrants."""
    entrants = list(tournament.entrants.select_related("user"))
    numbers = sorted(entrant.number or 0 for entrant in entrants)
    places = final_places(tournament, numbers, played(tournament), _here(entrants, now))
    for entrant in entrants:
        entrant.place = places.get(entrant.number or 0)
    Entrant.objects.bulk_update(entrants, ["place"])
    return entrants


def _here(entrants: Iterable[Entrant], now: datetime) -> set[int]:
    """Return the seeds of the entrants who can be paired now."""
    active = [entrant for entrant in entrants if entrant.is_here]
    barred = barred_ids([entrant.user_id for entrant in active if entrant.user_id], now)
    return {entrant.number or 0 for entrant in active if entrant.user_id not in barred}


def final_places(
    tournament: Tournament, numbers: Sequence[int], history: Sequence[PairingResult], here: set[int]
) -> dict[int, int]:
    """Return the places by seed, from the results so far."""
    if tournament.kind == TournamentKind.SWISS:
        return {standing.number: standing.place for standing in standings(numbers, history)}
    levels = bracket(len(numbers), history)
    reached = {
        number: level for level, places in enumerate(levels, 1) for number in places if number
    }
    left = [number for number in levels[-1] if number in here]
    over = len(levels) > tournament.rounds
    winner = levels[-1][0] if over else left[0] if len(left) == 1 else None
    out_in = {number: min(reached[number], tournament.rounds) for number in numbers}
    return knockout.places_of(out_in, winner, tournament.rounds)
