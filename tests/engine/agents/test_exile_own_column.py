"""Exiling the last cards of the agent's own column."""

import pytest

from tests.engine.agents.recruiting import SIX, Scene, by_agent, may, or_decline

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
    assert scene.so_far() == {home: -2}
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
    assert scene.result() == {home: 1, **paid}


@exiles_its_column
def test_alone_in_their_column_they_are_not_asked(
    agent: str, home: str, cost: int, gain: str, you: int
) -> None:
    scene = Scene(you, agent, columns=({}, {home: SEVEN[home]}))
    assert scene.result() == {home: 1, "your credits": 20 - cost}


@exiles_its_column_for_influence
def test_they_are_not_asked_to_exile_for_a_disc_that_they_have_just_won(
    agent: str, home: str, you: int
) -> None:
    scene = Scene(you, agent, columns=({home: SEVEN[home]}, {}), discs={home: 3})
    assert scene.result() == {
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


# --- exile the last cards of a column ---


@pytest.mark.parametrize("agent", ["tiberius", "b4rj4v3l"])
def test_it_does_not_ask_for_two_cards_of_a_column_of_one(agent: str) -> None:
    planet, cost = {"tiberius": ("terra", 3), "b4rj4v3l": ("jupiter", 2)}[agent]
    assert Scene(0, agent).result() == {planet: 1, "your credits": 20 - cost}


@pytest.mark.parametrize(
    ("count", "below", "steps"),
    [(2, 1, 1), (2, 6, 1), (4, 3, 2), (4, 6, 2), (7, 6, 3)],
)
def test_tiberius_exiles_terra_cards_for_influence_on_terra(
    count: int, below: int, steps: int
) -> None:
    column = SIX["terra"][:below]
    scene = Scene(0, "tiberius", columns=({"terra": column}, {}), discs={"terra": -2})
    offered = [number for number in (2, 4, 7) if number <= below + 1]
    scene.answer(f"exile {count}", of=or_decline("exile", " ".join(map(str, offered))))
    left = below + 1 - count
    paid = {"your credits": 20 - (3 - below)} if below < 3 else {}
    assert scene.result() == {
        **paid,
        "terra": -2 + 1 + steps,
        "your terra": column[:left],
        "discarded": ["tiberius", *column[left:][::-1]],
    }


def test_tiberius_wins_terra_and_its_token() -> None:
    column = SIX["terra"][:3]
    scene = Scene(
        0,
        "tiberius",
        columns=({"terra": column}, {}),
        discs={"terra": 2},
        tokens={"terra": "zenithium"},
    )
    scene.answer("exile 4", of=or_decline("exile", "2 4"))
    assert scene.result() == {
        "terra": 0,
        "your discs": ["terra"],
        "token terra": None,
        "tokens discarded": ["zenithium"],
        "your zenithium": 6,
        "your terra": [],
        "discarded": ["tiberius", "m4th3s0n", "l0v3cr4ft", "v3rn3"],
    }


def test_tiberius_declines() -> None:
    scene = Scene(0, "tiberius", columns=({"terra": SIX["terra"]}, {}))
    scene.answer("decline", of=or_decline("exile", "2 4 7"))
    assert scene.result() == {"terra": 1}


def test_tiberius_asks_nothing_once_the_disc_of_terra_is_won() -> None:
    scene = Scene(0, "tiberius", columns=({"terra": SIX["terra"]}, {}), discs={"terra": 3})
    assert scene.result() == {"terra": 0, "your discs": ["terra"]}


@pytest.mark.parametrize(
    ("count", "below", "zenithium"),
    [(2, 1, 2), (2, 6, 2), (4, 3, 4), (4, 6, 4), (7, 6, 7)],
)
def test_b4rj4v3l_exiles_jupiter_cards_for_zenithium(
    count: int, below: int, zenithium: int
) -> None:
    column = SIX["jupiter"][:below]
    scene = Scene(0, "b4rj4v3l", columns=({"jupiter": column}, {}))
    offered = [number for number in (2, 4, 7) if number <= below + 1]
    scene.answer(f"exile {count}", of=or_decline("exile", " ".join(map(str, offered))))
    left = below + 1 - count
    paid = {"your credits": 20 - (2 - below)} if below < 2 else {}
    assert scene.result() == {
        **paid,
        "jupiter": 1,
        "your zenithium": 5 + zenithium,
        "your jupiter": column[:left],
        "discarded": ["b4rj4v3l", *column[left:][::-1]],
    }


def test_b4rj4v3l_declines() -> None:
    scene = Scene(0, "b4rj4v3l", columns=({"jupiter": SIX["jupiter"]}, {}))
    scene.answer("decline", of=or_decline("exile", "2 4 7"))
    assert scene.result() == {"jupiter": 1}


def test_b4rj4v3l_still_sells_cards_of_a_planet_without_disc() -> None:
    scene = Scene(0, "b4rj4v3l", columns=({"jupiter": ["annie"]}, {}), discs={"jupiter": 3})
    scene.answer("exile 2", of=or_decline("exile", "2"))
    assert scene.result() == {
        "jupiter": 0,
        "your discs": ["jupiter"],
        "your credits": 19,
        "your zenithium": 7,
        "your jupiter": [],
        "discarded": ["b4rj4v3l", "annie"],
    }


# --- pachacuti: exile the last cards of the Venus column ---


@pytest.mark.parametrize(
    ("count", "below", "steps"),
    [(2, 1, 1), (2, 6, 1), (4, 3, 2), (4, 6, 2), (7, 6, 3)],
)
def test_pachacuti_exiles_venus_cards_for_influence_on_venus(
    count: int, below: int, steps: int
) -> None:
    column = SIX["venus"][:below]
    scene = Scene(0, "pachacuti", columns=({"venus": column}, {}), discs={"venus": -3})
    offered = [number for number in (2, 4, 7) if number <= below + 1]
    scene.answer(f"exile {count}", of=or_decline("exile", " ".join(map(str, offered))))
    left = below + 1 - count
    paid = {"your credits": 20 - (3 - below)} if below < 3 else {}
    assert scene.result() == {
        **paid,
        "venus": -3 + 1 + steps,
        "your venus": column[:left],
        "discarded": ["pachacuti", *column[left:][::-1]],
    }


def test_pachacuti_declines() -> None:
    scene = Scene(0, "pachacuti", columns=({"venus": SIX["venus"][:2]}, {}))
    scene.answer("decline", of=or_decline("exile", "2"))
    assert scene.result() == {"venus": 1, "your credits": 19}


def test_pachacuti_is_alone_in_its_column() -> None:
    scene = Scene(0, "pachacuti", columns=({}, {"venus": SIX["venus"]}))
    assert scene.result() == {"venus": 1, "your credits": 17}


def test_pachacuti_asks_nothing_once_the_disc_of_venus_is_won() -> None:
    scene = Scene(0, "pachacuti", columns=({"venus": SIX["venus"]}, {}), discs={"venus": 3})
    assert scene.result() == {"venus": 0, "your discs": ["venus"]}
