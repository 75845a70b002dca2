"""`python -m engine.bots greedy random --deals 500`: let two bots play and print the figures."""

import argparse
from collections.abc import Sequence

from engine.bots import BOTS
from engine.bots.arena import match
from engine.setup import Options


def main(arguments: Sequence[str] | None = None) -> None:
    """Play; print the first bot's score with its standard error, and the slowest decisions."""
    parser = argparse.ArgumentParser(prog="python -m engine.bots", description=__doc__)
    parser.add_argument("first", choices=BOTS)
    parser.add_argument("second", choices=BOTS)
    parser.add_argument("--deals", type=int, default=100, help="each is played twice (100)")
    parser.add_argument("--seed", default="arena", help="any text")
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument("--secret-agents", action="store_true", help="with the expansion")
    chosen = parser.parse_args(arguments)
    options = Options(players=chosen.players, secret_agents=chosen.secret_agents)
    result = match(BOTS[chosen.first], BOTS[chosen.second], chosen.deals, chosen.seed, options)
    print(
        f"{chosen.first} against {chosen.second}, {2 * chosen.deals} games: "
        f"{result.wins} won, {result.draws} drawn, {result.losses} lost; "
        f"score {100 * result.score:.1f} % ± {100 * result.error:.1f}; "
        f"{result.decisions / (2 * chosen.deals):.0f} decisions a game"
    )
    for name, slowest, nodes in zip(
        (chosen.first, chosen.second), result.slowest, result.most_nodes, strict=True
    ):
        print(
            f"{name}: slowest decision {slowest.milliseconds:.1f} ms "
            f"({slowest.nodes} answers tried), most answers tried {nodes}"
        )


if __name__ == "__main__":
    main()
