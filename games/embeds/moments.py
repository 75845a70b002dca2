"""The moment of a game that is shown to everyone: the latest, or that of some seconds ago."""

from dataclasses import dataclass
from datetime import datetime

from games.tables.models import Game, Status
from games.tables.moves import moves_of


@dataclass(frozen=True, slots=True)
class PublicMoment:
    """A game after its first `seq` moves; `is_over`: whether its end is known by then."""

    seq: int
    is_over: bool


def latest(game: Game) -> PublicMoment | None:
    """Return the moment now; `None` before the deal."""
    if game.setup is None:
        return None
    return PublicMoment(game.seq, game.status != Status.RUNNING)


def moment_at(game: Game, then: datetime) -> PublicMoment | None:
    """Return the moment that everyone could see at a time in the past; `None` before the deal."""
    if game.setup is None or game.started_at is None or game.started_at > then:
        return None
    seq = sum(move.at <= then for move in moves_of(game)[: game.seq])
    has_ended = game.finished_at is not None and game.finished_at <= then
    is_over = game.status != Status.RUNNING and has_ended and seq == game.seq
    return PublicMoment(seq, is_over)
