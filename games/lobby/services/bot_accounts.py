"""Bot accounts at tables: where they may sit down, and at how many tables at once."""

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tables.models import Game, Seat, Status

MOST_GAMES = 20
"""Tables of a bot account that are open or running."""


def refuse_unwelcome_bot(user: User, game: Game) -> None:
    """Raise `Refused` for a bot account at a table of a person that doesn't welcome bots."""
    is_of_a_bot = game.creator is not None and game.creator.is_bot
    if user.is_bot and not (game.bots_welcome or is_of_a_bot):
        sentence = _("Bot accounts can join only tables that say “Bots welcome”.")
        raise Refused(sentence, 403, code="bots_not_welcome")


def refuse_busy_bot(user: User) -> None:
    """Raise `Refused` for a bot account with too many games."""
    if not user.is_bot:
        return
    going_on = Seat.objects.filter(user=user, game__status__in=(Status.OPEN, Status.RUNNING))
    if going_on.count() >= MOST_GAMES:
        sentence = _("A bot account plays 20 games at once at most. Finish one first.")
        raise Refused(sentence, 429, code="too_many_games")
