"""Rating updates when a game ends, is annulled, or is restored."""

from collections.abc import Sequence

from games.ratings.history import changes_of
from games.ratings.ledger import append, put_back, take_out
from games.ratings.models import AnnulledRating, PlayerResult, RatedGame, Rating, RatingChange
from games.ratings.results import note_results
from games.ratings.rules import moves_ratings, pool_of
from games.tables.models import Game, Seat


def rate_game(game: Game, seats: Sequence[Seat]) -> None:
    """Update the ratings for a rated game that has just ended; idempotent.

    Runs in the transaction in which the game ended, with its row locked.
    """
    if moves_ratings(game, seats) and not RatedGame.objects.filter(game=game).exists():
        append(game, pool_of(game, seats), seats)


def take_back(game: Game) -> None:
    """Take an annulled game out; a task recalculates the ratings after it as if never played."""
    PlayerResult.objects.filter(game=game).delete()
    rated = RatedGame.objects.filter(game=game).first()
    if rated is None:
        return
    changes = [
        {"rating": change.rating_id, "side": change.side, "score": change.score}
        for change in changes_of(rated)
    ]
    AnnulledRating.objects.create(game=game, pool=rated.pool, place=rated.place, changes=changes)
    take_out(rated)


def count_again(game: Game, seats: Sequence[Seat]) -> None:
    """Count a restored game again; a task rates it, at its old place in its pool."""
    note_results(game, seats)
    annulled = AnnulledRating.objects.filter(game=game).first()
    if annulled is None:
        return
    assert game.finished_at is not None
    rated = RatedGame(game=game, pool=annulled.pool, place=annulled.place, at=game.finished_at)
    ratings = Rating.objects.in_bulk([change["rating"] for change in annulled.changes])
    changes = [
        RatingChange(
            rated=rated,
            rating=ratings[change["rating"]],
            side=change["side"],
            score=change["score"],
        )
        for change in annulled.changes
    ]
    put_back(rated, changes)
    annulled.delete()
