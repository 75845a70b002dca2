"""Simulated games in which one player knows the other's hand: `python -m tests.fairplay.hands`.

Both seats are played by one bot, which plays its best turns on in imagined worlds. Seat 0 is shown
the hand of its opponent, as by a friend who holds it at another table; seat 1 plays honestly. It
prints how the turns of both fit the hidden hands: the figures of docs/fairplay.md.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from engine import Chance, Game, Options, deal
from engine.analysis.review.hidden_hands import SPREAD, HandFit, hand_fits
from engine.bots.levels import Skill, at_level
from engine.bots.play_on import PlayOn
from tools.arena.twin import hands_open

THINK = at_level(Skill(weighs_hands=True, on=PlayOn(plans=4, worlds=8, halving=())))


def played(seed: str) -> list[tuple[int, str]]:
    """Return the seats and actions of a game in which seat 0 knows the hand of seat 1."""
    game = Game(deal(Options(), seed))
    moves: list[tuple[int, str]] = []
    while game.pending:
        seat = game.pending[0].seats[0]
        knows = seat == 0 and game.pending[0].kind != "mulligan"
        view = hands_open(game, seat) if knows else game.view(seat)
        moves.append((seat, THINK(view, Chance(f"{seed} {len(moves)}")).action))
        game.play(*moves[-1])
    return moves


def deviations(fits: Sequence[HandFit]) -> float:
    """Return by how many standard deviations turns fit better than chance, if each had its own."""
    turns = sum(fit.turns for fit in fits)
    return (sum(fit.beaten for fit in fits) - turns / 2) / sqrt(max(1, turns) * SPREAD)


def main() -> None:
    """Play games and print a line for each seat."""
    parser = argparse.ArgumentParser(prog="python -m tests.fairplay.hands", description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    chosen = parser.parse_args()
    fits: tuple[list[HandFit], list[HandFit]] = ([], [])
    for number in range(chosen.first, chosen.first + chosen.games):
        seed = f"hands {number}"
        start = Game(deal(Options(), seed))
        for own, fit in zip(fits, hand_fits(start, played(seed), seed), strict=True):
            own.append(fit)
    for name, own in zip(("knows the hand", "honest"), fits, strict=True):
        turns = sum(fit.turns for fit in own)
        games = [deviations([fit]) for fit in own]
        share = sum(fit.beaten for fit in own) / turns
        print(f"{name}: {turns} turns stood better than in {100 * share:.1f} % of the worlds;")
        print(
            f"deviations: all {deviations(own):.2f}, a game {fmean(games):.2f}, {stdev(games):.2f}"
        )


if __name__ == "__main__":
    main()
