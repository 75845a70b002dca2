"""Queries: the chat of a table as a viewer may read it."""

from collections.abc import Sequence

from django.db.models import BigIntegerField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.models import Block, User
from common.prepared import PreparedQuery
from games.tables.models import Game, Message, Seat


def _talk(game: Combinable, user: Combinable) -> QuerySet[Message]:
    lines = Message.objects.filter(game=game, hidden=False).select_related("author")
    deals = Game.objects.filter(sealed=True, seats__user=user).values("seed")
    rivals = Seat.objects.filter(
        ~Q(user=user),
        user=OuterRef("author"),
        game__sealed=True,
        game__seed__in=deals,
        game__started_at__lte=OuterRef("at"),
    )
    blocked = Block.objects.filter(user=user).values("blocked")
    return lines.exclude(author__in=blocked).exclude(Exists(rivals))


TALK = PreparedQuery(_talk, game=BigIntegerField(), user=BigIntegerField())


def chat_messages(game: Game, user: User | None) -> Sequence[Message]:
    """Return the chat messages, without hidden ones and those of players the viewer blocks.

    Nor of a player who has the same deal as the viewer, as long as it is played at a table.
    """
    if not game.has_chat:
        return ()
    # No block has the user 0: a visitor reads all of them.
    return TALK.all(game=game.pk, user=0 if user is None else user.pk)
