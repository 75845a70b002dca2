"""Figures of the simulated year: known numbers."""

from math import isnan, log

import pytest

from tools.simulation.year.ending import expected
from tools.simulation.year.figures import (
    Prediction,
    bins,
    brier,
    correlation,
    log_score,
    ranks,
    spread,
)


def test_ranks_share_the_middle() -> None:
    assert ranks([30, 10, 20, 10]) == [4, 1.5, 3, 1.5]


@pytest.mark.parametrize(
    ("pairs", "is_about"),
    [
        ([(1, 10), (2, 20), (3, 90)], 1),
        ([(1, 3), (2, 2), (3, 1)], -1),
        ([(1, 2), (2, 1), (3, 4), (4, 3), (5, 5)], 0.8),
    ],
    ids=["the same order", "the other way round", "by the formula 1 - 6·Σd²/n(n²-1)"],
)
def test_the_correlation_of_ranks(pairs: list[tuple[float, float]], is_about: float) -> None:
    assert correlation(pairs) == pytest.approx(is_about)


def test_no_correlation_of_nothing() -> None:
    assert isnan(correlation([]))
    assert isnan(correlation([(1, 1), (1, 2)]))


def test_bins_hold_what_is_near() -> None:
    made = [Prediction("days", e, s, 50, e) for e, s in ((0.11, 0), (0.19, 1), (0.5, 0.5), (1, 1))]
    found = bins(made)
    assert [one.count for one in found] == [2, 1, 1]
    assert [one.scored for one in found] == [0.5, 0.5, 1]
    assert found[0].expected == pytest.approx(0.15)


def test_scores_are_those_of_the_books() -> None:
    assert brier([(0.8, 1), (0.8, 0)]) == pytest.approx((0.04 + 0.64) / 2)
    assert log_score([(0.8, 1), (0.5, 0.5)]) == pytest.approx((-log(0.8) - log(0.5)) / 2)
    assert log_score([(1, 1), (0, 0)]) == pytest.approx(0, abs=1e-6)


def test_a_spread_is_the_median_and_the_middle_half() -> None:
    assert spread([1, 2, 3, 4, 5, 6, 7, 8]) == "4 (3 to 7)"
    assert spread([]) == "none"


def test_strength_has_the_scale_of_the_ratings() -> None:
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)
