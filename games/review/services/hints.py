"""Hints in friendly games against bots: the card to play, then the turn, then why."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from engine.analysis.review import advise
from games.review.models import Hint
from games.review.stored import advice_from_json, advice_to_json
from games.tables.models import Game, Seat, Status
from games.tables.seats import answering_seat
from games.tables.services.locks import lock_running
from games.tables.services.play import engine_game


def may_have_hints(game: Game, seats: Sequence[Seat], own: Seat | None) -> bool:
    """Whether a seat may take hints: in a running, unrated game in which all others are bots."""
    return (
        own is not None
        and game.status == Status.RUNNING
        and not game.pool
        and not game.rated
        and not game.sealed
        and all(seat.bot for seat in seats if seat.pk != own.pk)
    )


def take_hint(user: User, game_id: int, expected_seq: int, *, now: datetime | None = None) -> Game:
    """Show the next hint for the question that the user is asked; raises `Refused`.

    The engine thinks about it once, from what the seat sees. `expected_seq`: the number of moves on
    the page; if the game has moved on, nothing changes.
    """
    now = now or timezone.now()
    with transaction.atomic():
        table = lock_running(game_id, now)
        game, seats = table.game, table.seats
        own = answering_seat(user, seats)
        if not may_have_hints(game, seats, own):
            raise Refused(_("Hints are only for friendly games against bots."), 403)
        if not own.asked:
            raise Refused(_("It's not your turn."))
        if expected_seq != game.seq:
            return game
        hint = Hint.objects.filter(game=game, seat=own.number, seq=game.seq).first()
        if hint is None:
            advice = advise(engine_game(game).view(own.number), f"hint {game.pk} {game.seq}")
            Hint.objects.create(
                game=game,
                seat=own.number,
                seq=game.seq,
                stage=Hint.NUDGE if advice.card else Hint.TURN,
                advice=advice_to_json(advice),
                at=now,
            )
        elif hint.stage < last_stage(hint):
            hint.stage += 1
            hint.save(update_fields=["stage"])
    return game


def last_stage(hint: Hint) -> int:
    """Return the last stage of a hint: there may be no reason to name."""
    return Hint.REASONS if advice_from_json(hint.advice).causes else Hint.TURN


def used(game: Game, seat: int) -> int:
    """Return how many hints a seat has taken in a game."""
    taken = Hint.objects.filter(game=game, seat=seat).aggregate(all=Sum("stage"))
    return taken["all"] or 0
