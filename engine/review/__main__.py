"""`python -m engine.review`: the calibration of the judge, and how it labels the levels."""

import argparse
from collections.abc import Sequence

from engine.bots import BOTS
from engine.review import calibration
from engine.review.calibration import Forecast, LevelReview
from engine.setup import Options


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games between neighbouring levels, review some, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m engine.review", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of each two levels (40)")
    parser.add_argument("--reviewed", type=int, default=6, help="of them, in full (6)")
    parser.add_argument("--slow", type=int, default=2, help="of the best level, each (2)")
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument(
        "--bots", nargs=2, choices=BOTS, help="games of these two, not of all neighbouring levels"
    )
    parser.add_argument("--seed", default="calibration", help="any text")
    chosen = parser.parse_args(arguments)
    foreseen: list[Forecast] = []
    levels: dict[str, LevelReview] = {}
    games = 0
    pairings = [tuple(chosen.bots)] if chosen.bots else calibration.pairings()
    for first, second in pairings:
        slow = BOTS[first].slow or BOTS[second].slow
        for number in range(chosen.slow if slow else chosen.games):
            seed = f"{chosen.seed} {first} {second}"
            game = calibration.played(first, second, number, seed, Options(players=chosen.players))
            foreseen += calibration.forecasts(game)
            games += 1
            if number < chosen.reviewed:
                sides = (first, second) if number % 2 == 0 else (second, first)
                calibration.add_review(game, dict(enumerate(sides)), levels)
    print("\n".join([*calibration.calibration_table(foreseen, games), ""]))
    print("\n".join(calibration.levels_table(levels)))


if __name__ == "__main__":
    main()
