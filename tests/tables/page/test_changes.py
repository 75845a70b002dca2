"""What moves have changed on the board, and what an answer says of the end of the turn."""

from typing import Any
from unittest import mock

import pytest
from django.utils.safestring import SafeString

from engine import Event
from engine import events as e
from games.tables.page import decision
from games.tables.page.changes import board_changes
from games.tables.page.decision import Answer, DecisionPanel
from games.tables.page.drafting import Drafting


def test_agents_that_come_to_the_board_have_changed() -> None:
    moves: list[list[Event]] = [
        [e.AgentRecruited(0, "nero", "mercury", 3), e.AgentMobilized(1, "atlas", "venus")],
        [e.AgentTransferred(0, "wul", "mars")],
    ]
    assert board_changes(moves, 0).agents == {"nero", "atlas", "wul"}


class Ahead:
    """An engine whose next answer has these events."""

    def __init__(self, *events: Event) -> None:
        self.events = events
        self.pending = [None]

    def copy(self) -> "Ahead":
        return self

    def play(self, _seat: int, _action: str) -> list[Event]:
        return list(self.events)


@pytest.mark.parametrize(
    ("action", "events", "sentence"),
    [
        ("decline", [e.TurnStarted(1)], "This ends your turn."),
        ("decline", [e.GameEnded(None, None)], "This ends your turn."),
        ("decline", [e.GameEnded(0, "popular")], "This ends the game."),
        ("first 2", [e.TurnStarted(2)], "Then your teammate's turn begins."),
        ("decline", [], "Then another player has to choose."),
    ],
)
def test_an_answer_says_how_the_turn_goes_on(
    action: str, events: list[Event], sentence: str
) -> None:
    drafting: Any = mock.Mock(engine=Ahead(*events))
    assert Drafting.finality(drafting, (), action) == sentence


@pytest.mark.parametrize(
    ("notes", "of_all", "left"),
    [(("same", "same"), "same", ["", ""]), (("one", "two"), "", ["one", "two"])],
)
def test_what_all_answers_share_is_said_once(
    notes: tuple[str, ...], of_all: str, left: list[str]
) -> None:
    answers = [(Answer("", "", "", [], SafeString(), note), None) for note in notes]
    panel, asked = DecisionPanel("choose", ""), mock.Mock(options=("first", "second"))
    with (
        mock.patch.object(decision, "_answer", side_effect=answers),
        mock.patch.object(decision, "_put_on_board"),
    ):
        decision._add_answers(panel, mock.Mock(), asked, mock.Mock())
    assert panel.note == of_all
    assert [answer.note for answer in panel.answers] == left
