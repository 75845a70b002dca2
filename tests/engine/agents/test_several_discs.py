"""Influence on several planets at once: rows, neighbours, different planets."""

import pytest

from tests.engine.agents.recruiting import (
    EVERYWHERE,
    Scene,
    answers,
    on,
    on_all_but,
    two_discs,
    two_won,
)

# --- magellan: 1 influence on two planets, a card of each of the opponent's columns ---

OPPONENT_HAS = {
    "mercury": ["master-din", "wul"],
    "terra": ["baron-goro", "zenon"],
    "jupiter": ["ivan"],
}


def test_magellan_takes_a_card_of_each_column() -> None:
    mine = {"mercury": ["atlas"], "terra": ["v3rn3"]}
    theirs = {**OPPONENT_HAS, "venus": ["luc4s", "felis"], "mars": ["v4nc3", "caesar"]}
    theirs["jupiter"] = ["annie", "ivan"]
    scene = Scene(0, "magellan", columns=(mine, theirs))
    scene.answer("planet mercury", of=EVERYWHERE)
    scene.answer("planet jupiter", of=on_all_but("mercury"))
    assert scene.result() == {
        "mercury": 2,
        "jupiter": 1,
        "your credits": 11,
        "your mercury": ["atlas", "magellan", "wul"],
        "your venus": ["felis"],
        "your terra": ["v3rn3", "zenon"],
        "your mars": ["caesar"],
        "your jupiter": ["ivan"],
        "their mercury": ["master-din"],
        "their venus": ["luc4s"],
        "their terra": ["baron-goro"],
        "their mars": ["v4nc3"],
        "their jupiter": ["annie"],
    }


def test_magellan_takes_cards_from_mercury_to_jupiter() -> None:
    theirs = {**OPPONENT_HAS, "venus": ["luc4s", "felis"], "mars": ["v4nc3", "caesar"]}
    scene = Scene(0, "magellan", columns=({}, theirs))
    scene.answer("planet venus", of=EVERYWHERE)
    scene.answer("planet mars", of=on_all_but("venus"))
    taken = [event["agent"] for event in scene.events if event["event"] == "AgentTransferred"]
    assert taken == ["wul", "felis", "zenon", "caesar", "ivan"]


def test_magellan_passes_over_empty_columns() -> None:
    scene = Scene(0, "magellan", columns=({}, OPPONENT_HAS))
    scene.answer("planet mars", of=EVERYWHERE)
    scene.answer("planet terra", of=on_all_but("mars"))
    assert scene.result() == {
        "mercury": 1,
        "terra": 1,
        "mars": 1,
        "your credits": 10,
        "your mercury": ["magellan", "wul"],
        "your terra": ["zenon"],
        "your jupiter": ["ivan"],
        "their mercury": ["master-din"],
        "their terra": ["baron-goro"],
        "their jupiter": [],
    }


def test_magellan_may_choose_what_a_token_has_moved() -> None:
    scene = Scene(0, "magellan", discs={"mercury": 3}, tokens={"mercury": "influence"})
    scene.answer("planet venus", of=on_all_but("mercury"), source="token mercury")
    scene.answer("planet venus", of=on_all_but("mercury"))
    scene.answer("planet mars", of=on_all_but("mercury", "venus"))
    assert scene.result() == {
        "mercury": 0,
        "venus": 2,
        "mars": 1,
        "your discs": ["mercury"],
        "token mercury": None,
        "tokens discarded": ["influence"],
        "your credits": 10,
    }


def test_charlemagne_chooses_three_planets() -> None:
    scene = Scene(0, "charlemagne")
    scene.answer("planet terra", of=EVERYWHERE)
    scene.answer("planet mercury", of=on_all_but("terra"))
    scene.answer("planet jupiter", of=on_all_but("terra", "mercury"))
    assert scene.result() == {
        "terra": 2,
        "mercury": 1,
        "jupiter": 1,
        "your credits": 12,
    }


