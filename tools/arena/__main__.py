"""Matches between bots.

`python -m tools.arena greedy random --deals 500` lets two bots play and prints the figures;
`--sprt 0 30` stops as soon as it is clear whether the first is stronger by 30 Elo or not at all.
`--sees all` shows the first bot what is hidden: what does its twin gain?
`python -m tools.arena matrix` lets all levels play and writes the tables of docs/bots.md; stopped
and started again, it goes on.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.bots import BOTS
from engine.setup import Options
from tools.arena.elo import Sprt
from tools.arena.matches import Sights, match, play_pair, tally
from tools.arena.matrix import Deals, difference, matrix, ratings, replace_in, tables
from tools.arena.played import PlayedDeals
from tools.arena.twin import SIGHTS


def main(arguments: Sequence[str] | None = None) -> None:
    """Play; print the first bot's score with its standard error, and the slowest decisions."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.arena",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", choices=(*BOTS, "matrix"))
    parser.add_argument("second", choices=BOTS, nargs="?")
    parser.add_argument("--deals", type=int, default=100, help="each is played twice (100)")
    parser.add_argument("--seed", default="arena", help="any text")
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument("--secret-agents", action="store_true", help="with the expansion")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("SAME", "BETTER"))
    parser.add_argument("--other-deals", type=int, help="matrix: not of neighbours (half)")
    parser.add_argument("--slow-deals", type=int, default=30, help="matrix: of the best bot (30)")
    parser.add_argument(
        "--sees", choices=SIGHTS, default="seat", help="what the first bot sees; a twin: all (seat)"
    )
    parser.add_argument("--processes", type=int, default=2, help="matrix (2)")
    parser.add_argument(
        "--played", type=Path, default=Path(".matrix/deals.jsonl"), help="matrix: what was played"
    )
    parser.add_argument("--write", type=Path, default=Path("docs/bots.md"), help="matrix: the file")
    chosen = parser.parse_args(arguments)
    options = Options(players=chosen.players, secret_agents=chosen.secret_agents)
    sights = (SIGHTS[chosen.sees], SIGHTS["seat"])
    if chosen.first == "matrix":
        others = chosen.deals // 2 if chosen.other_deals is None else chosen.other_deals
        deals = Deals(chosen.deals, others, chosen.slow_deals)
        played = PlayedDeals(chosen.played)
        results = {}
        for first, second, result in matrix(deals, chosen.seed, options, chosen.processes, played):
            results[first, second] = result
            games = 2 * len(result.pairs)
            print(f"{first} against {second}: {difference(result)} ({games} games)", flush=True)
            replace_in(chosen.write, chosen.players, tables(results, chosen.seed))
        print(ratings(results))
    elif chosen.second is None:
        parser.error("the second bot is missing")
    elif chosen.sprt:
        names = chosen.first, chosen.second
        _test(names, chosen.deals, chosen.seed, options, sights, Sprt(*chosen.sprt))
    else:
        _match((chosen.first, chosen.second), chosen.deals, chosen.seed, options, sights)


def _match(names: tuple[str, str], deals: int, seed: str, options: Options, sights: Sights) -> None:
    first, second = names
    result = match(BOTS[first], BOTS[second], deals, seed, options, sights)
    print(
        f"{_shown(first, sights)} against {second}, {2 * deals} games: "
        f"{result.wins} won, {result.draws} drawn, {result.losses} lost; "
        f"score {100 * result.score:.1f} % ± {100 * result.error:.1f}; "
        f"Elo {difference(result)}; "
        f"{result.decisions / (2 * deals):.0f} decisions a game"
    )
    for name, turn, slowest, nodes in zip(
        names, result.turn_times, result.slowest, result.most_nodes, strict=True
    ):
        print(
            f"{name}: a turn {turn:.1f} ms, slowest decision {slowest.milliseconds:.1f} ms "
            f"({slowest.nodes} answers tried), most answers tried {nodes}"
        )


def _shown(first: str, sights: Sights) -> str:
    """Return the name of the first bot, and what it sees if that is more than its seat."""
    (sight,) = (name for name, sight in SIGHTS.items() if sight is sights[0])
    return first if sight == "seat" else f"{first} that sees {sight}"


def _test(
    names: tuple[str, str], deals: int, seed: str, options: Options, sights: Sights, test: Sprt
) -> None:
    first, second = names
    pairs = []
    for number in range(deals):
        pairs.append(play_pair(BOTS[first], BOTS[second], number, seed, options, sights))
        result = tally(pairs)
        verdict = test.verdict(result.pairs)
        if verdict is not None:
            break
    answer = {True: "stronger", False: "not stronger", None: "not decided"}[verdict]
    print(
        f"{_shown(first, sights)} against {second}: {answer} "
        f"({test.same:+.0f} or {test.better:+.0f} Elo), "
        f"{2 * len(pairs)} games, {difference(result)}, "
        f"log likelihood {test.likelihood(result.pairs):+.2f}"
    )


if __name__ == "__main__":
    main()
