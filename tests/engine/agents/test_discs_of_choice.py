"""Influence on discs of your choice, and moving them otherwise."""

import pytest

from engine.names import PLANETS
from tests.engine.agents.recruiting import EVERYWHERE, Changes, Scene, must, on, on_all_but

# --- gilgamesh: 1 on Terra, 2 anywhere, 2 on the opponent's side ---


def test_gilgamesh_chooses_twice(you: int) -> None:
    scene = Scene(you, "gilgamesh", discs={"venus": -2, "mars": -1, "jupiter": 1})
    assert scene.asks == must("gilgamesh", "planet", *EVERYWHERE)
    scene.answer("planet jupiter")
    assert scene.asks == must("gilgamesh", "planet", *on("venus mars"))
    scene.answer("planet venus")
    assert scene.result() == {
        "your credits": 20 - 9,
        "terra": 1,
        "jupiter": 3,
        "venus": 0,
    }


def test_gilgamesh_may_choose_any_planet_on_the_opponents_side(you: int) -> None:
    scene = Scene(you, "gilgamesh", discs=dict.fromkeys(PLANETS, -3))
    scene.answer("planet mercury")
    assert scene.asks == must("gilgamesh", "planet", *EVERYWHERE)
    scene.answer("planet jupiter")
    assert scene.result() == {
        "your credits": 11,
        "terra": -2,
        "mercury": -1,
        "jupiter": -1,
    }


def test_gilgamesh_looks_for_the_opponents_discs_after_the_first_choice(you: int) -> None:
    # venus comes to its centre and is on neither side: only mars is left, and not asked
    scene = Scene(you, "gilgamesh", discs={"venus": -2, "mars": -1})
    scene.answer("planet venus")
    assert scene.result() == {
        "your credits": 11,
        "terra": 1,
        "venus": 0,
        "mars": 1,
    }


def test_gilgamesh_may_move_the_same_disc_twice(you: int) -> None:
    scene = Scene(you, "gilgamesh", discs={"venus": -3, "mars": -1})
    scene.answer("planet venus")
    assert scene.asks == must("gilgamesh", "planet", *on("venus mars"))
    scene.answer("planet venus")
    assert scene.result() == {
        "your credits": 11,
        "terra": 1,
        "venus": 1,
    }


@pytest.mark.parametrize(("terra", "after"), [(-3, 0), (-2, 1), (-1, 0)])
def test_gilgamesh_counts_terra_only_if_still_on_the_opponents_side(
    terra: int, after: int, you: int
) -> None:
    scene = Scene(you, "gilgamesh", discs={"terra": terra})
    scene.answer("planet mercury")
    assert scene.result() == {
        "your credits": 11,
        "terra": after,
        "mercury": 2,
    }


# --- f4rm3r: 1 on Terra, 1 anywhere, 1 on another planet ---


def test_f4rm3r_may_choose_terra_again_and_then_another_planet(you: int) -> None:
    scene = Scene(you, "f4rm3r")
    assert scene.asks == must("f4rm3r", "planet", *EVERYWHERE)
    scene.answer("planet terra")
    assert scene.asks == must("f4rm3r", "planet", *on("mercury venus mars jupiter"))
    scene.answer("planet mercury")
    assert scene.result() == {
        "your credits": 20 - 6,
        "terra": 2,
        "mercury": 1,
    }


def test_f4rm3r_may_choose_terra_as_the_other_planet(you: int) -> None:
    scene = Scene(you, "f4rm3r")
    scene.answer("planet mars")
    assert scene.asks == must("f4rm3r", "planet", *on("mercury venus terra jupiter"))
    scene.answer("planet terra")
    assert scene.result() == {
        "your credits": 14,
        "terra": 2,
        "mars": 1,
    }


def test_f4rm3r_may_choose_a_planet_that_a_token_moved(you: int) -> None:
    scene = Scene(you, "f4rm3r", discs={"venus": 3}, tokens={"venus": "influence"})
    scene.answer("planet venus")
    assert scene.asks == must("token venus", "planet", *on_all_but("venus"))
    scene.answer("planet mars")
    assert scene.asks == must("f4rm3r", "planet", *on_all_but("venus"))
    scene.answer("planet mars")
    assert scene.result() == {
        "your credits": 14,
        "terra": 1,
        "venus": 0,
        "your discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["influence"],
        "mars": 2,
    }


# --- th0mps0n: 1 on Jupiter, 2 anywhere, 1 on another planet with 6 credits ---


def test_th0mps0n_with_six_credits_left_gains_influence_on_another_planet(you: int) -> None:
    scene = Scene(you, "th0mps0n", credits=(8 + 6, 20))
    assert scene.asks == must("th0mps0n", "planet", *EVERYWHERE)
    scene.answer("planet mars")
    assert scene.asks == must("th0mps0n", "planet", *on("mercury venus terra jupiter"))
    scene.answer("planet jupiter")
    assert scene.result() == {
        "your credits": 6,
        "jupiter": 2,
        "mars": 2,
    }


def test_th0mps0n_with_five_credits_left_gains_no_more(you: int) -> None:
    scene = Scene(you, "th0mps0n", credits=(8 + 5, 20))
    scene.answer("planet mars")
    assert scene.result() == {
        "your credits": 5,
        "jupiter": 1,
        "mars": 2,
    }


