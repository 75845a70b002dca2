"""Replaying a record, move by move."""

from typing import Any

from engine.errors import EngineError
from engine.game import Game
from engine.terminal import sentences
from engine.terminal.files import Complaint
from engine.terminal.screen import Screen
from engine.terminal.show import draw, opened


def replay(record: Any, to: int | None, screen: Screen) -> None:
    """Print every move with what happened; stop after `to` actions and draw the table.

    Everything is open: who replays a record holds all of it. Raises `Complaint`,
    or `BadSetup` for a game that can't even begin.
    """
    actions = _actions(record)
    # the beginning of a record is itself the record of a running game
    bare = {**record, "actions": [], "outcome": None} if actions else record
    game = Game.replay(bare)
    players = game.view(None)["players"]
    for number, (seat, action) in enumerate(actions[:to], 1):
        source = next((asked.source for asked in game.pending if seat in asked.seats), "")
        try:
            events = game.play(seat, action)
        except EngineError as error:
            raise Complaint(f"Action {number}, {action!r} of seat {seat}: {error}") from error
        by = "" if source in ("turn", "mulligan") else f"   ({source})"
        screen.say(f"{number:4}  seat {seat}: {action}{by}")
        screen.say(*sentences.happened(events, players))
    if to is not None and to < len(actions):
        screen.say("", *draw(opened(game), screen.signs))
        return
    if game.record()["outcome"] != record.get("outcome"):
        raise Complaint("The game does not end as the record says.")
    outcome = game.outcome
    screen.say("", "The game still runs." if outcome is None else sentences.end(outcome, players))
    if to is not None:
        screen.say("", *draw(opened(game), screen.signs))


def _actions(record: Any) -> list[tuple[int, str]]:
    """Return the actions of a record; raises `Complaint` if it has none."""
    if not isinstance(record, dict) or not isinstance(record.get("actions"), list):
        raise Complaint("This is no record of a game: it has no list of actions.")
    actions = record["actions"]
    if not all(isinstance(action, list) and len(action) == 2 for action in actions):
        raise Complaint("The actions of a record are [seat, action].")
    return [(seat, action) for seat, action in actions]
