"""The declared rating of a bot is what it wins: by matches against the next bot of the list."""

from itertools import pairwise

import pytest

from engine.bots import BOTS
from tools.arena.matches import match

DEALS = 20
TOLERANCE = 0.1
"""Ratings are fitted to matches with all bots; against one of them a bot may be better."""
PAIRS = [
    pytest.param(
        weaker,
        stronger,
        id=f"{weaker}-{stronger}",
        marks=pytest.mark.slow,
    )
    for weaker, stronger in pairwise(BOTS)
    if not BOTS[stronger].slow
]


@pytest.mark.parametrize(("weaker", "stronger"), PAIRS)
def test_a_bot_wins_as_its_rating_says(weaker: str, stronger: str) -> None:
    difference = BOTS[stronger].rating - BOTS[weaker].rating
    expected = 1 / (1 + 10 ** (-difference / 400))
    result = match(BOTS[stronger], BOTS[weaker], DEALS, "by result")
    assert result.score == pytest.approx(expected, abs=TOLERANCE + 3 * result.error)
