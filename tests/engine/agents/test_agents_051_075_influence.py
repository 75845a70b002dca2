"""The agents 51 to 75 of the base game: effects that move discs.

What is expected comes from the printed text and the rules, never from the engine. `changes()` is
complete: what a test does not name has stayed as it was.
"""

import pytest

from engine.events import AgentTransferred
from tests.engine.agents.moves import (
    ANY_PLANET,
    GIVE,
    Turn,
    but,
    each,
    two_discs,
    two_won,
)

# --- give 1 zenithium for 2 influence on a planet ---

GIVES_ZENITHIUM = [
    pytest.param("hiroshi-sun", "venus", "mars", id="hiroshi-sun"),
    pytest.param("lula-smart", "mercury", "terra", id="lula-smart"),
]


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_gives_zenithium_for_influence(agent: str, own: str, other: str) -> None:
    turn = Turn(agent)
    turn.answer("give", of=GIVE)
    assert turn.changes() == {
        "discs": {own: 1, other: 2},
        "credits": (23, 20),
        "zenithium": (4, 6),
    }


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_keeps_its_zenithium(agent: str, own: str, other: str) -> None:
    turn = Turn(agent)
    turn.answer("decline", of=GIVE)
    assert turn.changes() == {"discs": {own: 1}, "credits": (23, 20)}


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_has_no_zenithium_to_give(agent: str, own: str, other: str) -> None:
    turn = Turn(agent, zenithium=(0, 5))
    assert turn.changes() == {"discs": {own: 1}, "credits": (23, 20)}


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_gives_nothing_for_a_disc_that_is_gone(agent: str, own: str, other: str) -> None:
    turn = Turn(agent, **two_discs(own, other))
    turn.take_disc(other, own=own)
    assert turn.changes() == {**two_won(own, other), "credits": (23, 20)}


@pytest.mark.parametrize(("agent", "own", "other"), GIVES_ZENITHIUM)
def test_it_wins_the_disc_that_it_bought(agent: str, own: str, other: str) -> None:
    turn = Turn(agent, discs={other: 3}, tokens={other: "zenithium"}, zenithium=(1, 0))
    turn.answer("give", of=GIVE)
    assert turn.changes() == {
        "discs": {own: 1, other: 0},
        "won": ([other], []),
        "tokens": {other: None},
        "token_discard": ["zenithium"],
        "credits": (23, 20),
        "zenithium": (1, 1),
    }


# --- sir-sam: a disc to its centre ---


@pytest.mark.parametrize(
    ("planet", "discs"),
    [
        ("mercury", {"mercury": 0, "terra": 1}),
        ("terra", {}),  # its own influence is undone
        ("mars", {"terra": 1, "mars": 0}),
        ("jupiter", {"terra": 1}),  # lies at its centre, and stays
    ],
)
def test_sir_sam_moves_a_disc_to_its_centre(planet: str, discs: dict[str, int]) -> None:
    turn = Turn("sir-sam", discs={"mercury": 3, "mars": -3})
    turn.answer(f"planet {planet}", of=ANY_PLANET)
    changes = turn.changes()
    assert changes.pop("discs", {}) == discs
    assert changes == {"credits": (13, 20)}


def test_sir_sam_can_not_choose_a_disc_that_is_won() -> None:
    turn = Turn("sir-sam", discs={"terra": 3, "venus": -1})
    turn.answer("planet venus", of=but("terra"))
    assert turn.changes() == {
        "discs": {"venus": 0, "terra": 0},
        "won": (["terra"], []),
        "credits": (13, 20),
    }


# --- influence of choice ---

OPPONENT_HAS = {
    "mercury": ["master-din", "wul"],
    "terra": ["baron-goro", "zenon"],
    "jupiter": ["ivan"],
}


def test_magellan_takes_a_card_of_each_column() -> None:
    mine = {"mercury": ["atlas"], "terra": ["v3rn3"]}
    theirs = {**OPPONENT_HAS, "venus": ["luc4s", "felis"], "mars": ["v4nc3", "caesar"]}
    theirs["jupiter"] = ["annie", "ivan"]
    turn = Turn("magellan", columns=(mine, theirs))
    turn.answer("planet mercury", of=ANY_PLANET)
    turn.answer("planet jupiter", of=but("mercury"))
    assert turn.changes() == {
        "discs": {"mercury": 2, "jupiter": 1},
        "credits": (11, 20),
        "columns": (
            {
                "mercury": ["atlas", "magellan", "wul"],
                "venus": ["felis"],
                "terra": ["v3rn3", "zenon"],
                "mars": ["caesar"],
                "jupiter": ["ivan"],
            },
            {
                "mercury": ["master-din"],
                "venus": ["luc4s"],
                "terra": ["baron-goro"],
                "mars": ["v4nc3"],
                "jupiter": ["annie"],
            },
        ),
    }


