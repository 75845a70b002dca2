"""Results of a finished game for its players, from its rows and the engine's events."""

from collections.abc import Sequence
from statistics import median

from engine.events import AgentRecruited, TechnologyDeveloped
from games.ratings.models import PlayerResult
from games.ratings.rules import pool_of, score_of
from games.tables.models import Game, Seat
from games.tables.moves import PlayedMove, happened_in, moves_of
from games.tables.seats import both_have_played


def note_results(game: Game, seats: Sequence[Seat]) -> None:
    """Store the results of a finished game; idempotent."""
    assert game.finished_at is not None
    moves, happened = moves_of(game), happened_in(game)
    results = []
    for seat in seats:
        if seat.user is None:
            continue
        own = [event for _seq, by, answer in happened if by == seat.number for event in answer]
        results.append(
            PlayerResult(
                game=game,
                seat=seat.number,
                user=seat.user,
                opponent=seats[1 - seat.number].user if len(seats) == 2 else None,
                pool=pool_of(game, seats),
                first=seat.side != game.second_side,
                score=score_of(game, seat),
                completed=both_have_played(seats) and seat.abandoned_at is None,
                answer_seconds=answer_seconds(game, seat.number, moves),
                agents=[event.agent for event in own if isinstance(event, AgentRecruited)],
                technologies=[e.faction for e in own if isinstance(e, TechnologyDeveloped)],
                at=game.finished_at,
            )
        )
    PlayerResult.objects.bulk_create(results, ignore_conflicts=True)


def answer_seconds(game: Game, seat: int, moves: Sequence[PlayedMove]) -> int | None:
    """Return the median time that a seat took to answer after another seat's move, in seconds.

    `None` if it never answered.
    """
    before, left_at = None, game.started_at
    waited = []
    for move in moves:
        if move.seat == seat and before != seat and left_at is not None:
            waited.append((move.at - left_at).total_seconds())
        before, left_at = move.seat, move.at
    return round(max(0, median(waited))) if waited else None
