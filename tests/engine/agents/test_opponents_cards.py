"""Transferring and exiling cards of the opponent's columns."""

from typing import Any

import pytest

from tests.engine.agents.recruiting import (
    Changes,
    Scene,
    answers,
    by_agent,
    must,
    or_decline,
)
from tests.engine.prepared import Unshuffled

SEVEN = {
    "mercury": ["magellan", "orw3ll", "lula-smart", "secret-kali", "atlas", "punk-mari", "huxl3y"],
    "venus": ["as1m0v", "v4nv0gt", "king-harold", "pachacuti", "archimedes", "felis", "cresus"],
    "terra": ["h3rb3rt", "sir-sam", "tiberius", "bruss0l0", "helena-kerr", "zenon", "f4rm3r"],
    "mars": ["caligula", "and3rs0n", "little-bob", "handy-luke", "caesar", "titus", "bish0p"],
    "jupiter": ["geta", "bajazet", "m4rt1n", "b4rj4v3l", "milady-jones", "annie", "ivan"],
}
"""Seven cards on each planet, bottom first."""


# --- transfer or something else: v4nc3, ramses ---

transfers_or_gains = by_agent(
    "agent cost other",
    ("v4nc3", 2, {"your zenithium": 5 + 1}),
    ("ramses", 3, {"your credits": 20 - 3 + 8}),
)


@transfers_or_gains
def test_they_may_gain_instead_of_a_transfer(
    agent: str, cost: int, other: Changes, you: int
) -> None:
    scene = Scene(you, agent, columns=({}, {"terra": ["sir-sam"]}))
    assert scene.asks == must(agent, "either", "option 1", "option 2")
    scene.answer("option 2")
    recruited = {"your credits": 20 - cost, "mars": 1}
    assert scene.result() == {**recruited, **other}


@transfers_or_gains
def test_they_gain_unasked_if_there_is_nothing_to_transfer(
    agent: str, cost: int, other: Changes, you: int
) -> None:
    scene = Scene(you, agent, columns=({"terra": ["sir-sam"]}, {}))
    recruited = {"your credits": 20 - cost, "mars": 1}
    assert scene.result() == {**recruited, **other}


@transfers_or_gains
def test_they_transfer_the_only_card_without_asking_which(
    agent: str, cost: int, other: Changes, you: int
) -> None:
    # the moved card's effects are not applied; for ramses one card is as far as it goes
    scene = Scene(you, agent, columns=({}, {"mars": ["titus"]}))
    scene.answer("option 1")
    assert scene.result() == {
        "your credits": 20 - cost,
        "your mars": [agent, "titus"],
        "their mars": [],
        "mars": 1,
    }


def test_v4nc3_transfers_one_card_of_a_column_of_your_choice(you: int) -> None:
    theirs = {planet: [cards[0]] for planet, cards in SEVEN.items()}
    theirs["terra"] = ["sir-sam", "h3rb3rt"]
    scene = Scene(you, "v4nc3", columns=({"terra": ["zenon"]}, theirs))
    scene.answer("option 1")
    assert scene.asks == must("v4nc3", "column", *(f"transfer {planet}" for planet in SEVEN))
    scene.answer("transfer terra")
    assert scene.result() == {
        "your credits": 18,
        "mars": 1,
        "your terra": ["zenon", "h3rb3rt"],
        "their terra": ["sir-sam"],
    }


def test_ramses_transfers_two_cards_of_columns_of_your_choice(you: int) -> None:
    theirs = {"mercury": ["orw3ll"], "venus": ["as1m0v"], "jupiter": ["geta"]}
    scene = Scene(you, "ramses", columns=({}, theirs))
    scene.answer("option 1")
    anywhere = ("transfer mercury", "transfer venus", "transfer jupiter")
    assert scene.asks == must("ramses", "column", *anywhere)
    scene.answer("transfer venus")
    assert scene.asks == must("ramses", "column", "transfer mercury", "transfer jupiter")
    scene.answer("transfer mercury")
    assert scene.result() == {
        "your credits": 17,
        "mars": 1,
        "your venus": ["as1m0v"],
        "their venus": [],
        "your mercury": ["orw3ll"],
        "their mercury": [],
    }