def test_magellan_takes_cards_from_mercury_to_jupiter() -> None:
    theirs = {**OPPONENT_HAS, "venus": ["luc4s", "felis"], "mars": ["v4nc3", "caesar"]}
    turn = Turn("magellan", columns=({}, theirs))
    turn.answer("planet venus", of=ANY_PLANET)
    turn.answer("planet mars", of=but("venus"))
    taken = [event.agent for event in turn.events if isinstance(event, AgentTransferred)]
    assert taken == ["wul", "felis", "zenon", "caesar", "ivan"]


def test_magellan_passes_over_empty_columns() -> None:
    turn = Turn("magellan", columns=({}, OPPONENT_HAS))
    turn.answer("planet mars", of=ANY_PLANET)
    turn.answer("planet terra", of=but("mars"))
    assert turn.changes() == {
        "discs": {"mercury": 1, "terra": 1, "mars": 1},
        "credits": (10, 20),
        "columns": (
            {"mercury": ["magellan", "wul"], "terra": ["zenon"], "jupiter": ["ivan"]},
            {"mercury": ["master-din"], "terra": ["baron-goro"], "jupiter": []},
        ),
    }


def test_magellan_may_choose_what_a_token_has_moved() -> None:
    turn = Turn("magellan", discs={"mercury": 3}, tokens={"mercury": "influence"})
    turn.answer("planet venus", of=but("mercury"), source="token mercury")
    turn.answer("planet venus", of=but("mercury"))
    turn.answer("planet mars", of=but("mercury", "venus"))
    assert turn.changes() == {
        "discs": {"mercury": 0, "venus": 2, "mars": 1},
        "won": (["mercury"], []),
        "tokens": {"mercury": None},
        "token_discard": ["influence"],
        "credits": (10, 20),
    }


def test_charlemagne_chooses_three_planets() -> None:
    turn = Turn("charlemagne")
    turn.answer("planet terra", of=ANY_PLANET)
    turn.answer("planet mercury", of=but("terra"))
    turn.answer("planet jupiter", of=but("terra", "mercury"))
    assert turn.changes() == {
        "discs": {"terra": 2, "mercury": 1, "jupiter": 1},
        "credits": (12, 20),
    }


def test_charlemagne_gets_a_token_before_the_next_planet() -> None:
    turn = Turn("charlemagne", discs={"mars": 3}, tokens={"mars": "influence"})
    turn.answer("planet mars", of=ANY_PLANET)
    turn.answer("planet mercury", of=but("mars"), source="token mars")
    turn.answer("planet mercury", of=but("mars"))
    turn.answer("planet venus", of=but("mars", "mercury"))
    assert turn.changes() == {
        "discs": {"mercury": 2, "venus": 1, "terra": 1, "mars": 0},
        "won": (["mars"], []),
        "tokens": {"mars": None},
        "token_discard": ["influence"],
        "credits": (12, 20),
    }


def test_charlemagne_wins_the_game_before_its_last_planet() -> None:
    turn = Turn("charlemagne", discs={"venus": 1, "mars": 3}, won=(["mars", "mars"], []))
    turn.answer("planet venus", of=ANY_PLANET)
    turn.answer("planet mars", of=but("venus"))
    assert turn.changes() == {
        "discs": {"venus": 2, "terra": 1, "mars": None},
        "won": (["mars", "mars", "mars"], []),
        "credits": (12, 20),
        "outcome": (0, "absolute"),
    }


@pytest.mark.parametrize(
    ("agent", "own", "cost", "steps"),
    [
        pytest.param("helena-kerr", "terra", 6, 2, id="helena-kerr"),
        pytest.param("little-bob", "mars", 3, 1, id="little-bob"),
    ],
)
class TestAnotherPlanet:
    def test_it_chooses_any_planet_but_its_own(
        self, agent: str, own: str, cost: int, steps: int
    ) -> None:
        turn = Turn(agent)
        turn.answer("planet jupiter", of=but(own))
        assert turn.changes() == {
            "discs": {own: 1, "jupiter": steps},
            "credits": (20 - cost, 20),
        }

    def test_it_can_not_choose_a_disc_that_is_gone(
        self, agent: str, own: str, cost: int, steps: int
    ) -> None:
        turn = Turn(agent, **two_discs(own, "venus"))
        turn.take_disc("venus", own=own)
        turn.answer("planet mercury", of=but(own, "venus"))
        assert turn.changes() == {
            **two_won(own, "venus"),
            "discs": {own: 0, "venus": 0, "mercury": steps},
            "credits": (20 - cost, 20),
        }

    def test_it_wins_a_disc_with_its_token(
        self, agent: str, own: str, cost: int, steps: int
    ) -> None:
        turn = Turn(agent, discs={"venus": 3}, tokens={"venus": "credits_4"})
        turn.answer("planet venus", of=but(own))
        assert turn.changes() == {
            "discs": {own: 1, "venus": 0},
            "won": (["venus"], []),
            "tokens": {"venus": None},
            "token_discard": ["credits_4"],
            "credits": (24 - cost, 20),
        }


