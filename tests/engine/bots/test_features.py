"""The features of tables: what they say, and that they say only what the side knows."""

from typing import Any

import pytest

from engine import Chance, Game, Options
from engine.bots.features import SLOTS, brings, features
from engine.bots.worlds import another_world
from engine.chance import Stream
from engine.table import Table
from engine.views import imagine
from tests.engine.bots.test_bots import OPTIONS, decisions
from tests.engine.prepared import prepared


def tables(options: Options, seed: str) -> list[tuple[Game, int, Table]]:
    """Return (game, seat, table as it imagines it) for decisions of a random game."""
    return [
        (game, seat, imagine(game.view(seat), Chance("any")))
        for game, seat in decisions(options, seed)[::4]
    ]


@pytest.mark.parametrize("kind", OPTIONS)
def test_the_slots_are_those_of_the_weights(kind: str) -> None:
    for _, seat, table in tables(OPTIONS[kind], "slots"):
        slots = features(table, seat % 2)
        assert all(0 <= slot < SLOTS for slot in slots)


@pytest.mark.parametrize("kind", OPTIONS)
def test_cards_that_the_seat_cannot_see_have_no_say(kind: str) -> None:
    moved = 0
    for game, seat, table in tables(OPTIONS[kind], "unseen"):
        if table.active not in (seat, -1) or table.mulligan:
            continue
        if table.active == -1 and game.view(seat)["pending"][0]["seats"][0] != seat:
            continue
        seen = features(table, seat % 2)
        for number in range(3):
            other = imagine(game.view(seat), Chance(f"other {number}"))
            moved += (other.hands, other.deck) != (table.hands, table.deck)
            assert features(other, seat % 2) == seen
            world = another_world(table, (seat,), Stream("dealt anew", f"{number}"))
            assert features(world, seat % 2) == seen
    assert moved >= 5


def test_the_sides_are_seen_alike() -> None:
    mine: dict[str, Any] = {"hand": ("nero", "zenon"), "credits": (7, 3), "zenithium": (2, 1)}
    table = imagine(prepared(**mine, discs={"mars": 2, "venus": -1}).view(0), Chance("any"))
    other = table.copy()
    other.discs = [-at for at in table.discs]
    for pairs in (other.credits, other.zenithium, other.hands, other.won):
        pairs.reverse()
    other.levels = table.levels[3:] + table.levels[:3]
    other.columns = table.columns[5:] + table.columns[:5]
    assert features(other, 1) == features(table, 0)


def test_a_card_that_is_too_dear_is_another_feature() -> None:
    poor, rich = (
        set(features(imagine(prepared(hand=("titus",), credits=(n, 0)).view(0), Chance("any")), 0))
        for n in (0, 15)
    )
    poorer, richer = poor - rich, rich - poor
    # the credits, the number of cards to pay, those of its planet, and the card itself
    assert (len(poorer), len(richer)) == (4, 4)


def test_the_reach_of_a_teammate_who_plays_next_is_a_feature() -> None:
    def of_the_teammate(planet: str) -> set[int]:
        game = prepared(players=4, hand=("nero",), discs={planet: 3})
        before = imagine(game.view(0), Chance("any"))
        after = before.copy()
        after.played = (2,)
        slots = set(features(before, 0)) - set(features(after, 0))
        # of a team that has played, nothing but that it has
        assert len(set(features(after, 0)) - set(features(before, 0))) == 1
        return slots

    # the teammate of seat 0 may not recruit on Mercury
    far, near = of_the_teammate("mercury"), of_the_teammate("jupiter")
    assert len(far) == len(near) > 10
    assert far - near


def test_what_one_more_disc_brings() -> None:
    assert brings(()) == (4,) * 5 or len(set(brings(()))) == 1
    assert brings((3, 3))[3] == 0
    assert brings((0, 0, 1, 1)) == (0,) * 5
    assert brings((0, 1, 2))[3] == brings((0, 1, 2))[4] == 0
    assert brings((0, 0))[1] != brings((0, 0))[0]


def test_another_world_keeps_all_that_the_seat_sees() -> None:
    for game, seat, table in tables(Options(players=4, secret_agents=True), "worlds"):
        if table.mulligan:
            continue
        world = another_world(table, (seat,), Stream("a", "world"))
        assert world.hands[seat] == table.hands[seat]
        assert [len(hand) for hand in world.hands] == [len(hand) for hand in table.hands]
        cards = [card for hand in table.hands for card in hand] + list(table.deck[table.drawn :])
        dealt = [card for hand in world.hands for card in hand] + list(world.deck)
        assert sorted(dealt) == sorted(cards)
        assert world.columns == table.columns
        assert sorted(world.supply) == sorted(table.supply)
        assert game.view(seat)["discard"] is not None
