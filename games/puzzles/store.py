"""Storing puzzles: found ones, and the starter set that a fresh site begins with."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine import Game as EngineGame
from engine.analysis.puzzles import BEST, GAME, FoundPuzzle, check, check_worth
from engine.boxes import NONE_NAMED, named_cards
from engine.public_types import Position
from games.puzzles.models import Origin, Puzzle
from games.ratings import glicko2

STARTER = Path(__file__).with_name("starter.json")

GUESS_DEVIATION = 250
"""The deviation of the first guess of a puzzle's rating."""
HARDER = {GAME: -50, BEST: 250}
"""Goal -> what it adds to the guess."""


def key_of(goal: str, position: Position) -> str:
    """Return the key of a puzzle; the order of the deck, which is hidden, doesn't matter."""
    seen = {name: value for name, value in position.items() if name != "deck"}
    return hashlib.sha256(json.dumps([goal, seen], sort_keys=True).encode()).hexdigest()


def guess(puzzle: FoundPuzzle) -> glicko2.GlickoRating:
    """Return a first guess of a puzzle's rating; solvers correct it.

    Longer solutions among more answers are harder. A turn that wins the game is easier to look for
    than one of many discs, and the best turn harder than both.
    """
    value = 1250 + 150 * (len(puzzle.solution) - 3) + 15 * puzzle.first_answers
    return glicko2.GlickoRating(value + HARDER.get(puzzle.goal, 0), GUESS_DEVIATION)


def store(puzzles: Iterable[FoundPuzzle], origin: Origin) -> int:
    """Store puzzles that are not stored yet; return how many were given."""
    rows = []
    for puzzle in puzzles:
        row = Puzzle(
            key=key_of(puzzle.goal, puzzle.position),
            goal=puzzle.goal,
            position=puzzle.position,
            solution=list(puzzle.solution),
            origin=origin,
        )
        row.glicko = guess(puzzle)
        rows.append(row)
    Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def withdraw_wrong() -> Iterator[tuple[Puzzle, str]]:
    """Search all stored puzzles again, withdraw those that fail, and yield them with the reason."""
    for row in Puzzle.objects.filter(withdrawn=False):
        solution = tuple(row.solution)
        options = EngineGame.from_position(row.position, seed="check").pending[0].options
        puzzle = FoundPuzzle(row.position, row.goal, solution, len(options))
        wrong = check(puzzle) or check_worth(puzzle)
        if wrong:
            Puzzle.objects.filter(pk=row.pk).update(withdrawn=True)
            yield row, wrong


# --- the starter set ---


def without_deck(puzzle: FoundPuzzle) -> dict[str, object]:
    """Return a puzzle as JSON without the order of the deck, which does not matter."""
    data = puzzle.to_json()
    position = {key: value for key, value in data["position"].items() if key != "deck"}
    return {**data, "position": position}


def with_deck(data: Mapping[str, Any]) -> FoundPuzzle:
    """Return a puzzle of `without_deck`, with the cards that lie nowhere else as its deck."""
    position: Position = data["position"]
    used = {*position["discard"]}
    used |= {slug for hand in position["hands"] for slug in hand}
    used |= {slug for side in position["sides"] for col in side["columns"].values() for slug in col}
    box = named_cards(position["secret_agents"], position.get("boxes", NONE_NAMED)).slugs
    return FoundPuzzle(
        {**position, "deck": [slug for slug in box if slug not in used]},
        data["goal"],
        tuple(data["solution"]),
        data["first_answers"],
    )


@cache
def starter_set() -> tuple[FoundPuzzle, ...]:
    """Return the puzzles that a fresh site begins with."""
    return tuple(with_deck(data) for data in json.loads(STARTER.read_text()))


def load_starter_set() -> int:
    """Store the puzzles of the starter set that are missing; return how many there were."""
    keys = {key_of(puzzle.goal, puzzle.position): puzzle for puzzle in starter_set()}
    stored = set(Puzzle.objects.filter(key__in=keys).values_list("key", flat=True))
    return store([puzzle for key, puzzle in keys.items() if key not in stored], Origin.BOTS)
