"""The first real game after the tutorial: easy, and without a mulligan."""

from django.db import transaction

from accounts.models import User
from engine.boards import FIRST_GAME
from engine.bots import FOR_BEGINNERS
from games.lobby.services.opening import WITHOUT_HURRY, Beginner, Wish, create_table
from games.tables.models import Access, Game
from games.tables.services.play import submit_actions

KEEP_ALL = "redraw"

FIRST_REAL_GAME = Wish(
    boards=FIRST_GAME,
    beginner=Beginner.ME,
    pace=WITHOUT_HURRY,
    access=Access.INVITED,
    others=(FOR_BEGINNERS,),
)


@transaction.atomic
def start_real_game(user: User) -> Game:
    """Start a game against the bot for beginners, with the beginner's advantage.

    The player keeps the cards of the deal: a mulligan means nothing to a newcomer.
    """
    game = create_table(user, FIRST_REAL_GAME)
    return submit_actions(user, game.pk, [KEEP_ALL], game.seq)
