"""Agents 1 to 50 that bring credits and zenithium, or cost cards of the hand.

caesar ch4mb3rs cresus donald-smooth elisabeth felis guy-gambler ilda-flores ivan mc4ffr3y
punk-mari zenon
"""

import pytest

from tests.engine.agents.cards import (
    EVERYWHERE,
    HAND,
    Changes,
    Scene,
    Unshuffled,
    by_agent,
    from_either_side,
    may,
    must,
)

pytestmark = from_either_side

DISCARDS = tuple(f"discard {card}" for card in HAND)


# --- nothing to choose: mc4ffr3y, cresus, felis, zenon ---


@by_agent(
    "agent result",
    ("mc4ffr3y", {"your mars": ["mc4ffr3y"], "mars": 1, "your credits": 16, "your zenithium": 7}),
    ("cresus", {"your venus": ["cresus"], "venus": 1, "your credits": 20 - 1 + 6}),
    (
        "felis",
        {
            "your venus": ["felis"],
            "venus": 1,
            "your credits": 17,
            "your zenithium": 5 + 3,
            "their zenithium": 5 + 1,
        },
    ),
    (
        "zenon",
        {
            "your terra": ["zenon"],
            "terra": 1,
            "your credits": 20 - 1 + 8,
            "their credits": 20 + 2,
        },
    ),
)
def test_they_bring_what_is_printed(agent: str, result: Changes, you: int) -> None:
    assert Scene(you, agent).result() == result


# --- ch4mb3rs: 3 zenithium, one more with the badge ---


@pytest.mark.parametrize(
    ("badge", "zenithium"),
    [(None, 3), ("your silver", 4), ("your gold", 4), ("their silver", 3), ("their gold", 3)],
)
def test_ch4mb3rs_brings_a_fourth_zenithium_with_your_badge(
    badge: str | None, zenithium: int, you: int
) -> None:
    assert Scene(you, "ch4mb3rs", badge=badge).result() == {
        "your jupiter": ["ch4mb3rs"],
        "jupiter": 1,
        "your credits": 20 - 8,
        "your zenithium": 5 + zenithium,
    }


# --- elisabeth: discard a card, 1 zenithium ---


def test_elisabeth_has_you_discard_a_card_for_nothing_and_brings_a_zenithium(you: int) -> None:
    scene = Scene(you, "elisabeth")
    assert scene.asks == must("elisabeth", "discard", *DISCARDS)
    assert scene.so_far() == {"your terra": ["elisabeth"], "terra": 1, "your credits": 18}
    scene.answer("discard khan")
    assert scene.result() == {
        "your terra": ["elisabeth"],
        "terra": 1,
        "your credits": 20 - 2,
        "your zenithium": 5 + 1,
        "your hand": ["nero", "moussa", "ice-june", "gibs0n", "geronimo"],
        "discarded": ["khan"],
    }


