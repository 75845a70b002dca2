"""Taking and giving the badge."""

import pytest

from tests.engine.agents.recruiting import HAND, Changes, Scene, answers, by_agent, may, must

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
    ("don-dune", {"your credits": 14, "mars": 1, "venus": 1}),
    ("master-din", {"your credits": 14, "mercury": 1, "mars": 1}),
    ("lord-creep", {"your credits": 15, "terra": 1}),
    (
        "atlas",
        {
            "your credits": 17,
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
    assert scene.so_far() == {"your credits": 17, "mercury": 1}
    scene.answer("discard moussa")
    # with the badge on silver you draw up to five
    assert scene.result() == {
        "your credits": 20 - 3,
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
    assert scene.so_far() == {**recruited, home: 1}
    scene.answer("give")
    assert scene.result() == {
        **recruited,
        **given,
        home: 1,
        "badge": "their silver",
    }


@gives_the_badge
def test_they_may_keep_the_badge(
    agent: str, home: str, recruited: Changes, given: Changes, you: int
) -> None:
    scene = Scene(you, agent, badge="your gold")
    scene.answer("decline")
    assert scene.result() == {**recruited, home: 1}


@pytest.mark.parametrize("badge", [None, "their silver", "their gold"])
@gives_the_badge
def test_they_are_not_asked_for_a_badge_that_you_do_not_have(
    agent: str, home: str, recruited: Changes, given: Changes, badge: str | None, you: int
) -> None:
    scene = Scene(you, agent, badge=badge)
    assert scene.result() == {**recruited, home: 1}


# --- geta: the badge on gold, or 8 credits ---


@pytest.mark.parametrize(
    "badge", [None, "your silver", "their silver", "their gold"], ids=["none", "own", "its", "gold"]
)
def test_geta_takes_the_badge_on_gold(badge: str | None) -> None:
    scene = Scene(0, "geta", badge=badge)
    scene.answer("option 1", of=answers("option", "1 2"))
    assert scene.result() == {"jupiter": 1, "your credits": 17, "badge": "your gold"}


def test_geta_gains_credits() -> None:
    scene = Scene(0, "geta")
    scene.answer("option 2", of=answers("option", "1 2"))
    assert scene.result() == {"jupiter": 1, "your credits": 25}


def test_geta_does_not_offer_a_badge_that_is_gold_already() -> None:
    scene = Scene(0, "geta", badge="your gold")
    assert scene.result() == {"jupiter": 1, "your credits": 25}
