"""Agents 1 to 50 that take or give the badge: annie atlas don-dune double-joe lord-creep master-din

And those that develop a technology: br4dbury buj0ld doc-wissen
"""

import pytest

from tests.engine.agents.cards import (
    EVERYWHERE,
    HAND,
    Changes,
    Scene,
    by_agent,
    from_either_side,
    may,
    must,
)

pytestmark = from_either_side


# --- take the badge: atlas, don-dune, lord-creep, master-din ---


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, "your silver"),
        ("your silver", "your gold"),
        ("your gold", "your gold"),
        ("their silver", "your silver"),
        ("their gold", "your silver"),
    ],
)
@by_agent(
    "agent result",
    ("don-dune", {"your credits": 14, "your mars": ["don-dune"], "mars": 1, "venus": 1}),
    ("master-din", {"your credits": 14, "your mercury": ["master-din"], "mercury": 1, "mars": 1}),
    ("lord-creep", {"your credits": 15, "your terra": ["lord-creep"], "terra": 1}),
    (
        "atlas",
        {
            "your credits": 17,
            "your mercury": ["atlas"],
            "mercury": 1,
            "discarded": ["nero"],
            "your hand": [*HAND[1:], "tiberius"],
        },
    ),
)
def test_they_take_the_badge_or_turn_it(
    agent: str, result: Changes, before: str | None, after: str, you: int
) -> None:
    scene = Scene(you, agent, badge=before, hand=[*HAND, "tiberius"])
    if agent == "atlas":
        scene.answer("discard nero")
    badge = {"badge": after} if after != before else {}
    assert scene.result() == {**result, **badge}


def test_atlas_has_you_discard_a_card_before_the_badge(you: int) -> None:
    deck = ["geta", "bajazet"]
    scene = Scene(you, "atlas", hand=["nero", "khan", "moussa", "gibs0n"], deck=deck)
    choices = ["discard nero", "discard khan", "discard moussa", "discard gibs0n"]
    assert scene.asks == must("atlas", "discard", *choices)
    assert scene.so_far() == {"your credits": 17, "your mercury": ["atlas"], "mercury": 1}
    scene.answer("discard moussa")
    # with the badge on silver you draw up to five
    assert scene.result() == {
        "your credits": 20 - 3,
        "your mercury": ["atlas"],
        "mercury": 1,
        "badge": "your silver",
        "discarded": ["moussa"],
        "drawn": deck,
        "your hand": ["nero", "khan", "gibs0n", *deck],
    }


@pytest.mark.parametrize("hand", [["nero"], []], ids=["one card", "no card"])
def test_atlas_does_not_ask_a_hand_of_at_most_one_card(hand: list[str], you: int) -> None:
    deck = ["geta", "bajazet", "m4rt1n", "annie", "ivan"]
    result = Scene(you, "atlas", hand=hand, deck=deck).result()
    assert result.pop("discarded", []) == hand
    assert result == {
        "your credits": 17,
        "your mercury": ["atlas"],
        "mercury": 1,
        "badge": "your silver",
        "drawn": deck,
        "your hand": deck,
    }


@by_agent("agent home second", ("don-dune", "mars", "venus"), ("master-din", "mercury", "mars"))
def test_they_find_no_disc_for_their_second_influence(
    agent: str, home: str, second: str, you: int
) -> None:
    scene = Scene(you, agent, discs={home: 3, second: 3}, tokens={home: "influence"})
    scene.answer(f"planet {second}")
    assert scene.result() == {
        "your credits": 14,
        f"your {home}": [agent],
        home: 0,
        second: 0,
        "your discs": [home, second],
        f"token {home}": None,
        "tokens discarded": ["influence"],
        "badge": "your silver",
    }


# --- give the badge: double-joe, annie ---

