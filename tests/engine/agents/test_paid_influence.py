"""Influence that has a price: zenithium, credits or the badge."""

from typing import Any, NamedTuple

import pytest

from tests.engine.agents.recruiting import (
    EVERYWHERE,
    GIVE,
    Scene,
    by_agent,
    may,
    must,
    on,
    on_all_but,
    two_discs,
    two_won,
)

# --- buy influence in steps: suleiman (3/7/12 credits), stessy-power (1/2/4 zenithium) ---

buys_influence = by_agent(
    "agent home cost purse prices",
    ("suleiman", "jupiter", 1, "your credits", (3, 7, 12)),
    ("stessy-power", "venus", 3, "your zenithium", (1, 2, 4)),
)


@pytest.mark.parametrize("steps", [1, 2, 3])
@buys_influence
def test_they_spend_one_of_three_amounts_for_influence_on_one_other_planet(
    agent: str, home: str, cost: int, purse: str, prices: tuple[int, ...], steps: int, you: int
) -> None:
    scene = Scene(you, agent, credits=(20 + cost, 20), zenithium=(20, 5))
    assert scene.asks == may(agent, "count", *(f"spend {price}" for price in prices))
    scene.answer(f"spend {prices[steps - 1]}")
    assert scene.asks == must(agent, "planet", *on_all_but(home))
    scene.answer("planet mars")
    recruited = {"your credits": 20, home: 1}
    assert scene.result() == {**recruited, purse: 20 - prices[steps - 1], "mars": steps}


@pytest.mark.parametrize("affordable", [0, 1, 2])
@buys_influence
def test_they_are_offered_what_they_can_pay_after_their_own_cost(
    agent: str, home: str, cost: int, purse: str, prices: tuple[int, ...], affordable: int, you: int
) -> None:
    left = prices[affordable] - 1
    credits, zenithium = (left, 0) if purse == "your credits" else (0, left)
    scene = Scene(you, agent, credits=(credits + cost, 20), zenithium=(zenithium, 20))
    if affordable:
        offers = [f"spend {price}" for price in prices[:affordable]]
        assert scene.asks == may(agent, "count", *offers)
        scene.answer("decline")
    assert scene.result() == {"your credits": credits, home: 1}


@buys_influence
def test_three_influence_win_a_disc_two_steps_away_and_the_rest_is_lost(
    agent: str, home: str, cost: int, purse: str, prices: tuple[int, ...], you: int
) -> None:
    credits = (20 + cost, 20)
    scene = Scene(you, agent, credits=credits, zenithium=(20, 5), discs={"terra": 2})
    scene.answer(f"spend {prices[2]}", "planet terra")
    recruited = {"your credits": 20, home: 1}
    won = {purse: 20 - prices[2], "terra": 0, "your discs": ["terra"]}
    assert scene.result() == {**recruited, **won}


# --- give 1 zenithium for 2 influence: agent-ezra, jack-curry ---

gives_zenithium = by_agent(
    "agent home target", ("agent-ezra", "jupiter", "venus"), ("jack-curry", "mars", "mercury")
)


@gives_zenithium
def test_they_give_a_zenithium_for_two_influence(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent, zenithium=(1, 0))
    assert scene.asks == may(agent, "give", "give")
    recruited = {"your credits": 20 - 1 + 4, home: 1}
    assert scene.so_far() == recruited
    scene.answer("give")
    given = {"your zenithium": 0, "their zenithium": 1, target: 2}
    assert scene.result() == {**recruited, **given}


@gives_zenithium
def test_they_keep_their_zenithium_and_gain_no_more(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent)
    scene.answer("decline")
    assert scene.result() == {"your credits": 23, home: 1}


@gives_zenithium
def test_without_zenithium_they_are_not_asked(agent: str, home: str, target: str, you: int) -> None:
    scene = Scene(you, agent, zenithium=(0, 5))
    assert scene.result() == {"your credits": 23, home: 1}


