"""Records of the site: a game from its deal to its end, and who played it for what."""

import json
from collections.abc import Sequence

from django.conf import settings
from django.utils import translation

from games.tables import providers
from games.tables.models import Game, Seat
from games.tables.selectors import Seen

ANONYMOUS = "anonymous"
"""Stands for a player who has deleted the account."""


def record_text(table: Seen) -> str:
    """Return the record of a game whose hands are open, as JSON (docs/notation.md)."""
    return json.dumps(record_of(table), indent=1)


def record_of(table: Seen) -> dict[str, object]:
    """Return the record of a game whose hands are open."""
    game = table.game
    ended = {"ending": game.ending, "winner": game.winner}
    with translation.override("en"):  # the same for all readers
        header = _header(game, table.seats)
    return {**table.engine.record(), "ended": ended, "game": header}


def _header(game: Game, seats: Sequence[Seat]) -> dict[str, object]:
    """Return what a reader wants to know of a game beside its moves."""
    before = providers.ratings_before(game, seats)
    occasion = next(iter(providers.occasions(game)), None)
    return {
        "site": settings.SITE_URL + game.get_absolute_url(),
        "players": [_player(seat, before.get(seat.number)) for seat in seats],
        "pace": game.pace,
        "rated": bool(game.pool),
        "pool": game.pool or None,
        "started": game.started_at.isoformat() if game.started_at else None,
        "finished": game.finished_at.isoformat() if game.finished_at else None,
        "occasion": game.occasion or None,
        "contest": occasion.text if occasion is not None and game.occasion else None,
    }


def _player(seat: Seat, rating: int | None) -> dict[str, object]:
    """Return a player; `rating`: before a rated game."""
    if seat.bot:
        return {"kind": "level", "name": seat.name, "level": seat.bot, "rating": rating}
    if seat.user is None:
        return {"kind": "person", "name": ANONYMOUS, "rating": rating}
    kind = "guest" if seat.user.is_guest else "bot" if seat.user.is_bot else "person"
    return {"kind": kind, "name": seat.user.username, "rating": rating}
