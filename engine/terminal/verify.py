"""Checking a record: it is played again, and has to end as it says."""

from typing import Any

from engine.boxes import NONE_NAMED
from engine.errors import EngineError
from engine.game import Game
from engine.setup import Options, deal
from engine.terminal.files import Complaint


def verify(record: Any) -> list[str]:
    """Return what a record holds, in lines; `Complaint` if it is none or was not played so.

    The deal is compared with the one that the seed gives: whoever has the record can trust it.
    """
    try:
        game = Game.replay(record)
    except EngineError as error:
        raise Complaint(f"The record is wrong: {error}") from error
    outcome = game.outcome
    if outcome is None:
        end = "the game still runs"
    elif outcome.victory is None:
        end = "drawn"
    else:
        end = f"side {outcome.winner} has won: {outcome.victory} victory"
    return [f"{len(record['actions'])} actions are legal, {end}.", _about_the_deal(game)]


def _about_the_deal(game: Game) -> str:
    setup: Any = game.record()["setup"]
    if "position" in setup:
        return "The game began from a position."
    options = Options(**game.record()["options"])  # type: ignore[arg-type]  # lists for tuples
    again = deal(options, setup["seed"], setup.get("boxes", NONE_NAMED))
    if again.to_json() != setup:
        return "The deal is not the one of its seed: it was made by hand."
    return "The deal is the one of its seed."
