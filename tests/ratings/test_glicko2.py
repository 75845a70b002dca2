"""The arithmetic of ratings: the paper's example, a second implementation, and what must hold."""

import doctest
import random
from dataclasses import astuple
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings import glicko2
from games.ratings.glicko2 import LEAST, MOST, GlickoRating, aged, chance, expected, rate, team
from tools.simulation.year import paper

values = st.floats(500, 2800)
deviations = st.floats(LEAST, MOST)
ratings = st.builds(GlickoRating, values, deviations, st.floats(0.03, 0.12))
scores = st.sampled_from([0, 0.5, 1])
periods = st.floats(0, 200)


def test_the_example_of_the_paper() -> None:
    games = [
        (GlickoRating(1400, 30), 1),
        (GlickoRating(1550, 100), 0),
        (GlickoRating(1700, 300), 0),
    ]
    after = rate(GlickoRating(1500, 200, 0.06), games, periods=1)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_steps_of_the_example() -> None:
    """The paper's table: E(mu, mu_j, phi_j) is 0.639, 0.432, 0.303."""
    player = GlickoRating(1500, 200, 0.06)
    opponents = [GlickoRating(1400, 30), GlickoRating(1550, 100), GlickoRating(1700, 300)]
    found = [round(expected(player, opponent), 3) for opponent in opponents]
    assert found == [0.639, 0.432, 0.303]


def test_the_doctests() -> None:
    assert doctest.testmod(glicko2).failed == 0


@pytest.mark.slow
def test_ten_thousand_histories_agree_with_a_second_implementation() -> None:
    dice = random.Random(2013)
    for _ in range(10_000):
        ours = GlickoRating(
            dice.uniform(800, 2400), dice.uniform(45, 350), dice.uniform(0.04, 0.09)
        )
        theirs: paper.Numbers = (ours.value, ours.deviation, ours.volatility)
        for _game in range(dice.randrange(1, 4)):
            length = dice.choice([0, dice.random(), dice.uniform(0, 60)])
            played = [
                (
                    GlickoRating(dice.uniform(600, 2600), dice.uniform(0, 350)),
                    dice.choice([0, 0.5, 1]),
                )
                for _opponent in range(dice.choice([0, 1, 1, 1, 3]))
            ]
            ours = rate(ours, played, length)
            results = [(other.value, other.deviation, score) for other, score in played]
            theirs = paper.period(theirs, results, length)
            assert astuple(ours) == pytest.approx(theirs, rel=1e-7), (played, length)


@given(ratings, ratings, st.floats(0, 5000), scores)
def test_after_a_long_absence_a_rating_is_as_unsure_as_a_new_one_and_no_more(
    player: GlickoRating, opponent: GlickoRating, length: float, score: float
) -> None:
    found = rate(player, [(opponent, score)], length)
    new = rate(GlickoRating(player.value, MOST), [(opponent, score)], 0)
    assert found.deviation <= new.deviation + 1e-9


@given(ratings, ratings, periods)
def test_a_win_lifts_and_a_loss_lowers(
    player: GlickoRating, opponent: GlickoRating, since: float
) -> None:
    won, drawn, lost = (rate(player, [(opponent, score)], since).value for score in (1, 0.5, 0))
    assert lost <= player.value <= won
    assert lost <= drawn <= won


@given(ratings, ratings, scores, periods)
def test_a_game_never_makes_less_sure_than_the_time_does(
    player: GlickoRating, opponent: GlickoRating, score: float, since: float
) -> None:
    after = rate(player, [(opponent, score)], since)
    steady = GlickoRating(player.value, player.deviation, after.volatility)
    assert LEAST <= after.deviation <= MOST
    assert after.deviation <= max(aged(steady, since).deviation, LEAST) + 1e-9


@given(values, deviations, scores)
def test_two_alike_change_alike(value: float, deviation: float, score: float) -> None:
    both = GlickoRating(value, deviation)
    one = rate(both, [(both, score)], 0)
    other = rate(both, [(both, 1 - score)], 0)
    assert isclose(one.value - value, value - other.value, abs_tol=1e-6)
    assert isclose(one.deviation, other.deviation, rel_tol=1e-9)


@given(ratings, periods, periods)
def test_time_adds_up(player: GlickoRating, first: float, second: float) -> None:
    at_once = aged(player, first + second)
    assert aged(aged(player, first), second).deviation == pytest.approx(at_once.deviation)
    assert player.deviation <= at_once.deviation <= MOST
    assert at_once.value == player.value


@given(ratings, ratings)
def test_chances_of_both_are_one(one: GlickoRating, other: GlickoRating) -> None:
    assert chance(one, other) + chance(other, one) == pytest.approx(1)
    if one.value >= other.value:
        assert chance(one, other) >= 0.5
    else:
        assert chance(one, other) <= 0.5


def test_a_year_without_games_makes_uncertain_again() -> None:
    """From 50 to some 120: the "?" is back after ten months."""
    days = next(day for day in range(2000) if after_days(50, day) >= 110)
    assert 250 < days < 500


def after_days(deviation: float, days: float) -> float:
    return aged(GlickoRating(1500, deviation), days * glicko2.PERIODS_A_DAY).deviation


def test_about_twelve_games_take_the_question_mark_away() -> None:
    player, games = GlickoRating(), 0
    while player.deviation >= 110:
        player = rate(player, [(GlickoRating(player.value, 60), games % 2)], 0.2)
        games += 1
    assert 8 <= games <= 13


def test_a_team_of_four_alike_plays_against_one_like_it() -> None:
    opponent = team(GlickoRating(1500, 60), (GlickoRating(1500, 60), GlickoRating(1500, 60)))
    assert opponent.value == 1500
    assert opponent.deviation == pytest.approx(60 * 3**0.5)


def test_a_strong_partner_makes_the_opponent_weaker() -> None:
    assert (
        team(GlickoRating(1700, 60), (GlickoRating(1500, 60), GlickoRating(1600, 60))).value == 1400
    )
