"""A game in which a user is asked, with a legal answer."""

from accounts.models import User
from games.tables.models import Game
from games.tables.services.play import engine_game
from tests.support.factories import answer, legal_answer, running_game


def in_turn(ada: User, bob: User, answers: int = 2) -> tuple[Game, User, str]:
    """Return a game after the mulligan, the user who is asked, and a legal answer."""
    game = running_game(ada, bob, answers=answers)
    seat, action = legal_answer(game)
    assert seat.user is not None
    return game, seat.user, action


def other(user: User, *people: User) -> User:
    """Return the player of these who is another one."""
    return next(person for person in people if person != user)


def until_asked(game: Game, *seats: int) -> Game:
    """Play until the engine asks these seats for the same decision."""
    while engine_game(game).pending[0].seats != seats:
        game = answer(game)
    return game
