"""The agents 76 to 90 of the base game: effects that move discs.

What is expected comes from the printed text and the rules, never from the engine. `changes()` is
complete: what a test does not name has stayed as it was.
"""

from typing import Any, NamedTuple

import pytest

from tests.engine.agents.moves import ANY_PLANET, GIVE, Turn, but, each

# --- influence if you have the badge ---


@pytest.mark.parametrize(
    ("agent", "planet"),
    [
        pytest.param("w3lls", "mercury", id="w3lls"),
        pytest.param("m4rt1n", "jupiter", id="m4rt1n"),
    ],
)
class TestInfluenceWithBadge:
    @pytest.mark.parametrize("face", ["silver", "gold"])
    def test_it_gains_a_second_influence(self, agent: str, planet: str, face: str) -> None:
        turn = Turn(agent, badge=(0, face))
        assert turn.changes() == {"discs": {planet: 2}, "credits": (16, 20)}

    @pytest.mark.parametrize("badge", [None, (1, "gold")], ids=["nobody's", "the opponent's"])
    def test_it_gains_one_without_the_badge(
        self, agent: str, planet: str, badge: tuple[int, str] | None
    ) -> None:
        turn = Turn(agent, badge=badge)
        assert turn.changes() == {"discs": {planet: 1}, "credits": (16, 20)}

    def test_it_wins_the_disc_with_the_second(self, agent: str, planet: str) -> None:
        turn = Turn(agent, badge=(0, "silver"), discs={planet: 2}, tokens={planet: "credits_3"})
        assert turn.changes() == {
            "discs": {planet: 0},
            "won": ([planet], []),
            "tokens": {planet: None},
            "token_discard": ["credits_3"],
            "credits": (19, 20),
        }

    def test_the_second_is_lost_when_the_first_has_won_disc_and_badge(
        self, agent: str, planet: str
    ) -> None:
        turn = Turn(agent, discs={planet: 3}, tokens={planet: "badge"})
        assert turn.changes() == {
            "discs": {planet: 0},
            "won": ([planet], []),
            "tokens": {planet: None},
            "token_discard": ["badge"],
            "badge": (0, "silver"),
            "credits": (16, 20),
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
    paid={"zenithium": (0, 1)},
    token="zenithium",
)
KHAN = Price(
    "khan",
    rich={"badge": (0, "gold")},
    poor={"badge": (1, "silver")},
    paid={"badge": (1, "silver")},
    token="badge",
)


@pytest.mark.parametrize("price", [CL4RKE, KHAN], ids=["cl4rke", "khan"])
class TestTwiceTwoInfluence:
    def test_it_pays_for_another_planet(self, price: Price) -> None:
        turn = Turn(price.agent, **price.rich)
        turn.answer("planet mercury", of=ANY_PLANET)
        turn.answer("give", of=GIVE)
        turn.answer("planet mars", of=but("mercury"))
        assert turn.changes() == {
            **price.paid,
            "discs": {"mercury": 3, "mars": 2},
            "credits": (11, 20),
        }

    def test_it_declines(self, price: Price) -> None:
        turn = Turn(price.agent, **price.rich)
        turn.answer("planet venus", of=ANY_PLANET)
        turn.answer("decline", of=GIVE)
        assert turn.changes() == {"discs": {"mercury": 1, "venus": 2}, "credits": (11, 20)}

    def test_it_is_not_asked_for_what_it_has_not(self, price: Price) -> None:
        turn = Turn(price.agent, **price.poor)
        turn.answer("planet venus", of=ANY_PLANET)
        assert turn.changes() == {"discs": {"mercury": 1, "venus": 2}, "credits": (11, 20)}

    def test_it_pays_with_what_the_token_of_its_first_planet_brought(self, price: Price) -> None:
        turn = Turn(price.agent, zenithium=(0, 0), discs={"mars": 2}, tokens={"mars": price.token})
        turn.answer("planet mars", of=ANY_PLANET)
        turn.answer("give", of=GIVE)
        turn.answer("planet venus", of=but("mars"))
        assert turn.changes() == {
            **price.paid,
            "discs": {"mercury": 1, "venus": 2, "mars": 0},
            "won": (["mars"], []),
            "tokens": {"mars": None},
            "token_discard": [price.token],
            "credits": (11, 20),
        }


# --- prices for 2 influence ---


def test_sneaky_jules_gives_zenithium_for_a_disc_at_its_centre() -> None:
    turn = Turn("sneaky-jules", discs={"venus": 1, "mars": -2})
    turn.answer("give", of=GIVE)
    turn.answer("planet jupiter", of=each("planet", "mercury jupiter"))
    assert turn.changes() == {
        "discs": {"terra": 1, "jupiter": 2},
        "credits": (23, 20),
        "zenithium": (4, 6),
    }


def test_sneaky_jules_does_not_ask_about_the_only_disc_at_its_centre() -> None:
    # Terra is the one: this agent's own influence has moved it there
    turn = Turn(
        "sneaky-jules", discs={"mercury": 1, "venus": 1, "terra": -1, "mars": -2, "jupiter": 3}
    )
    turn.answer("give", of=GIVE)
    assert turn.changes() == {
        "discs": {"terra": 2},
        "credits": (23, 20),
        "zenithium": (4, 6),
    }


def test_sneaky_jules_declines() -> None:
    turn = Turn("sneaky-jules")
    turn.answer("decline", of=GIVE)
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (23, 20)}


def test_sneaky_jules_has_no_zenithium_to_give() -> None:
    turn = Turn("sneaky-jules", zenithium=(0, 5))
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (23, 20)}


def test_sneaky_jules_gives_nothing_when_no_disc_is_at_its_centre() -> None:
    turn = Turn("sneaky-jules", discs={"mercury": 1, "venus": 1, "mars": -2, "jupiter": 3})
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (23, 20)}


def test_secret_kali_gives_three_credits() -> None:
    turn = Turn("secret-kali", credits=(5, 20), discs={"venus": 1, "mars": -2})
    turn.answer("give", of=GIVE)
    turn.answer("planet venus", of=but("mercury"))
    assert turn.changes() == {"discs": {"mercury": 1, "venus": 3}, "credits": (0, 23)}


def test_secret_kali_declines() -> None:
    turn = Turn("secret-kali")
    turn.answer("decline", of=GIVE)
    assert turn.changes() == {"discs": {"mercury": 1}, "credits": (18, 20)}


def test_secret_kali_has_not_three_credits_left() -> None:
    turn = Turn("secret-kali", credits=(4, 20))
    assert turn.changes() == {"discs": {"mercury": 1}, "credits": (2, 20)}


def test_secret_kali_gives_the_credits_of_the_token_of_mercury() -> None:
    turn = Turn(
        "secret-kali", credits=(2, 20), discs={"mercury": 3}, tokens={"mercury": "credits_3"}
    )
    turn.answer("give", of=GIVE)
    turn.answer("planet jupiter", of=but("mercury"))
    assert turn.changes() == {
        "discs": {"mercury": 0, "jupiter": 2},
        "won": (["mercury"], []),
        "tokens": {"mercury": None},
        "token_discard": ["credits_3"],
        "credits": (0, 23),
    }
