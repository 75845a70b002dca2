"""The ledger of a pool: its rated games in the order they ended, with their rating changes.

The pool's `Ledger` row is locked last, after the game and its users, so that no deadlock occurs.
Each change is stored with the rating before and after. When a game is removed from the order or put
back, only the next games of its players become due; `recalculation` calculates them, and what
follows from them, in short transactions. A bot keeps in each game the rating that it had when the
game ended, so a new rating in `ANCHORS` changes no earlier game.

What holds at each commit: a change that is not due starts from the state after the player's game
before, but for the tolerance; a `Rating` is what its last change says, exactly.
"""

from collections.abc import Sequence

from games.ratings import due, meetings
from games.ratings.calculation import calculate, follows, people
from games.ratings.history import changes_after, changes_of, fill_places, states_before
from games.ratings.models import Ledger, Pool, RatedGame, Rating, RatingChange, RatingState
from games.ratings.monthly_limit import MonthlyLimit, is_free
from games.ratings.rules import ANCHORS, score_of
from games.tables.models import Game, Seat


def append(game: Game, pool: Pool, seats: Sequence[Seat]) -> None:
    """Append a game that has just ended and update the ratings."""
    assert game.finished_at is not None
    ledger = locked(pool)
    ledger.last += 1
    ledger.save(update_fields=["last"])
    rated = RatedGame(game=game, pool=pool, place=ledger.last, at=game.finished_at)
    changes = [
        RatingChange(
            rated=rated,
            rating=_rating_of(seat, pool),
            place=rated.place,
            side=seat.side,
            score=score_of(game, seat),
        )
        for seat in seats
    ]
    for change in changes:
        change.state_before = RatingState(change.rating.glicko, change.rating.last_at)
    met = meetings.meetings_of(changes)
    rated.counts = is_free(rated, changes, met)
    calculate(rated, changes)
    rated.save()
    RatingChange.objects.bulk_create(changes)
    if rated.counts:
        for change in people(changes):
            change.rating.move_to(change.state_after)
        meetings.count(rated, changes, 1, met)


def take_out(rated: RatedGame) -> None:
    """Remove a game from the order of its pool; what follows from that becomes due."""
    pool = Pool(rated.pool)
    locked(pool)
    fill_places(pool)
    rated.refresh_from_db()
    changes = changes_of(rated)
    if rated.counts:
        meetings.count(rated, changes, -1, meetings.meetings_of(changes))
        rated.counts = False
        due.add(pool, MonthlyLimit().changed(rated, changes), limit=True)
    ratings = {change.rating_id: change.rating for change in people(changes)}
    states = states_before(ratings, rated.place)
    later = changes_after(ratings, rated.place)
    rated.delete()
    for pk in ratings.keys() - later.keys():
        ratings[pk].move_to(states[pk])
    meetings.store(ratings[pk] for pk in ratings.keys() - later.keys())
    due.add(pool, {c.rated.place for pk, c in later.items() if not follows(c, states[pk])})


def put_back(rated: RatedGame, changes: Sequence[RatingChange]) -> None:
    """Insert a game at its old place in the order of its pool; it becomes due.

    `rated` and `changes` are unsaved; a change needs its rating, side and score.
    """
    pool = Pool(rated.pool)
    locked(pool)
    fill_places(pool)
    states = states_before({change.rating_id for change in people(changes)}, rated.place)
    later = changes_after({c.rating_id for c in changes if c.rating.bot}, rated.place)
    rated.counts = False
    for change in changes:
        if change.rating.bot:
            following = later.get(change.rating_id)
            change.before = following.before if following else change.rating.glicko
        else:
            change.state_before = states[change.rating_id]
        change.place = rated.place
    calculate(rated, changes)
    rated.save()
    RatingChange.objects.bulk_create(changes)
    due.add(pool, {rated.place}, limit=True)


def locked(pool: Pool) -> Ledger:
    """Return the locked row of a pool."""
    Ledger.objects.get_or_create(pool=pool)
    return Ledger.objects.select_for_update().get(pool=pool)


def _rating_of(seat: Seat, pool: Pool) -> Rating:
    if not seat.bot:
        return Rating.objects.get_or_create(user=seat.user, pool=pool)[0]
    anchor = ANCHORS[seat.bot]
    numbers = {"value": anchor.value, "deviation": anchor.deviation}
    rating, _ = Rating.objects.get_or_create(bot=seat.bot, pool=pool, defaults=numbers)
    if rating.glicko != anchor:
        rating.glicko = anchor
        rating.save(update_fields=["value", "deviation", "volatility"])
    return rating
