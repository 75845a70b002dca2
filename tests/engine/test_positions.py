"""Positions: written ones can be read, and invalid ones are refused by name."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import BadPosition, Game, Options, Outcome, deal
from engine.names import PLANETS
from tests.engine.invariants import any_answer
from tests.engine.prepared import play, prepare, prepared

Position = dict[str, Any]
"""A position that a test may spoil."""


def in_play(seed: str, players: int = 2, actions: int = 60) -> Position:
    """Return a position from the middle of a random game."""
    random = Random(seed)
    game = Game(deal(Options(players, secret_agents=players == 4), seed))
    position = None
    for _ in range(actions):
        if game.outcome is None:
            game.play(*any_answer(game, random))
        if game.outcome or (game.pending[0].kind in ("turn", "order") and not_begun(game)):
            position = dict(game.position())
    assert position is not None
    return position


def not_begun(game: Game) -> bool:
    return [frame["at"] for frame in game.view(None)["stack"]] == [0]


@pytest.mark.whole
@given(st.integers(), st.sampled_from([2, 4]), st.integers(10, 400))
def test_a_position_read_and_written_again_is_the_same(
    number: int, players: int, actions: int
) -> None:
    position = in_play(str(number), players, actions)
    again = Game.from_position(json.loads(json.dumps(position)))
    assert again.position() == position


@given(st.integers())
def test_the_position_of_a_finished_game_is_a_finished_game(number: int) -> None:
    random = Random(number)
    game = Game(deal(Options(random.choice((2, 4))), str(number)))
    while game.outcome is None:
        game.play(*any_answer(game, random))
    again = Game.from_position(game.position())
    assert again.outcome == game.outcome
    assert again.pending == ()
    assert again.position() == game.position()


def test_a_game_from_a_position_goes_on_as_the_game_it_came_from() -> None:
    random = Random(5)
    game = Game(deal(Options(), "goes on"))
    play(game, "redraw", "redraw")
    twin = Game.from_position(game.position(), seed="goes on")
    for _ in range(100):
        seat, action = any_answer(game, random)
        assert twin.play(seat, action) == game.play(seat, action)
        assert twin.pending == game.pending


def test_a_position_is_not_written_in_the_mulligan_or_inside_an_effect() -> None:
    game = Game(deal(Options(), "early"))
    with pytest.raises(BadPosition) as refused:
        game.position()
    assert refused.value.fault == "mid_turn"
    game = prepared(hand=["helena-kerr"])
    play(game, "recruit helena-kerr")
    assert game.pending[0].kind == "planet"
    with pytest.raises(BadPosition):
        game.position()


def test_a_position_with_three_discs_of_a_planet_is_an_absolute_victory() -> None:
    game = prepared(won=(["mars", "venus", "mars", "mars"], []), discs={"mars": None})
    assert game.outcome == Outcome(0, "absolute")


def test_with_four_players_an_open_order_is_to_move_null() -> None:
    game = prepared(players=4, to_move=None, side_to_move=1)
    assert game.pending[0].seats == (1, 3)
    assert game.pending[0].options == ("first 1", "first 3")
    assert game.position()["to_move"] is None
    assert game.position()["side_to_move"] == 1


def put(*path: str | int, value: Any) -> Callable[[Position], None]:
    """Return a change that sets one value deep inside a position."""

    def change(position: Position) -> None:
        place: Any = position
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def drop(*path: str | int) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        place: Any = position
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


FAULTS = [
    ("a card twice", "card_twice", lambda p: p["discard"].append(p["deck"][0])),
    ("a card missing", "card_missing", lambda p: p["deck"].pop()),
    ("a card that does not exist", "unknown_name", put("deck", 0, value="neo")),
    ("a card that is no text", "unknown_name", put("deck", 0, value=7)),
    ("a Secret Agent", "card_not_in_game", lambda p: p["deck"].append("mungo")),
    (
        "a card in another planet's column",
        "wrong_column",
        lambda p: p["sides"][0]["columns"]["mars"].append("nero"),
    ),
    ("a disc out of range", "out_of_range", put("discs", "mars", value=4)),
    ("a disc that is half a step", "wrong_type", put("discs", "mars", value=0.5)),
    ("a disc gone while the game runs", "disc_missing", put("discs", "mars", value=None)),
    ("a disc nobody wrote down", "missing_key", drop("discs", "mars")),
    ("a disc of a planet that is none", "unknown_name", put("discs", "pluto", value=0)),
    ("negative credits", "out_of_range", put("sides", 1, "credits", value=-1)),
    ("credits that are a text", "wrong_type", put("sides", 1, "credits", value="12")),
    ("credits that are true", "wrong_type", put("sides", 1, "credits", value=True)),
    ("negative zenithium", "out_of_range", put("sides", 0, "zenithium", value=-1)),
    ("a level 6", "out_of_range", put("sides", 0, "technologies", "robot", value=6)),
    ("a faction that is none", "unknown_name", put("sides", 0, "technologies", "elf", value=0)),
    ("a planet won that is none", "unknown_name", put("sides", 0, "won", value=["pluto"])),
    (
        "two winners",
        "two_winners",
        lambda p: (
            put("sides", 0, "won", value=3 * ["mars"])(p),
            put("sides", 1, "won", value=3 * ["venus"])(p),
        ),
    ),
    ("one side only", "wrong_length", lambda p: p["sides"].pop()),
    ("three hands", "wrong_length", lambda p: p["hands"].append([])),
    ("three players", "out_of_range", put("players", value=3)),
    ("no number of players", "missing_key", drop("players")),
    ("a board that is none", "unknown_name", put("boards", value="SUX")),
    ("a seat that is none", "out_of_range", put("to_move", value=2)),
    ("nobody to move", "wrong_type", put("to_move", value=None)),
    ("a badge of nobody", "wrong_type", put("badge", value={"side": None, "face": "gold"})),
    ("a bronze badge", "unknown_name", put("badge", value={"side": 0, "face": "bronze"})),
    ("a token too many", "token_twice", lambda p: p["token_supply"].append("badge")),
    ("a token missing", "token_missing", lambda p: p["token_supply"].pop()),
    ("a token that is none", "unknown_name", put("tokens", "mars", value="joker")),
    ("a token on the moon", "unknown_name", put("tokens", "moon", value="badge")),
    ("a key that is none", "unknown_name", put("bank", value=100)),
    ("Secret Agents perhaps", "wrong_type", put("secret_agents", value="perhaps")),
    ("a deck that is a text", "wrong_type", put("deck", value="nero")),
]


@pytest.mark.parametrize(
    ("fault", "change"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_position_with_one_thing_wrong_is_refused_by_name(
    fault: str, change: Callable[[Position], Any]
) -> None:
    position = dict(prepare(hand=["nero"]))
    before = copy.deepcopy(position)
    assert Game.from_position(position).position() == before
    change(position)
    with pytest.raises(BadPosition) as refused:
        Game.from_position(position)
    assert refused.value.fault == fault
    assert refused.value.code == "bad_position"
    assert str(refused.value).endswith(".")


TEAM_FAULTS = [
    ("a seat of the other side", {"to_move": 1, "side_to_move": 0}),
    ("a seat that has played", {"to_move": 0, "played": [0]}),
    ("order open though one has played", {"to_move": None, "played": [0]}),
    ("two that have played", {"to_move": 0, "played": [0, 2]}),
    ("the other side has played", {"to_move": 0, "played": [3]}),
    ("a side that is none", {"to_move": None, "side_to_move": 2}),
    ("a seat that is none", {"to_move": 4}),
]


@pytest.mark.parametrize(
    "turn", [fault[1] for fault in TEAM_FAULTS], ids=[fault[0] for fault in TEAM_FAULTS]
)
def test_a_turn_that_no_team_can_have_is_refused(turn: Position) -> None:
    position = prepare(players=4, to_move=0) | turn
    with pytest.raises(BadPosition):
        Game.from_position(position)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(JSON)
def test_anything_else_is_refused_and_never_crashes(value: object) -> None:
    with pytest.raises(BadPosition):
        Game.from_position(value)


@given(st.data(), JSON)
def test_whatever_stands_in_one_place_it_is_read_as_it_is_or_refused(
    data: st.DataObject, value: object
) -> None:
    position = dict(prepare(hand=["nero"], columns=({"mars": ["titus"]}, {})))
    path = data.draw(st.sampled_from(sorted(places(position), key=str)))
    put(*path, value=value)(position)
    try:
        game = Game.from_position(position)
    except BadPosition:
        return
    assert game.position() == position


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths to everything inside a JSON value, long lists only in part."""
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))[:2]
    else:
        inner = []
    found = [path] if path else []
    for key, part in inner:
        found += places(part, (*path, key))
    return found


def test_a_puzzle_may_start_from_what_no_game_reaches() -> None:
    game = prepared(credits=(500, 0), won=(["mars"], []), tokens={"mars": "badge"})
    assert game.view(None)["sides"][0]["credits"] == 500


def test_a_disc_beside_a_planet_somebody_has_won_brings_no_token() -> None:
    game = prepared(
        hand=["bish0p"], discs={"mars": 3}, won=([], ["mars"]), tokens={"mars": "credits_4"}
    )
    events = play(game, "recruit bish0p")
    assert "DiscWon" in [event["event"] for event in events]
    assert "TokenGained" not in [event["event"] for event in events]


def test_planets_are_written_in_the_order_of_the_board() -> None:
    assert list(prepared(hand=["nero"]).position()["discs"]) == list(PLANETS)