def test_elisabeth_discards_an_only_card_unasked(you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie", "ivan"]
    assert Scene(you, "elisabeth", hand=["khan"], deck=deck).result() == {
        "your terra": ["elisabeth"],
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
        "your terra": ["elisabeth"],
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
        "your jupiter": ["donald-smooth"],
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
        "your jupiter": ["donald-smooth"],
        "jupiter": 1,
        "your credits": 18,
        "drawn": deck,
        "your hand": ["khan", *deck],
    }


def test_donald_smooth_does_not_ask_an_empty_hand(you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie"]
    assert Scene(you, "donald-smooth", hand=[], deck=deck).result() == {
        "your jupiter": ["donald-smooth"],
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
        "your mercury": ["punk-mari"],
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
        "your mercury": ["punk-mari"],
        "mercury": 1,
        "your credits": 13,
        "venus": 0,
        "your discs": ["venus"],
        "drawn": deck,
        "your hand": deck,
    }


# --- ivan: 2 credits for each planet where the opponent has a card ---


@pytest.mark.parametrize(
    ("theirs", "planets"),
    [
        ({}, 0),
        ({"venus": ["as1m0v", "felis", "cresus"]}, 1),
        ({"mercury": ["orw3ll"], "mars": ["titus", "caesar"], "jupiter": ["geta"]}, 3),
        (
            {
                "mercury": ["orw3ll"],
                "venus": ["as1m0v"],
                "terra": ["sir-sam"],
                "mars": ["titus"],
                "jupiter": ["geta"],
            },
            5,
        ),
    ],
    ids=["none", "one", "three", "five"],
)
def test_ivan_brings_two_credits_for_each_planet_of_the_opponent(
    theirs: dict[str, list[str]], planets: int, you: int
) -> None:
    scene = Scene(you, "ivan", columns=({"terra": ["bruss0l0"], "mars": ["caligula"]}, theirs))
    assert scene.result() == {
        "your jupiter": ["ivan"],
        "jupiter": 1,
        "your credits": 20 - 1 + 2 * planets,
    }


# --- ilda-flores: 1/2/3 zenithium with 1/2/3 technologies ---


@pytest.mark.parametrize(
    ("levels", "zenithium"),
    [
        ({}, 0),
        ({"robot": 1}, 1),
        ({"animod": 5}, 1),
        ({"animod": 1, "human": 3}, 2),
        ({"animod": 1, "human": 2, "robot": 5}, 3),
    ],
    ids=["none", "one", "one high", "two", "three"],
)
def test_ilda_flores_brings_a_zenithium_for_each_technology_of_yours(
    levels: dict[str, int], zenithium: int, you: int
) -> None:
    others = {"animod": 1, "human": 1, "robot": 1}
    result = {"your venus": ["ilda-flores"], "venus": 1, "your credits": 20 - 1}
    if zenithium:
        result["your zenithium"] = 5 + zenithium
    assert Scene(you, "ilda-flores", levels=(levels, others)).result() == result


# --- caesar: 1 zenithium or 7 credits ---


@pytest.mark.parametrize(
    ("option", "gain"),
    [("option 1", {"your zenithium": 5 + 1}), ("option 2", {"your credits": 20 - 2 + 7})],
)
def test_caesar_brings_a_zenithium_or_seven_credits(option: str, gain: Changes, you: int) -> None:
    scene = Scene(you, "caesar")
    assert scene.asks == must("caesar", "either", "option 1", "option 2")
    scene.answer(option)
    recruited = {"your mars": ["caesar"], "mars": 1, "your credits": 18}
    assert scene.result() == {**recruited, **gain}


# --- guy-gambler: 5 credits, a token of the supply with the badge ---


@pytest.mark.parametrize("badge", [None, "their silver", "their gold"])
def test_guy_gambler_brings_five_credits_and_no_token_without_your_badge(
    badge: str | None, you: int
) -> None:
    assert Scene(you, "guy-gambler", badge=badge).result() == {
        "your mercury": ["guy-gambler"],
        "mercury": 1,
        "your credits": 20 - 3 + 5,
    }


@pytest.mark.parametrize("badge", ["your silver", "your gold"])
def test_guy_gambler_draws_a_token_with_your_badge(badge: str, you: int) -> None:
    scene = Scene(you, "guy-gambler", badge=badge, supply=["influence", "zenithium"])
    assert scene.asks == must("token supply", "planet", *EVERYWHERE)
    scene.answer("planet jupiter")
    assert scene.result() == {
        "your mercury": ["guy-gambler"],
        "mercury": 1,
        "your credits": 22,
        "jupiter": 1,
        "tokens drawn": ["influence"],
        "tokens discarded": ["influence"],
    }


def test_guy_gambler_draws_from_the_discarded_tokens_when_the_supply_is_empty(you: int) -> None:
    spent = [
        *["zenithium", "influence", "credits_3", "credits_4", "badge", "mobilize", "exile"],
        *["transfer", "badge", "credits_4", "credits_3"],
        *["zenithium", "zenithium", "influence", "influence", "influence"],
    ]
    scene = Scene(you, "guy-gambler", badge="your silver", token_discard=spent, chance=Unshuffled())
    assert scene.result() == {
        "your mercury": ["guy-gambler"],
        "mercury": 1,
        "your credits": 22,
        "your zenithium": 6,
        "supply": spent[1:],
        "token discard": ["zenithium"],
    }
