"""The rule of the site for games without an end: rounds in which no disc moves make a draw.

The game's own rules know no such end (`engine/`). After `CLAIMED_FROM` rounds in which no disc
moved either side can claim a draw, and after `DRAWN_AFTER` the game is one. In a round each seat
has one turn. `Game.still_turns` counts the turns that have begun since a disc last moved; the moves
are the truth.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from engine import Event
from engine.events import DiscCentred, DiscMoved, DiscWon, TurnSkipped, TurnStarted
from games.tables import publishing
from games.tables.models import Ending, Game
from games.tables.seats import refuse_replaced, seat_of
from games.tables.services import ending
from games.tables.services.locks import lock_running

SHOWN_FROM, CLAIMED_FROM, DRAWN_AFTER = 30, 40, 60
"""Rounds in which no disc moved: until the page says so, a draw can be claimed, the game is one."""


def count_turns(before: int, events: Iterable[Event]) -> int:
    """Return the turns that have begun since a disc last moved, after more events."""
    for event in events:
        if isinstance(event, DiscMoved | DiscWon | DiscCentred):
            before = 0
        elif isinstance(event, TurnStarted | TurnSkipped):
            before += 1
    return before


def note(game: Game, events: Iterable[Event]) -> bool:
    """Count what an answer has led to, before its moves are stored; whether the game is drawn."""
    game.still_turns = count_turns(_stored_turns(game), events)
    return is_drawn(game)


def _stored_turns(game: Game) -> int:
    """Return the count of a game; from its moves, if an earlier version has not counted them."""
    if game.still_turns is not None:
        return game.still_turns
    turns = 0
    for events in game.moves.order_by("-seq").values_list("events", flat=True):
        since = [Event.from_json(event) for event in events]
        turns += count_turns(0, since)
        if any(isinstance(event, DiscMoved | DiscWon | DiscCentred) for event in since):
            break
    return turns


def rounds(game: Game) -> int:
    """Return the rounds that have ended since a disc last moved."""
    return max(0, (game.still_turns or 0) - 1) // game.players


def is_drawn(game: Game) -> bool:
    """Whether a running game has stood still for too long."""
    return rounds(game) >= DRAWN_AFTER


def may_claim(game: Game) -> bool:
    """Whether either side can claim a draw."""
    return rounds(game) >= CLAIMED_FROM


def claim_draw(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """End a game as a draw, which the user's side claims; raises `Refused`."""
    now = now or timezone.now()
    with transaction.atomic():
        table = lock_running(game_id, now)
        game = table.game
        refuse_replaced(seat_of(user, table.seats))
        if not may_claim(game):
            words = {"rounds": CLAIMED_FROM}
            raise Refused(
                _("A draw can be claimed after %(rounds)s rounds in which no disc moved.") % words
            )
        ending.finish(table, None, Ending.STANDSTILL)
        game.save()
        publishing.table_changed(game)
    return game
