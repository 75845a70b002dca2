"""Glicko-2 a second time, step by step from the paper, to compare ours with.

Plain numbers and lists; the volatility by halving an interval, which is slow and hard to get wrong.
"""

from math import exp, log, pi, sqrt

TAU = 0.5
Numbers = tuple[float, float, float]
"""Rating, RD, volatility."""


def period(player: Numbers, results: list[tuple[float, float, float]], length: float) -> Numbers:
    """Return the player after results (rating, RD, score) of a period of this length."""
    rating, rd, sigma = player
    mu = (rating - 1500) / 173.7178
    phi = rd / 173.7178
    if not results:
        return rating, min(173.7178 * sqrt(phi**2 + length * sigma**2), 350), sigma

    mu_j = [(r - 1500) / 173.7178 for r, _, _ in results]
    phi_j = [d / 173.7178 for _, d, _ in results]
    s_j = [s for _, _, s in results]
    g_j = [1 / sqrt(1 + 3 * p**2 / pi**2) for p in phi_j]
    e_j = [1 / (1 + exp(-g * (mu - m))) for g, m in zip(g_j, mu_j, strict=True)]

    v = sum(g**2 * e * (1 - e) for g, e in zip(g_j, e_j, strict=True)) ** -1
    total = sum(g * (s - e) for g, s, e in zip(g_j, s_j, e_j, strict=True))
    delta = v * total

    new_sigma = _halve(sigma, phi, v, delta)
    phi_star = min(sqrt(phi**2 + length * new_sigma**2), 350 / 173.7178)
    new_phi = 1 / sqrt(1 / phi_star**2 + 1 / v)
    new_mu = mu + new_phi**2 * total
    return 173.7178 * new_mu + 1500, min(max(173.7178 * new_phi, 45), 350), new_sigma


def _halve(sigma: float, phi: float, v: float, delta: float) -> float:
    def f(x: float) -> float:
        first = exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2)
        return first - (x - log(sigma**2)) / TAU**2

    # f falls from above zero to below, once in here. Farther up, after the greatest surprises, it
    # has zeros that mean nothing.
    low, high = log(sigma**2) - 2, log(sigma**2) + 2
    assert f(low) > 0 > f(high)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return exp((low + high) / 4)
