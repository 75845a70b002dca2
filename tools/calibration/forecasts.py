"""How far reviews can be trusted: games between levels, what the judge foresaw and what came.

`python -m tools.calibration --games 40 --reviewed 6` plays games of each level against the next one
and prints: Brier score and reliability of the chance to win at the end of each turn; and for each
level how its turns are labelled, how often they are what the review would play, and its accuracy.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.analysis.review.labels import LABELS, Label, accuracy
from engine.analysis.review.turns import course, review
from engine.bots import BOTS, LEVELS
from engine.game import Game, recorded_actions
from engine.setup import Options, deal
from tools.arena.matches import play_out


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chance that the judge gave a side at the end of its turn, and the result, 0 to 1."""

    chance: float
    result: float


@dataclass(slots=True)
class LevelReview:
    """The reviewed turns of a level."""

    labels: Counter[Label] = field(default_factory=Counter)
    agreed: int = 0
    """Turns for which the judge alone knows no better one."""
    losses: list[float] = field(default_factory=list)

    @property
    def turns(self) -> int:
        """The number of turns."""
        return len(self.losses)


def pairings() -> list[tuple[str, str]]:
    """Return the levels against the next ones, the weaker first; those that are slow only once."""
    return list(pairwise(LEVELS))


def played(first: str, second: str, number: int, seed: str, options: Options) -> Game:
    """Return a game between two levels, at its end; the seating alternates."""
    game = Game(deal(options, f"{seed} deal {number}"))
    bots = (BOTS[first], BOTS[second])
    play_out(game, bots if number % 2 == 0 else bots[::-1], f"{seed} game {number}")
    return game


def start_and_moves(game: Game) -> tuple[Game, list[tuple[int, int, str]]]:
    """Return a game at its deal, and its moves."""
    record = game.record()
    actions = recorded_actions(record)
    moves = [(number, seat, action) for number, (seat, action) in enumerate(actions, 1)]
    return Game.replay({**record, "actions": [], "outcome": None}), moves


def forecasts(game: Game) -> Iterator[Forecast]:
    """Yield what the judge foresaw at the end of each turn but the last."""
    if game.outcome is None:
        return
    winner = game.outcome.winner
    for turn in course(*start_and_moves(game))[:-1]:
        result = 0.5 if winner is None else float(turn.seat % 2 == winner)
        yield Forecast(turn.chance, result)


def add_review(game: Game, bots: Mapping[int, str], levels: dict[str, LevelReview]) -> None:
    """Review a game and count its turns; `bots`: side -> level."""
    for turn in review(*start_and_moves(game)):
        level = levels.setdefault(bots[turn.seat % 2], LevelReview())
        level.labels[turn.label] += 1
        level.agreed += turn.agrees
        level.losses.append(turn.loss)


def brier(some: Sequence[Forecast]) -> float:
    """Return the mean squared error of forecasts: 0.25 for a judge that knows nothing."""
    return sum((forecast.chance - forecast.result) ** 2 for forecast in some) / len(some)


def reliability(some: Iterable[Forecast]) -> list[tuple[int, float, float]]:
    """Return (turns, mean chance, share won) for each tenth of the chance."""
    tenths: dict[int, list[Forecast]] = {}
    for forecast in some:
        tenths.setdefault(min(9, int(10 * forecast.chance)), []).append(forecast)
    return [
        (
            len(group),
            sum(forecast.chance for forecast in group) / len(group),
            sum(forecast.result for forecast in group) / len(group),
        )
        for _, group in sorted(tenths.items())
    ]


def calibration_table(some: Sequence[Forecast], games: int) -> list[str]:
    """Return the calibration as lines of Markdown."""
    lines = [
        f"{games} games, {len(some):,} turns; Brier {brier(some):.3f}",
        "",
        "| turns | foreseen | won |",
        "|---|---|---|",
    ]
    for turns, chance, won in reliability(some):
        lines.append(f"| {turns:,} | {chance:.3f} | {won:.3f} |")
    return lines


def levels_table(levels: Mapping[str, LevelReview]) -> list[str]:
    """Return how the turns of the levels are judged, as lines of Markdown."""
    lines = [
        "| level | turns | " + " | ".join(LABELS) + " | as the review | accuracy |",
        "|---" * (len(LABELS) + 4) + "|",
    ]
    for key in BOTS:
        if key in levels:
            level = levels[key]
            shares = " | ".join(
                f"{100 * level.labels[label] / level.turns:.1f} %" for label in LABELS
            )
            agreed = f"{100 * level.agreed / level.turns:.1f} %"
            lines.append(
                f"| `{key}` | {level.turns} | {shares} | {agreed} | {accuracy(level.losses)} |"
            )
    return lines
