"""The agents 51 to 75 of the base game: effects that move cards.

What is expected comes from the printed text and the rules, never from the engine. `changes()` is
complete: what a test does not name has stayed as it was.
"""

from typing import Any

import pytest

from tests.engine.agents.moves import SIX, InOrder, Turn, each, may, two_discs, two_won

# --- exile the last cards of a column ---


@pytest.mark.parametrize("agent", ["tiberius", "b4rj4v3l"])
def test_it_does_not_ask_for_two_cards_of_a_column_of_one(agent: str) -> None:
    planet, cost = {"tiberius": ("terra", 3), "b4rj4v3l": ("jupiter", 2)}[agent]
    assert Turn(agent).changes() == {"discs": {planet: 1}, "credits": (20 - cost, 20)}


@pytest.mark.parametrize(
    ("count", "below", "steps"),
    [(2, 1, 1), (2, 6, 1), (4, 3, 2), (4, 6, 2), (7, 6, 3)],
)
def test_tiberius_exiles_terra_cards_for_influence_on_terra(
    count: int, below: int, steps: int
) -> None:
    column = SIX["terra"][:below]
    turn = Turn("tiberius", columns=({"terra": column}, {}), discs={"terra": -2})
    offered = [number for number in (2, 4, 7) if number <= below + 1]
    turn.answer(f"exile {count}", of=may("exile", " ".join(map(str, offered))))
    left = below + 1 - count
    assert turn.changes() == {
        "discs": {"terra": -2 + 1 + steps},
        "credits": (20 - max(0, 3 - below), 20),
        "columns": ({"terra": column[:left]}, {}),
        "discard": ["tiberius", *column[left:][::-1]],
    }


def test_tiberius_wins_terra_and_its_token() -> None:
    column = SIX["terra"][:3]
    turn = Turn(
        "tiberius",
        columns=({"terra": column}, {}),
        discs={"terra": 2},
        tokens={"terra": "zenithium"},
    )
    turn.answer("exile 4", of=may("exile", "2 4"))
    assert turn.changes() == {
        "discs": {"terra": 0},
        "won": (["terra"], []),
        "tokens": {"terra": None},
        "token_discard": ["zenithium"],
        "credits": (20, 20),
        "zenithium": (6, 5),
        "columns": ({"terra": []}, {}),
        "discard": ["tiberius", "m4th3s0n", "l0v3cr4ft", "v3rn3"],
    }


def test_tiberius_declines() -> None:
    turn = Turn("tiberius", columns=({"terra": SIX["terra"]}, {}))
    turn.answer("decline", of=may("exile", "2 4 7"))
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (20, 20)}


def test_tiberius_asks_nothing_once_the_disc_of_terra_is_won() -> None:
    turn = Turn("tiberius", columns=({"terra": SIX["terra"]}, {}), discs={"terra": 3})
    assert turn.changes() == {
        "discs": {"terra": 0},
        "won": (["terra"], []),
        "credits": (20, 20),
    }


@pytest.mark.parametrize(
    ("count", "below", "zenithium"),
    [(2, 1, 2), (2, 6, 2), (4, 3, 4), (4, 6, 4), (7, 6, 7)],
)
def test_b4rj4v3l_exiles_jupiter_cards_for_zenithium(
    count: int, below: int, zenithium: int
) -> None:
    column = SIX["jupiter"][:below]
    turn = Turn("b4rj4v3l", columns=({"jupiter": column}, {}))
    offered = [number for number in (2, 4, 7) if number <= below + 1]
    turn.answer(f"exile {count}", of=may("exile", " ".join(map(str, offered))))
    left = below + 1 - count
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (20 - max(0, 2 - below), 20),
        "zenithium": (5 + zenithium, 5),
        "columns": ({"jupiter": column[:left]}, {}),
        "discard": ["b4rj4v3l", *column[left:][::-1]],
    }


def test_b4rj4v3l_declines() -> None:
    turn = Turn("b4rj4v3l", columns=({"jupiter": SIX["jupiter"]}, {}))
    turn.answer("decline", of=may("exile", "2 4 7"))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (20, 20)}


def test_b4rj4v3l_still_sells_cards_of_a_planet_without_disc() -> None:
    turn = Turn("b4rj4v3l", columns=({"jupiter": ["annie"]}, {}), discs={"jupiter": 3})
    turn.answer("exile 2", of=may("exile", "2"))
    assert turn.changes() == {
        "discs": {"jupiter": 0},
        "won": (["jupiter"], []),
        "credits": (19, 20),
        "zenithium": (7, 5),
        "columns": ({"jupiter": []}, {}),
        "discard": ["b4rj4v3l", "annie"],
    }


# --- h3rb3rt: exile one card for influence on its planet, four times ---

H3RB3RT = {
    "mercury": ["atlas"],
    "venus": ["luc4s", "cresus"],
    "mars": ["septimus"],
    "jupiter": ["annie", "ivan"],
}


