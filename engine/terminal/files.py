"""Reading and writing files: every problem becomes one clear sentence."""

import json
import sys
from pathlib import Path
from typing import Any

from engine.game import Game


class Complaint(Exception):
    """The command can't be carried out; the message is a sentence for the user."""


def read_json(name: str) -> Any:
    """Return the content of a file, stdin for `-`; raises `Complaint`."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{name}: {error.strerror or 'it cannot be read'}.") from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{name}: this is no text in UTF-8.") from error
    except ValueError as error:
        raise Complaint(f"{name!r} is no name for a file.") from error
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Complaint(f"{name}: this is no JSON ({error.msg}, {where}).") from error
    except (ValueError, RecursionError) as error:
        raise Complaint(f"{name}: this JSON is out of all bounds.") from error


def read_game(name: str) -> Game:
    """Return the game of a position or a snapshot; raises `Complaint` or an `EngineError`."""
    data = read_json(name)
    if isinstance(data, dict) and "actions" in data:
        raise Complaint(f"{name}: this is a record; `replay` plays it.")
    if isinstance(data, dict) and "table" in data:
        return Game.restore(data)
    return Game.from_position(data)


def write_json(name: str, data: object) -> None:
    """Write JSON to a file, each key on its line; raises `Complaint`."""
    try:
        Path(name).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{name}: {error.strerror or 'it cannot be written'}.") from error
    except ValueError as error:
        raise Complaint(f"{name!r} is no name for a file.") from error
