"""The engine's errors, typed, with all that a report needs to reproduce them.

Every error has a stable `code`, a `sentence` ready for translation (`str(error)` is English), and,
where a game refused an action, the `seat`, the `action` and the `position`: the complete game as
`Game.snapshot()` writes it, hidden cards included. The position is for developers: never show it to
a player of a running game.
"""

from typing import ClassVar

from engine.public_types import Snapshot
from engine.text import Text


class EngineError(Exception):
    """Base class of the errors. The game that raises one has not changed.

    >>> from engine import Game, Options, deal
    >>> try:
    ...     Game(deal(Options(), "any text")).play(0, "fly")
    ... except EngineError as error:
    ...     print(error.code, error.seat, error)
    malformed_action 0 “fly” is not an action.
    """

    code: ClassVar[str] = "refused"

    def __init__(
        self,
        sentence: Text,
        *,
        seat: int | None = None,
        action: object = None,
        position: Snapshot | None = None,
    ) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.seat = seat
        self.action = action
        self.position = position


class MalformedAction(EngineError):
    """The text is not an action: an unknown word, an unknown name, a part too many."""

    code = "malformed_action"


class IllegalAction(EngineError):
    """The action is not one of the legal answers."""

    code = "illegal_action"


class NotYourTurn(EngineError):
    """The seat has no decision to answer."""

    code = "not_your_turn"


class GameOver(EngineError):
    """The game has ended and accepts no actions."""

    code = "game_over"


class BadPosition(EngineError):
    """The position, snapshot or view is invalid: `fault` names what is wrong with it.

    Faults are stable words: `card_twice`, `card_missing`, `unknown_name`, `out_of_range` ...
    """

    code = "bad_position"

    def __init__(self, fault: str, sentence: Text) -> None:
        super().__init__(sentence)
        self.fault = fault


class BadSetup(EngineError):
    """Options, a setup or a record that no game can start from."""

    code = "bad_setup"
