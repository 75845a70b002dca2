"""Boxes of cards in versions: a further box, a corrected card, and games from before either."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import BadPosition, BadSetup, Chance, Game, Options, deal
from engine.agents import BASE, NUMBER, Box, reprinted
from engine.bots import BOTS
from engine.boxes import further_boxes, latest_cards, named_cards
from engine.events import AgentRecruited
from engine.rules.programs import install
from engine.words import describe_agent
from tests.engine.invariants import check_table
from tests.engine.prepared import play, prepared, side
from tests.engine.promo import CORRECTED, PROMO, installed

SLUGS = [agent.slug for agent in PROMO.agents]


@pytest.fixture
def promo() -> Iterator[None]:
    """The made-up box is installed."""
    with installed(PROMO):
        yield


@pytest.fixture
def corrected() -> Iterator[None]:
    """Version 2 of the base box is installed."""
    with installed(CORRECTED):
        yield


def played_out(game: Game, seed: str) -> Game:
    """Play a game to its end at random."""
    random = Random(seed)
    while game.pending:
        decision = game.pending[0]
        game.play(decision.seats[0], random.choice(decision.options))
    return game


def with_nero(game: Game) -> Game:
    """Return a game after the mulligan whose seat to move holds Nero, and can pay for him."""
    position = prepared(hand=["nero"], credits=(7, 7)).position()
    assert "boxes" not in position
    return Game.from_position({**position, **named_by(game)})


def named_by(game: Game) -> dict[str, Any]:
    """Return the boxes that the setup of a game names."""
    return {key: value for key, value in game.record()["setup"].items() if key == "boxes"}


# --- a box that a table can add ---


def test_no_further_box_is_installed() -> None:
    assert further_boxes() == []


@pytest.mark.parametrize("options", [{}, {"players": 4}, {"secret_agents": True}])
def test_a_game_with_a_further_box_is_dealt_its_cards(promo: None, options: dict[str, Any]) -> None:
    assert further_boxes() == ["promo"]
    setup = deal(Options(**options, boxes=("promo",)), "promo")
    dealt = {*setup.deck, *(slug for hand in setup.hands for slug in hand)}
    assert set(SLUGS) < dealt
    without = deal(Options(**options), "promo")
    assert dealt - {*without.deck, *(slug for hand in without.hands for slug in hand)} == set(SLUGS)
    assert without.to_json().keys() == setup.to_json().keys() - {"boxes"}


def test_a_game_without_it_is_dealt_as_before() -> None:
    before = deal(Options(secret_agents=True), "any").to_json()
    with installed(PROMO):
        assert deal(Options(secret_agents=True), "any").to_json() == before


def test_its_name_and_version_are_in_the_record_and_the_position(promo: None) -> None:
    game = Game(deal(Options(boxes=("promo",)), "promo"))
    record = game.record()
    assert record["options"].get("boxes") == ["promo"]
    assert named_by(game) == {"boxes": {"promo": 1}}
    for seat in (0, 1):
        game.play(seat, "redraw")
    assert game.position().get("boxes") == {"promo": 1}
    assert game.view(None).get("boxes") == {"promo": 1}


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_with_it_is_played_to_its_end(promo: None, players: int) -> None:
    game = Game(deal(Options(players, boxes=("promo",)), "promo"))
    random, looks = Random(3), 0
    while game.pending:
        decision = game.pending[0]
        game.play(decision.seats[0], random.choice(decision.options))
        check_table(game.table())
        looks += 1
        if looks % 20 == 0:
            again = Game.restore(json.loads(json.dumps(game.snapshot())))
            assert again.snapshot() == game.snapshot()
            for seat in range(players):
                assert (
                    Game.imagined(game.view(seat)).view(seat)["hands"][seat]
                    == (game.view(seat)["hands"][seat])
                )
    record = json.loads(json.dumps(game.record()))
    assert Game.replay(record).snapshot() == game.snapshot()


def test_its_cards_do_what_they_say(promo: None) -> None:
    position = prepared(hand=["nero"], credits=(7, 7)).position()
    deck = ["nero", *position["deck"], "r0b1n", "empress-ada"]
    game = Game.from_position(
        {
            **position,
            "boxes": {"promo": 1},
            "hands": [["old-boris"], *position["hands"][1:]],
            "deck": deck,
        }
    )
    assert game.view(0)["prices"]["old-boris"]["recruit"] == 3
    play(game, "recruit old-boris")
    assert side(game, 0)["credits"] == 7 - 3 + 4
    assert game.view(0)["discs"]["mars"] == 1
    assert "4" in str(describe_agent("old-boris"))


@pytest.mark.parametrize("key", ["greedy", "nova"])
@pytest.mark.parametrize("players", [2, 4])
def test_bots_play_with_cards_that_they_have_not_learned(
    promo: None, key: str, players: int
) -> None:
    game = Game(deal(Options(players, boxes=("promo",)), "bots"))
    for number in range(12):
        decision = game.pending[0]
        seat = decision.seats[0]
        game.play(seat, BOTS[key](game.view(seat), Chance(str(number))))


@pytest.mark.parametrize(
    "boxes",
    [("chess",), ("promo", "promo"), ("base",), ("secret_agents",), "promo", 3, (["promo"],)],
)
def test_odd_boxes_are_refused(promo: None, boxes: Any) -> None:
    with pytest.raises(BadSetup):
        Options(boxes=boxes)


def test_a_setup_has_the_boxes_of_its_options(promo: None) -> None:
    setup = deal(Options(boxes=("promo",)), "promo").to_json()
    record = {"version": 1, "actions": [], "outcome": None, "setup": setup}
    options = Options(boxes=("promo",)).to_json()
    assert Game.replay({**record, "options": options}).pending
    with pytest.raises(BadSetup):
        Game.replay({**record, "options": Options().to_json()})


@pytest.mark.parametrize(
    "boxes",
    [
        *(None, [], "promo", {"promo": 0}, {"promo": 2}, {"promo": True}, {"promo": "1"}),
        *({"chess": 1}, {"secret_agents": 1}, {"base": 2}, {"promo": 1, 3: 1}),
    ],
)
def test_a_position_with_odd_boxes_is_refused(promo: None, boxes: Any) -> None:
    position = prepared(hand=["nero"]).position()
    with pytest.raises(BadPosition) as error:
        Game.from_position({**position, "boxes": boxes})
    assert error.value.fault in ("unknown_name", "wrong_type")


def test_a_card_of_a_box_that_is_not_in_the_game_is_refused(promo: None) -> None:
    position = prepared(hand=["nero"]).position()
    position["deck"].append("old-boris")
    with pytest.raises(BadPosition) as error:
        Game.from_position(position)
    assert error.value.fault == "card_not_in_game"


# --- a card that is corrected ---


def test_a_new_game_has_the_corrected_card(corrected: None) -> None:
    game = Game(deal(Options(), "corrected"))
    assert named_by(game) == {"boxes": {"base": 2}}
    game = with_nero(game)
    assert game.view(0)["prices"]["nero"]["recruit"] == 1
    assert Game.imagined(game.view(0)).view(0)["prices"]["nero"]["recruit"] == 1
    (event, *_rest) = game.play(0, "recruit nero")
    assert isinstance(event, AgentRecruited)
    assert event.paid == 1


def test_a_game_that_has_begun_keeps_the_former_cost() -> None:
    game = with_nero(Game(deal(Options(), "begun")))
    snapshot = json.loads(json.dumps(game.snapshot()))
    with installed(CORRECTED):
        restored = Game.restore(snapshot)
        assert restored.snapshot() == snapshot
        assert restored.view(0)["prices"]["nero"]["recruit"] == 7
        assert Game.imagined(restored.view(0)).view(0)["prices"]["nero"]["recruit"] == 7
        restored.play(0, "recruit nero")
    game.play(0, "recruit nero")
    assert restored.snapshot() == game.snapshot()


def test_records_are_replayed_with_the_cards_that_they_were_played_with() -> None:
    records = [played_out(Game(deal(Options(), f"{n}")), f"{n}").record() for n in range(12)]
    assert any([0, "recruit nero"] in record["actions"] for record in records)
    with installed(CORRECTED):
        later = [played_out(Game(deal(Options(), f"{n}")), f"{n}").record() for n in range(12)]
        for record in (*records, *later):
            assert Game.replay(record).record() == record
    assert [record["outcome"] for record in later] != [record["outcome"] for record in records]
    for record in later:
        with pytest.raises(BadSetup):
            Game.replay(record)  # this program does not know version 2


def test_a_deal_of_the_past_is_dealt_again(promo: None) -> None:
    before = deal(Options(), "verified")
    with installed(CORRECTED):
        assert deal(Options(), "verified").boxes == {"base": 2}
        again = deal(Options(), "verified", before.boxes)
    assert again == before


def test_a_corrected_card_keeps_its_place_in_the_deal(corrected: None) -> None:
    first, second = named_cards(False), latest_cards(False)
    assert first.slugs == second.slugs
    assert [a for a, b in zip(first.numbers, second.numbers, strict=True) if a != b] == [
        first.number["nero"]
    ]
    assert NUMBER["nero"] == second.number["nero"]


def test_a_box_that_is_printed_anew_replaces_cards_and_adds_others() -> None:
    boris = PROMO.agents[0]
    nero = next(agent for agent in CORRECTED.agents if agent.slug == "nero")
    printed = reprinted(BASE, boris, nero)
    assert printed == (*CORRECTED.agents, boris)
    with installed(Box("base", 2, printed)):
        assert len(deal(Options(), "more").deck) == 83
        assert len(named_cards(False).numbers) == 90


def test_versions_come_one_after_the_other() -> None:
    for version in (0, 1, 3):
        with pytest.raises(ValueError, match="next version"), installed(Box("base", version, BASE)):
            pass


def test_boxes_with_a_card_in_common_are_not_in_one_game() -> None:
    with installed(PROMO, Box("again", 1, PROMO.agents)):
        Options(boxes=("again",))
        with pytest.raises(BadSetup):
            Options(boxes=("again", "promo"))


def test_a_box_that_is_installed_is_compiled() -> None:
    with installed():
        install(PROMO)
        assert further_boxes() == ["promo"]
    assert further_boxes() == []
