"""Sealed turns: confirmed drafts that wait, so that their player can still take them back.

In a correspondence game of a player who wants that, a confirmed turn is not played at once. Its
draft is sealed: it stays the private draft that it was, with the moment at which it is played
(`Seat.sends_at`). So no other player can see anything of it, nothing is ever taken back from the
record, and a bot or a notification has nothing to answer yet. `sending` plays what is due.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine import events as e
from games.tables import publishing
from games.tables.models import Game, Seat
from games.tables.timekeeping.clocks import deadline_of

WAITS = timedelta(seconds=30)
"""The time in which a confirmed turn can be taken back."""
AT_THE_END = (e.CardsDrawn, e.DeckShuffled)
"""Events that reveal something at the end of a turn only."""
FIELDS = ("sealed_at", "sends_at")
"""The fields of seats that a seal sets."""


def can_wait(game: Game, happened: Sequence[e.Event]) -> bool:
    """Whether a turn with these events, as its player imagines them, may wait to be played.

    Live clocks don't wait, and neither does a player who learns something in the middle of the
    turn. The cards that are drawn at the end of a turn are not drawn before it is played.
    """
    reveals = (event.reveals and not isinstance(event, AT_THE_END) for event in happened)
    return not game.live and not any(reveals)


def seal(game: Game, seat: Seat, now: datetime) -> None:
    """Let the draft of a seat wait, at most until the deadline of its side."""
    deadline = deadline_of(game, seat.side)
    seat.sealed_at = now
    seat.sends_at = now + WAITS if deadline is None else max(now, min(now + WAITS, deadline))
    seat.save(update_fields=FIELDS)
    publishing.games_changed([seat.user_id, seat.played_by_id])


def unseal(seat: Seat) -> None:
    """Take a turn back: its draft is as it was before it was confirmed."""
    seat.sealed_at = seat.sends_at = None
    seat.save(update_fields=(*FIELDS, "void"))
    publishing.games_changed([seat.user_id, seat.played_by_id])
