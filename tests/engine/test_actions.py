"""Actions: what is refused, how, and that a refused action changes nothing."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    BadSetup,
    EngineError,
    Game,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
    Options,
    deal,
)
from engine.agents import latest_agents
from engine.names import FACTIONS, PLACES, PLANETS
from engine.notation import is_action
from engine.public_types import Record, Snapshot
from engine.views import open_hand
from tests.engine.invariants import any_answer
from tests.engine.prepared import play, prepared


def game_at(seed: str, decisions: int, players: int = 2) -> Game:
    """Return a game after so many random answers, or at its end."""
    random = Random(seed)
    game = Game(deal(Options(players), seed))
    for _ in range(decisions):
        if game.outcome is None:
            game.play(*any_answer(game, random))
    return game


SLUGS = [agent.slug for agent in latest_agents()]
ACTIONS = [
    *(f"{verb} {slug}" for verb in ("recruit", "develop", "lead", "discard") for slug in SLUGS),
    *(f"{verb} {planet}" for verb in ("planet", "row", "exile", "transfer") for planet in PLANETS),
    *(f"{verb} {n}" for verb in ("exile", "spend", "option", "first") for n in range(13)),
    *(f"token {place}" for place in PLACES),
    *(f"technology {faction}" for faction in FACTIONS),
    *("give", "decline", "redraw", "redraw nero", "share nero", "share nero atlas"),
]


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_of_the_notation_is_an_action(action: str) -> None:
    assert is_action(action)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "recruit", "recruit ", "recruit  nero", " recruit nero", "recruit nero "),
        *("Recruit nero", "recruit Nero", "recruit neo", "recruit nero atlas", "recruit\tnero"),
        *("planet pluto", "planet", "row 3", "token moon", "technology elf", "first", "first a"),
        *("first -1", "first +1", "first 01", "first ١", "spend 3.0", "spend 100", "option one"),
        *("give zenithium", "decline now", "redraw nero nero", "redraw neo", "share"),
        *("share nero nero", "share nero atlas titus", "lead\n", "recruit nero\n", "\x00"),
    ],
)
def test_text_that_is_no_action_is_malformed(text: str) -> None:
    game = prepared(hand=["nero"])
    with pytest.raises(MalformedAction):
        game.play(0, text)


@pytest.mark.parametrize("value", [None, 7, b"recruit nero", ["recruit", "nero"], {}, 1.5])
def test_what_is_no_text_is_malformed(value: Any) -> None:
    game = prepared(hand=["nero"])
    with pytest.raises(MalformedAction):
        game.play(0, value)


def refuse(game: Game, seat: Any, action: Any) -> EngineError:
    """Return the error of a refused action; assert that it has changed nothing."""
    before = json.dumps(game.snapshot())
    pending = game.pending
    with pytest.raises(EngineError) as refused:
        game.play(seat, action)
    assert json.dumps(game.snapshot()) == before
    assert game.pending == pending
    assert refused.value.action == action
    assert json.dumps(refused.value.position) == before
    assert str(refused.value)
    return refused.value


@given(
    st.integers(0, 300), st.sampled_from([2, 4]), st.text(max_size=30) | st.sampled_from(ACTIONS)
)
def test_an_answer_that_is_not_offered_is_refused_and_changes_nothing(
    decisions: int, players: int, action: str
) -> None:
    game = game_at("refused", decisions, players)
    for decision in game.pending:
        for seat in decision.seats:
            if action in decision.options or decision.kind == "order":
                continue
            error = refuse(game, seat, action)
            assert error.code == ("illegal_action" if is_action(action) else "malformed_action")


@given(st.integers(2, 300), st.sampled_from([2, 4]), st.integers(0, 9))
def test_a_seat_that_is_not_asked_is_refused_and_changes_nothing(
    decisions: int, players: int, seat: int
) -> None:
    game = game_at("not asked", max(decisions, players), players)
    if game.outcome is not None or seat in game.pending[0].seats:
        return
    error = refuse(game, seat, game.pending[0].options[0])
    assert isinstance(error, NotYourTurn)


@pytest.mark.parametrize("seat", [-1, 2, None, "0", True, 0.0])
def test_a_seat_that_is_none_is_refused(seat: Any) -> None:
    assert isinstance(refuse(prepared(hand=["nero"]), seat, "recruit nero"), NotYourTurn)
    assert isinstance(refuse(Game(deal(Options(), "x")), seat, "redraw"), NotYourTurn)


def test_nobody_answers_the_mulligan_twice() -> None:
    game = Game(deal(Options(), "twice"))
    game.play(1, "redraw")
    assert isinstance(refuse(game, 1, "redraw"), NotYourTurn)


def test_the_mulligan_takes_only_cards_of_the_own_hand_in_their_order() -> None:
    game = Game(deal(Options(), "order"))
    first, second = open_hand(game.view(0), 0)[:2]
    other = open_hand(game.view(1), 1)[0]
    assert isinstance(refuse(game, 0, f"redraw {second} {first}"), IllegalAction)
    assert isinstance(refuse(game, 0, f"redraw {other}"), IllegalAction)
    game.play(0, f"redraw {first} {second}")


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = prepared(hand=["bish0p"], discs={"mars": 3}, won=(["mars", "mars"], []))
    play(game, "recruit bish0p")
    assert isinstance(refuse(game, 0, "recruit nero"), GameOver)
    assert isinstance(refuse(game, 0, "nonsense"), GameOver)


def test_errors_have_stable_codes_and_sentences_for_translation() -> None:
    codes = {kind.code for kind in (MalformedAction, IllegalAction, NotYourTurn, GameOver)}
    assert codes == {"malformed_action", "illegal_action", "not_your_turn", "game_over"}
    error = refuse(prepared(hand=["nero"]), 0, "recruit atlas")
    assert error.sentence.message == "“%(action)s” is not possible now."
    assert str(error) == "“recruit atlas” is not possible now."
    assert error.seat == 0


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": "2"},
        {"players": True},
        {"boards": "NUS"},
        {"boards": 7},
        {"secret_agents": 1},
        {"beginner": True, "players": 4},
    ],
)
def test_options_that_no_game_has_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        Options(**options)


def change(record: Record | Snapshot, *path: str | int, value: Any) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(record))
    place: Any = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("options",), None),
        (("options", "players"), 3),
        (("options", "colour"), "red"),
        (("setup",), []),
        (("setup", "first_side"), 2),
        (("setup", "boards"), "XYZ"),
        (("setup", "seed"), 5),
        (("setup", "deck", 0), "nero nero"),
        (("setup", "hands", 0), ["nero"]),
        (("setup", "tokens", "mars"), "joker"),
        (("setup", "token_supply"), []),
        (("actions",), 5),
        (("actions", 0), ["redraw"]),
        (("outcome",), {"winner": 0, "victory": "popular"}),
    ],
)
def test_a_record_with_one_thing_wrong_is_refused(path: tuple[str | int, ...], value: Any) -> None:
    record = game_at("record", 20).record()
    assert Game.replay(record).record() == record
    with pytest.raises(BadSetup):
        Game.replay(change(record, *path, value=value))


@pytest.mark.parametrize("value", [None, [], "record", 5])
def test_what_is_no_record_or_snapshot_is_refused(value: Any) -> None:
    with pytest.raises(BadSetup):
        Game.replay(value)
    with pytest.raises(EngineError):
        Game.restore(value)


def test_a_record_with_an_illegal_action_names_it() -> None:
    record = game_at("record", 20).record()
    record["actions"].append([0, "spend 99"])
    record["actions"].append([1, "spend 99"])
    with pytest.raises((IllegalAction, NotYourTurn)) as refused:
        Game.replay(record)
    assert refused.value.action == "spend 99"


JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.text(max_size=5), st.just([])
)


@given(st.data(), JUNK)
def test_a_snapshot_with_one_thing_wrong_is_read_or_refused_and_never_crashes(
    data: st.DataObject, value: Any
) -> None:
    game = prepared(hand=["chaka", "nero"], columns=({"mars": ["titus", "bish0p", "ramses"]}, {}))
    play(game, "recruit chaka")
    snapshot = game.snapshot()
    key = data.draw(st.sampled_from(["stack", "mulligan", "shuffles", "outcome", "table"]))
    if key == "stack" and data.draw(st.booleans()):
        frame = data.draw(st.integers(0, len(snapshot["stack"]) - 1))
        part = data.draw(st.sampled_from(sorted(snapshot["stack"][frame])))
        bad = change(snapshot, "stack", frame, part, value=value)
    else:
        bad = change(snapshot, key, value=value)
    try:
        restored = Game.restore(bad)
    except EngineError:
        return
    assert restored.outcome is not None or restored.pending
