"""Rating a game when it ends, taking its effect back when it is annulled, and restoring it."""

from collections.abc import Sequence

from games.ratings.ledger import append, changes_of, put_back, take_out
from games.ratings.models import AnnulledRating, PlayerResult, RatedGame, Rating, RatingChange
from games.ratings.results import note_results
from games.ratings.rules import moves_ratings, pool_of
from games.tables.models import Game, Seat


def rate_game(game: Game, seats: Sequence[Seat]) -> None:
    """Move the ratings of a game that has just ended, if it is one that does; once.

    In the transaction in which the game ended, with its row locked.
    """
    if moves_ratings(game, seats) and not RatedGame.objects.filter(game=game).exists():
        append(game, pool_of(game, seats), seats)


def take_back(game: Game) -> None:
    """Set ratings to what they would be without a game that has been annulled."""
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
    """Let a restored game count as if it had always; it takes its old place in its pool."""
    note_results(game, seats)
    kept = AnnulledRating.objects.filter(game=game).first()
    if kept is None:
        return
    assert game.finished_at is not None
    rated = RatedGame(game=game, pool=kept.pool, place=kept.place, at=game.finished_at)
    ratings = Rating.objects.in_bulk([change["rating"] for change in kept.changes])
    changes = [
        RatingChange(
            rated=rated,
            rating=ratings[change["rating"]],
            side=change["side"],
            score=change["score"],
        )
        for change in kept.changes
    ]
    put_back(rated, changes)
    kept.delete()
