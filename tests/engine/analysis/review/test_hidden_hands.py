"""Whether turns fit hands that their player could not see."""

from statistics import pvariance

import pytest

from engine import Chance, Game, Options, deal
from engine.analysis.review import hidden_hands
from engine.analysis.review.hidden_hands import SPREAD, WORLDS, HandFit, hand_fits
from engine.bots import BOTS
from engine.bots.search import Path
from engine.bots.worlds import another_world
from engine.table import Table

SEED = "hidden hands"


def opening(moves: int) -> tuple[Game, list[tuple[int, str]]]:
    """Return a game at its deal, and its first moves."""
    start = Game(deal(Options(), SEED))
    game, played = start.copy(), []
    for number in range(moves):
        seat = game.pending[0].seats[0]
        played.append((seat, BOTS["eclipse"](game.view(seat), Chance(f"{SEED} {number}"))))
        game.play(*played[-1])
    return start, played


def test_worlds_that_could_change_places_with_the_real_one_add_up_to_nothing() -> None:
    """Each of them may be the real one: on average an honest player gains nothing."""
    worlds = [0.1, -0.05, 0.2, 0.0, 0.04]
    fit = HandFit()
    for number, real in enumerate(worlds):
        fit.add(real, worlds[:number] + worlds[number + 1 :])
    assert fit.turns == 5
    assert fit.beaten == pytest.approx(2.5)
    assert pytest.approx(pvariance(place / WORLDS for place in range(WORLDS + 1))) == SPREAD


def test_a_turn_that_no_hand_answers_says_nothing() -> None:
    fit = HandFit()
    fit.add(0.3, [0.3, 0.3, 0.3])
    assert fit == HandFit()


def test_the_same_game_is_measured_the_same() -> None:
    start, moves = opening(8)
    fits = hand_fits(start, moves, SEED)
    assert fits == hand_fits(start, moves, SEED)
    assert any(fit.turns for fit in fits)


def test_the_plan_that_stands_best_against_the_real_hand_fits_it() -> None:
    """Of the plans of a turn some fit the real hand and some don't; one is the best."""
    start, moves = opening(12)
    game = start.copy()
    for seat, action in moves:
        if game.pending[0].kind == "turn":
            break
        game.play(seat, action)
    table, dice = game.table(), Chance(SEED).stream("worlds")
    imagined = [another_world(table, [table.side], dice) for _ in range(6)]
    real = hidden_hands._real_world(table, dice)
    assert real.hands == table.hands
    plans = hidden_hands._others(imagined[0], (-1,))
    gains = []
    for plan in plans:
        others = [other for other in plans if other != plan]
        fit = HandFit()
        fit.add(*_advantages([real, *imagined], plan, others))
        gains.append(fit.beaten)
    assert min(gains) < 0.5 < max(gains)


def _advantages(worlds: list[Table], plan: Path, others: list[Path]) -> tuple[float, list[float]]:
    real, *imagined = [hidden_hands._advantage(world, plan, others) for world in worlds]
    return real, imagined
