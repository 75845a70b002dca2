"""Golden reviews: `python -m tests.engine.review_write` writes `analysis/review/golden/` anew.

They are reviews of the ends of golden games. Another judge changes them all: read the difference.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine import Game
from engine.analysis.review import Budget, TurnReview, accuracy, describe_cause, review

GAMES = Path(__file__).parent / "golden"
FOLDER = Path(__file__).parent / "analysis" / "review" / "golden"
BY_LEVELS = FOLDER.parent / "games"
"""Records of games between levels, of 23 November 2026."""
QUICK = dict.fromkeys((2, 4), Budget(choosing=4, looks=(8,), choosing_rounds=1, rounds=1))
"""Budgets for tests, which need no small errors."""
RECORDS = {path.stem: path for path in sorted((*GAMES.glob("*.json"), *BY_LEVELS.glob("*.json")))}
NAMES = ("aurora-nova", "four-absolute")
LAST_MOVES = 30
"""Moves of which the end of a game has at most so many: to play on costs time."""


def golden(name: str) -> tuple[Game, list[tuple[int, int, str]]]:
    """Return a golden game at its deal, and its moves."""
    record = json.loads(RECORDS[name].read_text())
    moves = [(number, seat, action) for number, (seat, action) in enumerate(record["actions"], 1)]
    return Game.replay({**record, "actions": [], "outcome": None}), moves


def end_of(name: str) -> tuple[Game, list[tuple[int, int, str]]]:
    """Return a golden game at the beginning of one of its last turns, and the moves from there."""
    game, moves = golden(name)
    for number, (_seq, seat, action) in enumerate(moves):
        if len(moves) - number <= LAST_MOVES and game.pending[0].kind == "turn":
            return game, moves[number:]
        game.play(seat, action)
    raise AssertionError(name)


def written(turns: Sequence[TurnReview]) -> str:
    """Return the review of a game as text."""
    lines = [line for turn in turns for line in _lines(turn)]
    for side in (0, 1):
        own = [turn for turn in turns if turn.seat % 2 == side]
        luck = sum(turn.luck for turn in own)
        marks = accuracy(turn.loss for turn in own)
        lines.append(f"side {side}: accuracy {marks}, luck {luck:+.2f}")
    return "\n".join(lines) + "\n"


def _lines(turn: TurnReview) -> Iterator[str]:
    missed = ", a sure win missed" if turn.missed_win else ""
    yield (
        f"{turn.number}. seat {turn.seat}: {turn.label.value}{missed}; chance {turn.chance:.2f}, "
        f"lost {turn.loss:.2f} ± {turn.error:.2f}, with open hands {turn.open_loss:.2f}, "
        f"luck {turn.luck:+.2f}"
    )
    yield "   played: " + ", ".join(answer.action for answer in turn.played)
    if turn.better:
        yield "   better: " + ", ".join(answer.action for answer in turn.better)
    if turn.causes:
        yield "   " + " ".join(str(describe_cause(cause)) for cause in turn.causes)


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        (FOLDER / f"{name}.txt").write_text(written(list(review(*end_of(name), budgets=QUICK))))


if __name__ == "__main__":
    main()