def test_ramses_may_transfer_twice_from_one_column(you: int) -> None:
    theirs = {"venus": ["as1m0v", "felis", "cresus"], "terra": ["sir-sam"]}
    scene = Scene(you, "ramses", columns=({}, theirs))
    scene.answer("option 1", "transfer venus", "transfer venus")
    assert scene.result() == {
        "your credits": 17,
        "mars": 1,
        "your venus": ["cresus", "felis"],
        "their venus": ["as1m0v"],
    }


# --- bajazet: exile a card of the opponent's for its cost ---


def test_bajazet_exiles_a_card_for_its_printed_cost() -> None:
    columns = {"venus": ["luc4s", "buj0ld"], "mars": ["mc4ffr3y"]}
    scene = Scene(0, "bajazet", columns=({"venus": ["felis"]}, columns))
    scene.answer("exile venus", of=or_decline("exile", "venus mars"))
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 24,  # - 3 + 7
        "their venus": ["luc4s"],
        "discarded": ["buj0ld"],
    }


def test_bajazet_is_asked_about_a_single_card() -> None:
    scene = Scene(0, "bajazet", columns=({}, {"mars": ["mc4ffr3y"]}))
    scene.answer("exile mars", of=or_decline("exile", "mars"))
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 21,
        "their mars": [],
        "discarded": ["mc4ffr3y"],
    }


def test_bajazet_declines() -> None:
    scene = Scene(0, "bajazet", columns=({}, {"mars": ["mc4ffr3y"]}))
    scene.answer("decline", of=or_decline("exile", "mars"))
    assert scene.result() == {"jupiter": 1, "your credits": 17}


def test_bajazet_finds_no_card() -> None:
    scene = Scene(0, "bajazet", columns=({"venus": ["felis"]}, {}))
    assert scene.result() == {"jupiter": 1, "your credits": 17}


# --- caligula: transfer a card, 1 influence on its planet ---


def test_caligula_gains_influence_on_the_planet_of_the_card_it_takes() -> None:
    columns = {"venus": ["luc4s", "felis"], "mars": ["caesar"]}
    scene = Scene(0, "caligula", columns=({"venus": ["cresus"]}, columns))
    scene.answer("transfer venus", of=answers("transfer", "venus mars"))
    assert scene.result() == {
        "venus": 1,
        "mars": 1,
        "your credits": 15,
        "your venus": ["cresus", "felis"],
        "their venus": ["luc4s"],
    }


def test_caligula_does_not_ask_about_a_single_column() -> None:
    scene = Scene(0, "caligula", columns=({}, {"mars": ["caesar"]}))
    assert scene.result() == {
        "mars": 2,
        "your credits": 15,
        "your mars": ["caligula", "caesar"],
        "their mars": [],
    }


def test_caligula_takes_a_card_also_where_the_disc_is_gone() -> None:
    scene = Scene(0, "caligula", columns=({}, {"mars": ["caesar"]}), discs={"mars": 3})
    assert scene.result() == {
        "mars": 0,
        "your discs": ["mars"],
        "your credits": 15,
        "your mars": ["caligula", "caesar"],
        "their mars": [],
    }


def test_caligula_finds_no_card_and_gains_no_second_influence() -> None:
    assert Scene(0, "caligula").result() == {"mars": 1, "your credits": 15}


# --- charlize-gun: mobilize, transfer and exile a card ---


def test_charlize_gun_mobilizes_transfers_and_exiles() -> None:
    columns = {"venus": ["cresus"], "jupiter": ["annie", "ivan"]}
    scene = Scene(0, "charlize-gun", columns=({}, columns), deck=["luc4s"])
    scene.answer("transfer jupiter", of=answers("transfer", "venus jupiter"))
    scene.answer("exile venus", of=answers("exile", "venus jupiter"))
    assert scene.result() == {
        "mars": 1,
        "your credits": 16,
        "your venus": ["luc4s"],
        "your jupiter": ["ivan"],
        "their venus": [],
        "their jupiter": ["annie"],
        "drawn": ["luc4s"],
        "discarded": ["cresus"],
    }


def test_charlize_gun_does_not_ask_about_a_single_column() -> None:
    scene = Scene(0, "charlize-gun", columns=({}, {"jupiter": ["annie", "ivan"]}), deck=["luc4s"])
    assert scene.result() == {
        "mars": 1,
        "your credits": 16,
        "your venus": ["luc4s"],
        "your jupiter": ["ivan"],
        "their jupiter": [],
        "drawn": ["luc4s"],
        "discarded": ["annie"],
    }


