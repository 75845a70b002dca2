"""`python -m tools.training.compare FILE`: weights of a file against those in the package.

Both play as the best level that does not play on, without an error, on the same deals with both
seatings.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.bots import BOTS, Bot, weights
from engine.bots.levels import Skill, at_level
from engine.bots.network import Network
from engine.setup import Options
from tools.arena.elo import Sprt
from tools.arena.matches import Result, play_pair, tally
from tools.arena.matrix import difference


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print by how much the weights of the file are stronger."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.training.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument("--deals", type=int, default=200, help="each is played twice (200)")
    parser.add_argument("--seed", default="weights", help="any text")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("SAME", "BETTER"))
    chosen = parser.parse_args(arguments)
    text = chosen.file.read_text(encoding="utf-8")
    test = Sprt(*chosen.sprt) if chosen.sprt else None
    result, verdict = compared(text, chosen.players, chosen.deals, chosen.seed, test)
    games = 2 * len(result.pairs)
    print(f"{chosen.file} against the stored weights: {difference(result)} ({games} games)")
    if test is not None:
        answer = {True: "stronger", False: "not stronger", None: "not decided"}[verdict]
        print(f"{answer} ({test.same:+.0f} or {test.better:+.0f} Elo)")


def compared(
    text: str, players: int, deals: int, seed: str, test: Sprt | None = None
) -> tuple[Result, bool | None]:
    """Return the result of the weights of a file, and the verdict of a sequential test."""
    new = _bot(Network(weights.read(text, players)))
    stored = _bot(weights.network(players))
    pairs = []
    verdict = None
    for number in range(deals):
        pairs.append(play_pair(new, stored, number, seed, Options(players)))
        verdict = test.verdict(tally(pairs).pairs) if test else None
        if verdict is not None:
            break
    return tally(pairs), verdict


def _bot(network: Network) -> Bot:
    """Return the bot that judges by a network, without an error."""
    think = at_level(Skill(weighs_hands=True), lambda _players: network)
    return replace(BOTS["nova"], think=think)


if __name__ == "__main__":
    main()
