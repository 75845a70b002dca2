"""The Secret Agents, 100 to 109: effects that move discs.

What is expected comes from the printed text and the rules, never from the engine. `changes()` is
complete: what a test does not name has stayed as it was.
"""

import pytest

from tests.engine.agents.moves import ANY_PLANET, Turn, but, each, two_discs, two_won

# --- a second influence if the opponent is rich ---


@pytest.mark.parametrize("zenithium", [3, 7])
def test_admiral_jack_chooses_another_planet(zenithium: int) -> None:
    turn = Turn("admiral-jack", zenithium=(0, zenithium), discs={"venus": 1, "mars": -1})
    turn.answer("planet jupiter", of=ANY_PLANET)
    turn.answer("planet venus", of=but("jupiter"))
    assert turn.changes() == {"discs": {"jupiter": 2, "venus": 2}, "credits": (15, 20)}


def test_admiral_jack_chooses_once_if_the_opponent_has_two_zenithium() -> None:
    turn = Turn("admiral-jack", zenithium=(5, 2))
    turn.answer("planet venus", of=ANY_PLANET)
    assert turn.changes() == {"discs": {"jupiter": 1, "venus": 1}, "credits": (15, 20)}


@pytest.mark.parametrize("credits", [15, 20])
def test_boull3_may_choose_the_same_planet_twice(credits: int) -> None:
    turn = Turn("boull3", credits=(5, credits))
    turn.answer("planet mars", of=ANY_PLANET)
    turn.answer("planet mars", of=ANY_PLANET)
    assert turn.changes() == {"discs": {"venus": 1, "mars": 2}, "credits": (0, credits)}


def test_boull3_chooses_once_if_the_opponent_has_fourteen_credits() -> None:
    turn = Turn("boull3", credits=(20, 14))
    turn.answer("planet venus", of=ANY_PLANET)
    assert turn.changes() == {"discs": {"venus": 2}, "credits": (15, 14)}


def test_boull3_can_not_choose_the_disc_that_it_has_just_won() -> None:
    turn = Turn("boull3", discs={"mars": 3})
    turn.answer("planet mars", of=ANY_PLANET)
    turn.answer("planet jupiter", of=but("mars"))
    assert turn.changes() == {
        "discs": {"venus": 1, "mars": 0, "jupiter": 1},
        "won": (["mars"], []),
        "credits": (15, 20),
    }


# --- mungo: one of two pairs ---


@pytest.mark.parametrize(
    ("option", "discs"),
    [
        ("option 1", {"mercury": 1, "venus": 1, "terra": 1}),
        ("option 2", {"terra": 1, "mars": 1, "jupiter": 1}),
    ],
)
def test_mungo_chooses_one_of_two_pairs(option: str, discs: dict[str, int]) -> None:
    turn = Turn("mungo")
    turn.answer(option, of=each("option", "1 2"))
    assert turn.changes() == {"discs": discs, "credits": (15, 20)}


def test_mungo_may_choose_a_pair_of_which_one_disc_is_gone() -> None:
    turn = Turn("mungo", **two_discs("terra", "mercury"))
    turn.take_disc("mercury", own="terra")
    turn.answer("option 1", of=each("option", "1 2"))
    assert turn.changes() == {
        **two_won("terra", "mercury"),
        "discs": {"mercury": 0, "venus": 1, "terra": 0},
        "credits": (15, 20),
    }


@pytest.mark.parametrize(
    ("gone", "left"),
    [(("mercury", "venus"), ("mars", "jupiter")), (("mars", "jupiter"), ("mercury", "venus"))],
    ids=["the second", "the first"],
)
def test_mungo_does_not_ask_when_one_pair_is_left(
    gone: tuple[str, str], left: tuple[str, str]
) -> None:
    one, two = gone
    turn = Turn(
        "mungo",
        discs={"terra": 3, one: 3, two: 3},
        tokens={"terra": "influence", one: "influence"},
    )
    turn.answer(f"planet {one}", of=but("terra"), source="token terra")
    turn.answer(f"planet {two}", of=but("terra", one), source=f"token {one}")
    assert turn.changes() == {
        "discs": {"terra": 0, one: 0, two: 0, left[0]: 1, left[1]: 1},
        "won": (["terra", one, two], []),
        "tokens": {"terra": None, one: None},
        "token_discard": ["influence", "influence"],
        "credits": (15, 20),
    }


