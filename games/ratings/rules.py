"""Which games count, where, and for how much a bot stands."""

from collections.abc import Sequence

from games.models import Game, Seat
from games.ratings.glicko2 import Rating
from games.ratings.models import Pool
from games.seats import both_have_played

ANCHORS = {"random": Rating(500, 0), "noisy": Rating(1250, 0), "greedy": Rating(1700, 0)}
"""What bots are rated, for ever: a bot that plays otherwise gets another name.

Sun won 112 of 120 games against Moon, which is 450 points; Moon all of 120 against Comet.
"""
A_MONTH = 10
"""Rated games between the same two in a pool and calendar month (UTC)."""


def pool_of(game: Game, seats: Sequence[Seat]) -> Pool:
    """Return where a game belongs, rated or not."""
    if any(seat.bot for seat in seats):
        return Pool.SOLO
    if game.players == 4:
        return Pool.TEAMS
    return Pool.LIVE if game.live else Pool.DAYS


def is_standard(game: Game) -> bool:
    """Whether a game is set up as rated games are: no extra agents or advantage, a random board."""
    return not (game.secret_agents or game.beginner or game.boards)


def moves_ratings(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether a finished game moves ratings.

    Games of people do if they were opened as rated; one against one with a bot does if it has a
    clock. Nobody may be a guest, or gone, and both sides must have completed a turn.
    """
    people = [seat.user for seat in seats if seat.user is not None]
    bots = [seat.bot for seat in seats if seat.bot]
    if bots:
        wanted = game.players == 2 and game.pace is not None and len(people) == 1
    else:
        wanted = game.rated and len(people) == game.players
    known = not any(user.is_guest for user in people) and all(bot in ANCHORS for bot in bots)
    return wanted and known and is_standard(game) and both_have_played(seats)


def score_of(game: Game, seat: Seat) -> float:
    """Return 1 if a seat has won a finished game, 0.5 for a draw, 0 if it has lost."""
    return 0.5 if game.winner is None else float(game.winner == seat.side)
