"""Who meets whom in which round, who is first, and when a round begins. Pure."""

from datetime import datetime, timedelta

TWICE_UP_TO = 8
"""In divisions up to this size everybody meets everybody twice, once each first."""
LATEST = timedelta(weeks=7)
"""Before the end of the season the last round has begun."""
LONGEST_GAP = 7
"""Days between two rounds at most."""

type Round = list[tuple[int, int]]
"""Who is first, and against whom: numbers from 0. Everybody is in it once at most."""


def rounds(players: int) -> list[Round]:
    """Return all rounds of a division, by the circle method.

    In the first half everybody meets everybody once. Each is first as often as second; where the
    number of opponents is odd that can't be, and it is once more or less. The second half, if there
    is one, is the first with the sides changed.
    """
    circle = players - 1 + players % 2  # the numbers that go round; one more stays, if even
    once = [_round(number, circle, stays=players > circle) for number in range(circle)]
    if players > TWICE_UP_TO:
        return once
    return once + [[(second, first) for first, second in each] for each in once]


def _round(number: int, circle: int, stays: bool) -> Round:
    """Return one round: all pairs whose numbers add up to twice its own, round the circle.

    Whoever is k after the round's number in one game is k before it in another one: with "after"
    always first for odd k, and "before" for even k, that makes one each.
    """
    pairs = []
    if stays:
        pairs.append((circle, number) if number % 2 else (number, circle))
    for k in range(1, circle // 2 + 1):
        after, before = (number + k) % circle, (number - k) % circle
        pairs.append((after, before) if k % 2 else (before, after))
    return pairs


def gap(count: int, start: datetime, end: datetime) -> timedelta:
    """Return the time between the beginnings of two of so many rounds, in whole days.

    A week, or as much less as the last one needs to begin seven weeks before the end.
    """
    room = max(timedelta(0), end - LATEST - start)
    return timedelta(days=min(LONGEST_GAP, room.days // max(1, count - 1)))