def test_h3rb3rt_exiles_four_cards() -> None:
    turn = Turn("h3rb3rt", columns=(H3RB3RT, {"mars": ["bish0p"]}))
    for planet in H3RB3RT:
        turn.answer(f"exile {planet}", of=may("exile", planet))
    assert turn.changes() == {
        "discs": {"mercury": 1, "venus": 1, "terra": 1, "mars": 1, "jupiter": 1},
        "credits": (14, 20),
        "columns": ({"mercury": [], "venus": ["luc4s"], "mars": [], "jupiter": ["annie"]}, {}),
        "discard": ["atlas", "cresus", "septimus", "ivan"],
    }


def test_h3rb3rt_is_asked_for_each_planet_by_itself() -> None:
    turn = Turn("h3rb3rt", columns=(H3RB3RT, {}))
    turn.answer("decline", of=may("exile", "mercury"))
    turn.answer("exile venus", of=may("exile", "venus"))
    turn.answer("decline", of=may("exile", "mars"))
    turn.answer("decline", of=may("exile", "jupiter"))
    assert turn.changes() == {
        "discs": {"venus": 1, "terra": 1},
        "credits": (14, 20),
        "columns": ({"venus": ["luc4s"]}, {}),
        "discard": ["cresus"],
    }


def test_h3rb3rt_has_no_use_for_terra_cards_nor_for_the_opponents() -> None:
    turn = Turn("h3rb3rt", columns=({"terra": ["zenon"]}, {"mars": ["bish0p"]}))
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (15, 20)}


def test_h3rb3rt_passes_over_a_planet_without_disc() -> None:
    columns = {"mercury": ["atlas"], "mars": ["septimus"]}
    turn = Turn("h3rb3rt", columns=(columns, {}), **two_discs("terra", "mercury"))
    turn.take_disc("mercury", own="terra")
    turn.answer("exile mars", of=may("exile", "mars"))
    assert turn.changes() == {
        **two_won("terra", "mercury"),
        "discs": {"mercury": 0, "terra": 0, "mars": 1},
        "credits": (14, 20),
        "columns": ({"mars": []}, {}),
        "discard": ["septimus"],
    }


def test_h3rb3rt_may_exile_a_card_that_a_token_has_just_mobilized() -> None:
    turn = Turn(
        "h3rb3rt",
        columns=({"mercury": ["atlas"]}, {}),
        discs={"mercury": 3},
        tokens={"mercury": "mobilize"},
        deck=["annie", "wul"],
    )
    turn.answer("exile mercury", of=may("exile", "mercury"))
    turn.answer("exile jupiter", of=may("exile", "jupiter"))
    assert turn.changes() == {
        "discs": {"mercury": 0, "terra": 1, "jupiter": 1},
        "won": (["mercury"], []),
        "tokens": {"mercury": None},
        "token_discard": ["mobilize"],
        "credits": (14, 20),
        "columns": ({"mercury": ["wul"]}, {}),
        "drawn": 2,
        "discard": ["atlas", "annie"],
    }


# --- the opponent's cards ---


def test_bajazet_exiles_a_card_for_its_printed_cost() -> None:
    columns = {"venus": ["luc4s", "buj0ld"], "mars": ["mc4ffr3y"]}
    turn = Turn("bajazet", columns=({"venus": ["felis"]}, columns))
    turn.answer("exile venus", of=may("exile", "venus mars"))
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (24, 20),  # - 3 + 7
        "columns": ({}, {"venus": ["luc4s"]}),
        "discard": ["buj0ld"],
    }


def test_bajazet_is_asked_about_a_single_card() -> None:
    turn = Turn("bajazet", columns=({}, {"mars": ["mc4ffr3y"]}))
    turn.answer("exile mars", of=may("exile", "mars"))
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (21, 20),
        "columns": ({}, {"mars": []}),
        "discard": ["mc4ffr3y"],
    }


def test_bajazet_declines() -> None:
    turn = Turn("bajazet", columns=({}, {"mars": ["mc4ffr3y"]}))
    turn.answer("decline", of=may("exile", "mars"))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (17, 20)}


def test_bajazet_finds_no_card() -> None:
    turn = Turn("bajazet", columns=({"venus": ["felis"]}, {}))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (17, 20)}


def test_caligula_gains_influence_on_the_planet_of_the_card_it_takes() -> None:
    columns = {"venus": ["luc4s", "felis"], "mars": ["caesar"]}
    turn = Turn("caligula", columns=({"venus": ["cresus"]}, columns))
    turn.answer("transfer venus", of=each("transfer", "venus mars"))
    assert turn.changes() == {
        "discs": {"venus": 1, "mars": 1},
        "credits": (15, 20),
        "columns": ({"venus": ["cresus", "felis"]}, {"venus": ["luc4s"]}),
    }


