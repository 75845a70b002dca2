"""Annulling a finished game, and restoring it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from common.refusals import Refused
from games.tables import publishing
from games.tables.announcements import Revised, annulled, restored
from games.tables.models import Annulment, Ending, Game, Status
from games.tables.seats import seats_of_game


def annul(game_id: int, *, now: datetime | None = None) -> Game:
    """Annul a finished game and announce it; raises `Refused`: 404, 409. The moves stay."""
    now = now or timezone.now()
    with transaction.atomic():
        game = _locked(game_id)
        if game.status != Status.FINISHED:
            raise Refused(_("Only a finished game can be annulled."))
        annulment = Annulment.objects.create(
            game=game, ending=game.ending, winner=game.winner, at=now
        )
        game.status, game.ending, game.winner = Status.ABORTED, Ending.REVOKED, None
        game.save(update_fields=["status", "ending", "winner"])
        seats = seats_of_game(game, now)
        annulled.send(Revised(game, seats, annulment.pk, now))
        publishing.table_changed(game)
    return game


def restore(game_id: int, *, now: datetime | None = None) -> Game:
    """Give an annulled game its result back and announce it; raises `Refused`: 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        game = _locked(game_id)
        annulment = Annulment.objects.filter(game=game).first()
        if annulment is None or game.ending != Ending.REVOKED:
            raise Refused(_("This game is not annulled."))
        game.status, game.ending, game.winner = Status.FINISHED, annulment.ending, annulment.winner
        game.save(update_fields=["status", "ending", "winner"])
        seats = seats_of_game(game, now)
        restored.send(Revised(game, seats, annulment.pk, now))
        annulment.delete()
        publishing.table_changed(game)
    return game


def _locked(game_id: int) -> Game:
    game = Game.objects.select_for_update().filter(pk=game_id).first()
    if game is None:
        raise Refused(_("There is no such game."), 404)
    return game
