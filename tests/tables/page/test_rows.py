"""How many rows the answers of a question are: above or below each a tip has a place."""

import pytest
from django.utils.safestring import SafeString

from engine.agents import NUMBER
from engine.names import FACTIONS, PLANETS
from games.tables.page.decision import Answer, DecisionPanel

CARDS = [f"discard {slug}" for slug in list(NUMBER)[:9]]
PLANET_TOKENS = [f"token {planet}" for planet in PLANETS]
TOKENS = [*PLANET_TOKENS, *(f"token {faction}" for faction in FACTIONS)]


def asking(actions: list[str], *, on_board: bool = True) -> DecisionPanel:
    """Return a question with these answers, each at a place of the board or hand."""
    panel = DecisionPanel("choose", "")
    for action in actions:
        word = action.partition(" ")[2]
        answer = Answer(action, "", word, [], SafeString(), "", on_board=on_board)
        answer.decline = action == "decline"
        answer.planets = (word,) if word in PLANETS else ()
        panel.answers.append(answer)
    return panel


@pytest.mark.parametrize(
    ("actions", "in_row", "in_two_rows"),
    [
        (CARDS, True, True),
        ([*CARDS, "decline"], True, True),
        (CARDS[:4], False, False),
        (PLANET_TOKENS, True, False),
        (TOKENS, True, True),
        (TOKENS[3:], True, True),
        (TOKENS[4:], False, False),
        (["token mercury", "decline"], True, False),
        (["decline"], False, False),
    ],
)
def test_many_cards_and_tokens_are_two_rows(
    actions: list[str], in_row: bool, in_two_rows: bool
) -> None:
    panel = asking(actions)
    assert (panel.in_row, panel.in_two_rows) == (in_row, in_two_rows)


def test_answers_that_lie_nowhere_else_keep_their_sentences() -> None:
    panel = asking(TOKENS, on_board=False)
    assert (panel.in_row, panel.in_two_rows) == (False, False)
