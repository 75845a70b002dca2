"""Drawing and taking bonus tokens."""

import pytest

from tests.engine.agents.recruiting import EVERYWHERE, GIVE, Scene, answers, must
from tests.engine.prepared import Unshuffled

# --- guy-gambler: 5 credits, a token of the supply with the badge ---


@pytest.mark.parametrize("badge", [None, "their silver", "their gold"])
def test_guy_gambler_brings_five_credits_and_no_token_without_your_badge(
    badge: str | None, you: int
) -> None:
    assert Scene(you, "guy-gambler", badge=badge).result() == {
        "mercury": 1,
        "your credits": 20 - 3 + 5,
    }


@pytest.mark.parametrize("badge", ["your silver", "your gold"])
def test_guy_gambler_draws_a_token_with_your_badge(badge: str, you: int) -> None:
    scene = Scene(you, "guy-gambler", badge=badge, supply=["influence", "zenithium"])
    assert scene.asks == must("token supply", "planet", *EVERYWHERE)
    scene.answer("planet jupiter")
    assert scene.result() == {
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
        "mercury": 1,
        "your credits": 22,
        "your zenithium": 6,
        "supply": spent[1:],
        "token discard": ["zenithium"],
    }


# --- orw3ll: a token, credits for the badge ---


def test_orw3ll_draws_a_token() -> None:
    scene = Scene(0, "orw3ll", supply=["credits_3"])
    assert scene.result() == {
        "mercury": 1,
        "your credits": 22,
        "tokens drawn": ["credits_3"],
        "tokens discarded": ["credits_3"],
    }


def test_orw3ll_makes_the_choice_of_its_token() -> None:
    scene = Scene(0, "orw3ll", supply=["influence"], badge="their gold")
    scene.answer("planet venus", of=EVERYWHERE, source="token supply")
    assert scene.result() == {
        "mercury": 1,
        "venus": 1,
        "your credits": 19,
        "tokens drawn": ["influence"],
        "tokens discarded": ["influence"],
    }


@pytest.mark.parametrize("face", ["silver", "gold"])
def test_orw3ll_gives_the_badge(face: str) -> None:
    scene = Scene(0, "orw3ll", supply=["zenithium"], badge=f"your {face}")
    scene.answer("give", of=GIVE)
    assert scene.result() == {
        "mercury": 1,
        "your credits": 26,
        "your zenithium": 6,
        "badge": "their silver",
        "tokens drawn": ["zenithium"],
        "tokens discarded": ["zenithium"],
    }


def test_orw3ll_keeps_the_badge_that_its_token_gave() -> None:
    scene = Scene(0, "orw3ll", supply=["badge"])
    scene.answer("decline", of=GIVE)
    assert scene.result() == {
        "mercury": 1,
        "your credits": 19,
        "badge": "your silver",
        "tokens drawn": ["badge"],
        "tokens discarded": ["badge"],
    }


ALL_TOKENS = [
    *("zenithium", "zenithium", "zenithium", "badge", "badge", "credits_3", "credits_3"),
    *("credits_4", "credits_4", "influence", "influence", "influence", "influence"),
    *("mobilize", "exile", "transfer"),
]


def test_orw3ll_draws_from_the_discarded_tokens_when_the_supply_is_empty() -> None:
    scene = Scene(0, "orw3ll", token_discard=ALL_TOKENS, chance=Unshuffled())
    assert scene.result() == {
        "mercury": 1,
        "your credits": 19,
        "your zenithium": 6,
        "supply": ALL_TOKENS[1:],
        "token discard": ["zenithium"],
    }


# --- handy-luke: a bonus token in view ---


def test_handy_luke_takes_one_of_the_tokens_in_view() -> None:
    scene = Scene(
        0,
        "handy-luke",
        tokens={"venus": "credits_3", "mars": "badge", "human": "zenithium", "robot": "mobilize"},
    )
    scene.answer("token human", of=answers("token", "venus mars human robot"))
    assert scene.result() == {
        "mars": 1,
        "your credits": 16,
        "your zenithium": 6,
        "token human": None,
        "tokens discarded": ["zenithium"],
    }


def test_handy_luke_makes_the_choice_of_its_token() -> None:
    scene = Scene(0, "handy-luke", tokens={"venus": "influence", "robot": "badge"})
    scene.answer("token venus", of=answers("token", "venus robot"))
    scene.answer("planet jupiter", of=EVERYWHERE, source="token venus")
    assert scene.result() == {
        "mars": 1,
        "jupiter": 1,
        "your credits": 16,
        "token venus": None,
        "tokens discarded": ["influence"],
    }


def test_handy_luke_does_not_ask_about_a_single_token_which_its_planet_then_lacks() -> None:
    scene = Scene(0, "handy-luke", tokens={"venus": "influence"}, discs={"venus": 3})
    scene.answer("planet venus", of=EVERYWHERE, source="token venus")
    assert scene.result() == {
        "venus": 0,
        "mars": 1,
        "your discs": ["venus"],
        "your credits": 16,
        "token venus": None,
        "tokens discarded": ["influence"],
    }


def test_handy_luke_gets_the_token_of_the_disc_it_wins_first() -> None:
    scene = Scene(
        0, "handy-luke", discs={"mars": 3}, tokens={"mars": "credits_3", "robot": "zenithium"}
    )
    assert scene.result() == {
        "mars": 0,
        "your discs": ["mars"],
        "your credits": 19,
        "your zenithium": 6,
        "token mars": None,
        "token robot": None,
        "tokens discarded": ["credits_3", "zenithium"],
    }


def test_handy_luke_sees_no_token() -> None:
    assert Scene(0, "handy-luke").result() == {"mars": 1, "your credits": 16}
