"""What a rated game does to the ratings of its players, given their states before it."""

from collections.abc import Sequence

from games.ratings import glicko2
from games.ratings.models import RatedGame, RatingChange, RatingState, periods

TOLERANCE = 0.01
"""Points by which the value and the deviation that a game starts from may differ from those after
the player's game before: a recalculation does not carry on smaller changes (docs/ratings.md).
"""
VOLATILITY_TOLERANCE = 1e-6
"""The same for the volatility: in a year without games it makes 0.003 points of the deviation."""


def calculate(rated: RatedGame, changes: Sequence[RatingChange]) -> None:
    """Calculate the ratings after a game from those before; a bot's stays the same."""
    for change in changes:
        change.after = change.before
    if not rated.counts:
        return
    now = [(change.side, _at(change, rated)) for change in changes]
    for number, change in enumerate(changes):
        if not change.rating.bot:
            since = periods(change.before_at, rated.at)
            results = [(_opponent(number, now), change.score)]
            change.after = glicko2.rate(change.before, results, since)


def follows(change: RatingChange, state: RatingState) -> bool:
    """Whether a change starts from a state, but for the tolerance."""
    before = change.before
    return (
        change.before_at == state.last_at
        and abs(before.value - state.glicko.value) <= TOLERANCE
        and abs(before.deviation - state.glicko.deviation) <= TOLERANCE
        and abs(before.volatility - state.glicko.volatility) <= VOLATILITY_TOLERANCE
    )


def people(changes: Sequence[RatingChange]) -> list[RatingChange]:
    """Return the changes of a game but those of bots."""
    return [change for change in changes if not change.rating.bot]


def _at(change: RatingChange, rated: RatedGame) -> glicko2.GlickoRating:
    """Return a rating at the end of a game, before its result."""
    if change.rating.bot:
        return change.before
    return glicko2.aged(change.before, periods(change.before_at, rated.at))


def _opponent(
    number: int, players: Sequence[tuple[int, glicko2.GlickoRating]]
) -> glicko2.GlickoRating:
    """Return a player's opponent, virtual in teams; `players`: side and rating of each."""
    own = players[number][0]
    others = [rating for side, rating in players if side != own]
    mates = [rating for n, (side, rating) in enumerate(players) if side == own and n != number]
    return glicko2.team(mates[0], (others[0], others[1])) if mates else others[0]
