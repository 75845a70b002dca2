"""Which games are rated, in which pool, and the ratings of bots."""

from collections.abc import Sequence

from engine.bots import BOTS
from games.ratings.glicko2 import GlickoRating
from games.ratings.models import Pool
from games.tables.models import Game, Seat
from games.tables.seats import both_have_played, has_answered_a_bot

ANCHORS = {key: GlickoRating(bot.rating, 0) for key, bot in BOTS.items()}
"""The fixed ratings of bots."""
A_MONTH = 10
"""Most counted games between the same opponents in a pool and calendar month (UTC)."""


def pool_of(game: Game, seats: Sequence[Seat]) -> Pool:
    """Return the pool of a game, rated or not; a rated game keeps its pool."""
    if game.pool:
        return Pool(game.pool)
    if any(seat.user is not None and seat.user.is_bot for seat in seats):
        return Pool.BOTS
    if any(seat.bot for seat in seats):
        return Pool.SOLO
    if game.players == 4:
        return Pool.TEAMS
    return Pool.LIVE if game.live else Pool.DAYS


def rated_pool(game: Game, seats: Sequence[Seat]) -> str:
    """Return the pool whose ratings a game that starts now will change; empty if it is unrated.

    Games between people are rated if they were opened as rated; a game of one player against a bot
    if it has a clock. Games of bot accounts are rated if they have a clock and no person plays:
    they never touch a rating of people. Guests' games are unrated. This is decided once and stored
    in `Game.pool`: later changes (an agreed clock or pace, an account for a guest) affect neither.
    """
    people = [seat.user for seat in seats if seat.user is not None]
    bots = [seat.bot for seat in seats if seat.bot]
    if any(user.is_bot for user in people):
        wanted = game.players == 2 and game.pace is not None and all(user.is_bot for user in people)
    elif bots:
        wanted = game.players == 2 and game.pace is not None and len(people) == 1
    else:
        wanted = game.rated and len(people) == game.players
    known = not any(user.is_guest for user in people) and all(bot in ANCHORS for bot in bots)
    return pool_of(game, seats) if wanted and known and game.is_standard else ""


def moves_ratings(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether a finished game changes ratings.

    It was rated when it started, all its players still have an account, and both sides have
    completed a turn; against a bot, whom no early end deprives of a game, the player has answered.
    """
    there = all(seat.bot or seat.user is not None for seat in seats)
    if not (game.pool and there):
        return False
    return both_have_played(seats) or has_answered_a_bot(game, seats)


def score_of(game: Game, seat: Seat) -> float:
    """Return a seat's score in a finished game: 1 for a win, 0.5 for a draw, 0 for a loss."""
    return 0.5 if game.winner is None else float(game.winner == seat.side)
