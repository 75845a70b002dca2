"""The moves of a game: a row for each, or one compressed record once it is long over.

Whatever reads the moves of a game that may be over asks here; running games have rows. A record
holds what the rows held but for their events, which the engine gives again.
"""

import json
import zlib
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import accumulate, pairwise
from typing import NamedTuple

from django.db.models import BigIntegerField, F, IntegerField, Q

from accounts.models import User
from common.prepared import PreparedQuery
from engine import Event
from engine import Game as EngineGame
from games.tables.models import FoldedMoves, Game, Move, Seat


class PlayedMove(NamedTuple):
    """An answer of a seat, by its number in the game."""

    seq: int
    seat: int
    action: str
    at: datetime


type Happened = tuple[int, int, list[Event]]
"""The number of a move, the seat and all its events, hidden ones included."""

MOVES_AFTER = PreparedQuery(
    lambda game, after: Move.objects.filter(game=game, seq__gt=after),
    game=BigIntegerField(),
    after=IntegerField(),
)
MICROSECOND = timedelta(microseconds=1)


def moves_of(game: Game, after: int = 0) -> list[PlayedMove]:
    """Return the moves of a game, those after its first `after`."""
    if not game.folded:
        rows = game.moves.filter(seq__gt=after).values_list("seq", "seat", "action", "at")
        moves = [PlayedMove(*row) for row in rows]
        if moves or game.seq <= after:
            return moves
    # Its row may have been read before it was folded.
    record = FoldedMoves.objects.filter(game=game).values_list("record", flat=True).first()
    return [] if record is None else unfold(record)[after:]


def happened_in(game: Game, after: int = 0) -> list[Happened]:
    """Return what happened in the moves of a game, those after its first `after`."""
    if not game.folded:
        rows = MOVES_AFTER.all(game=game.pk, after=after)
        if rows or game.seq <= after:
            return [(row.seq, row.seat, list(map(Event.from_json, row.events))) for row in rows]
    played = EngineGame.replay(game.setup)
    return [(move.seq, move.seat, played.play(move.seat, move.action)) for move in moves_of(game)][
        after:
    ]


def moves_in(games: Collection[int]) -> dict[int, list[PlayedMove]]:
    """Return the moves of some games by their numbers, in two queries."""
    moves: dict[int, list[PlayedMove]] = {game: [] for game in games}
    rows = Move.objects.filter(game__in=games).order_by("game", "seq")
    for game, seq, seat, action, at in rows.values_list("game", "seq", "seat", "action", "at"):
        moves[game].append(PlayedMove(seq, seat, action, at))
    for game, record in FoldedMoves.objects.filter(game__in=games).values_list("game", "record"):
        moves[game] = unfold(record)
    return moves


def has_answered_since(user: User, then: datetime) -> bool:
    """Whether a user has answered after a time, for an own seat or one taken over."""
    answered = Q(user=user, played_by=None) | Q(played_by=user)
    seats = Seat.objects.filter(answered)
    if seats.filter(game__moves__seat=F("number"), game__moves__at__gt=then).exists():
        return True
    ended = seats.filter(game__folded=True, game__finished_at__gt=then).select_related("game")
    return any(
        move.seat == seat.number and move.at > then
        for seat in ended
        for move in moves_of(seat.game)
    )


def fold(moves: Sequence[PlayedMove]) -> bytes:
    """Return the record of all moves of a game, at least one: JSON, compressed by zlib.

    `seats` has a digit for each move, `waits` the microseconds since the move before.
    """
    times = [move.at for move in moves]
    record = {
        "first": times[0].isoformat(),
        "seats": "".join(str(move.seat) for move in moves),
        "actions": [move.action for move in moves],
        "waits": [(at - before) // MICROSECOND for before, at in pairwise(times)],
    }
    return zlib.compress(json.dumps(record, separators=(",", ":")).encode(), level=9)


def unfold(record: bytes | memoryview) -> list[PlayedMove]:
    """Return the moves of a record."""
    folded = json.loads(zlib.decompress(record))
    first = datetime.fromisoformat(folded["first"])
    waits = accumulate(folded["waits"], initial=0)
    moves = zip(folded["seats"], folded["actions"], waits, strict=True)
    return [
        PlayedMove(seq, int(seat), action, first + wait * MICROSECOND)
        for seq, (seat, action, wait) in enumerate(moves, 1)
    ]
