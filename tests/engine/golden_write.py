"""Golden games: `python -m tests.engine.golden_write` writes `golden/` anew.

Each game is two files. `NAME.json` is its record. `NAME.txt` is the playthrough: every action with
the events that came of it. For the games with `detail` it also has what every seat and a
spectator (`public`) may see, first all of it, then whatever changes in it, and the events that
look different to some viewer: so that a diff shows a change of a rule, and a leak.

A change of the rules shows in the text files of the old records; only a change that makes an old
record impossible calls for new games.
"""

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from engine import Event, Game, Options, deal
from engine.game import recorded_actions
from engine.public_types import Record
from engine.terminal.dice import Dice
from engine.views import open_hand

FOLDER = Path(__file__).parent / "golden"
_ABSENT = object()


class Golden(NamedTuple):
    """A game: dealt from `seed`, every answer chosen by `Dice(dice)`."""

    name: str
    options: Options
    seed: str
    dice: int
    detail: bool = False


GAMES = (
    Golden("two-first-game", Options(boards="SUN", beginner=True), "golden 116", 116),
    Golden("two-democratic", Options(), "golden 19", 19, detail=True),
    Golden("two-absolute", Options(), "golden 23", 23),
    Golden("two-popular-secret-agents", Options(secret_agents=True), "golden 37", 37),
    Golden("two-drawn", Options(), "golden 28", 28),
    Golden("four-absolute", Options(players=4), "golden 144", 144),
    Golden("four-democratic", Options(players=4), "golden 185", 185),
    Golden(
        "four-popular-secret-agents",
        Options(players=4, secret_agents=True),
        "golden 182",
        182,
        detail=True,
    ),
)


def played(golden: Golden) -> Game:
    """Return the game, played at random to its end."""
    game = Game(deal(golden.options, golden.seed))
    dice = Dice(golden.dice)
    while game.pending:
        decision = game.pending[dice.below(len(game.pending))]
        seat = decision.seats[dice.below(len(decision.seats))]
        action = decision.options[dice.below(len(decision.options))]
        hand = open_hand(game.view(seat), seat)
        if decision.kind == "order" and hand and dice.below(2):
            action = f"lead {hand[dice.below(len(hand))]}"  # and so: I play first
        game.play(seat, action)
    return game


def record_text(record: Record) -> str:
    """Return a record as JSON with one action a line."""
    actions = ",\n".join(f"  {json.dumps(action)}" for action in record["actions"])
    parts = [
        f' "{key}": [\n{actions}\n ]' if key == "actions" else f' "{key}": {json.dumps(value)}'
        for key, value in record.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def playthrough(record: Record, detail: bool) -> str:
    """Replay a record and return its events, line by line."""
    return "".join(f"{line}\n" for line in _lines(record, detail))


def _lines(record: Record, detail: bool) -> Iterator[str]:
    game = Game.replay({**record, "actions": [], "outcome": None})
    viewers = [None, *range(record["options"]["players"])]
    seen: dict[int | None, dict[str, Any]] = {viewer: {} for viewer in viewers}
    if detail:
        yield "0"
        yield from _changes(game, seen)
    for number, (seat, action) in enumerate(recorded_actions(record), 1):
        events = game.play(seat, action)
        yield f"{number} seat {seat}: {action}"
        for event in events:
            yield f"  {_told(event)}"
            if detail:
                for viewer in viewers:
                    if event.seen_by(viewer) != event:
                        yield f"    {_name(viewer)} sees {_told(event.seen_by(viewer))}"
        if detail:
            yield from _changes(game, seen)
    yield f"outcome {json.dumps(game.record()['outcome'])}"


def _told(event: Event) -> str:
    parts = (f"{part.name}={json.dumps(getattr(event, part.name))}" for part in fields(event))
    return " ".join([type(event).__name__, *parts])


def _name(viewer: int | None) -> str:
    return "public" if viewer is None else f"seat {viewer}"


def _changes(game: Game, seen: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    """Return the changes that each viewer sees; of a seat, only those that are not public."""
    public: dict[str, tuple[Any, Any]] = {}
    for viewer, before in seen.items():
        now = dict(_flat(game.view(viewer)))
        changes = {
            path: (before.get(path, _ABSENT), now.get(path, _ABSENT))
            for path in [*now, *(path for path in before if path not in now)]
            if before.get(path, _ABSENT) != now.get(path, _ABSENT)
        }
        for path, (old, new) in changes.items():
            if viewer is None or public.get(path) != (old, new):
                yield f"  {_name(viewer)}: {path} {_change(old, new)}"
        if viewer is None:
            public = changes
        seen[viewer] = now


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Take objects apart into their values, each with the path to it.

    What is pending stays in one piece, as few of its parts mean much by themselves.
    """
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value and isinstance(value[0], dict) and path != "stack":
        for number, part in enumerate(value):
            if path == "pending":
                yield f"{path}.{number}", part
                continue
            yield from _flat(part, f"{path}.{number}")
    else:
        yield path, value


def _change(old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list) and old and new[: len(old)] == old:
        return f"+ {json.dumps(new[len(old) :])}"
    return "gone" if new is _ABSENT else json.dumps(new)


def main() -> None:
    """Write the files of all games."""
    FOLDER.mkdir(exist_ok=True)
    for golden in GAMES:
        record = played(golden).record()
        (FOLDER / f"{golden.name}.json").write_text(record_text(record), encoding="utf-8")
        text = playthrough(record, golden.detail)
        (FOLDER / f"{golden.name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
