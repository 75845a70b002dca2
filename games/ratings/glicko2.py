"""The Glicko-2 rating system: a rating, its deviation and its volatility.

Pure functions that follow the steps of Mark Glickman, "Example of the Glicko-2 system" (2013),
with two differences: a rating changes after every game, with the *fraction* of a rating period
that has passed since the player's last game; and the deviation stays within `LEAST` and `MOST`.

>>> games = [(GlickoRating(1400, 30), 1), (GlickoRating(1550, 100), 0)]
>>> ada = rate(GlickoRating(1500, 200), games, periods=1)
>>> round(ada.value), round(ada.deviation)
(1492, 158)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, hypot, log, pi, sqrt

SCALE = 173.7178
"""Points of the displayed scale per unit of the paper's internal scale, centred on `START`."""
START = 1500
LEAST, MOST = 45, 350
"""Limits of the deviation, in points."""
TAU = 0.5
"""System constant: limits how fast volatility changes."""
PERIODS_A_DAY = 0.2144
CLOSE_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating in points: with 95 % certainty the strength is within two deviations of `value`.

    `volatility`: expected fluctuation of the true strength in a period, on the internal scale.
    """

    value: float = START
    deviation: float = MOST
    volatility: float = 0.06


def rate(
    player: GlickoRating, games: Sequence[tuple[GlickoRating, float]], periods: float
) -> GlickoRating:
    """Return a player's rating after games: (opponent, 1 for a win, 0.5 for a draw, 0 for a loss).

    `periods`: rating periods since the player's last game, possibly a fraction. The deviation grows
    by them first, up to `MOST`; without games, nothing else changes.
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
    """Return a rating after periods without games: same value, greater deviation."""
    deviation = hypot(player.deviation, SCALE * player.volatility * sqrt(periods))
    return replace(player, deviation=min(deviation, MOST))


def expected(player: GlickoRating, opponent: GlickoRating) -> float:
    """Return a player's expected score against an opponent, 0 to 1 (the paper's E)."""
    distance = (player.value - opponent.value) / SCALE
    return 1 / (1 + exp(-_weight(opponent) * distance))


def chance(rating: GlickoRating, other: GlickoRating) -> float:
    """Return the first player's expected score, 0 to 1, given the uncertainty of both ratings."""
    return expected(rating, replace(other, deviation=hypot(rating.deviation, other.deviation)))


def team(partner: GlickoRating, opponents: tuple[GlickoRating, GlickoRating]) -> GlickoRating:
    """Return the single virtual opponent of a player in a team of two.

    Its value is the sum of both opponents minus the partner; its deviation combines all three.
    """
    first, second = opponents
    return GlickoRating(
        first.value + second.value - partner.value,
        hypot(first.deviation, second.deviation, partner.deviation),
    )


def _inner(player: GlickoRating) -> tuple[float, float]:
    """Return value and deviation on the internal scale (step 2)."""
    return (player.value - START) / SCALE, player.deviation / SCALE


def _weight(opponent: GlickoRating) -> float:
    """Return the paper's g: the weight of a result given the opponent's deviation, 0 to 1."""
    phi = opponent.deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility (step 5): the root of `f`, by the Illinois algorithm."""
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
