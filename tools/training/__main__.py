"""`python -m tools.training`: train the networks by games of bots against themselves."""

import argparse
from collections.abc import Sequence
from typing import Final

from tools.training.loop import TrainingPlan, train

TAUGHT: Final = {2: 300, 4: 40}
"""Players -> games of playing on, if no number is given. Those of teams take six times as long."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and write the weights into the package."""
    parser = argparse.ArgumentParser(prog="python -m tools.training", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument("--seed", default="zenith")
    parser.add_argument("--greedy", type=int, default=4000, help="games of the greedy bot (4000)")
    parser.add_argument("--rounds", type=int, default=40, help="rounds of self-play (40)")
    parser.add_argument("--games", type=int, default=300, help="games of a round (300)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--rate", type=float, nargs=2, default=(2e-3, 2e-4), metavar=("FROM", "TO"))
    parser.add_argument(
        "--taught",
        type=int,
        help="games in which both sides play on, as teachers after the rounds "
        f"({TAUGHT[2]}; teams {TAUGHT[4]})",
    )
    parser.add_argument("--go-on", action="store_true", help="begin with the stored weights")
    chosen = parser.parse_args(arguments)
    plan = TrainingPlan(
        chosen.players,
        chosen.seed,
        chosen.greedy,
        chosen.rounds,
        chosen.games,
        chosen.processes,
        rates=(chosen.rate[0], chosen.rate[1]),
        goes_on=chosen.go_on,
        taught=TAUGHT[chosen.players] if chosen.taught is None else chosen.taught,
    )
    train(plan)


if __name__ == "__main__":
    main()