def test_th0mps0n_counts_the_credits_that_a_token_brought_on_the_way(you: int) -> None:
    tokens = {"venus": "credits_3"}
    scene = Scene(you, "th0mps0n", credits=(8 + 3, 20), discs={"venus": 2}, tokens=tokens)
    scene.answer("planet venus")
    assert scene.asks == must("th0mps0n", "planet", *on("mercury terra mars jupiter"))
    scene.answer("planet terra")
    assert scene.result() == {
        "your credits": 3 + 3,
        "jupiter": 1,
        "venus": 0,
        "your discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["credits_3"],
        "terra": 1,
    }


# --- lord-creep: 1 on Terra, 1 on the opponent's side, the badge ---


def test_lord_creep_chooses_among_the_discs_on_the_opponents_side(you: int) -> None:
    scene = Scene(you, "lord-creep", discs={"mercury": 2, "venus": -1, "mars": -3})
    assert scene.asks == must("lord-creep", "planet", *on("venus mars"))
    scene.answer("planet mars")
    assert scene.result() == {
        "your credits": 20 - 5,
        "terra": 1,
        "mars": -2,
        "badge": "your silver",
    }


def test_lord_creep_may_choose_any_planet_on_the_opponents_side(you: int) -> None:
    scene = Scene(you, "lord-creep", discs=dict.fromkeys(PLANETS, -3))
    assert scene.asks == must("lord-creep", "planet", *EVERYWHERE)
    scene.answer("planet terra")
    assert scene.result() == {
        "your credits": 15,
        "terra": -1,
        "badge": "your silver",
    }


@pytest.mark.parametrize(
    ("discs", "after"),
    [
        ({}, {"terra": 1}),
        ({"terra": -1}, {"terra": 0}),
        ({"terra": -2}, {"terra": 0}),
        ({"jupiter": -1}, {"terra": 1, "jupiter": 0}),
    ],
    ids=["none", "none after its own influence", "terra", "jupiter"],
)
def test_lord_creep_does_not_ask_with_at_most_one_such_disc(
    discs: dict[str, int], after: Changes, you: int
) -> None:
    scene = Scene(you, "lord-creep", discs=discs)
    assert scene.result() == {
        "your credits": 15,
        "badge": "your silver",
        **after,
    }


# --- queen-suzanne: 1 on Jupiter, 2 anywhere, 2 zenithium, the golden badge ---


@pytest.mark.parametrize("badge", [None, "your silver", "your gold", "their silver", "their gold"])
def test_queen_suzanne_takes_the_badge_on_its_gold_side(badge: str | None, you: int) -> None:
    scene = Scene(you, "queen-suzanne", badge=badge)
    assert scene.asks == must("queen-suzanne", "planet", *EVERYWHERE)
    scene.answer("planet jupiter")
    result: Changes = {
        "your credits": 20 - 10,
        "jupiter": 3,
        "your zenithium": 5 + 2,
    }
    if badge != "your gold":
        result["badge"] = "your gold"
    assert scene.result() == result


def test_queen_suzanne_draws_up_to_six_cards_at_once(you: int) -> None:
    deck = ["lisa-charity", "bajazet", "geta"]
    scene = Scene(you, "queen-suzanne", hand=["nero", "khan", "moussa", "gibs0n"], deck=deck)
    scene.answer("planet mars")
    assert scene.result() == {
        "your credits": 10,
        "jupiter": 1,
        "mars": 2,
        "your zenithium": 7,
        "badge": "your gold",
        "drawn": ["lisa-charity", "bajazet"],
        "your hand": ["nero", "khan", "moussa", "gibs0n", "lisa-charity", "bajazet"],
    }


# --- dandy-muller: a disc on the opponent's side ---


def test_dandy_muller_chooses_a_disc_on_the_opponents_side() -> None:
    scene = Scene(0, "dandy-muller", discs={"mercury": -3, "venus": -1, "terra": 2, "mars": -1})
    scene.answer("planet mars", of=on("mercury mars"))
    assert scene.result() == {"venus": 0, "mars": 0}


def test_dandy_muller_looks_from_its_own_side_of_the_table() -> None:
    scene = Scene(1, "dandy-muller", discs={"mercury": -2, "venus": -3, "terra": 2})
    scene.answer("planet venus", of=on("mercury venus"))
    assert scene.result() == {"venus": -1}


def test_dandy_muller_does_not_ask_about_a_single_disc() -> None:
    scene = Scene(0, "dandy-muller", discs={"venus": -3, "jupiter": 1})
    assert scene.result() == {"venus": -1}


def test_dandy_muller_finds_no_disc_there() -> None:
    scene = Scene(0, "dandy-muller", discs={"venus": -1, "jupiter": 1})
    assert scene.result() == {"venus": 0}


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
    scene = Scene(0, "sir-sam", discs={"mercury": 3, "mars": -3})
    scene.answer(f"planet {planet}", of=EVERYWHERE)
    assert scene.result() == {**discs, "your credits": 13}


def test_sir_sam_can_not_choose_a_disc_that_is_won() -> None:
    scene = Scene(0, "sir-sam", discs={"terra": 3, "venus": -1})
    scene.answer("planet venus", of=on_all_but("terra"))
    assert scene.result() == {
        "venus": 0,
        "terra": 0,
        "your discs": ["terra"],
        "your credits": 13,
    }
