"""Which games count, where, and for how much a bot stands."""

from collections.abc import Sequence

from engine.bots import BOTS
from games.ratings.glicko2 import GlickoRating
from games.ratings.models import Pool
from games.tables.models import Game, Seat
from games.tables.seats import both_have_played

ANCHORS = {key: GlickoRating(bot.rating, 0) for key, bot in BOTS.items()}
"""The ratings of bots, which never move."""
A_MONTH = 10
"""Rated games between the same two in a pool and calendar month (UTC)."""


def pool_of(game: Game, seats: Sequence[Seat]) -> Pool:
    """Return where a game belongs, rated or not; for good once it is rated."""
    if game.pool:
        return Pool(game.pool)
    if any(seat.bot for seat in seats):
        return Pool.SOLO
    if game.players == 4:
        return Pool.TEAMS
    return Pool.LIVE if game.live else Pool.DAYS


def rated_pool(game: Game, seats: Sequence[Seat]) -> str:
    """Return the pool whose ratings a game that starts now may move; empty for none.

    Games of people are rated if they were opened as such; one against one with a bot is if it has
    a clock. A guest's games are not. Decided once (`Game.pool`): what the players agree on later,
    a clock, another pace, an account for a guest, neither makes a game rated nor moves it to
    another pool.
    """
    people = [seat.user for seat in seats if seat.user is not None]
    bots = [seat.bot for seat in seats if seat.bot]
    if bots:
        wanted = game.players == 2 and game.pace is not None and len(people) == 1
    else:
        wanted = game.rated and len(people) == game.players
    known = not any(user.is_guest for user in people) and all(bot in ANCHORS for bot in bots)
    return pool_of(game, seats) if wanted and known and game.is_standard else ""


def moves_ratings(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether a finished game moves ratings: one that was rated when it started, whose players
    are all still there, and in which both sides have completed a turn.
    """
    there = all(seat.bot or seat.user is not None for seat in seats)
    return bool(game.pool) and there and both_have_played(seats)


def score_of(game: Game, seat: Seat) -> float:
    """Return 1 if a seat has won a finished game, 0.5 for a draw, 0 if it has lost."""
    return 0.5 if game.winner is None else float(game.winner == seat.side)