gives_the_badge = by_agent(
    "agent home recruited given",
    (
        "double-joe",
        "mercury",
        {"your credits": 20 - 5, "your zenithium": 5 + 2},
        {"your zenithium": 5 + 2 + 2},
    ),
    (
        "annie",
        "jupiter",
        {"your credits": 20 - 1 + 5},
        {"your credits": 20 - 1 + 5 + 7},
    ),
)


@pytest.mark.parametrize("badge", ["your silver", "your gold"])
@gives_the_badge
def test_they_give_the_badge_for_more(
    agent: str, home: str, recruited: Changes, given: Changes, badge: str, you: int
) -> None:
    scene = Scene(you, agent, badge=badge)
    assert scene.asks == may(agent, "give", "give")
    assert scene.so_far() == {**recruited, f"your {home}": [agent], home: 1}
    scene.answer("give")
    assert scene.result() == {
        **recruited,
        **given,
        f"your {home}": [agent],
        home: 1,
        "badge": "their silver",
    }


@gives_the_badge
def test_they_may_keep_the_badge(
    agent: str, home: str, recruited: Changes, given: Changes, you: int
) -> None:
    scene = Scene(you, agent, badge="your gold")
    scene.answer("decline")
    assert scene.result() == {**recruited, f"your {home}": [agent], home: 1}


@pytest.mark.parametrize("badge", [None, "their silver", "their gold"])
@gives_the_badge
def test_they_are_not_asked_for_a_badge_that_you_do_not_have(
    agent: str, home: str, recruited: Changes, given: Changes, badge: str | None, you: int
) -> None:
    scene = Scene(you, agent, badge=badge)
    assert scene.result() == {**recruited, f"your {home}": [agent], home: 1}


# --- buj0ld: develop your lowest technology for nothing ---


@pytest.mark.parametrize(
    ("levels", "factions"),
    [
        ((0, 0, 0), ["animod", "human", "robot"]),
        ((0, 1, 0), ["animod", "robot"]),
        ((3, 2, 3), ["human"]),
        ((4, 5, 4), ["animod", "robot"]),
        ((5, 5, 4), ["robot"]),
    ],
)
def test_buj0ld_offers_your_lowest_technologies_whatever_they_cost(
    levels: tuple[int, int, int], factions: list[str], you: int
) -> None:
    yours = dict(zip(("animod", "human", "robot"), levels, strict=True))
    theirs = {"animod": 0, "human": 3, "robot": 1}
    scene = Scene(you, "buj0ld", levels=(yours, theirs), zenithium=(0, 5))
    assert scene.asks == may("buj0ld", "technology", *(f"technology {name}" for name in factions))
    scene.answer("decline")
    assert scene.result() == {"your credits": 20 - 7, "your venus": ["buj0ld"], "venus": 1}


def test_buj0ld_finds_no_technology_below_level_five(you: int) -> None:
    levels = {"animod": 5, "human": 5, "robot": 5}
    scene = Scene(you, "buj0ld", levels=(levels, {}))
    assert scene.result() == {"your credits": 13, "your venus": ["buj0ld"], "venus": 1}


def test_buj0ld_develops_with_all_that_comes_of_it(you: int) -> None:
    levels = {"human": 1, "robot": 2}
    scene = Scene(you, "buj0ld", levels=(levels, {}), zenithium=(0, 5), boards="SUN")
    scene.answer("technology animod")
    # side S, level 1: 2 credits; then all three are at level 1: 1 influence
    assert scene.asks == must("line 1", "planet", *EVERYWHERE)
    scene.answer("planet mars")
    assert scene.result() == {
        "your credits": 13 + 2,
        "your venus": ["buj0ld"],
        "venus": 1,
        "your animod": 1,
        "mars": 1,
    }


