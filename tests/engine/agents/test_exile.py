"""Exiling cards of any columns."""

import pytest

from tests.engine.agents.recruiting import Scene, answers, may, must, or_decline, two_discs, two_won

SEVEN = {
    "mercury": ["magellan", "orw3ll", "lula-smart", "secret-kali", "atlas", "punk-mari", "huxl3y"],
    "venus": ["as1m0v", "v4nv0gt", "king-harold", "pachacuti", "archimedes", "felis", "cresus"],
    "terra": ["h3rb3rt", "sir-sam", "tiberius", "bruss0l0", "helena-kerr", "zenon", "f4rm3r"],
    "mars": ["caligula", "and3rs0n", "little-bob", "handy-luke", "caesar", "titus", "bish0p"],
    "jupiter": ["geta", "bajazet", "m4rt1n", "b4rj4v3l", "milady-jones", "annie", "ivan"],
}
"""Seven cards on each planet, bottom first."""


# --- lady-moore: exile a card of the opponent's, 1 influence on its planet, three times ---


def test_lady_moore_exiles_three_cards_for_influence_on_their_planets(you: int) -> None:
    venus = ["as1m0v", "v4nv0gt", "king-harold"]
    theirs = {"mercury": ["orw3ll"], "venus": venus, "jupiter": ["geta"]}
    scene = Scene(you, "lady-moore", columns=({"terra": ["sir-sam"]}, theirs))
    anywhere = ("exile mercury", "exile venus", "exile jupiter")
    assert scene.asks == must("lady-moore", "column", *anywhere)
    scene.answer("exile venus")
    assert scene.asks == must("lady-moore", "column", *anywhere)
    scene.answer("exile venus")
    assert scene.asks == must("lady-moore", "column", *anywhere)
    scene.answer("exile jupiter")
    assert scene.result() == {
        "your credits": 20 - 10,
        "mars": 1,
        "their venus": ["as1m0v"],
        "venus": 2,
        "their jupiter": [],
        "jupiter": 1,
        "discarded": ["king-harold", "v4nv0gt", "geta"],
    }


def test_lady_moore_exiles_what_there_is(you: int) -> None:
    scene = Scene(you, "lady-moore", columns=({}, {"terra": ["sir-sam", "tiberius"]}))
    assert scene.result() == {
        "your credits": 10,
        "mars": 1,
        "their terra": [],
        "terra": 2,
        "discarded": ["tiberius", "sir-sam"],
    }


def test_lady_moore_finds_nothing_to_exile(you: int) -> None:
    scene = Scene(you, "lady-moore", columns=({"terra": ["sir-sam"]}, {}))
    assert scene.result() == {"your credits": 10, "mars": 1}


def test_lady_moore_exiles_where_no_disc_is_left_too(you: int) -> None:
    theirs = {"mars": ["caligula"], "venus": ["as1m0v"]}
    scene = Scene(you, "lady-moore", columns=({}, theirs), discs={"mars": 3})
    assert scene.asks == must("lady-moore", "column", "exile venus", "exile mars")
    scene.answer("exile mars")
    assert scene.result() == {
        "your credits": 10,
        "mars": 0,
        "your discs": ["mars"],
        "their mars": [],
        "their venus": [],
        "venus": 1,
        "discarded": ["caligula", "as1m0v"],
    }


def test_lady_moore_finds_the_columns_as_a_token_has_left_them(you: int) -> None:
    theirs = {"venus": ["as1m0v", "v4nv0gt", "king-harold"]}
    tokens = {"venus": "exile"}
    scene = Scene(
        you, "lady-moore", columns=({}, theirs), discs={"venus": 3, "mars": 2}, tokens=tokens
    )
    # king-harold wins Venus, its token exiles the other two, and nothing is left
    assert scene.result() == {
        "your credits": 10,
        "mars": 3,
        "their venus": [],
        "venus": 0,
        "your discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["exile"],
        "discarded": ["king-harold", "v4nv0gt", "as1m0v"],
    }


