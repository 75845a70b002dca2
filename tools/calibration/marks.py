"""Whether marks hold: the loss that a review claims against the loss in games played to their end.

`python -m tools.calibration marks` reviews fresh games between neighbouring levels, or with
`--best` of the best level against itself, until there are enough turns of each label for which a
better one is claimed. Both turns are then played on to the end of the game from the same deals:
more deals, further and with a wider search than the review's own. Each game that is done is a line
of a file, so a run that was stopped goes on where it stood.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count, islice
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, variance
from typing import Final

from engine.analysis.review import judging
from engine.analysis.review.judging import NAME, judge
from engine.analysis.review.labels import LABELS, Label, label_of
from engine.analysis.review.parts import Part, parts_of
from engine.analysis.review.playing_on import BUDGETS, TO_THE_END, WIDER
from engine.analysis.review.turns import turns_of
from engine.bots import LEVELS
from engine.bots.play_on import PlanComparison
from engine.chance import Chance
from engine.setup import Options
from tools.arena.played import OtherBots, digest_of_bots
from tools.calibration.forecasts import pairings, played, start_and_moves

WAVE: Final = 4
"""Games that are measured side by side, for the labels that lack marks before them."""
CLAIMED: Final = [label.value for label in LABELS if label != Label.BEST]
"""The labels of turns for which a better one can be claimed."""
TWO: Final = Options()
JUDGING: Final = ("labels.py", "parts.py", "plans.py", "playing_on.py", "turns.py")
"""The modules of `engine/analysis/review/` that decide what is claimed."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What is measured: of each label so many marks, each in so many deals.

    `best`: own turns of the best level, counted together, instead of those of all the others.
    """

    marks: int
    deals: int
    seed: str
    best: bool = False

    @property
    def labels(self) -> list[str]:
        """The rows of the table."""
        return [_best_level()] if self.best else CLAIMED


@dataclass(frozen=True, slots=True)
class GameKey:
    """A game: its two levels, and its number among theirs."""

    first: str
    second: str
    number: int


@dataclass(frozen=True, slots=True)
class MeasuredMark:
    """A turn for which a better one is claimed: its loss by the review, and in games played on.

    `label`: of the turn, or the best level for its own turns. Each loss has its standard error.
    """

    turn: int
    label: str
    claimed: float
    claimed_error: float
    found: float
    found_error: float


def _best_level() -> str:
    return next(key for key, bot in LEVELS.items() if bot.slow)


def games_of(sample: Sample) -> Iterator[GameKey]:
    """Yield the games of a sample, without end."""
    best = _best_level()
    levels = [pair for pair in pairings() if best not in pair]
    for number in count():
        for first, second in [(best, best)] if sample.best else levels:
            yield GameKey(first, second, number)


def measured(sample: Sample, wanted: Collection[str], key: GameKey) -> list[MeasuredMark]:
    """Review a game, and play its turns with a wanted label on to the end."""
    seed = f"{sample.seed} {key.first} {key.second}"
    turns, _last = turns_of(*start_and_moves(played(key.first, key.second, key.number, seed, TWO)))
    marks = []
    for turn in turns:
        side, name = turn.seat % 2, f"review {turn.number}"
        part = _claim(parts_of(turn.answers, side, name, BUDGETS[TWO.players]))
        if part is None or part.loss is None:
            continue
        loss = part.loss
        label = key.first if sample.best else label_of(loss.chance, loss.error, part.missed).value
        if label in wanted:
            measured_loss = _found(part, sample.deals, f"{seed} {key.number} turn {turn.number}")
            marks.append(MeasuredMark(turn.number, label, loss.chance, loss.error, *measured_loss))
    return marks


def _claim(parts: Sequence[Part]) -> Part | None:
    """Return the part of a turn for which a better plan is claimed.

    `None` too if several parts lost something: no single plan is claimed for the turn then.
    """
    lost = [part for part in parts if part.loss is not None and part.loss.chance > 0]
    if len(lost) == 1 and lost[0].loss is not None and lost[0].loss.is_proven:
        return lost[0]
    return None


def _found(part: Part, deals: int, seed: str) -> tuple[float, float]:
    """Return the mean loss in games played on from the same deals, and its standard error."""
    assert part.loss is not None
    comparison = PlanComparison(judge, part.seat % 2, part.world, [part.seat], limits=WIDER)
    dice = Chance(seed).stream("deals")
    differences = []
    for _deal in range(deals):
        world = comparison.world(dice)
        better, worse = (
            comparison.chance_after(world, plan.path, TO_THE_END)
            for plan in (part.loss.better, part.played)
        )
        differences.append(better - worse)
    return fmean(differences), sqrt(variance(differences) / len(differences))


class MeasuredGames:
    """The games of a sample that have been measured, kept in a file."""

    def __init__(self, path: Path, sample: Sample) -> None:
        """Read a file, or begin it. `OtherBots` if it belongs to another sample or engine."""
        self._path = path
        self._games: dict[GameKey, list[MeasuredMark]] = {}
        head = json.dumps({"engine": _digest(), "seed": sample.seed, "deals": sample.deals})
        # a line that a kill cut short has no end: its game is measured again
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = text[: text.rfind("\n") + 1].splitlines() or [head]
        if lines[0] != head:
            raise OtherBots(f"{path} holds another sample: name another file, or delete it")
        for line in lines[1:]:
            data = json.loads(line)
            self._games[GameKey(**data["game"])] = [MeasuredMark(**mark) for mark in data["marks"]]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def __contains__(self, key: GameKey) -> bool:
        return key in self._games

    def __getitem__(self, key: GameKey) -> list[MeasuredMark]:
        return self._games[key]

    def add(self, key: GameKey, marks: list[MeasuredMark]) -> None:
        """Write a game down."""
        self._games[key] = marks
        data = {"game": asdict(key), "marks": [asdict(mark) for mark in marks]}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(data) + "\n")


def _digest() -> str:
    """Return a text that changes when the rules, the bots or the reviews change."""
    digest = hashlib.sha256(f"{digest_of_bots()} {NAME}".encode())
    for module in JUDGING:
        digest.update(Path(judging.__file__).with_name(module).read_bytes())
    return digest.hexdigest()[:16]


def measure(
    sample: Sample, kept: MeasuredGames, processes: int
) -> Iterator[tuple[int, list[MeasuredMark]]]:
    """Measure games until each label has its marks.

    Yields the number of games and all their marks after each wave of games.
    """
    games = games_of(sample)
    marks: list[MeasuredMark] = []
    done = 0
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        while True:
            counts = Counter(mark.label for mark in marks)
            wanted = [label for label in sample.labels if counts[label] < sample.marks]
            if not wanted:
                return
            wave = list(islice(games, WAVE))
            new = [key for key in wave if key not in kept]
            for key, measured_marks in zip(
                new, pool.map(partial(measured, sample, wanted), new), strict=True
            ):
                kept.add(key, measured_marks)
            marks += [mark for key in wave for mark in kept[key]]
            done += len(wave)
            yield done, marks


def marks_table(sample: Sample, games: int, marks: Sequence[MeasuredMark]) -> list[str]:
    """Return the losses that are claimed and those that are found, as lines of Markdown."""
    lines = [
        f"{games} games, seed `{sample.seed}`; each mark in {sample.deals} shared deals",
        "",
        "| label | marks | claimed | found | found above 0 |",
        "|---|---|---|---|---|",
    ]
    for label in sample.labels:
        own = [mark for mark in marks if mark.label == label]
        if len(own) < 2:
            continue
        losses = [mark.found for mark in own]
        error = sqrt(variance(losses) / len(losses))
        above = sum(loss > 0 for loss in losses) / len(losses)
        mean = f"{fmean(losses):.3f} ± {error:.3f}"
        claimed = fmean(mark.claimed for mark in own)
        lines.append(f"| {label} | {len(own)} | {claimed:.3f} | {mean} | {100 * above:.0f} % |")
    return lines