def test_caligula_does_not_ask_about_a_single_column() -> None:
    turn = Turn("caligula", columns=({}, {"mars": ["caesar"]}))
    assert turn.changes() == {
        "discs": {"mars": 2},
        "credits": (15, 20),
        "columns": ({"mars": ["caligula", "caesar"]}, {"mars": []}),
    }


def test_caligula_takes_a_card_also_where_the_disc_is_gone() -> None:
    turn = Turn("caligula", columns=({}, {"mars": ["caesar"]}), discs={"mars": 3})
    assert turn.changes() == {
        "discs": {"mars": 0},
        "won": (["mars"], []),
        "credits": (15, 20),
        "columns": ({"mars": ["caligula", "caesar"]}, {"mars": []}),
    }


def test_caligula_finds_no_card_and_gains_no_second_influence() -> None:
    assert Turn("caligula").changes() == {"discs": {"mars": 1}, "credits": (15, 20)}


def test_charlize_gun_mobilizes_transfers_and_exiles() -> None:
    columns = {"venus": ["cresus"], "jupiter": ["annie", "ivan"]}
    turn = Turn("charlize-gun", columns=({}, columns), deck=["luc4s"])
    turn.answer("transfer jupiter", of=each("transfer", "venus jupiter"))
    turn.answer("exile venus", of=each("exile", "venus jupiter"))
    assert turn.changes() == {
        "discs": {"mars": 1},
        "credits": (16, 20),
        "columns": (
            {"venus": ["luc4s"], "jupiter": ["ivan"]},
            {"venus": [], "jupiter": ["annie"]},
        ),
        "drawn": 1,
        "discard": ["cresus"],
    }


def test_charlize_gun_does_not_ask_about_a_single_column() -> None:
    turn = Turn("charlize-gun", columns=({}, {"jupiter": ["annie", "ivan"]}), deck=["luc4s"])
    assert turn.changes() == {
        "discs": {"mars": 1},
        "credits": (16, 20),
        "columns": ({"venus": ["luc4s"], "jupiter": ["ivan"]}, {"jupiter": []}),
        "drawn": 1,
        "discard": ["annie"],
    }


def test_charlize_gun_takes_the_last_card_and_leaves_none_to_exile() -> None:
    turn = Turn("charlize-gun", columns=({}, {"jupiter": ["annie"]}), deck=["caesar"])
    assert turn.changes() == {
        "discs": {"mars": 1},
        "credits": (16, 20),
        "columns": ({"mars": ["charlize-gun", "caesar"], "jupiter": ["annie"]}, {"jupiter": []}),
        "drawn": 1,
    }


def test_charlize_gun_mobilizes_from_the_discard_pile_when_the_deck_is_empty() -> None:
    turn = Turn("charlize-gun", discard=["luc4s"], rest="discard", chance=InOrder())
    changes = turn.changes()
    deck = changes.pop("deck")
    assert "luc4s" not in deck
    assert changes == {
        "discs": {"mars": 1},
        "credits": (16, 20),
        "columns": ({"venus": ["luc4s"]}, {}),
        "discard": [],
    }


def test_v4nv0gt_exiles_two_cards() -> None:
    columns = {"venus": ["luc4s", "cresus", "felis"], "mars": ["caesar"]}
    turn = Turn("v4nv0gt", columns=({"terra": ["zenon"]}, columns))
    turn.answer("exile venus", of=each("exile", "venus mars"))
    turn.answer("exile venus", of=each("exile", "venus mars"))
    assert turn.changes() == {
        "discs": {"venus": 1},
        "credits": (14, 20),
        "zenithium": (7, 5),
        "columns": ({}, {"venus": ["luc4s"]}),
        "discard": ["felis", "cresus"],
    }


@pytest.mark.parametrize(
    "column", [["caesar", "bish0p", "ramses"], ["bish0p", "ramses"], ["ramses"], []]
)
def test_v4nv0gt_exiles_what_there_is_without_asking(column: list[str]) -> None:
    end: dict[str, Any] = {"discs": {"venus": 1}, "credits": (14, 20), "zenithium": (7, 5)}
    if column:
        end |= {"columns": ({}, {"mars": column[:-2]}), "discard": column[-2:][::-1]}
    assert Turn("v4nv0gt", columns=({}, {"mars": column})).changes() == end


def test_v4nv0gt_asks_once_when_one_column_is_left() -> None:
    turn = Turn("v4nv0gt", columns=({}, {"venus": ["luc4s"], "mars": ["caesar"]}))
    turn.answer("exile mars", of=each("exile", "venus mars"))
    assert turn.changes() == {
        "discs": {"venus": 1},
        "credits": (14, 20),
        "zenithium": (7, 5),
        "columns": ({}, {"venus": [], "mars": []}),
        "discard": ["caesar", "luc4s"],
    }
