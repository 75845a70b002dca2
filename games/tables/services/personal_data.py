"""A user's data at tables: export, and what happens when the account is deleted."""

from collections.abc import Sequence
from itertools import batched

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.signals import StillNeeded
from common.refusals import Refused
from games.tables.models import Game, Seat, Status
from games.tables.moves import PlayedMove, moves_in
from games.tables.services import ending

CHUNK = 400
"""Games of which the moves are read at once."""


def resign_all(user: User) -> None:
    """Resign a user's running games.

    A game in which a teammate has taken over the seat continues without the user.
    """
    running = Seat.objects.filter(user=user, game__status=Status.RUNNING)
    for game_id in list(running.values_list("game", flat=True)):  # one game locked at a time
        _resign(user, game_id)


def _resign(user: User, game_id: int) -> None:
    """Resign a game, or leave it to the teammate who has taken over; nothing if it has ended."""
    try:
        ending.resign(user, game_id)
    except Refused:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if game.status == Status.RUNNING:
                left = game.seats.filter(user=user, played_by__isnull=False)
                left.update(user=None, notes="", draft=[], plan={}, standing=[])


def has_played(user: User) -> bool:
    """Whether a user had a seat in a game that started, and is over."""
    begun = (Status.FINISHED, Status.ABORTED)
    return Seat.objects.filter(user=user, game__status__in=begun).exists()


def forget(user: User) -> None:
    """Remove a user from all seats; raises `StillNeeded` if a game has started meanwhile.

    Finished games and the chat are kept without the name.
    """
    if Seat.objects.filter(user=user, game__status__in=(Status.OPEN, Status.RUNNING)).exists():
        raise StillNeeded
    Seat.objects.filter(invited=user).update(invited=None)
    Seat.objects.filter(user=user).update(notes="", draft=[], plan={}, standing=[])


def delete_games_of_guest(guest: User) -> None:
    """Delete the running games that a guest plays against bots alone."""
    others = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False).exclude(user=guest)
    games = Game.objects.filter(~Exists(others), status=Status.RUNNING, seats__user=guest)
    games.delete()


def export(user: User) -> dict[str, object]:
    """Return the data of tables about a user, as JSON."""
    seats = Seat.objects.filter(user=user).select_related("game").order_by("game_id")
    games: list[dict[str, object]] = []
    for some in batched(seats, CHUNK):
        moves = moves_in({seat.game_id for seat in some})
        games += (_seat(seat, moves[seat.game_id]) for seat in some)
    return {
        "games": games,
        "invitations": list(Seat.objects.filter(invited=user).values_list("game_id", flat=True)),
        "opened_tables": list(Game.objects.filter(creator=user).values_list("pk", flat=True)),
    }


def _seat(seat: Seat, moves: Sequence[PlayedMove]) -> dict[str, object]:
    game = seat.game
    over = game.status == Status.FINISHED
    return {
        "game": game.pk,
        "status": game.status,
        "seat": seat.number,
        "won": None if not over or game.winner is None else game.winner == seat.side,
        "ending": game.ending,
        "turns": seat.turns,
        "last_looked": seat.seen_at and seat.seen_at.isoformat(),
        "talk_muted": seat.talk_muted,
        "notes": seat.notes,
        "draft": seat.draft,
        "draft_is_sent_at": seat.sends_at and seat.sends_at.isoformat(),
        "plan": seat.plan,
        "standing_answers": seat.standing,
        "notifications": seat.notifications,
        "time_passed": seat.abandoned_at and seat.abandoned_at.isoformat(),
        "left_before_it_began": seat.dropped_at and seat.dropped_at.isoformat(),
        "came_back": seat.back_at and seat.back_at.isoformat(),
        "moves": [
            {"move": move.seq, "at": move.at.isoformat(), "action": move.action}
            for move in moves
            if move.seat == seat.number
        ],
    }
