"""`python -m engine protocol`: a bot for programs in any language (docs/protocol.md).

A program writes what a seat sees and `go`, and reads an answer: a line of text each. The engine
keeps nothing between two questions but the view that it was given last.
"""

import json
from typing import Final, TextIO

from engine.bots import BOTS
from engine.bots.bot import options_of
from engine.chance import Chance
from engine.errors import EngineError
from engine.game import Game
from engine.public_types import View

PROTOCOL: Final = 1
"""The version of the protocol."""
LONGEST: Final = 1_000_000
"""The most characters of a line; a view has some 6,000."""
USUAL: Final = "nova"
"""The level that answers where neither a level nor a time is named."""
NEEDS: Final = {"zenith": 3000, "nova": 300, "eclipse": 0}
"""Level -> milliseconds in which it has answered on slow machines (docs/bots.md)."""


class LineError(Exception):
    """A line that can't be carried out: a stable code, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code} {' '.join(sentence.split())}")


class ProtocolServer:
    """The engine's end of the protocol: `reply` returns the lines that answer a line."""

    def __init__(self) -> None:
        self._view: View | None = None

    def reply(self, line: str) -> list[str]:
        """Return the answer to a line; a line that can't be carried out is answered by `error`."""
        try:
            return self._carried_out(line)
        except LineError as error:
            return [f"error {error}"]

    def _carried_out(self, line: str) -> list[str]:
        if len(line) > LONGEST:
            raise LineError("too_long", f"A line has at most {LONGEST} characters.")
        word, _space, rest = line.strip().partition(" ")
        match word:
            case "":
                return []
            case "zenith":
                return _hello(rest)
            case "view":
                self._view = None
                self._view = _read_view(rest)
                return []
            case "position":
                self._view = None
                self._view = _view_of_position(rest)
                return []
            case "go":
                return [f"answer {self._answer(rest)}"]
        raise LineError("unknown_command", f"“{word[:40]}” is no command.")

    def _answer(self, words: str) -> str:
        level, seed = _read_go(words)
        if self._view is None:
            raise LineError("no_view", "A view or a position has to come before “go”.")
        try:
            if not _is_asked(self._view):
                raise LineError("not_asked", "The seat of this view is not asked anything.")
            return BOTS[level](self._view, Chance(seed))
        except LineError:
            raise
        except Exception as error:  # a view that no game has; the next one may be better
            raise LineError("bad_view", f"No answer to this view: {error!r}") from error


def serve(stdin: TextIO, stdout: TextIO) -> None:
    """Answer lines until `quit` or the end of the input."""
    server = ProtocolServer()
    while line := stdin.readline(LONGEST + 2):
        if line.strip() == "quit":
            return
        rest = line
        while len(rest) > LONGEST and not rest.endswith("\n"):  # what is left of a line too long
            rest = stdin.readline(LONGEST + 2)
        for answer in server.reply(line):
            stdout.write(answer + "\n")
        stdout.flush()


def _hello(version: str) -> list[str]:
    if version.strip() != str(PROTOCOL):
        raise LineError("version", f"This program speaks version {PROTOCOL} of the protocol.")
    return ["name zenith-engine", f"levels {' '.join(BOTS)}", "ready"]


def _read_view(text: str) -> View:
    view = _json(text)
    try:
        if not isinstance(view, dict) or view["seat"] not in range(len(view["hands"])):
            raise LineError("bad_view", "This is no view of a seat.")
        Game.imagined(view)  # type: ignore[arg-type]
    except LineError:
        raise
    except EngineError as error:
        raise LineError("bad_view", str(error)) from error
    except Exception as error:  # whatever is missing in it or of another type
        raise LineError("bad_view", f"This is no view of a seat: {error!r}") from error
    return view  # type: ignore[return-value]


def _is_asked(view: View) -> bool:
    try:
        return bool(options_of(view))
    except ValueError:
        return False


def _view_of_position(text: str) -> View:
    try:
        game = Game.from_position(_json(text))
    except EngineError as error:
        raise LineError(error.code, str(error)) from error
    if not game.pending:
        raise LineError("game_over", "The game of this position is over.")
    return game.view(game.pending[0].seats[0])


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LineError("bad_json", f"This is no JSON: {error}") from error


def _read_go(words: str) -> tuple[str, str]:
    """Return the level that answers, and the seed."""
    level, seed, rest = "", "", words.strip()
    milliseconds: int | None = None
    while rest:
        word, _space, rest = rest.partition(" ")
        if word == "seed":
            seed, rest = rest.strip(), ""
            break
        value, _space, rest = rest.strip().partition(" ")
        if word == "level":
            if value not in BOTS:
                raise LineError("unknown_level", f"“{value[:40]}” is no level.")
            level = value
        elif word == "time":
            if not (value.isascii() and value.isdigit() and len(value) < 10):
                raise LineError("bad_time", "The time is a number of milliseconds.")
            milliseconds = int(value)
        else:
            raise LineError("unknown_word", f"“{word[:40]}” does not belong behind “go”.")
    if not level and milliseconds is not None:
        level = next(key for key, needs in NEEDS.items() if needs <= milliseconds)
    return level or USUAL, seed
