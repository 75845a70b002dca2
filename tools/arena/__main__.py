"""Matches between bots.

`python -m tools.arena greedy random --deals 500` lets two bots play and prints the figures;
`--sprt 0 30` stops as soon as it is clear whether the first is stronger by 30 Elo or not at all.
`--sees all` shows the first bot what is hidden: what does its twin gain?
`"program:./bot.py --fast" nova` lets a program play (docs/protocol.md), which gets the view of its
seat and `--time` milliseconds for an answer; one that fails loses the game.
`python -m tools.arena matrix` lets all levels play and writes the tables of docs/bots.md; stopped
and started again, it goes on.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.bots import BOTS, Bot
from engine.setup import Options
from engine.terminal.programs import MARK, ProgramFault, ProgramPlayer
from tools.arena.elo import Sprt
from tools.arena.matches import Result, Sights, match, play_pair, tally
from tools.arena.matrix import Deals, difference, matrix, ratings, replace_in, tables
from tools.arena.played import PlayedDeals
from tools.arena.twin import SIGHTS

MATRIX: Final = "matrix"
"""What stands in the place of the first bot for matches of all levels."""


@dataclass(frozen=True, slots=True)
class MatchAsked:
    """A match that is asked for: the bots and their names, how many deals, and how they play."""

    names: tuple[str, str]
    bots: tuple[Bot, Bot]
    deals: int
    seed: str
    options: Options
    sights: Sights


def main(arguments: Sequence[str] | None = None) -> None:
    """Play; print the first bot's score with its standard error, and the slowest decisions."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.arena",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", type=_player, help="a bot, program:COMMAND, or matrix")
    parser.add_argument("second", type=_player, nargs="?", help="a bot, or program:COMMAND")
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
    parser.add_argument(
        "--time", type=int, default=5000, metavar="MS", help="of a program for an answer (5000)"
    )
    parser.add_argument("--processes", type=int, default=2, help="matrix (2)")
    parser.add_argument(
        "--played", type=Path, default=Path(".matrix/deals.jsonl"), help="matrix: what was played"
    )
    parser.add_argument("--write", type=Path, default=Path("docs/bots.md"), help="matrix: the file")
    chosen = parser.parse_args(arguments)
    options = Options(players=chosen.players, secret_agents=chosen.secret_agents)
    sights = (SIGHTS[chosen.sees], SIGHTS["seat"])
    if chosen.first == MATRIX:
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
    elif chosen.second == MATRIX or (chosen.sees != "seat" and chosen.first.startswith(MARK)):
        parser.error("a match is between two players, and a program sees what its seat sees")
    else:
        names = chosen.first, chosen.second
        with ExitStack() as programs:
            bots = (_bot(names[0], chosen.time, programs), _bot(names[1], chosen.time, programs))
            asked = MatchAsked(names, bots, chosen.deals, chosen.seed, options, sights)
            if chosen.sprt:
                _test(asked, Sprt(*chosen.sprt))
            else:
                _match(asked)


def _player(name: str) -> str:
    if name in (*BOTS, MATRIX) or name.startswith(MARK):
        return name
    raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(BOTS)}, {MARK}COMMAND")


def _bot(name: str, milliseconds: int, programs: ExitStack) -> Bot:
    """Return a bot by its name; a program ends when `programs` are closed."""
    if not name.startswith(MARK):
        return BOTS[name]
    try:
        player = ProgramPlayer(name.removeprefix(MARK), milliseconds)
    except ProgramFault as fault:
        sys.exit(str(fault))
    return programs.enter_context(closing(player)).bot


def _match(asked: MatchAsked) -> None:
    first, second = asked.names
    result = match(*asked.bots, asked.deals, asked.seed, asked.options, asked.sights)
    games = 2 * asked.deals
    print(
        f"{_shown(first, asked.sights)} against {second}, {games} games: "
        f"{result.wins} won, {result.draws} drawn, {result.losses} lost; "
        f"score {100 * result.score:.1f} % ± {100 * result.error:.1f}; "
        f"Elo {difference(result)}; "
        f"{result.decisions / games:.0f} decisions a game"
    )
    for name, turn, slowest, nodes in zip(
        asked.names, result.turn_times, result.slowest, result.most_nodes, strict=True
    ):
        print(
            f"{name}: a turn {turn:.1f} ms, slowest decision {slowest.milliseconds:.1f} ms "
            f"({slowest.nodes} answers tried), most answers tried {nodes}"
        )
    _print_faults(result)


def _print_faults(result: Result) -> None:
    for fault, count in Counter(result.faults).items():
        print(f"{count} games lost: {fault}")


def _shown(first: str, sights: Sights) -> str:
    """Return the name of the first bot, and what it sees if that is more than its seat."""
    (sight,) = (name for name, sight in SIGHTS.items() if sight is sights[0])
    return first if sight == "seat" else f"{first} that sees {sight}"


def _test(asked: MatchAsked, test: Sprt) -> None:
    first, second = asked.names
    pairs = []
    for number in range(asked.deals):
        pairs.append(play_pair(*asked.bots, number, asked.seed, asked.options, asked.sights))
        result = tally(pairs)
        verdict = test.verdict(result.pairs)
        if verdict is not None:
            break
    answer = {True: "stronger", False: "not stronger", None: "not decided"}[verdict]
    print(
        f"{_shown(first, asked.sights)} against {second}: {answer} "
        f"({test.same:+.0f} or {test.better:+.0f} Elo), "
        f"{2 * len(pairs)} games, {difference(result)}, "
        f"log likelihood {test.likelihood(result.pairs):+.2f}"
    )
    _print_faults(result)


if __name__ == "__main__":
    main()
