"""Discarding cards of the hand."""

import pytest

from tests.engine.agents.recruiting import EVERYWHERE, FILLER, HAND, Scene, may, must, or_decline

DISCARDS = tuple(f"discard {card}" for card in HAND)


# --- elisabeth: discard a card, 1 zenithium ---


def test_elisabeth_has_you_discard_a_card_for_nothing_and_brings_a_zenithium(you: int) -> None:
    scene = Scene(you, "elisabeth")
    assert scene.asks == must("elisabeth", "discard", *DISCARDS)
    assert scene.so_far() == {"terra": 1, "your credits": 18}
    scene.answer("discard khan")
    assert scene.result() == {
        "terra": 1,
        "your credits": 20 - 2,
        "your zenithium": 5 + 1,
        "your hand": ["nero", "moussa", "ice-june", "gibs0n", "geronimo"],
        "discarded": ["khan"],
    }


def test_elisabeth_discards_an_only_card_unasked(you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie", "ivan"]
    assert Scene(you, "elisabeth", hand=["khan"], deck=deck).result() == {
        "terra": 1,
        "your credits": 18,
        "your zenithium": 6,
        "discarded": ["khan"],
        "drawn": deck[:4],
        "your hand": deck[:4],
    }


def test_elisabeth_brings_a_zenithium_with_no_card_to_discard(you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie", "ivan"]
    assert Scene(you, "elisabeth", hand=[], deck=deck).result() == {
        "terra": 1,
        "your credits": 18,
        "your zenithium": 6,
        "drawn": deck[:4],
        "your hand": deck[:4],
    }


# --- donald-smooth: discard a card for its printed cost ---


@pytest.mark.parametrize(("card", "cost"), [("nero", 7), ("gibs0n", 4), ("khan", 9)])
def test_donald_smooth_discards_a_card_for_its_printed_cost(card: str, cost: int, you: int) -> None:
    # what the card would cost you now does not matter: one of Mercury would be a credit less
    scene = Scene(you, "donald-smooth", columns=({"mercury": ["orw3ll"]}, {}))
    assert scene.asks == may("donald-smooth", "discard", *DISCARDS)
    scene.answer(f"discard {card}")
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 20 - 2 + cost,
        "your hand": [other for other in HAND if other != card],
        "discarded": [card],
    }


def test_donald_smooth_asks_for_an_only_card_too_and_may_keep_it(you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n"]
    scene = Scene(you, "donald-smooth", hand=["khan"], deck=deck)
    assert scene.asks == may("donald-smooth", "discard", "discard khan")
    scene.answer("decline")
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 18,
        "drawn": deck,
        "your hand": ["khan", *deck],
    }


def test_donald_smooth_does_not_ask_an_empty_hand(you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie"]
    assert Scene(you, "donald-smooth", hand=[], deck=deck).result() == {
        "jupiter": 1,
        "your credits": 18,
        "drawn": deck,
        "your hand": deck,
    }


# --- punk-mari: discard the whole hand, 2 influence anywhere ---


@pytest.mark.parametrize("hand", [HAND, ("nero",), ()], ids=["six", "one", "none"])
def test_punk_mari_discards_the_whole_hand_for_two_influence(
    hand: tuple[str, ...], you: int
) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie", "ivan"]
    scene = Scene(you, "punk-mari", hand=hand, deck=deck)
    assert scene.asks == must("punk-mari", "planet", *EVERYWHERE)
    assert scene.so_far().get("your hand", []) == []
    scene.answer("planet mars")
    result = scene.result()
    assert sorted(result.pop("discarded", [])) == sorted(hand)
    assert result == {
        "mercury": 1,
        "your credits": 20 - 7,
        "mars": 2,
        "drawn": deck[:4],
        "your hand": deck[:4],
    }


def test_punk_mari_wins_a_disc_one_step_away(you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie"]
    scene = Scene(you, "punk-mari", hand=(), deck=deck, discs={"venus": 3})
    scene.answer("planet venus")
    assert scene.result() == {
        "mercury": 1,
        "your credits": 13,
        "venus": 0,
        "your discs": ["venus"],
        "drawn": deck,
        "your hand": deck,
    }


# --- ice-june: discard a card for influence on its planet ---


def test_ice_june_discards_a_card_for_influence_on_its_planet() -> None:
    scene = Scene(0, "ice-june")
    cards = "elisabeth pkd1ck agent-ezra donald-smooth huxl3y titus"
    scene.answer("discard huxl3y", of=or_decline("discard", cards))
    assert scene.result() == {
        "mercury": 1,
        "terra": 1,
        "your credits": 16,
        "your hand": ["elisabeth", "pkd1ck", "agent-ezra", "donald-smooth", "titus"],
        "discarded": ["huxl3y"],
    }


def test_ice_june_is_asked_about_a_single_card_and_draws_up() -> None:
    scene = Scene(0, "ice-june", hand=["titus"], deck=["atlas", "wul", "zenon", "ivan"])
    scene.answer("discard titus", of=or_decline("discard", "titus"))
    assert scene.result() == {
        "terra": 1,
        "mars": 1,
        "your credits": 16,
        "your hand": ["atlas", "wul", "zenon", "ivan"],
        "drawn": ["atlas", "wul", "zenon", "ivan"],
        "discarded": ["titus"],
    }


def test_ice_june_declines() -> None:
    scene = Scene(0, "ice-june")
    cards = "elisabeth pkd1ck agent-ezra donald-smooth huxl3y titus"
    scene.answer("decline", of=or_decline("discard", cards))
    assert scene.result() == {"terra": 1, "your credits": 16}


def test_ice_june_discards_only_cards_that_bring_influence() -> None:
    hand = ["elisabeth", "titus", "zenon", "huxl3y", "ivan"]
    scene = Scene(0, "ice-june", hand=hand, discs={"terra": 3})
    scene.answer("discard ivan", of=or_decline("discard", "titus huxl3y ivan"))
    assert scene.result() == {
        "terra": 0,
        "jupiter": 1,
        "your discs": ["terra"],
        "your credits": 16,
        "your hand": ["elisabeth", "titus", "zenon", "huxl3y"],
        "discarded": ["ivan"],
    }


def test_ice_june_asks_nothing_when_no_card_brings_influence() -> None:
    scene = Scene(
        0, "ice-june", hand=["elisabeth", "zenon", "f4rm3r", "gilgamesh"], discs={"terra": 3}
    )
    assert scene.result() == {"terra": 0, "your discs": ["terra"], "your credits": 16}


def test_ice_june_leaves_the_hand_of_the_teammate() -> None:
    scene = Scene(0, "ice-june", players=4, hands={2: ["atlas", "wul"]}, hand=FILLER[:5])
    cards = "elisabeth pkd1ck agent-ezra donald-smooth huxl3y"
    scene.answer("discard pkd1ck", of=or_decline("discard", cards))
    assert scene.result() == {
        "terra": 1,
        "jupiter": 1,
        "your credits": 16,
        "your hand": ["elisabeth", "agent-ezra", "donald-smooth", "huxl3y"],
        "discarded": ["pkd1ck"],
    }


def test_ice_june_has_no_card_left() -> None:
    scene = Scene(0, "ice-june", hand=[], deck=["atlas", "wul", "zenon", "ivan"])
    assert scene.result() == {
        "terra": 1,
        "your credits": 16,
        "your hand": ["atlas", "wul", "zenon", "ivan"],
        "drawn": ["atlas", "wul", "zenon", "ivan"],
    }


# --- demetrios: discard the whole hand ---


@pytest.mark.parametrize(
    ("badge", "drawn"),
    [(None, 4), ("your silver", 5), ("your gold", 6), ("their gold", 4)],
    ids=["no badge", "silver", "gold", "the opponent's"],
)
def test_demetrios_discards_its_hand_and_draws_a_new_one(badge: str | None, drawn: int) -> None:
    deck = ["atlas", "wul", "zenon", "ivan", "annie", "luc4s", "felis"]
    scene = Scene(0, "demetrios", badge=badge, deck=deck)
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 25,
        "your hand": deck[:drawn],
        "drawn": deck[:drawn],
        "discarded": list(FILLER),
    }


def test_demetrios_gains_credits_also_without_a_hand() -> None:
    scene = Scene(0, "demetrios", hand=[], deck=["atlas", "wul", "zenon", "ivan"])
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 25,
        "your hand": ["atlas", "wul", "zenon", "ivan"],
        "drawn": ["atlas", "wul", "zenon", "ivan"],
    }


def test_demetrios_discards_the_hand_of_its_own_seat_only() -> None:
    deck = ["atlas", "wul", "zenon", "ivan"]
    scene = Scene(2, "demetrios", players=4, deck=deck)
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 25,
        "your hand": deck,
        "drawn": deck,
        "discarded": list(FILLER),
    }