def test_mungo_gets_the_token_of_mercury_before_its_influence_on_venus() -> None:
    turn = Turn("mungo", discs={"mercury": 3, "venus": 2}, tokens={"mercury": "influence"})
    turn.answer("option 1", of=each("option", "1 2"))
    turn.answer("planet venus", of=but("mercury"), source="token mercury")
    assert turn.changes() == {
        "discs": {"mercury": 0, "venus": 0, "terra": 1},
        "won": (["mercury", "venus"], []),
        "tokens": {"mercury": None},
        "token_discard": ["influence"],
        "credits": (15, 20),
    }


# --- w1ll1s: a gift, influence on another planet, the badge on gold ---


@pytest.mark.parametrize(
    "badge", [None, (0, "silver"), (1, "gold")], ids=["nobody's", "own", "the opponent's"]
)
def test_w1ll1s_gives_and_gains_influence_and_takes_the_badge(
    badge: tuple[int, str] | None,
) -> None:
    turn = Turn("w1ll1s", badge=badge)
    turn.answer("planet terra", of=but("mars"))
    turn.answer("planet mars", of=but("terra"))
    assert turn.changes() == {
        "discs": {"terra": -2, "mars": 3},
        "credits": (15, 20),
        "badge": (0, "gold"),
    }


def test_w1ll1s_leaves_a_gold_badge() -> None:
    turn = Turn("w1ll1s", badge=(0, "gold"))
    turn.answer("planet terra", of=but("mars"))
    turn.answer("planet venus", of=but("terra"))
    assert turn.changes() == {"discs": {"terra": -2, "mars": 1, "venus": 2}, "credits": (15, 20)}


def test_w1ll1s_lets_the_opponent_choose_for_the_token_it_has_given() -> None:
    turn = Turn("w1ll1s", discs={"venus": -2}, tokens={"venus": "influence"})
    turn.answer("planet venus", of=but("mars"))
    turn.answer("planet jupiter", of=but("venus"), source="token venus", by=(1,))
    turn.answer("planet jupiter", of=but("venus"))
    assert turn.changes() == {
        "discs": {"venus": 0, "mars": 1, "jupiter": 1},
        "won": ([], ["venus"]),
        "tokens": {"venus": None},
        "token_discard": ["influence"],
        "credits": (15, 20),
        "badge": (0, "gold"),
    }


def test_w1ll1s_loses_cards_to_the_token_it_has_given() -> None:
    turn = Turn(
        "w1ll1s",
        columns=({"venus": ["luc4s"]}, {"terra": ["zenon"]}),
        discs={"venus": -3},
        tokens={"venus": "exile"},
    )
    turn.answer("planet venus", of=but("mars"))
    turn.answer("exile mars", of=each("exile", "venus mars"), source="token venus", by=(1,))
    turn.answer("planet mercury", of=but("venus"))
    assert turn.changes() == {
        "discs": {"mercury": 2, "venus": 0, "mars": 1},
        "won": ([], ["venus"]),
        "tokens": {"venus": None},
        "token_discard": ["exile"],
        "credits": (15, 20),
        "columns": ({"venus": [], "mars": []}, {}),
        "discard": ["w1ll1s", "luc4s"],
        "badge": (0, "gold"),
    }


def test_w1ll1s_takes_the_badge_that_the_opponents_token_has_just_brought() -> None:
    turn = Turn("w1ll1s", discs={"venus": -2}, tokens={"venus": "badge"})
    turn.answer("planet venus", of=but("mars"))
    turn.answer("planet mercury", of=but("venus"))
    assert turn.changes() == {
        "discs": {"mercury": 2, "venus": 0, "mars": 1},
        "won": ([], ["venus"]),
        "tokens": {"venus": None},
        "token_discard": ["badge"],
        "credits": (15, 20),
        "badge": (0, "gold"),
    }


def test_w1ll1s_lets_either_opponent_of_two_choose() -> None:
    turn = Turn("w1ll1s", players=4, seat=2, discs={"venus": -2}, tokens={"venus": "influence"})
    turn.answer("planet venus", of=but("mars"))
    turn.answer("planet terra", of=but("venus"), source="token venus", by=(1, 3))
    turn.answer("planet terra", of=but("venus"))
    assert turn.changes() == {
        "discs": {"venus": 0, "terra": 1, "mars": 1},
        "won": ([], ["venus"]),
        "tokens": {"venus": None},
        "token_discard": ["influence"],
        "credits": (15, 20),
        "badge": (0, "gold"),
    }