@gives_zenithium
def test_they_are_not_asked_to_buy_influence_where_no_disc_is_left(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent, discs={home: 3, target: 3}, tokens={home: "influence"})
    scene.answer(f"planet {target}")
    assert scene.result() == {
        "your credits": 23,
        home: 0,
        target: 0,
        "your discs": [home, target],
        f"token {home}": None,
        "tokens discarded": ["influence"],
    }


@gives_zenithium
def test_they_win_a_disc_that_lies_one_step_away_and_its_token(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent, discs={target: 3}, tokens={target: "credits_3"})
    scene.answer("give")
    assert scene.result() == {
        "your credits": 23 + 3,
        home: 1,
        target: 0,
        "your discs": [target],
        f"token {target}": None,
        "tokens discarded": ["credits_3"],
        "your zenithium": 5 - 1,
        "their zenithium": 5 + 1,
    }


# --- give 1 zenithium for 2 influence on a planet ---

GIVES_ZENITHIUM = [
    pytest.param("hiroshi-sun", "venus", "mars", id="hiroshi-sun"),
    pytest.param("lula-smart", "mercury", "terra", id="lula-smart"),
]


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_gives_zenithium_for_influence(agent: str, own: str, other: str) -> None:
    scene = Scene(0, agent)
    scene.answer("give", of=GIVE)
    assert scene.result() == {
        own: 1,
        other: 2,
        "your credits": 23,
        "your zenithium": 4,
        "their zenithium": 6,
    }


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_keeps_its_zenithium(agent: str, own: str, other: str) -> None:
    scene = Scene(0, agent)
    scene.answer("decline", of=GIVE)
    assert scene.result() == {own: 1, "your credits": 23}


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_has_no_zenithium_to_give(agent: str, own: str, other: str) -> None:
    scene = Scene(0, agent, zenithium=(0, 5))
    assert scene.result() == {own: 1, "your credits": 23}


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_gives_nothing_for_a_disc_that_is_gone(agent: str, own: str, other: str) -> None:
    scene = Scene(0, agent, **two_discs(own, other))
    scene.take_disc(other, own=own)
    assert scene.result() == {**two_won(own, other), "your credits": 23}


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_wins_the_disc_that_it_bought(agent: str, own: str, other: str) -> None:
    scene = Scene(0, agent, discs={other: 3}, tokens={other: "zenithium"}, zenithium=(1, 0))
    scene.answer("give", of=GIVE)
    assert scene.result() == {
        own: 1,
        other: 0,
        "your discs": [other],
        f"token {other}": None,
        "tokens discarded": ["zenithium"],
        "your credits": 23,
        "their zenithium": 1,
    }


# --- 2 influence, and a price for 2 more on another planet ---


class Price(NamedTuple):
    """What an agent asks for: a start with it and one without, what is left, its token."""

    agent: str
    rich: dict[str, Any]
    poor: dict[str, Any]
    paid: dict[str, Any]
    token: str


CL4RKE = Price(
    "cl4rke",
    rich={"zenithium": (1, 0)},
    poor={"zenithium": (0, 5)},
    paid={"your zenithium": 0, "their zenithium": 1},
    token="zenithium",
)
KHAN = Price(
    "khan",
    rich={"badge": "your gold"},
    poor={"badge": "their silver"},
    paid={"badge": "their silver"},
    token="badge",
)


