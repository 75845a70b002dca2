"""How far reviews can be trusted.

`python -m tools.calibration` prints the calibration of the judge, and how the turns of the levels
are labelled. `python -m tools.calibration marks` plays marked turns on to the end of the game, and
prints what the marks claim and what is found (docs/review.md says how long that takes).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.bots import BOTS
from engine.setup import Options
from tools.calibration import forecasts
from tools.calibration.forecasts import Forecast, LevelReview
from tools.calibration.marks import MeasuredGames, Sample, marks_table, measure


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.calibration",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("table", choices=("levels", "marks"), nargs="?", default="levels")
    parser.add_argument("--games", type=int, default=40, help="of each two levels (40)")
    parser.add_argument("--reviewed", type=int, default=6, help="of them, in full (6)")
    parser.add_argument("--slow", type=int, default=2, help="of the best level, each (2)")
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument(
        "--bots", nargs=2, choices=BOTS, help="games of these two, not of all neighbouring levels"
    )
    parser.add_argument("--seed", default="calibration", help="any text")
    parser.add_argument("--marks", type=int, default=60, help="marks: of each label (60)")
    parser.add_argument("--deals", type=int, default=200, help="marks: for each mark (200)")
    parser.add_argument("--best", action="store_true", help="marks: own turns of the best level")
    parser.add_argument("--processes", type=int, default=2, help="marks (2)")
    parser.add_argument(
        "--kept", type=Path, default=Path(".review/marks.jsonl"), help="marks: what was measured"
    )
    chosen = parser.parse_args(arguments)
    if chosen.table == "marks":
        _marks(Sample(chosen.marks, chosen.deals, chosen.seed, chosen.best), chosen)
    else:
        _levels(chosen)


def _marks(sample: Sample, chosen: argparse.Namespace) -> None:
    """Measure marks, and print the table after each wave of games."""
    kept = MeasuredGames(chosen.kept, sample)
    for games, marks in measure(sample, kept, chosen.processes):
        print("\n".join([*marks_table(sample, games, marks), ""]), flush=True)


def _levels(chosen: argparse.Namespace) -> None:
    """Play games between neighbouring levels, review some, and print the tables."""
    foreseen: list[Forecast] = []
    levels: dict[str, LevelReview] = {}
    games = 0
    pairings = [tuple(chosen.bots)] if chosen.bots else forecasts.pairings()
    for first, second in pairings:
        slow = BOTS[first].slow or BOTS[second].slow
        for number in range(chosen.slow if slow else chosen.games):
            seed = f"{chosen.seed} {first} {second}"
            game = forecasts.played(first, second, number, seed, Options(players=chosen.players))
            foreseen += forecasts.forecasts(game)
            games += 1
            if number < chosen.reviewed:
                sides = (first, second) if number % 2 == 0 else (second, first)
                forecasts.add_review(game, dict(enumerate(sides)), levels)
    print("\n".join([*forecasts.calibration_table(foreseen, games), ""]))
    print("\n".join(forecasts.levels_table(levels)))


if __name__ == "__main__":
    main()
