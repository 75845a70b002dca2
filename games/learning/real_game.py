"""The first real game after the tutorial: easy, its mulligan only if the player knows it."""

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
def start_real_game(user: User, *, mulligan: bool) -> Game:
    """Start a game against the bot for beginners, with the beginner's advantage.

    Without a `mulligan` the player keeps the cards of the deal: it means nothing to a newcomer who
    has not learnt it.
    """
    game = create_table(user, FIRST_REAL_GAME)
    return game if mulligan else submit_actions(user, game.pk, [KEEP_ALL], game.seq)
