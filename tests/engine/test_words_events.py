"""Sentences of events, as every kind of reader has them."""

from typing import Final

import pytest

from engine import Game, Options, Setup, deal
from engine import events as e
from engine.agents import latest_agents
from engine.events import Event
from engine.text import Text
from engine.words import describe_event, describe_outcome, reported
from tests.engine.event_sentences import ADA_IN_A_GAME_OF_FOUR, ADA_IN_A_GAME_OF_TWO, DUO, TEAMS
from tests.engine.prepared import prepared


def name_of(value: object) -> str | None:
    return repr(value) if isinstance(value, Event) else ""


@pytest.mark.parametrize(("event", "ada", "ben", "spectator"), ADA_IN_A_GAME_OF_TWO, ids=name_of)
def test_an_event_in_a_game_of_two(event: Event, ada: str, ben: str, spectator: str) -> None:
    assert str(describe_event(event, 0, DUO)) == ada
    assert str(describe_event(event, 1, DUO)) == ben
    assert str(describe_event(event, None, DUO)) == spectator


@pytest.mark.parametrize(
    ("event", "ada", "cleo", "ben", "spectator"), ADA_IN_A_GAME_OF_FOUR, ids=name_of
)
def test_an_event_in_a_game_of_four(
    event: Event, ada: str, cleo: str, ben: str, spectator: str
) -> None:
    assert str(describe_event(event, 0, TEAMS)) == ada
    assert str(describe_event(event, 2, TEAMS)) == cleo
    assert str(describe_event(event, 1, TEAMS)) == ben
    assert str(describe_event(event, None, TEAMS)) == spectator


ALL: Final[tuple[Event, ...]] = (
    *dict.fromkeys(event for event, *_ in ADA_IN_A_GAME_OF_TWO),
    *dict.fromkeys(event for event, *_ in ADA_IN_A_GAME_OF_FOUR),
)


def test_no_kind_of_event_is_left_out() -> None:
    kinds = {
        kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event)
    }
    assert len(kinds) > 30
    assert {type(event) for event in ALL} == kinds - {Event}


def test_a_log_leaves_out_effects_that_changed_nothing() -> None:
    skipped = e.EffectSkipped(0, "technology human 3")
    golden = e.EffectSkipped(0, "leadership")
    assert reported([*ALL, skipped, golden]) == [
        *(event for event in ALL if not isinstance(event, e.EffectSkipped)),
        golden,
    ]


def test_an_event_of_no_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="Event"):
        describe_event(Event())


@pytest.mark.parametrize("event", sorted(set(ALL), key=repr), ids=repr)
@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3], ids=str)
def test_every_reader_of_a_game_of_four_has_a_sentence(event: Event, viewer: int | None) -> None:
    sentence = str(describe_event(event, viewer, TEAMS))
    assert sentence.endswith(".")
    assert "%" not in sentence
    assert "opponent" not in sentence


def test_without_names_seats_and_sides_have_numbers() -> None:
    drawn = e.CardsDrawn(1, 2, None)
    given = e.CreditsGiven(1, 3)
    assert str(describe_event(drawn)) == "Seat 2 draws 2 cards."
    assert str(describe_event(given)) == "Seat 2 gives 3 credits to Seat 1."
    assert str(describe_event(given, players=4)) == "Team 2 gives 3 credits to team 1."
    assert str(describe_event(e.CardsShared(1, 3, 1, None), 3, players=4)) == (
        "Seat 2 gives you 1 card."
    )


def test_a_name_may_be_a_text_and_may_hold_a_percent_sign() -> None:
    names = (Text("Bot"), "100%(n)s")
    assert str(describe_event(e.CreditsGiven(0, 3), None, names)) == (
        "Bot gives 3 credits to 100%(n)s."
    )


def test_an_outcome_is_past() -> None:
    assert str(describe_outcome(1, "popular")) == "Seat 2 won the game: popular victory, 5 discs."
    assert str(describe_outcome(1, "absolute", viewer=1)).startswith("You won the game: absolute")
    assert str(describe_outcome(1, "democratic", viewer=0, players=4)).startswith(
        "The opposing team won the game: democratic"
    )
    assert str(describe_outcome(None, None)) == "Draw: no player can move."


def first_answers(game: Game, moves: int) -> list[Event]:
    """Play a game by its first answers but share cards where that is possible."""
    seen: list[Event] = []
    for _ in range(moves):
        if not game.pending:
            break
        decision = game.pending[0]
        share = [option for option in decision.options if option.startswith("share")]
        replace = [option for option in decision.options if option.startswith("redraw ")]
        action = [*share[-1:], *replace[-1:], decision.options[0]][0]
        seen += game.play(decision.seats[0], action)
    return seen


def dealt() -> Setup:
    return deal(Options(players=4), "words")


def test_what_a_reader_may_not_see_is_not_in_the_sentence() -> None:
    shared = prepared(players=4, hand=("nero", "atlas", "annie", "wul"))
    happened = [*first_answers(Game(dealt()), 60)]
    happened += shared.play(0, "lead atlas")
    happened += shared.play(0, "share nero annie")
    hiding = 0
    for event in happened:
        for viewer in (None, 0, 1, 2, 3):
            seen = event.seen_by(viewer)
            if seen == event:
                continue
            hiding += 1
            sentence = str(describe_event(seen, viewer, TEAMS))
            assert not any(agent.name in sentence for agent in latest_agents())
    assert hiding > 30
    assert {type(event) for event in happened if event.seen_by(None) != event} == {
        e.MulliganChosen,
        e.CardsDrawn,
        e.CardsShared,
    }