@pytest.mark.parametrize(
    ("middle", "discs"),
    [
        ("mercury", {"mercury": 2, "venus": 1, "terra": 1}),
        ("venus", {"mercury": 1, "venus": 2, "terra": 2}),
        ("terra", {"venus": 1, "terra": 3, "mars": 1}),
        ("mars", {"terra": 2, "mars": 2, "jupiter": 1}),
        ("jupiter", {"terra": 1, "mars": 1, "jupiter": 2}),
    ],
)
def test_augustus_chooses_a_planet_and_its_neighbours(middle: str, discs: dict[str, int]) -> None:
    turn = Turn("augustus")
    turn.answer(f"planet {middle}", of=ANY_PLANET, kind="row")
    assert turn.changes() == {"discs": discs, "credits": (10, 20)}


def test_augustus_offers_every_row_with_a_disc_on_it() -> None:
    turn = Turn("augustus", discs={"terra": 3})
    turn.answer("planet terra", of=ANY_PLANET, kind="row")
    assert turn.changes() == {
        "discs": {"venus": 1, "terra": 0, "mars": 1},
        "won": (["terra"], []),
        "credits": (10, 20),
    }


def test_augustus_does_not_offer_a_row_without_disc() -> None:
    turn = Turn(
        "augustus",
        discs={"terra": 3, "mars": 3, "jupiter": 3},
        tokens={"terra": "influence", "mars": "influence"},
    )
    turn.answer("planet mars", of=but("terra"), source="token terra")
    turn.answer("planet jupiter", of=but("terra", "mars"), source="token mars")
    turn.answer("planet venus", of=each("planet", "mercury venus terra"), kind="row")
    assert turn.changes() == {
        "discs": {"mercury": 1, "venus": 2, "terra": 0, "mars": 0, "jupiter": 0},
        "won": (["terra", "mars", "jupiter"], []),
        "tokens": {"terra": None, "mars": None},
        "token_discard": ["influence", "influence"],
        "credits": (10, 20),
    }


def test_augustus_moves_all_discs_before_the_tokens_in_the_order_won() -> None:
    turn = Turn(
        "augustus",
        discs={"venus": 3, "terra": 1, "mars": -3},
        tokens={"venus": "influence", "terra": "exile"},
        columns=({}, {"mars": ["caesar"]}),
    )
    turn.answer("planet terra", of=ANY_PLANET, kind="row")
    # both discs are gone, and Mars has moved, before the first token asks
    turn.answer("planet mars", of=each("planet", "mercury mars jupiter"), source="token venus")
    assert turn.changes() == {
        "discs": {"venus": 0, "terra": 0, "mars": -1},
        "won": (["venus", "terra"], []),
        "tokens": {"venus": None, "terra": None},
        "token_discard": ["influence", "exile"],
        "credits": (10, 20),
        "columns": ({}, {"mars": []}),
        "discard": ["caesar"],
    }


def test_and3rs0n_chooses_among_the_discs_at_their_centre() -> None:
    turn = Turn("and3rs0n", discs={"venus": 1, "jupiter": -1})
    turn.answer("planet terra", of=each("planet", "mercury terra"))
    assert turn.changes() == {"discs": {"terra": 2, "mars": 1}, "credits": (14, 20)}


def test_and3rs0n_does_not_ask_about_the_only_disc_at_its_centre() -> None:
    # Mars is the one: this agent's own influence has moved it there
    turn = Turn("and3rs0n", discs={"mercury": 1, "venus": 1, "terra": -2, "mars": -1, "jupiter": 3})
    assert turn.changes() == {"discs": {"mars": 2}, "credits": (14, 20)}


def test_and3rs0n_finds_no_disc_at_its_centre() -> None:
    turn = Turn("and3rs0n", discs={"mercury": 1, "venus": 1, "terra": -2, "jupiter": 3})
    assert turn.changes() == {"discs": {"mars": 1}, "credits": (14, 20)}


def test_and3rs0n_can_not_choose_the_planet_of_a_disc_that_is_won() -> None:
    turn = Turn("and3rs0n", discs={"venus": 2, "mars": 3})
    turn.answer("planet jupiter", of=each("planet", "mercury terra jupiter"))
    assert turn.changes() == {
        "discs": {"mars": 0, "jupiter": 2},
        "won": (["mars"], []),
        "credits": (14, 20),
    }
