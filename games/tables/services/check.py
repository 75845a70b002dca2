"""Whether a game is what its moves say: the rows around them are only caches."""

import json
from typing import Any

from engine import EngineError
from engine import Game as EngineGame
from games.clock import Clock
from games.tables.models import Game, Status
from games.tables.services.play import seats_asked
from games.tables.timekeeping.clocks import asked_people


def differences(game: Game) -> list[str]:
    """Play the moves of a game again; return, a sentence each, where its rows differ from that."""
    if game.status in (Status.OPEN, Status.CANCELLED):
        return [] if not game.moves.exists() else ["There are moves, but no game."]
    try:
        played = EngineGame.replay(game.setup)
    except EngineError as error:
        return [f"The setup cannot be read: {error}"]
    found = []
    count = 0
    for count, move in enumerate(game.moves.all(), 1):
        if move.seq != count:
            found.append(f"Move {count} is missing.")
            return found
        try:
            happened = played.play(move.seat, move.action)
        except EngineError as error:
            found.append(f"Move {count} ({move.action!r} by seat {move.seat}) is refused: {error}")
            return found
        events = [event.to_json() for event in happened]
        if json.loads(json.dumps(events)) != move.events:  # lists, where the engine has tuples
            found.append(f"The events stored with move {count} are others.")
    if game.seq != count:
        found.append(f"The game says it has {game.seq} moves; there are {count}.")
    found += _differing_keys(game.snapshot or {}, played.snapshot())
    asked = {seat.number for seat in game.seats.all() if seat.asked}
    pending = seats_asked(played, game.seats.all())
    if game.status == Status.RUNNING and asked != pending:
        found.append(f"Seats {sorted(asked)} are asked; it should be {sorted(pending)}.")
    if game.status == Status.RUNNING and played.outcome is not None:
        found.append("The game is over, but runs.")
    if game.status == Status.RUNNING and game.clock is not None:
        found += _wrong_clock(game)
    return found


def _wrong_clock(game: Game) -> list[str]:
    """Say where the clock of a running game does not fit to the rows around it."""
    clock = Clock.from_json(game.clock)
    found = []
    runs = {number for number, side in enumerate(clock.sides) if side.since is not None}
    should = set() if clock.paused else set(asked_people(game.seats.all()))
    if runs != should:
        found.append(f"The clocks of sides {sorted(runs)} run; it should be {sorted(should)}.")
    deadlines = [side.deadline for side in clock.sides if side.deadline is not None]
    if game.deadline != min(deadlines, default=None):
        found.append("The deadline is not that of the clock.")
    if clock.paused != (game.paused_until is not None):
        found.append("The clock is paused, and the game is not, or the other way round.")
    if clock.pace.to_json() != game.pace:
        found.append("The clock has another pace than the game.")
    return found


def _differing_keys(stored: dict[str, Any], replayed: dict[str, Any], path: str = "") -> list[str]:
    """Name what differs; values stay out, because they may be hidden cards."""
    found = []
    for key in sorted({*stored, *replayed}):
        mine, theirs = stored.get(key), replayed.get(key)
        if mine == theirs:
            continue
        if isinstance(mine, dict) and isinstance(theirs, dict):
            found += _differing_keys(mine, theirs, f"{path}{key}.")
        else:
            found.append(f"The snapshot differs at {path}{key}.")
    return found
