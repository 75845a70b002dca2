"""The declared shapes of the engine's JSON are those that it has, and mypy knows their keys."""

from random import Random
from types import UnionType
from typing import Any, Literal, TypeAliasType, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from engine import Game, Options, deal
from engine.public_types import Position, Record, Snapshot, View
from tests.engine.invariants import any_answer
from tests.engine.prepared import prepared


def fits(value: object, shape: Any) -> bool:
    """Whether a value has a declared shape: these keys and no others, of these types."""
    if isinstance(shape, TypeAliasType):
        return fits(value, shape.__value__)
    if is_typeddict(shape):
        hints = get_type_hints(shape)
        return (
            isinstance(value, dict)
            and shape.__required_keys__ <= value.keys() <= hints.keys()
            and all(fits(part, hints[key]) for key, part in value.items())
        )
    parts = get_args(shape)
    match get_origin(shape):
        case None:
            return type(value) is shape or (shape is None and value is None)
        case origin if origin is UnionType:
            return any(fits(value, part) for part in parts)
        case origin if origin is Literal:
            return value in parts
        case origin if origin is list:
            return isinstance(value, list) and all(fits(item, parts[0]) for item in value)
        case _:
            assert get_origin(shape) is dict, shape
            key, kind = parts
            return isinstance(value, dict) and all(
                fits(name, key) and fits(item, kind) for name, item in value.items()
            )


@pytest.mark.whole
@pytest.mark.parametrize("players", [2, 4])
def test_views_and_snapshots_have_the_declared_shapes_all_game_long(players: int) -> None:
    random = Random(f"shapes {players}")
    game = Game(deal(Options(players=players), f"shapes {players}"))
    while game.outcome is None:
        for seat in (None, *range(players)):
            assert fits(game.view(seat), View)
        assert fits(game.snapshot(), Snapshot)
        game.play(*any_answer(game, random))
    assert fits(game.view(None), View)
    assert fits(game.position(), Position)
    assert fits(game.record(), Record)


def test_the_record_from_a_position_and_an_imagined_game_have_the_declared_shapes() -> None:
    game = prepared(hand=["nero", "atlas"])
    assert fits(game.record(), Record)
    assert fits(game.position(), Position)
    imagined = Game.imagined(game.view(0))
    _events, foreseen = imagined.foresee(0, imagined.pending[0].options[0])
    assert fits(foreseen, View)
    assert fits(imagined.snapshot(), Snapshot)


@pytest.mark.parametrize("key", ["hand_limit", "to_move", "deck"])
def test_a_key_more_or_less_does_not_fit(key: str) -> None:
    game = Game(deal(Options(), "any"))
    view: dict[str, object] = dict(game.view(0))
    if key in view:
        del view[key]
    else:
        view[key] = 4
    assert not fits(view, View)


def test_a_wrong_key_is_an_error_of_mypy() -> None:
    """`make lint` fails if mypy lets these pass: then it has no use for the ignores."""
    view = Game(deal(Options(), "any")).view(0)
    with pytest.raises(KeyError):
        view["hand"]  # type: ignore[typeddict-item]
    with pytest.raises(KeyError):
        view["sides"][0]["credit"]  # type: ignore[typeddict-item]