def test_charlemagne_gets_a_token_before_the_next_planet() -> None:
    scene = Scene(0, "charlemagne", discs={"mars": 3}, tokens={"mars": "influence"})
    scene.answer("planet mars", of=EVERYWHERE)
    scene.answer("planet mercury", of=on_all_but("mars"), source="token mars")
    scene.answer("planet mercury", of=on_all_but("mars"))
    scene.answer("planet venus", of=on_all_but("mars", "mercury"))
    assert scene.result() == {
        "mercury": 2,
        "venus": 1,
        "terra": 1,
        "mars": 0,
        "your discs": ["mars"],
        "token mars": None,
        "tokens discarded": ["influence"],
        "your credits": 12,
    }


def test_charlemagne_wins_the_game_before_its_last_planet() -> None:
    scene = Scene(0, "charlemagne", discs={"venus": 1, "mars": 3}, won=(["mars", "mars"], []))
    scene.answer("planet venus", of=EVERYWHERE)
    scene.answer("planet mars", of=on_all_but("venus"))
    assert scene.result() == {
        "venus": 2,
        "terra": 1,
        "mars": None,
        "your discs": ["mars", "mars", "mars"],
        "your credits": 12,
        "outcome": ("you", "absolute"),
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
        scene = Scene(0, agent)
        scene.answer("planet jupiter", of=on_all_but(own))
        assert scene.result() == {own: 1, "jupiter": steps, "your credits": 20 - cost}

    def test_it_can_not_choose_a_disc_that_is_gone(
        self, agent: str, own: str, cost: int, steps: int
    ) -> None:
        scene = Scene(0, agent, **two_discs(own, "venus"))
        scene.take_disc("venus", own=own)
        scene.answer("planet mercury", of=on_all_but(own, "venus"))
        assert scene.result() == {
            **two_won(own, "venus"),
            own: 0,
            "venus": 0,
            "mercury": steps,
            "your credits": 20 - cost,
        }

    def test_it_wins_a_disc_with_its_token(
        self, agent: str, own: str, cost: int, steps: int
    ) -> None:
        scene = Scene(0, agent, discs={"venus": 3}, tokens={"venus": "credits_4"})
        scene.answer("planet venus", of=on_all_but(own))
        assert scene.result() == {
            own: 1,
            "venus": 0,
            "your discs": ["venus"],
            "token venus": None,
            "tokens discarded": ["credits_4"],
            "your credits": 24 - cost,
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
    scene = Scene(0, "augustus")
    scene.answer(f"planet {middle}", of=EVERYWHERE, kind="row")
    assert scene.result() == {**discs, "your credits": 10}


def test_augustus_offers_every_row_with_a_disc_on_it() -> None:
    scene = Scene(0, "augustus", discs={"terra": 3})
    scene.answer("planet terra", of=EVERYWHERE, kind="row")
    assert scene.result() == {
        "venus": 1,
        "terra": 0,
        "mars": 1,
        "your discs": ["terra"],
        "your credits": 10,
    }


def test_augustus_does_not_offer_a_row_without_disc() -> None:
    scene = Scene(
        0,
        "augustus",
        discs={"terra": 3, "mars": 3, "jupiter": 3},
        tokens={"terra": "influence", "mars": "influence"},
    )
    scene.answer("planet mars", of=on_all_but("terra"), source="token terra")
    scene.answer("planet jupiter", of=on_all_but("terra", "mars"), source="token mars")
    scene.answer("planet venus", of=on("mercury venus terra"), kind="row")
    assert scene.result() == {
        "mercury": 1,
        "venus": 2,
        "terra": 0,
        "mars": 0,
        "jupiter": 0,
        "your discs": ["terra", "mars", "jupiter"],
        "token terra": None,
        "token mars": None,
        "tokens discarded": ["influence", "influence"],
        "your credits": 10,
    }


def test_augustus_moves_all_discs_before_the_tokens_in_the_order_won() -> None:
    scene = Scene(
        0,
        "augustus",
        discs={"venus": 3, "terra": 1, "mars": -3},
        tokens={"venus": "influence", "terra": "exile"},
        columns=({}, {"mars": ["caesar"]}),
    )
    scene.answer("planet terra", of=EVERYWHERE, kind="row")
    # both discs are gone, and Mars has moved, before the first token asks
    scene.answer("planet mars", of=on("mercury mars jupiter"), source="token venus")
    assert scene.result() == {
        "venus": 0,
        "terra": 0,
        "mars": -1,
        "your discs": ["venus", "terra"],
        "token venus": None,
        "token terra": None,
        "tokens discarded": ["influence", "exile"],
        "your credits": 10,
        "their mars": [],
        "discarded": ["caesar"],
    }


def test_and3rs0n_chooses_among_the_discs_at_their_centre() -> None:
    scene = Scene(0, "and3rs0n", discs={"venus": 1, "jupiter": -1})
    scene.answer("planet terra", of=on("mercury terra"))
    assert scene.result() == {"terra": 2, "mars": 1, "your credits": 14}


def test_and3rs0n_does_not_ask_about_the_only_disc_at_its_centre() -> None:
    # Mars is the one: this agent's own influence has moved it there
    scene = Scene(
        0, "and3rs0n", discs={"mercury": 1, "venus": 1, "terra": -2, "mars": -1, "jupiter": 3}
    )
    assert scene.result() == {"mars": 2, "your credits": 14}


def test_and3rs0n_finds_no_disc_at_its_centre() -> None:
    scene = Scene(0, "and3rs0n", discs={"mercury": 1, "venus": 1, "terra": -2, "jupiter": 3})
    assert scene.result() == {"mars": 1, "your credits": 14}


def test_and3rs0n_can_not_choose_the_planet_of_a_disc_that_is_won() -> None:
    scene = Scene(0, "and3rs0n", discs={"venus": 2, "mars": 3})
    scene.answer("planet jupiter", of=on("mercury terra jupiter"))
    assert scene.result() == {
        "mars": 0,
        "jupiter": 2,
        "your discs": ["mars"],
        "your credits": 14,
    }


# --- princess-uxmal: a row if the opponent has the badge ---


@pytest.mark.parametrize("face", ["silver", "gold"])
def test_princess_uxmal_chooses_two_planets_side_by_side(face: str) -> None:
    scene = Scene(0, "princess-uxmal", badge=f"their {face}")
    scene.answer("row mars", of=answers("row", "mercury venus terra mars"))
    assert scene.result() == {
        "mercury": 1,
        "mars": 1,
        "jupiter": 1,
        "your credits": 15,
    }


@pytest.mark.parametrize("badge", [None, "your gold"], ids=["nobody's", "own"])
def test_princess_uxmal_has_no_row_unless_the_opponent_has_the_badge(
    badge: str | None,
) -> None:
    scene = Scene(0, "princess-uxmal", badge=badge)
    assert scene.result() == {"mercury": 1, "your credits": 15}


def test_princess_uxmal_may_choose_a_row_of_which_one_disc_is_gone() -> None:
    scene = Scene(0, "princess-uxmal", badge="their silver", discs={"mercury": 3})
    scene.answer("row mercury", of=answers("row", "mercury venus terra mars"))
    assert scene.result() == {
        "mercury": 0,
        "venus": 1,
        "your discs": ["mercury"],
        "your credits": 15,
    }


def test_princess_uxmal_can_not_choose_a_row_without_discs() -> None:
    scene = Scene(0, "princess-uxmal", badge="their silver", **two_discs("mercury", "venus"))
    scene.take_disc("venus", own="mercury")
    scene.answer("row venus", of=answers("row", "venus terra mars"))
    assert scene.result() == {
        **two_won("mercury", "venus"),
        "mercury": 0,
        "venus": 0,
        "terra": 1,
        "your credits": 15,
    }


def test_princess_uxmal_has_no_row_after_taking_the_badge_with_mercury() -> None:
    scene = Scene(
        0,
        "princess-uxmal",
        badge="their gold",
        discs={"mercury": 3},
        tokens={"mercury": "badge"},
    )
    assert scene.result() == {
        "mercury": 0,
        "your discs": ["mercury"],
        "token mercury": None,
        "tokens discarded": ["badge"],
        "badge": "your silver",
        "your credits": 15,
    }
