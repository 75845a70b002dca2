"""Rating a game when it ends; taking it back, as if it had never been played; restoring it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.contests import registry
from games.notifications.models import NotificationKind
from games.notifications.record import note
from games.ratings.models import Annulment, RatedGame, Rating, RatingChange, Result
from games.ratings.order import append, changes_of, differences, put_back, take_out
from games.ratings.results import note_results
from games.ratings.rules import moves_ratings, pool_of
from games.tables import publishing
from games.tables.models import Ending, Game, Seat, Status

__all__ = ["annul", "differences", "rate_game", "restore"]


def rate_game(game: Game, seats: Sequence[Seat]) -> None:
    """Move the ratings of a game that has just ended, if it is one that does; once.

    In the transaction in which the game ended, with its row locked.
    """
    if moves_ratings(game, seats) and not RatedGame.objects.filter(game=game).exists():
        append(game, pool_of(game, seats), seats)


def annul(game_id: int, *, now: datetime | None = None) -> Game:
    """Take a finished game back, as if it had never been played; raises `Refused`: 404, 409.

    The moves stay. Ratings are as they would be without the game, and nobody's results hold it.
    Its players are told.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = _locked(game_id)
        if game.status != Status.FINISHED:
            raise Refused(_("Only a finished game can be annulled."))
        rated = RatedGame.objects.filter(game=game).first()
        kept = Annulment(game=game, ending=game.ending, winner=game.winner, at=now)
        if rated is not None:
            kept.pool, kept.place = rated.pool, rated.place
            kept.changes = [
                {"rating": change.rating_id, "side": change.side, "score": change.score}
                for change in changes_of(rated)
            ]
        kept.save()
        game.status, game.ending, game.winner = Status.ABORTED, Ending.REVOKED, None
        game.save(update_fields=["status", "ending", "winner"])
        Result.objects.filter(game=game).delete()
        registry.annulled(game, now)
        if rated is not None:
            take_out(rated)
        _tell(game, "annulled", kept.pk, now)
        publishing.table_changed(game)
    return game


def restore(game_id: int, *, now: datetime | None = None) -> Game:
    """Let an annulled game count again, as if it had always; raises `Refused`: 404, 409.

    It takes its old place in the order of its pool. Its players are told.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = _locked(game_id)
        kept = Annulment.objects.filter(game=game).first()
        if kept is None or game.ending != Ending.REVOKED:
            raise Refused(_("This game is not annulled."))
        game.status, game.ending, game.winner = Status.FINISHED, kept.ending, kept.winner
        game.save(update_fields=["status", "ending", "winner"])
        seats = list(game.seats.select_related("user", "played_by"))
        note_results(game, seats)
        registry.ended(game, seats, now)
        if kept.place is not None:
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
        _tell(game, "restored", kept.pk, now)
        kept.delete()
        publishing.table_changed(game)
    return game


def _locked(game_id: int) -> Game:
    game = Game.objects.select_for_update().filter(pk=game_id).first()
    if game is None:
        raise Refused(_("There is no such game."), 404)
    return game


def _tell(game: Game, said: str, number: int, now: datetime) -> None:
    """Tell the players; `number`: of the annulment, because there may be several."""
    for seat in game.seats.select_related("user"):
        key = f"{said} {game.pk} {number}"
        note(
            seat.user, NotificationKind.NEWS, key, now=now, of="fairplay", said=said, table=game.pk
        )