def test_charlize_gun_takes_the_last_card_and_leaves_none_to_exile() -> None:
    scene = Scene(0, "charlize-gun", columns=({}, {"jupiter": ["annie"]}), deck=["caesar"])
    assert scene.result() == {
        "mars": 1,
        "your credits": 16,
        "your mars": ["charlize-gun", "caesar"],
        "your jupiter": ["annie"],
        "their jupiter": [],
        "drawn": ["caesar"],
    }


def test_charlize_gun_mobilizes_from_the_discard_pile_when_the_deck_is_empty() -> None:
    scene = Scene(0, "charlize-gun", discard=["luc4s"], rest="discard", chance=Unshuffled())
    changes = scene.result()
    deck = changes.pop("deck")
    assert "luc4s" not in deck
    assert changes == {
        "mars": 1,
        "your credits": 16,
        "your venus": ["luc4s"],
        "discard": [],
    }


# --- v4nv0gt: exile two cards of the opponent's ---


def test_v4nv0gt_exiles_two_cards() -> None:
    columns = {"venus": ["luc4s", "cresus", "felis"], "mars": ["caesar"]}
    scene = Scene(0, "v4nv0gt", columns=({"terra": ["zenon"]}, columns))
    scene.answer("exile venus", of=answers("exile", "venus mars"))
    scene.answer("exile venus", of=answers("exile", "venus mars"))
    assert scene.result() == {
        "venus": 1,
        "your credits": 14,
        "your zenithium": 7,
        "their venus": ["luc4s"],
        "discarded": ["felis", "cresus"],
    }


@pytest.mark.parametrize(
    "column", [["caesar", "bish0p", "ramses"], ["bish0p", "ramses"], ["ramses"], []]
)
def test_v4nv0gt_exiles_what_there_is_without_asking(column: list[str]) -> None:
    end: dict[str, Any] = {"venus": 1, "your credits": 14, "your zenithium": 7}
    if column:
        end |= {"their mars": column[:-2], "discarded": column[-2:][::-1]}
    assert Scene(0, "v4nv0gt", columns=({}, {"mars": column})).result() == end


def test_v4nv0gt_asks_once_when_one_column_is_left() -> None:
    scene = Scene(0, "v4nv0gt", columns=({}, {"venus": ["luc4s"], "mars": ["caesar"]}))
    scene.answer("exile mars", of=answers("exile", "venus mars"))
    assert scene.result() == {
        "venus": 1,
        "your credits": 14,
        "your zenithium": 7,
        "their venus": [],
        "their mars": [],
        "discarded": ["caesar", "luc4s"],
    }


# --- captain-andreev: transfer a card for its cost ---


def test_captain_andreev_transfers_a_card_for_its_printed_cost() -> None:
    theirs = {"venus": ["luc4s", "buj0ld"], "mars": ["caesar"]}
    scene = Scene(0, "captain-andreev", columns=({"venus": ["cresus"]}, theirs))
    scene.answer("transfer venus", of=or_decline("transfer", "venus mars"))
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 23,  # - 4 + 7
        "your venus": ["cresus", "buj0ld"],
        "their venus": ["luc4s"],
    }


def test_captain_andreev_is_asked_about_a_single_card() -> None:
    scene = Scene(0, "captain-andreev", columns=({}, {"jupiter": ["th0mps0n"]}))
    scene.answer("transfer jupiter", of=or_decline("transfer", "jupiter"))
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 24,
        "your jupiter": ["captain-andreev", "th0mps0n"],
        "their jupiter": [],
    }


def test_captain_andreev_declines() -> None:
    scene = Scene(0, "captain-andreev", columns=({}, {"jupiter": ["th0mps0n"]}))
    scene.answer("decline", of=or_decline("transfer", "jupiter"))
    assert scene.result() == {"jupiter": 1, "your credits": 16}


def test_captain_andreev_finds_no_card() -> None:
    scene = Scene(0, "captain-andreev", columns=({"venus": ["cresus"]}, {}))
    assert scene.result() == {"jupiter": 1, "your credits": 16}
