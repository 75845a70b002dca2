"""The start of a table that was waiting for players: one message a channel, not two.

All seats are asked at the start, so a player who waited would hear at the same moment that the
table has filled up and that there is something to answer. The second message says both.
"""

from datetime import datetime

from accounts.models import User
from games.notifications import reasons
from games.notifications.models import Delivery
from games.notifications.notifications import QuestionInTurn, TableFilled, YourTurn
from games.notifications.record import note
from games.tables.models import Game

WAITING, DROPPED = Delivery.State.WAITING, Delivery.State.DROPPED


def note_filled(user: User | None, game: Game, now: datetime) -> None:
    """Tell a player who waited that the game has started, in the message of the first question."""
    filled = note(user, TableFilled, f"{TableFilled.key} {game.pk}", game, now=now)
    if filled is None:
        return
    asked = (YourTurn.key, QuestionInTurn.key)
    first = filled.user.notifications.filter(game=game, kind__in=asked, seq=0).first()
    if first is None:
        return
    first.data = {**first.data, "filled": True}
    first.save(update_fields=["data"])
    channels = first.deliveries.filter(state=WAITING).values("channel")
    twice = filled.deliveries.filter(state=WAITING, channel__in=channels)
    twice.update(state=DROPPED, reason=reasons.MERGED, settled_at=now)
