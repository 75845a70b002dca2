"""Agents 1 to 50 that move cards of the columns.

amytis arnulf domitian h4milt0n l0v3cr4ft lady-moore luc4s r0bins0n ramses septimus v3rn3 v4nc3
w4ts0n wul
"""

import pytest

from tests.engine.agents.cards import (
    Changes,
    Scene,
    by_agent,
    from_either_side,
    may,
    must,
)

pytestmark = from_either_side

SEVEN = {
    "mercury": ["magellan", "orw3ll", "lula-smart", "secret-kali", "atlas", "punk-mari", "huxl3y"],
    "venus": ["as1m0v", "v4nv0gt", "king-harold", "pachacuti", "archimedes", "felis", "cresus"],
    "terra": ["h3rb3rt", "sir-sam", "tiberius", "bruss0l0", "helena-kerr", "zenon", "f4rm3r"],
    "mars": ["caligula", "and3rs0n", "little-bob", "handy-luke", "caesar", "titus", "bish0p"],
    "jupiter": ["geta", "bajazet", "m4rt1n", "b4rj4v3l", "milady-jones", "annie", "ivan"],
}
"""Seven cards on each planet, bottom first."""


# --- exile 2/4/7 cards of its column for 2/4/7 zenithium: luc4s, v3rn3, wul, r0bins0n
# --- or for 1/2/3 influence there: septimus, amytis, arnulf

exiles_its_column = by_agent(
    "agent home cost gain",
    ("luc4s", "venus", 2, "zenithium"),
    ("v3rn3", "terra", 2, "zenithium"),
    ("wul", "mercury", 2, "zenithium"),
    ("r0bins0n", "mars", 2, "zenithium"),
    ("septimus", "mars", 3, "influence"),
    ("amytis", "mercury", 3, "influence"),
    ("arnulf", "jupiter", 3, "influence"),
)
exiles_its_column_for_influence = by_agent(
    "agent home", ("septimus", "mars"), ("amytis", "mercury"), ("arnulf", "jupiter")
)


@pytest.mark.parametrize(("count", "influence"), [(2, 1), (4, 2), (7, 3)])
@exiles_its_column
def test_they_exile_two_four_or_seven_cards_of_their_column_top_first(
    agent: str, home: str, cost: int, gain: str, count: int, influence: int, you: int
) -> None:
    # eight cards with the agent itself, which lies on top and counts; cost 3 less 7 is 0
    scene = Scene(you, agent, columns=({home: SEVEN[home]}, {}), discs={home: -3})
    assert scene.asks == may(agent, "count", "exile 2", "exile 4", "exile 7")
    assert scene.so_far() == {f"your {home}": [*SEVEN[home], agent], home: -2}
    scene.answer(f"exile {count}")
    bought = {
        "zenithium": {"your zenithium": 5 + count, home: -2},
        "influence": {home: -2 + influence},
    }
    assert scene.result() == {
        f"your {home}": SEVEN[home][: 8 - count],
        "discarded": [agent, *SEVEN[home][:-count:-1]],
        **bought[gain],
    }


@pytest.mark.parametrize(
    ("below", "offers"),
    [
        (1, ["exile 2"]),
        (2, ["exile 2"]),
        (3, ["exile 2", "exile 4"]),
        (5, ["exile 2", "exile 4"]),
        (6, ["exile 2", "exile 4", "exile 7"]),
    ],
)
@exiles_its_column
def test_they_are_offered_the_steps_that_their_column_allows_and_may_decline(
    agent: str, home: str, cost: int, gain: str, below: int, offers: list[str], you: int
) -> None:
    # another column and the opponent's do not count
    other = "venus" if home == "mercury" else "mercury"
    yours = {home: SEVEN[home][:below], other: SEVEN[other]}
    theirs = {home: SEVEN[home][below:]}
    scene = Scene(you, agent, columns=(yours, theirs))
    assert scene.asks == may(agent, "count", *offers)
    scene.answer("decline")
    paid = {"your credits": 20 - (cost - below)} if below < cost else {}
    assert scene.result() == {f"your {home}": [*SEVEN[home][:below], agent], home: 1, **paid}


@exiles_its_column
def test_alone_in_their_column_they_are_not_asked(
    agent: str, home: str, cost: int, gain: str, you: int
) -> None:
    scene = Scene(you, agent, columns=({}, {home: SEVEN[home]}))
    assert scene.result() == {f"your {home}": [agent], home: 1, "your credits": 20 - cost}


@exiles_its_column_for_influence
def test_they_are_not_asked_to_exile_for_a_disc_that_they_have_just_won(
    agent: str, home: str, you: int
) -> None:
    scene = Scene(you, agent, columns=({home: SEVEN[home]}, {}), discs={home: 3})
    assert scene.result() == {
        f"your {home}": [*SEVEN[home], agent],
        home: 0,
        "your discs": [home],
    }


@exiles_its_column_for_influence
def test_they_win_a_disc_by_it_and_what_is_left_is_lost(agent: str, home: str, you: int) -> None:
    scene = Scene(you, agent, columns=({home: SEVEN[home][:3]}, {}), discs={home: 2})
    scene.answer("exile 4")
    assert scene.result() == {
        f"your {home}": [],
        "discarded": [agent, *SEVEN[home][2::-1]],
        home: 0,
        "your discs": [home],
    }


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
        "your mars": ["lady-moore"],
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
        "your mars": ["lady-moore"],
        "mars": 1,
        "their terra": [],
        "terra": 2,
        "discarded": ["tiberius", "sir-sam"],
    }


def test_lady_moore_finds_nothing_to_exile(you: int) -> None:
    scene = Scene(you, "lady-moore", columns=({"terra": ["sir-sam"]}, {}))
    assert scene.result() == {"your credits": 10, "your mars": ["lady-moore"], "mars": 1}


def test_lady_moore_exiles_where_no_disc_is_left_too(you: int) -> None:
    theirs = {"mars": ["caligula"], "venus": ["as1m0v"]}
    scene = Scene(you, "lady-moore", columns=({}, theirs), discs={"mars": 3})
    assert scene.asks == must("lady-moore", "column", "exile venus", "exile mars")
    scene.answer("exile mars")
    assert scene.result() == {
        "your credits": 10,
        "your mars": ["lady-moore"],
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
        "your mars": ["lady-moore"],
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
        "your terra": ["l0v3cr4ft"],
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
        "your terra": ["l0v3cr4ft"],
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
        "your terra": ["sir-sam", "l0v3cr4ft"],
        "terra": 1,
    }


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
    recruited = {"your credits": 20 - cost, "your mars": [agent], "mars": 1}
    assert scene.result() == {**recruited, **other}


@transfers_or_gains
def test_they_gain_unasked_if_there_is_nothing_to_transfer(
    agent: str, cost: int, other: Changes, you: int
) -> None:
    scene = Scene(you, agent, columns=({"terra": ["sir-sam"]}, {}))
    recruited = {"your credits": 20 - cost, "your mars": [agent], "mars": 1}
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
        "your mars": ["v4nc3"],
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
        "your mars": ["ramses"],
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
        "your mars": ["ramses"],
        "mars": 1,
        "your venus": ["cresus", "felis"],
        "their venus": ["as1m0v"],
    }