@pytest.mark.parametrize("price", [CL4RKE, KHAN], ids=["cl4rke", "khan"])
class TestTwiceTwoInfluence:
    def test_it_pays_for_another_planet(self, price: Price) -> None:
        scene = Scene(0, price.agent, **price.rich)
        scene.answer("planet mercury", of=EVERYWHERE)
        scene.answer("give", of=GIVE)
        scene.answer("planet mars", of=on_all_but("mercury"))
        assert scene.result() == {
            **price.paid,
            "mercury": 3,
            "mars": 2,
            "your credits": 11,
        }

    def test_it_declines(self, price: Price) -> None:
        scene = Scene(0, price.agent, **price.rich)
        scene.answer("planet venus", of=EVERYWHERE)
        scene.answer("decline", of=GIVE)
        assert scene.result() == {"mercury": 1, "venus": 2, "your credits": 11}

    def test_it_is_not_asked_for_what_it_has_not(self, price: Price) -> None:
        scene = Scene(0, price.agent, **price.poor)
        scene.answer("planet venus", of=EVERYWHERE)
        assert scene.result() == {"mercury": 1, "venus": 2, "your credits": 11}

    def test_it_pays_with_what_the_token_of_its_first_planet_brought(self, price: Price) -> None:
        scene = Scene(
            0, price.agent, zenithium=(0, 0), discs={"mars": 2}, tokens={"mars": price.token}
        )
        scene.answer("planet mars", of=EVERYWHERE)
        scene.answer("give", of=GIVE)
        scene.answer("planet venus", of=on_all_but("mars"))
        assert scene.result() == {
            **{name: value for name, value in price.paid.items() if name != "your zenithium"},
            "mercury": 1,
            "venus": 2,
            "mars": 0,
            "your discs": ["mars"],
            "token mars": None,
            "tokens discarded": [price.token],
            "your credits": 11,
        }


# --- prices for 2 influence ---


def test_sneaky_jules_gives_zenithium_for_a_disc_at_its_centre() -> None:
    scene = Scene(0, "sneaky-jules", discs={"venus": 1, "mars": -2})
    scene.answer("give", of=GIVE)
    scene.answer("planet jupiter", of=on("mercury jupiter"))
    assert scene.result() == {
        "terra": 1,
        "jupiter": 2,
        "your credits": 23,
        "your zenithium": 4,
        "their zenithium": 6,
    }


def test_sneaky_jules_does_not_ask_about_the_only_disc_at_its_centre() -> None:
    # Terra is the one: this agent's own influence has moved it there
    scene = Scene(
        0, "sneaky-jules", discs={"mercury": 1, "venus": 1, "terra": -1, "mars": -2, "jupiter": 3}
    )
    scene.answer("give", of=GIVE)
    assert scene.result() == {
        "terra": 2,
        "your credits": 23,
        "your zenithium": 4,
        "their zenithium": 6,
    }


def test_sneaky_jules_declines() -> None:
    scene = Scene(0, "sneaky-jules")
    scene.answer("decline", of=GIVE)
    assert scene.result() == {"terra": 1, "your credits": 23}


def test_sneaky_jules_has_no_zenithium_to_give() -> None:
    scene = Scene(0, "sneaky-jules", zenithium=(0, 5))
    assert scene.result() == {"terra": 1, "your credits": 23}


def test_sneaky_jules_gives_nothing_when_no_disc_is_at_its_centre() -> None:
    scene = Scene(0, "sneaky-jules", discs={"mercury": 1, "venus": 1, "mars": -2, "jupiter": 3})
    assert scene.result() == {"terra": 1, "your credits": 23}


def test_secret_kali_gives_three_credits() -> None:
    scene = Scene(0, "secret-kali", credits=(5, 20), discs={"venus": 1, "mars": -2})
    scene.answer("give", of=GIVE)
    scene.answer("planet venus", of=on_all_but("mercury"))
    assert scene.result() == {
        "mercury": 1,
        "venus": 3,
        "your credits": 0,
        "their credits": 23,
    }


def test_secret_kali_declines() -> None:
    scene = Scene(0, "secret-kali")
    scene.answer("decline", of=GIVE)
    assert scene.result() == {"mercury": 1, "your credits": 18}


def test_secret_kali_has_not_three_credits_left() -> None:
    scene = Scene(0, "secret-kali", credits=(4, 20))
    assert scene.result() == {"mercury": 1, "your credits": 2}


def test_secret_kali_gives_the_credits_of_the_token_of_mercury() -> None:
    scene = Scene(
        0, "secret-kali", credits=(2, 20), discs={"mercury": 3}, tokens={"mercury": "credits_3"}
    )
    scene.answer("give", of=GIVE)
    scene.answer("planet jupiter", of=on_all_but("mercury"))
    assert scene.result() == {
        "mercury": 0,
        "jupiter": 2,
        "your discs": ["mercury"],
        "token mercury": None,
        "tokens discarded": ["credits_3"],
        "your credits": 0,
        "their credits": 23,
    }
