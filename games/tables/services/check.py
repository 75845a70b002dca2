"""Consistency checks: the rows of a game are caches of its moves."""

import json
from collections.abc import Mapping

from engine import EngineError
from engine import Game as EngineGame
from games.clock import Clock
from games.tables.models import Game, Status
from games.tables.moves import moves_of
from games.tables.services import standstill
from games.tables.services.play import seats_asked
from games.tables.timekeeping.clocks import asked_people


def differences(game: Game) -> list[str]:
    """Replay the moves of a game; return its differing rows, a sentence each."""
    stored = dict(game.moves.values_list("seq", "events"))
    if game.status in (Status.OPEN, Status.CANCELLED):
        return [] if not stored else ["There are moves, but the game has not started."]
    try:
        played = EngineGame.replay(game.setup)
    except EngineError as error:
        return [f"The setup cannot be read: {error}"]
    problems = []
    count = still_turns = 0
    for count, move in enumerate(moves_of(game), 1):
        if move.seq != count:
            problems.append(f"Move {count} is missing.")
            return problems
        try:
            happened = played.play(move.seat, move.action)
        except EngineError as error:
            problems.append(
                f"Move {count} ({move.action!r} by seat {move.seat}) is illegal: {error}"
            )
            return problems
        still_turns = standstill.count_turns(still_turns, happened)
        events = json.loads(json.dumps([event.to_json() for event in happened]))  # without tuples
        if stored and stored.get(count) != events:
            problems.append(f"The events stored with move {count} differ from the engine's.")
    if game.folded and stored:
        problems.append("The game is folded, and has rows of moves.")
    if game.still_turns not in (None, still_turns):
        problems.append(
            f"{still_turns} turns without a moved disc; the row says {game.still_turns}."
        )
    if game.seq != count:
        problems.append(f"The game has {count} moves; its row says {game.seq}.")
    problems += _differing_keys(game.snapshot or {}, played.snapshot())
    asked = {seat.number for seat in game.seats.all() if seat.asked}
    pending = seats_asked(played, game.seats.all())
    if game.status == Status.RUNNING and asked != pending:
        problems.append(f"Seats {sorted(asked)} are marked as asked instead of {sorted(pending)}.")
    if game.status == Status.RUNNING and played.outcome is not None:
        problems.append("The game is over, but marked as running.")
    if game.status == Status.RUNNING and standstill.is_drawn(game):
        problems.append("The game has stood still for too long, but is marked as running.")
    if game.status == Status.RUNNING and game.clock is not None:
        problems += _wrong_clock(game)
    return problems


def _wrong_clock(game: Game) -> list[str]:
    """Return the differences between the clock of a running game and its rows."""
    clock = Clock.from_json(game.clock)
    problems = []
    runs = {number for number, side in enumerate(clock.sides) if side.since is not None}
    should = set() if clock.paused else set(asked_people(game.seats.all()))
    if runs != should:
        problems.append(f"The clocks of sides {sorted(runs)} run instead of {sorted(should)}.")
    deadlines = [side.deadline for side in clock.sides if side.deadline is not None]
    if game.deadline != min(deadlines, default=None):
        problems.append("The deadline differs from the clock's.")
    if clock.paused != (game.paused_until is not None):
        problems.append("The clock is paused, and the game is not, or the other way round.")
    if clock.pace.to_json() != game.pace:
        problems.append("The clock has another pace than the game.")
    return problems


def _differing_keys(
    stored: Mapping[str, object], replayed: Mapping[str, object], path: str = ""
) -> list[str]:
    """Name what differs; values stay out, because they may be hidden cards."""
    problems = []
    for key in sorted({*stored, *replayed}):
        mine, theirs = stored.get(key), replayed.get(key)
        if mine == theirs:
            continue
        if isinstance(mine, dict) and isinstance(theirs, dict):
            problems += _differing_keys(mine, theirs, f"{path}{key}.")
        else:
            problems.append(f"The snapshot differs at {path}{key}.")
    return problems
