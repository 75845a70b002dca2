"""What the engine refuses, and how: typed errors that a report can be reproduced from.

Every error has a stable `code`, a `sentence` ready for translation (`str(error)` is English),
and, where a game refused an action, the `seat`, the `action` and the `position`: the complete
game as `Game.snapshot()` writes it, hidden cards included. It is for those who mend the
program: never show it to a player of a game that runs.
"""

from typing import Any, ClassVar

from engine.text import Text


class EngineError(Exception):
    """A refusal. The game it came from has not changed."""

    code: ClassVar[str] = "refused"

    def __init__(
        self,
        sentence: Text,
        *,
        seat: int | None = None,
        action: object = None,
        position: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.seat = seat
        self.action = action
        self.position = position


class MalformedAction(EngineError):
    """The text is no action at all: an unknown word, an unknown name, a part too many."""

    code = "malformed_action"


class IllegalAction(EngineError):
    """An action, but not one of the answers that are legal now."""

    code = "illegal_action"


class NotYourTurn(EngineError):
    """That seat is not asked anything now."""

    code = "not_your_turn"


class GameOver(EngineError):
    """The game has ended: nothing can be played any more."""

    code = "game_over"


class BadPosition(EngineError):
    """The position (or snapshot, or view) can't be: `fault` names what is wrong with it.

    Faults are stable words: `card_twice`, `card_missing`, `unknown_name`, `out_of_range` ...
    """

    code = "bad_position"

    def __init__(self, fault: str, sentence: Text) -> None:
        super().__init__(sentence)
        self.fault = fault


class BadSetup(EngineError):
    """Options, a setup or a record that no game can have been started with."""

    code = "bad_setup"
