"""Records that have been opened: checked, kept for a while, and shown as finished tables.

A record is played again by the engine, so that nothing of it has to be believed. Its names are its
own: they lead to no account. Nothing is written to the database.
"""

import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import TypedDict

from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from common.texts import is_odd, strings_in
from engine import EngineError, Event
from engine import Game as EngineGame
from engine.bots import BOTS
from engine.game import UNNAMED_RULES, recorded_actions
from engine.public_types import Record
from games.symbols.text import plain
from games.tables.models import Ending, Game, Seat, Status
from games.tables.selectors import Seen
from games.tables.services.play import keep_engine

MOST_BYTES = 200_000
"""A long game takes a tenth of it."""
MOST_KEPT = 20_000
"""Bytes of a record in the cache, compressed: several times what a long game of four takes."""
KEPT = timedelta(days=7)
"""For so long after the last look a record stays open."""
LONGEST_NAME = 30
KEY = re.compile("[0-9a-f]{32}")

type RecordedMove = tuple[int, str, list[Event]]
"""The seat, the answer and the events of a move."""


class KeptRecord(TypedDict):
    """What is kept of a record."""

    record: Record
    """What the engine plays again: the deal and the moves, in its own words."""
    ended: dict[str, object]
    """How the site on which it was played ended it."""
    names: list[list[str]]
    """The name and the bot level of each player, as far as the record has them."""


@dataclass
class OpenedRecord(Seen):
    """A record as a table that is over and has open hands; without rows."""

    moves: Sequence[RecordedMove] = field(default_factory=list)

    def answers(self, upto: int) -> list[RecordedMove]:
        """Return the first moves."""
        return list(self.moves[:upto])

    def replayed(self, seq: int) -> EngineGame:
        """Return the engine's game after the first `seq` moves."""
        game = EngineGame.replay(self.game.setup)
        for seat, action, _events in self.moves[:seq]:
            game.play(seat, action)
        return game

    def events(self, after: int = 0) -> list[tuple[int, int, list[Event]]]:
        """Return (seq, seat, events) of the moves after `after`."""
        moves = enumerate(self.moves, 1)
        return [(seq, seat, events) for seq, (seat, _action, events) in moves if seq > after]

    def is_end(self, seq: int) -> bool:
        """Whether the game is over after its first `seq` moves; one broken off has no end."""
        return bool(self.game.ending) and super().is_end(seq)


def keep(text: str) -> str:
    """Keep a record and return the key under which it is opened again; raises `Refused`: 422."""
    record = _read(text)
    packed = zlib.compress(json.dumps(record, separators=(",", ":"), sort_keys=True).encode())
    if len(packed) > MOST_KEPT:
        raise Refused(_("This file is too large for a record."), 422)
    key = sha256(packed).hexdigest()[:32]
    cache.set(_cache_key(key), packed, KEPT.total_seconds())
    return key


def opened(key: str) -> OpenedRecord | None:
    """Return the record that is kept under a key; `None` if it is not kept any more."""
    packed = cache.get(_cache_key(key)) if KEY.fullmatch(key) else None
    if packed is None:
        return None
    cache.touch(_cache_key(key), KEPT.total_seconds())
    return _opened(json.loads(zlib.decompress(packed)))


def _cache_key(key: str) -> str:
    return f"record:{key}"


def _read(text: str) -> KeptRecord:
    """Return what is kept of a record's text; raises `Refused`: 422."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(_("This is no JSON."), 422) from error
    if not isinstance(record, dict):
        raise Refused(_("This is no record of a game."), 422)
    setup = record.get("setup")
    if isinstance(setup, dict) and "position" in setup:
        raise Refused(_("Records that start from a position can't be opened yet."), 422)
    read = ("version", "rules_version", "options", "setup", "actions", "outcome")
    given = {key: record[key] for key in read if key in record}
    if is_odd(strings_in(given)):
        raise Refused(_("This is no record of a game."), 422)
    ended, game = record.get("ended"), record.get("game")
    return {
        "record": _replayed(given).record(),
        "ended": _end(ended if isinstance(ended, dict) else {}),
        "names": _names(game.get("players") if isinstance(game, dict) else None),
    }


def _end(ended: dict[str, object]) -> dict[str, object]:
    """Return the kind of an end and the side that won, as far as a record has them."""
    kinds = {"ending": str, "winner": int}
    return {name: ended[name] for name, kind in kinds.items() if isinstance(ended.get(name), kind)}


def _names(players: object) -> list[list[str]]:
    """Return the name and the bot level of each player, as far as a record has them."""
    if not isinstance(players, list):
        return []
    rows = [player if isinstance(player, dict) else {} for player in players[:4]]
    return [[_text(row.get("name")), _text(row.get("level"))] for row in rows]


def _text(value: object) -> str:
    """Return a text in one line that is short enough to be shown."""
    text = "".join(sign for sign in str(value or "") if sign.isprintable())
    return text.strip()[:LONGEST_NAME]


def _replayed(record: object) -> EngineGame:
    """Return the engine's game of a record; raises `Refused`: 422."""
    try:
        return EngineGame.replay(record)
    except EngineError as error:
        raise Refused(plain(error.sentence), 422) from error


def _opened(record: KeptRecord) -> OpenedRecord:
    """Return the table of what `_read` returns; raises `Refused`: 422."""
    final = _replayed(record["record"])
    whole = final.record()
    start: Record = {**whole, "actions": [], "outcome": None}
    played, options = _replayed(start), whole["options"]
    moves = [(seat, action, played.play(seat, action)) for seat, action in recorded_actions(whole)]
    ending, winner = _ended(record, final)
    game = Game(
        status=Status.FINISHED,
        players=options["players"],
        boards=options["boards"] or "",
        secret_agents=options["secret_agents"],
        beginner=options["beginner"],
        public=False,
        pace=None,
        setup=start,
        rules_version=start.get("rules_version", UNNAMED_RULES),
        seed=str(whole["setup"].get("seed", ""))[:64],
        seq=len(moves),
        snapshot=final.snapshot(),
        ending=ending,
        winner=winner,
    )
    keep_engine(game, final)
    seats = [_seat(game, number, record["names"]) for number in range(game.players)]
    return OpenedRecord(game, seats, None, None, None, moves)


def _ended(record: KeptRecord, final: EngineGame) -> tuple[str, int | None]:
    """Return how a game ended and the side that won: by the rules, or as the record says."""
    if final.outcome is not None:
        return final.outcome.victory or Ending.DRAW, final.outcome.winner
    ending, winner = record["ended"].get("ending"), record["ended"].get("winner")
    if ending in (Ending.RESIGNATION, Ending.TIME) and winner in (0, 1):
        return str(ending), 1 if winner else 0
    return "", None


def _seat(game: Game, number: int, names: Sequence[Sequence[str]]) -> Seat:
    name, level = names[number] if number < len(names) else ("", "")
    seat = Seat(game=game, number=number)
    if level in BOTS:
        seat.bot = level
    else:
        seat.user = User(username=name or _("Player %(number)s") % {"number": number + 1})
    return seat
