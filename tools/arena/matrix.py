"""Matches of all levels against each other, as tables of Markdown in docs/bots.md.

Each deal that has been played is a line of a file (`played.py`), so a matrix that was stopped goes
on where it stood.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from engine.bots import BOTS, LEVELS
from engine.setup import Options
from tools.arena.elo import elo, elo_error, fitted
from tools.arena.matches import Pair, Result, play_pair, tally
from tools.arena.played import Match, PlayedDeals

BEGIN: Final = "<!-- begin: python -m tools.arena matrix, {players} players -->"
END: Final = "<!-- end: {players} players -->"
ANCHOR: Final = "greedy"
"""The bot that the levels are measured against besides each other."""
ROUND: Final = 5
"""All matches play so many deals in turn, so that a stopped matrix is filled evenly."""


@dataclass(frozen=True, slots=True)
class Deals:
    """How many deals are played: by neighbours and against `ANCHOR`, by other pairs of bots, and by
    those that play on.
    """

    neighbours: int
    others: int
    slow: int


def bots_of_matrix() -> list[str]:
    """Return the keys of the bots of the matrix, the weakest first."""
    return [key for key in BOTS if key in LEVELS or key == ANCHOR]


def pairings(deals: Deals) -> Iterator[tuple[str, str, int]]:
    """Return the matches: the stronger bot, the weaker one, and how many deals they play."""
    levels = list(LEVELS)
    for weaker, stronger in combinations(bots_of_matrix(), 2):
        near = ANCHOR in (weaker, stronger) or levels.index(stronger) - levels.index(weaker) == 1
        if BOTS[stronger].slow:
            count = deals.slow if near else 0
        else:
            count = deals.neighbours if near else deals.others
        if count:
            yield stronger, weaker, count


def _played(match: Match, number: int) -> Pair:
    return play_pair(BOTS[match.first], BOTS[match.second], number, match.seed, match.options)


def matrix(
    deals: Deals, seed: str, options: Options, processes: int, played: PlayedDeals
) -> Iterator[tuple[str, str, Result]]:
    """Play what has not been played of all matches, by rounds of some deals of each match.

    Yields the stronger bot, the weaker one and the result so far, after each round of a match.
    """
    matches = [
        (Match(first, second, seed, options), count)
        for first, second, count in sorted(pairings(deals), key=_neighbours_first)
    ]
    most = max((count for _, count in matches), default=0)
    rounds = [
        (match, range(at, min(at + ROUND, count)))
        for at in range(0, most, ROUND)
        for match, count in matches
        if at < count
    ]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        waiting = {
            (match, number): pool.submit(_played, match, number)
            for match, numbers in rounds
            for number in numbers
            if number not in played.of(match)
        }
        try:
            for match, numbers in rounds:
                for number in numbers:
                    if (match, number) in waiting:
                        # dropped once it is written, so that a long matrix keeps no games twice
                        pair = waiting.pop((match, number)).result()
                        played.add(match, number, pair)
                yield match.first, match.second, tally(list(played.of(match).values()))
        finally:
            pool.shutdown(cancel_futures=True)


def _neighbours_first(pairing: tuple[str, str, int]) -> int:
    keys = bots_of_matrix()
    return keys.index(pairing[0]) - keys.index(pairing[1])


def difference(result: Result) -> str:
    """Return the difference in Elo with its standard error, in words."""
    if not 0 < result.score < 1:
        return "all won" if result.score else "all lost"
    points, error = elo(result.score), elo_error(result.score, result.error)
    return f"{points:+.0f} ± {error:.0f}".replace("-", "−")


def tables(results: Mapping[tuple[str, str], Result], seed: str) -> str:
    """Return the matrix and the times a turn, as Markdown."""
    keys = bots_of_matrix()
    lines = [
        "Elo of the row against the column, ± one standard error, and in brackets the games; "
        f"seed `{seed}`.",
        "",
        "| | " + " | ".join(f"`{key}`" for key in keys[:-1]) + " |",
        "|---" * len(keys) + "|",
    ]
    for row in reversed(keys):
        cells = []
        for column in keys[:-1]:
            result = results.get((row, column))
            games = 0 if result is None else 2 * len(result.pairs)
            cells.append("" if result is None else f"{difference(result)} ({games})")
        if any(cells):
            lines.append(f"| `{row}` | " + " | ".join(cells) + " |")
    lines += ["", "| | turn, mean | decision, slowest |", "|---|---|---|"]
    for key in keys:
        turns = [r.turn_times[k.index(key)] for k, r in results.items() if key in k]
        slowest = [r.slowest[k.index(key)].milliseconds for k, r in results.items() if key in k]
        if turns:
            lines.append(f"| `{key}` | {sum(turns) / len(turns):.1f} ms | {max(slowest):.0f} ms |")
    return "\n".join(lines)


def ratings(results: Mapping[tuple[str, str], Result]) -> str:
    """Return the ratings that fit the results, the weakest first; `ANCHOR` keeps its own.

    Matches in which one bot has won all games are left out.
    """
    matches = [
        (first, second, sum(result.pairs), 2 * len(result.pairs))
        for (first, second), result in results.items()
        if 0 < result.score < 1
    ]
    fit = fitted(matches, ANCHOR, BOTS[ANCHOR].rating) if matches else {}
    return ", ".join(f"{key} {fit[key]:.0f}" for key in bots_of_matrix() if key in fit)


def replace_in(path: Path, players: int, text: str) -> None:
    """Put the tables in their place in a file."""
    begin, end = BEGIN.format(players=players), END.format(players=players)
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise ValueError(f"{path} has no place for the matrix: {begin} … {end}")
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