# --- l0v3cr4ft: exile the top card of your other columns for 1 zenithium each ---


def test_l0v3cr4ft_asks_for_each_other_column_with_a_card(you: int) -> None:
    yours = {"mercury": ["orw3ll", "magellan"], "venus": ["as1m0v"], "jupiter": ["geta"]}
    theirs = {"mars": ["caligula"]}
    scene = Scene(you, "l0v3cr4ft", columns=(yours, theirs))
    assert scene.asks == may("l0v3cr4ft", "column", "exile mercury")
    scene.answer("exile mercury")
    assert scene.so_far()["your zenithium"] == 6
    assert scene.asks == may("l0v3cr4ft", "column", "exile venus")
    scene.answer("decline")
    assert scene.asks == may("l0v3cr4ft", "column", "exile jupiter")
    scene.answer("exile jupiter")
    assert scene.result() == {
        "your credits": 20 - 5,
        "terra": 1,
        "your mercury": ["orw3ll"],
        "your jupiter": [],
        "your zenithium": 5 + 2,
        "discarded": ["magellan", "geta"],
    }


def test_l0v3cr4ft_exiles_a_card_of_all_four(you: int) -> None:
    yours = {planet: [cards[0]] for planet, cards in SEVEN.items() if planet != "terra"}
    scene = Scene(you, "l0v3cr4ft", columns=(yours, {}))
    scene.answer("exile mercury", "exile venus", "exile mars", "exile jupiter")
    assert scene.result() == {
        "your credits": 15,
        "terra": 1,
        "your mercury": [],
        "your venus": [],
        "your mars": [],
        "your jupiter": [],
        "your zenithium": 5 + 4,
        "discarded": ["magellan", "as1m0v", "caligula", "geta"],
    }


def test_l0v3cr4ft_never_exiles_from_terra(you: int) -> None:
    scene = Scene(you, "l0v3cr4ft", columns=({"terra": ["sir-sam"]}, {"mars": ["caligula"]}))
    assert scene.result() == {
        "your credits": 20 - (5 - 1),
        "terra": 1,
    }


# --- h3rb3rt: exile one card for influence on its planet, four times ---

H3RB3RT = {
    "mercury": ["atlas"],
    "venus": ["luc4s", "cresus"],
    "mars": ["septimus"],
    "jupiter": ["annie", "ivan"],
}


def test_h3rb3rt_exiles_four_cards() -> None:
    scene = Scene(0, "h3rb3rt", columns=(H3RB3RT, {"mars": ["bish0p"]}))
    for planet in H3RB3RT:
        scene.answer(f"exile {planet}", of=or_decline("exile", planet))
    assert scene.result() == {
        "mercury": 1,
        "venus": 1,
        "terra": 1,
        "mars": 1,
        "jupiter": 1,
        "your credits": 14,
        "your mercury": [],
        "your venus": ["luc4s"],
        "your mars": [],
        "your jupiter": ["annie"],
        "discarded": ["atlas", "cresus", "septimus", "ivan"],
    }


def test_h3rb3rt_is_asked_for_each_planet_by_itself() -> None:
    scene = Scene(0, "h3rb3rt", columns=(H3RB3RT, {}))
    scene.answer("decline", of=or_decline("exile", "mercury"))
    scene.answer("exile venus", of=or_decline("exile", "venus"))
    scene.answer("decline", of=or_decline("exile", "mars"))
    scene.answer("decline", of=or_decline("exile", "jupiter"))
    assert scene.result() == {
        "venus": 1,
        "terra": 1,
        "your credits": 14,
        "your venus": ["luc4s"],
        "discarded": ["cresus"],
    }