def test_buj0ld_pays_nothing_for_level_five(you: int) -> None:
    levels = {"animod": 5, "human": 5, "robot": 4}
    scene = Scene(you, "buj0ld", levels=(levels, {}), zenithium=(1, 5), boards="SUN")
    scene.answer("technology robot")
    # side N, from level 5 down: 2 influence; 20 credits; 2 and 1 influence; the badge; transfer
    assert scene.asks == must("technology robot 5", "planet", *EVERYWHERE)
    scene.answer("planet mercury", "planet terra", "planet jupiter")
    assert scene.result() == {
        "your credits": 13 + 20,
        "your venus": ["buj0ld"],
        "venus": 1,
        "your robot": 5,
        "mercury": 2,
        "terra": 2,
        "jupiter": 1,
        "badge": "your silver",
    }


# --- develop a certain technology for 1 zenithium less: doc-wissen, br4dbury ---

develops = by_agent("agent faction", ("doc-wissen", "human"), ("br4dbury", "robot"))


@pytest.mark.parametrize("level", [0, 1, 2, 3, 4])
@develops
def test_they_develop_for_one_zenithium_less(
    agent: str, faction: str, level: int, you: int
) -> None:
    # the price of the new level is level + 1, less 1
    others = dict.fromkeys(("animod", "human", "robot"), 5)
    levels = {**others, faction: level}
    scene = Scene(you, agent, levels=(levels, {}), zenithium=(level, 0))
    assert scene.asks == may(agent, "technology", f"technology {faction}")
    recruited = {"your credits": 20 - 6, "your venus": [agent], "venus": 1}
    assert scene.so_far() == recruited
    scene.answer(f"technology {faction}")
    developed = scene.so_far()
    assert developed[f"your {faction}"] == level + 1
    assert developed.get("your zenithium", level) == 0


@pytest.mark.parametrize(("level", "zenithium"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 20)])
@develops
def test_they_do_not_ask_without_the_zenithium_or_at_level_five(
    agent: str, faction: str, level: int, zenithium: int, you: int
) -> None:
    scene = Scene(you, agent, levels=({faction: level}, {}), zenithium=(zenithium, 20))
    assert scene.result() == {"your credits": 14, "your venus": [agent], "venus": 1}


@develops
def test_they_may_leave_their_technology_as_it_is(agent: str, faction: str, you: int) -> None:
    scene = Scene(you, agent)
    scene.answer("decline")
    assert scene.result() == {"your credits": 14, "your venus": [agent], "venus": 1}


def test_doc_wissen_brings_all_that_comes_of_level_two(you: int) -> None:
    # side U: mobilize 2, the token of level 2, then 1 influence of level 1
    scene = Scene(
        you,
        "doc-wissen",
        levels=({"human": 1}, {}),
        tokens={"human": "credits_3"},
        deck=["geta", "orw3ll"],
        boards="SUN",
    )
    scene.answer("technology human")
    assert scene.asks == must("technology human 1", "planet", *EVERYWHERE)
    result = {
        "your credits": 14 + 3,
        "your venus": ["doc-wissen"],
        "venus": 1,
        "your human": 2,
        "your zenithium": 5 - 1,
        "token human": None,
        "tokens discarded": ["credits_3"],
        "drawn": ["geta", "orw3ll"],
        "your jupiter": ["geta"],
        "your mercury": ["orw3ll"],
    }
    assert scene.so_far() == result
    scene.answer("planet mars")
    assert scene.result() == {**result, "mars": 1}


def test_br4dbury_brings_all_that_comes_of_level_two(you: int) -> None:
    # side N: the badge, the token of level 2, then a transfer of level 1
    scene = Scene(
        you,
        "br4dbury",
        levels=({"robot": 1}, {}),
        tokens={"robot": "credits_4"},
        columns=({}, {"mars": ["titus", "caesar"]}),
        boards="SUN",
    )
    scene.answer("technology robot")
    assert scene.result() == {
        "your credits": 14 + 4,
        "your venus": ["br4dbury"],
        "venus": 1,
        "your robot": 2,
        "your zenithium": 5 - 1,
        "token robot": None,
        "tokens discarded": ["credits_4"],
        "badge": "your silver",
        "your mars": ["caesar"],
        "their mars": ["titus"],
    }
