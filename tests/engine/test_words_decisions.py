"""Sentences of questions and answers."""

from typing import Final

import pytest

from engine import Decision, Game, Options, deal
from engine.sources import SOURCES
from engine.words import (
    describe_action,
    describe_asker,
    describe_decision,
    describe_question,
    describe_row,
    describe_source,
)

PROMPTS: Final = [
    (
        Decision((0,), "mulligan", ("redraw", "redraw nero"), "mulligan", False),
        "Mulligan: choose the cards to replace, or keep them all.",
    ),
    (
        Decision((0, 2), "order", ("first 0", "first 2"), "turn", False),
        "Choose which of you plays first.",
    ),
    (
        Decision((0,), "turn", ("recruit nero", "lead nero"), "turn", False),
        "Play a card: recruit it, develop a technology or take the leadership.",
    ),
    (
        Decision((0,), "planet", ("planet mars", "planet venus"), "pkd1ck", False),
        "Pkd1ck: Choose a planet.",
    ),
    (
        Decision((0,), "planet", ("planet mars", "planet venus"), "line 2", False),
        "Line bonus, level 2: Choose a planet.",
    ),
    (
        Decision((0,), "row", ("row mercury", "row venus"), "technology animod 2", False),
        "Animod technology, level 2: Choose planets side by side.",
    ),
    (
        Decision((0,), "row", ("planet mercury", "planet venus"), "augustus", False),
        "Augustus: Choose the planet in the middle.",
    ),
    (
        Decision((0,), "column", ("exile mars", "exile venus"), "token mars", False),
        "Bonus token, Mars: Choose a card to exile.",
    ),
    (
        Decision((0,), "column", ("transfer mars", "transfer venus"), "caligula", False),
        "Caligula: Choose a card to transfer.",
    ),
    (
        Decision((0,), "column", ("transfer mars", "decline"), "captain-andreev", True),
        "Captain Andreev: "
        "You may transfer 1 card to gain credits equal to that card's printed cost.",
    ),
    (
        Decision((0,), "column", ("exile venus", "decline"), "l0v3cr4ft", True),
        "L0v3cr4ft: You may exile the top card of your Venus column to gain 1 zenithium.",
    ),
    (
        Decision((0,), "column", ("exile venus", "exile mars"), "chaka", False),
        "Chaka: Choose a card to exile.",
    ),
    (
        Decision((0,), "count", ("exile 2", "exile 4", "decline"), "luc4s", True),
        "Luc4s: You may exile the top 2, 4 or 7 cards of your Venus column "
        "to gain 2, 4 or 7 zenithium.",
    ),
    (
        Decision((0,), "count", ("spend 3", "decline"), "suleiman", True),
        "Suleiman: You may spend 3, 7 or 12 credits to gain 1, 2 or 3 influence "
        "on one planet of your choice except Jupiter.",
    ),
    (
        Decision((0,), "discard", ("discard nero", "discard wul"), "atlas", False),
        "Atlas: Choose a card to discard from your hand.",
    ),
    (
        Decision((0,), "discard", ("discard nero", "decline"), "ice-june", True),
        "Ice June: "
        "You may discard 1 card from your hand to gain 1 influence on that card's planet.",
    ),
    (
        Decision((0,), "give", ("give", "decline"), "annie", True),
        "Annie: You may give the leader badge to your opponent to gain 7 credits.",
    ),
    (
        Decision((0,), "either", ("option 1", "option 2"), "ramses", False),
        "Ramses: Choose one: Transfer 2 cards. Or: Gain 8 credits.",
    ),
    (
        Decision((0,), "token", ("token mars", "token robot"), "handy-luke", False),
        "Handy Luke: Choose a bonus token in view on the boards.",
    ),
    (
        Decision((0,), "technology", ("technology robot", "decline"), "br4dbury", True),
        "Br4dbury: You may develop Robot technology for 1 zenithium less.",
    ),
    (
        Decision((0,), "share", ("share nero", "decline"), "leadership", True),
        "Leadership: Choose up to 2 cards to give to your teammate.",
    ),
]
FROM_NO_PRINTED_CARD: Final = [
    ("give", "give", "Bonus token, supply: Choose whether to pay the price."),
    ("either", "option 1", "Bonus token, supply: Choose one of the two effects."),
    ("count", "spend 3", "Bonus token, supply: Choose how much to spend."),
    ("count", "exile 2", "Bonus token, supply: Choose how many cards to exile."),
    ("technology", "technology robot", "Bonus token, supply: Choose a technology to develop."),
]

ACTIONS: Final = {
    "redraw": "Keep all cards.",
    "redraw nero": "Replace Nero.",
    "redraw nero atlas wul": "Replace Nero, Atlas and Wul.",
    "first 2": "Seat 3 plays first.",
    "recruit dandy-muller": "Recruit Dandy Müller.",
    "develop nero": "Develop Animod technology with Nero.",
    "lead nero": "Take the leadership with Nero.",
    "planet mars": "Choose Mars.",
    "row venus": "Choose the row that starts at Venus.",
    "exile venus": "Exile the top card of the Venus column.",
    "exile 4": "Exile 4 cards.",
    "transfer venus": "Transfer the top card of the Venus column.",
    "spend 7": "Spend 7.",
    "discard nero": "Discard Nero.",
    "give": "Give it.",
    "option 1": "Choose the first option.",
    "option 2": "Choose the second option.",
    "option 3": "Choose option 3.",
    "token mars": "Take the bonus token of Mars.",
    "token robot": "Take the bonus token of Robot technology.",
    "technology robot": "Develop Robot technology.",
    "share nero": "Give Nero to your teammate.",
    "share nero atlas": "Give Nero and Atlas to your teammate.",
    "decline": "Decline.",
}