def test_h3rb3rt_has_no_use_for_terra_cards_nor_for_the_opponents() -> None:
    scene = Scene(0, "h3rb3rt", columns=({"terra": ["zenon"]}, {"mars": ["bish0p"]}))
    assert scene.result() == {"terra": 1, "your credits": 15}


def test_h3rb3rt_passes_over_a_planet_without_disc() -> None:
    columns = {"mercury": ["atlas"], "mars": ["septimus"]}
    scene = Scene(0, "h3rb3rt", columns=(columns, {}), **two_discs("terra", "mercury"))
    scene.take_disc("mercury", own="terra")
    scene.answer("exile mars", of=or_decline("exile", "mars"))
    assert scene.result() == {
        **two_won("terra", "mercury"),
        "mercury": 0,
        "terra": 0,
        "mars": 1,
        "your credits": 14,
        "your mars": [],
        "discarded": ["septimus"],
    }


def test_h3rb3rt_may_exile_a_card_that_a_token_has_just_mobilized() -> None:
    scene = Scene(
        0,
        "h3rb3rt",
        columns=({"mercury": ["atlas"]}, {}),
        discs={"mercury": 3},
        tokens={"mercury": "mobilize"},
        deck=["annie", "wul"],
    )
    scene.answer("exile mercury", of=or_decline("exile", "mercury"))
    scene.answer("exile jupiter", of=or_decline("exile", "jupiter"))
    assert scene.result() == {
        "mercury": 0,
        "terra": 1,
        "jupiter": 1,
        "your discs": ["mercury"],
        "token mercury": None,
        "tokens discarded": ["mobilize"],
        "your credits": 14,
        "your mercury": ["wul"],
        "drawn": ["annie", "wul"],
        "discarded": ["atlas", "annie"],
    }


# --- chaka: exile two cards for ten credits ---


def test_chaka_exiles_two_cards_for_credits() -> None:
    columns = {"mercury": ["atlas"], "venus": ["luc4s"], "mars": ["septimus", "caesar"]}
    scene = Scene(0, "chaka", columns=(columns, {"terra": ["zenon"]}))
    scene.answer("exile mars", of=or_decline("exile", "venus mars"))
    scene.answer("exile mars", of=answers("exile", "venus mars"))
    assert scene.result() == {
        "mercury": 1,
        "your credits": 30,
        "your mars": [],
        "discarded": ["caesar", "septimus"],
    }


def test_chaka_asks_once_when_one_column_is_left() -> None:
    scene = Scene(0, "chaka", columns=({"venus": ["luc4s"], "mars": ["septimus"]}, {}))
    scene.answer("exile mars", of=or_decline("exile", "venus mars"))
    assert scene.result() == {
        "mercury": 1,
        "your credits": 29,
        "your venus": [],
        "your mars": [],
        "discarded": ["septimus", "luc4s"],
    }


def test_chaka_may_take_both_from_the_only_column() -> None:
    scene = Scene(0, "chaka", columns=({"mars": ["septimus", "caesar", "bish0p"]}, {}))
    scene.answer("exile mars", of=or_decline("exile", "mars"))
    assert scene.result() == {
        "mercury": 1,
        "your credits": 29,
        "your mars": ["septimus"],
        "discarded": ["bish0p", "caesar"],
    }


def test_chaka_declines() -> None:
    scene = Scene(0, "chaka", columns=({"venus": ["luc4s"], "mars": ["septimus"]}, {}))
    scene.answer("decline", of=or_decline("exile", "venus mars"))
    assert scene.result() == {"mercury": 1, "your credits": 19}


@pytest.mark.parametrize("columns", [{}, {"mars": ["caesar"]}], ids=["no card", "one card"])
def test_chaka_needs_two_cards_that_are_not_of_mercury(columns: dict[str, list[str]]) -> None:
    mine = {"mercury": ["atlas", "wul"], **columns}
    scene = Scene(0, "chaka", columns=(mine, {"venus": ["luc4s", "felis"]}))
    assert scene.result() == {"mercury": 1}
