"""Glicko-2: how strong a player is, how sure of that one can be, and how steady they are.

Pure functions after Mark Glickman, "Example of the Glicko-2 system" (2013); the steps are his.
Two things are not in the paper. A rating moves after every game, with a *fraction* of a rating
period: the time since the player's last one. And the deviation stays within `LEAST` and `MOST`.

>>> games = [(GlickoRating(1400, 30), 1), (GlickoRating(1550, 100), 0)]
>>> ada = rate(GlickoRating(1500, 200), games, periods=1)
>>> round(ada.value), round(ada.deviation)
(1492, 158)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, hypot, log, pi, sqrt

SCALE = 173.7178
"""Points of the shown scale for one of the paper's inner scale, whose middle is `START`."""
START = 1500
LEAST, MOST = 45, 350
"""Between them the deviation stays, in points."""
TAU = 0.5
"""How fast volatility may change."""
PERIODS_A_DAY = 0.2144
CLOSE_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """`value` and `deviation` in points; with 95 % the truth is within two deviations of the value.

    `volatility`: how much the true strength may move in a period, on the inner scale.
    """

    value: float = START
    deviation: float = MOST
    volatility: float = 0.06


def rate(
    player: GlickoRating, games: Sequence[tuple[GlickoRating, float]], periods: float
) -> GlickoRating:
    """Return a player's rating after games: (opponent, 1 for a win, 0.5 for a draw, 0 for a loss).

    `periods`: rating periods since the player's last games, a fraction or none: the deviation
    grows by them first, to `MOST` at most. Without games that is all.
    """
    if not games:
        return aged(player, periods)
    mu, phi = _inner(player)
    variance, surprise = 0.0, 0.0
    for opponent, score in games:
        g, chance = _weight(opponent), expected(player, opponent)
        variance += g * g * chance * (1 - chance)
        surprise += g * (score - chance)
    variance = 1 / variance
    volatility = _volatility(player.volatility, phi, variance, variance * surprise)
    before = min(hypot(phi, volatility * sqrt(periods)), MOST / SCALE)
    phi = 1 / sqrt(1 / (before * before) + 1 / variance)
    mu += phi * phi * surprise
    return GlickoRating(START + SCALE * mu, _within(SCALE * phi), volatility)


def aged(player: GlickoRating, periods: float) -> GlickoRating:
    """Return a rating after some periods without games: as high, less sure."""
    deviation = hypot(player.deviation, SCALE * player.volatility * sqrt(periods))
    return replace(player, deviation=min(deviation, MOST))


def expected(player: GlickoRating, opponent: GlickoRating) -> float:
    """Return the score, 0 to 1, that a player may expect against an opponent (the paper's E)."""
    distance = (player.value - opponent.value) / SCALE
    return 1 / (1 + exp(-_weight(opponent) * distance))


def chance(one: GlickoRating, other: GlickoRating) -> float:
    """Return the score, 0 to 1, to expect of one player against the other, both uncertain."""
    return expected(one, replace(other, deviation=hypot(one.deviation, other.deviation)))


def team(partner: GlickoRating, opponents: tuple[GlickoRating, GlickoRating]) -> GlickoRating:
    """Return the one opponent against whom a player of a team of two really plays.

    The two opponents together, less what the partner brings.
    """
    first, second = opponents
    return GlickoRating(
        first.value + second.value - partner.value,
        hypot(first.deviation, second.deviation, partner.deviation),
    )


def _inner(player: GlickoRating) -> tuple[float, float]:
    """Step 2: the inner scale."""
    return (player.value - START) / SCALE, player.deviation / SCALE


def _weight(opponent: GlickoRating) -> float:
    """Return the paper's g: how much a result against somebody so uncertain tells, 0 to 1."""
    phi = opponent.deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, the zero of `f`, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + exp(x)
        tension = exp(x) * (delta * delta - grown) / (2 * grown * grown)
        return tension - (x - a) / (TAU * TAU)

    low, high = a, a - TAU
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = f(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)


def _within(deviation: float) -> float:
    return min(max(deviation, LEAST), MOST)