def test_w1ll1s_gives_the_game_away() -> None:
    turn = Turn("w1ll1s", discs={"venus": -2}, won=([], ["venus", "venus"]))
    turn.answer("planet venus", of=but("mars"))
    assert turn.changes() == {
        "discs": {"venus": None, "mars": 1},
        "won": ([], ["venus", "venus", "venus"]),
        "credits": (15, 20),
        "outcome": (1, "absolute"),
    }


# --- princess-uxmal: a row if the opponent has the badge ---


@pytest.mark.parametrize("face", ["silver", "gold"])
def test_princess_uxmal_chooses_two_planets_side_by_side(face: str) -> None:
    turn = Turn("princess-uxmal", badge=(1, face))
    turn.answer("row mars", of=each("row", "mercury venus terra mars"))
    assert turn.changes() == {
        "discs": {"mercury": 1, "mars": 1, "jupiter": 1},
        "credits": (15, 20),
    }


@pytest.mark.parametrize("badge", [None, (0, "gold")], ids=["nobody's", "own"])
def test_princess_uxmal_has_no_row_unless_the_opponent_has_the_badge(
    badge: tuple[int, str] | None,
) -> None:
    turn = Turn("princess-uxmal", badge=badge)
    assert turn.changes() == {"discs": {"mercury": 1}, "credits": (15, 20)}


def test_princess_uxmal_may_choose_a_row_of_which_one_disc_is_gone() -> None:
    turn = Turn("princess-uxmal", badge=(1, "silver"), discs={"mercury": 3})
    turn.answer("row mercury", of=each("row", "mercury venus terra mars"))
    assert turn.changes() == {
        "discs": {"mercury": 0, "venus": 1},
        "won": (["mercury"], []),
        "credits": (15, 20),
    }


def test_princess_uxmal_can_not_choose_a_row_without_discs() -> None:
    turn = Turn("princess-uxmal", badge=(1, "silver"), **two_discs("mercury", "venus"))
    turn.take_disc("venus", own="mercury")
    turn.answer("row venus", of=each("row", "venus terra mars"))
    assert turn.changes() == {
        **two_won("mercury", "venus"),
        "discs": {"mercury": 0, "venus": 0, "terra": 1},
        "credits": (15, 20),
    }


def test_princess_uxmal_has_no_row_after_taking_the_badge_with_mercury() -> None:
    turn = Turn(
        "princess-uxmal",
        badge=(1, "gold"),
        discs={"mercury": 3},
        tokens={"mercury": "badge"},
    )
    assert turn.changes() == {
        "discs": {"mercury": 0},
        "won": (["mercury"], []),
        "tokens": {"mercury": None},
        "token_discard": ["badge"],
        "badge": (0, "silver"),
        "credits": (15, 20),
    }


# --- dandy-muller: a disc on the opponent's side ---


def test_dandy_muller_chooses_a_disc_on_the_opponents_side() -> None:
    turn = Turn("dandy-muller", discs={"mercury": -3, "venus": -1, "terra": 2, "mars": -1})
    turn.answer("planet mars", of=each("planet", "mercury mars"))
    assert turn.changes() == {"discs": {"venus": 0, "mars": 0}, "credits": (20, 20)}


def test_dandy_muller_looks_from_its_own_side_of_the_table() -> None:
    turn = Turn("dandy-muller", seat=1, discs={"mercury": 2, "venus": 3, "terra": -2})
    turn.answer("planet venus", of=each("planet", "mercury venus"))
    assert turn.changes() == {"discs": {"venus": 1}, "credits": (20, 20)}


def test_dandy_muller_does_not_ask_about_a_single_disc() -> None:
    turn = Turn("dandy-muller", discs={"venus": -3, "jupiter": 1})
    assert turn.changes() == {"discs": {"venus": -1}, "credits": (20, 20)}


def test_dandy_muller_finds_no_disc_there() -> None:
    turn = Turn("dandy-muller", discs={"venus": -1, "jupiter": 1})
    assert turn.changes() == {"discs": {"venus": 0}, "credits": (20, 20)}