@pytest.mark.parametrize(("decision", "sentence"), PROMPTS, ids=repr)
def test_a_decision_asks_in_a_sentence(decision: Decision, sentence: str) -> None:
    assert str(describe_decision(decision)) == sentence


@pytest.mark.parametrize("decision", [decision for decision, _ in PROMPTS], ids=repr)
def test_a_question_is_apart_from_the_card_that_asks_it(decision: Decision) -> None:
    question, asker = describe_question(decision), describe_asker(decision)
    if decision.kind in ("mulligan", "order", "turn"):
        assert asker is None
        assert describe_decision(decision) == question
    else:
        assert str(asker) == str(describe_source(decision.source))
        assert str(describe_decision(decision)) == f"{asker}: {question}"


@pytest.mark.parametrize(("kind", "answer", "sentence"), FROM_NO_PRINTED_CARD)
def test_a_decision_asks_without_the_card_too(kind: str, answer: str, sentence: str) -> None:
    decision = Decision((0,), kind, (answer, "decline"), "token supply", True)
    assert str(describe_decision(decision)) == sentence


def test_no_kind_of_decision_is_left_out() -> None:
    kinds = "mulligan order turn planet row column count discard give either token technology share"
    assert {decision.kind for decision, _ in PROMPTS} == set(kinds.split())


@pytest.mark.parametrize(("action", "sentence"), ACTIONS.items())
def test_an_action_is_a_sentence(action: str, sentence: str) -> None:
    assert str(describe_action(action)) == sentence


@pytest.mark.parametrize(
    ("action", "source", "sentence"),
    [
        ("give", "annie", "Give the leader badge to your opponent."),
        ("give", "secret-kali", "Give 3 credits to your opponent."),
        ("give", "cl4rke", "Give 1 zenithium to your opponent."),
        ("spend 1", "stessy-power", "Spend 1 zenithium."),
        ("spend 7", "suleiman", "Spend 7 credits."),
        ("row venus", "princess-uxmal", "Choose Venus and Terra."),
        ("row venus", "technology animod 2", "Choose Venus and Terra."),
        ("row mars", "technology human 4", "Choose the row that starts at Mars."),
        ("row mars", "technology human 9", "Choose the row that starts at Mars."),
        ("row mars", "turn", "Choose the row that starts at Mars."),
        ("option 1", "mungo", "Gain 1 influence on Mercury and on Venus."),
        ("option 2", "mungo", "Gain 1 influence on Mars and on Jupiter."),
        ("decline", "annie", "Decline."),
        ("planet mars", "line 2", "Choose Mars."),
    ],
)
def test_an_answer_to_a_card_says_what_it_means_there(
    action: str, source: str, sentence: str
) -> None:
    assert str(describe_action(action, source)) == sentence


def test_a_row_is_named_by_its_planets() -> None:
    assert str(describe_row(("mercury", "venus"))) == "Choose Mercury and Venus."
    assert str(describe_row(("terra", "mars", "jupiter"))) == "Choose Terra, Mars and Jupiter."
    assert str(describe_row(("mars",))) == "Choose Mars."


def test_who_plays_first_is_named() -> None:
    names = ("Ada", "Ben", "Cleo", "Dan")
    assert str(describe_action("first 2", viewer=0, names=names)) == "Cleo plays first."
    assert str(describe_action("first 2", viewer=2, names=names)) == "You play first."


@pytest.mark.parametrize("text", ["", "recruit", "recruit neo", "token supply", "fly mars"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an action"):
        describe_action(text)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("nero", "Nero"),
        ("technology animod 4", "Animod technology, level 4"),
        ("token mars", "Bonus token, Mars"),
        ("token human", "Bonus token, Human technology"),
        ("token supply", "Bonus token, supply"),
        ("line 2", "Line bonus, level 2"),
        ("leadership", "Leadership"),
        ("turn", "Turn"),
        ("mulligan", "Mulligan"),
    ],
)
def test_a_source_has_a_name(source: str, name: str) -> None:
    assert str(describe_source(source)) == name


def test_every_source_of_the_engine_has_a_name_of_its_own() -> None:
    sources = set(SOURCES)
    assert len({str(describe_source(source)) for source in sources}) == len(sources)


@pytest.mark.parametrize("text", ["", "neo", "technology animod 6", "token pluto", "line 4"])
def test_what_is_no_source_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a source"):
        describe_source(text)


@pytest.mark.parametrize("players", [2, 4])
def test_whatever_a_game_asks_has_sentences(players: int) -> None:
    game = Game(deal(Options(players=players, secret_agents=True), "words"))
    asked = set()
    for turn in range(300):
        if game.outcome:
            break
        decision = game.pending[turn % len(game.pending)]
        asked.add(decision.kind)
        sentences = [describe_action(option, decision.source) for option in decision.options]
        for text in (describe_decision(decision), *sentences):
            assert str(text).endswith(".")
            assert "%" not in str(text)
        assert len({str(sentence) for sentence in sentences}) == len(sentences)
        game.play(decision.seats[0], decision.options[7 * turn % len(decision.options)])
    assert len(asked) > 5
