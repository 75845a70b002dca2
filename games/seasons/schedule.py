"""The schedule of a division: pairings, sides, and start of each round. Pure functions."""

from datetime import datetime, timedelta

TWICE_UP_TO = 8
"""Divisions up to this size play a double round robin, with sides changed."""
LATEST = timedelta(weeks=7)
"""The last round begins at least this long before the end of the season."""
LONGEST_GAP = 7
"""Most days between two rounds."""

type Round = list[tuple[int, int]]
"""(first, second) player of each game, as numbers from 0; each player at most once."""


def rounds(players: int) -> list[Round]:
    """Return all rounds of a division, by the circle method.

    In the first half all players meet once. Each is first as often as second, or differs by one if
    the number of opponents is odd. The second half, if any, is the first with the sides changed.
    """
    circle = (
        players - 1 + players % 2
    )  # players that rotate; with an even number, one more stays fixed
    once = [_round(number, circle, stays=players > circle) for number in range(circle)]
    if players > TWICE_UP_TO:
        return once
    return once + [[(second, first) for first, second in pairs] for pairs in once]


def _round(number: int, circle: int, stays: bool) -> Round:
    """Return one round: the pairs whose numbers add up to twice the round's, modulo the circle.

    A player k after the round's number in one round is k before it in another. "After" is first for
    odd k and "before" for even k, which balances the sides.
    """
    pairs = []
    if stays:
        pairs.append((circle, number) if number % 2 else (number, circle))
    for k in range(1, circle // 2 + 1):
        after, before = (number + k) % circle, (number - k) % circle
        pairs.append((after, before) if k % 2 else (before, after))
    return pairs


def gap(count: int, start: datetime, end: datetime) -> timedelta:
    """Return the time between the starts of two rounds, in whole days.

    A week, or less so that the last round begins seven weeks before the end.
    """
    room = max(timedelta(0), end - LATEST - start)
    return timedelta(days=min(LONGEST_GAP, room.days // max(1, count - 1)))
