"""Credits and zenithium, unasked."""

import pytest

from tests.engine.agents.recruiting import Changes, Scene, by_agent, must

# --- nothing to choose: mc4ffr3y, cresus, felis, zenon ---


@by_agent(
    "agent result",
    ("mc4ffr3y", {"mars": 1, "your credits": 16, "your zenithium": 7}),
    ("cresus", {"venus": 1, "your credits": 20 - 1 + 6}),
    (
        "felis",
        {
            "venus": 1,
            "your credits": 17,
            "your zenithium": 5 + 3,
            "their zenithium": 5 + 1,
        },
    ),
    (
        "zenon",
        {
            "terra": 1,
            "your credits": 20 - 1 + 8,
            "their credits": 20 + 2,
        },
    ),
)
def test_they_bring_what_is_printed(agent: str, result: Changes, you: int) -> None:
    assert Scene(you, agent).result() == result


# --- ch4mb3rs: 3 zenithium, one more with the badge ---


@pytest.mark.parametrize(
    ("badge", "zenithium"),
    [(None, 3), ("your silver", 4), ("your gold", 4), ("their silver", 3), ("their gold", 3)],
)
def test_ch4mb3rs_brings_a_fourth_zenithium_with_your_badge(
    badge: str | None, zenithium: int, you: int
) -> None:
    assert Scene(you, "ch4mb3rs", badge=badge).result() == {
        "jupiter": 1,
        "your credits": 20 - 8,
        "your zenithium": 5 + zenithium,
    }


# --- ivan: 2 credits for each planet where the opponent has a card ---


@pytest.mark.parametrize(
    ("theirs", "planets"),
    [
        ({}, 0),
        ({"venus": ["as1m0v", "felis", "cresus"]}, 1),
        ({"mercury": ["orw3ll"], "mars": ["titus", "caesar"], "jupiter": ["geta"]}, 3),
        (
            {
                "mercury": ["orw3ll"],
                "venus": ["as1m0v"],
                "terra": ["sir-sam"],
                "mars": ["titus"],
                "jupiter": ["geta"],
            },
            5,
        ),
    ],
    ids=["none", "one", "three", "five"],
)
def test_ivan_brings_two_credits_for_each_planet_of_the_opponent(
    theirs: dict[str, list[str]], planets: int, you: int
) -> None:
    scene = Scene(you, "ivan", columns=({"terra": ["bruss0l0"], "mars": ["caligula"]}, theirs))
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 20 - 1 + 2 * planets,
    }


# --- ilda-flores: 1/2/3 zenithium with 1/2/3 technologies ---


@pytest.mark.parametrize(
    ("levels", "zenithium"),
    [
        ({}, 0),
        ({"robot": 1}, 1),
        ({"animod": 5}, 1),
        ({"animod": 1, "human": 3}, 2),
        ({"animod": 1, "human": 2, "robot": 5}, 3),
    ],
    ids=["none", "one", "one high", "two", "three"],
)
def test_ilda_flores_brings_a_zenithium_for_each_technology_of_yours(
    levels: dict[str, int], zenithium: int, you: int
) -> None:
    others = {"animod": 1, "human": 1, "robot": 1}
    result = {"venus": 1, "your credits": 20 - 1}
    if zenithium:
        result["your zenithium"] = 5 + zenithium
    assert Scene(you, "ilda-flores", levels=(levels, others)).result() == result


# --- caesar: 1 zenithium or 7 credits ---


@pytest.mark.parametrize(
    ("option", "gain"),
    [("option 1", {"your zenithium": 5 + 1}), ("option 2", {"your credits": 20 - 2 + 7})],
)
def test_caesar_brings_a_zenithium_or_seven_credits(option: str, gain: Changes, you: int) -> None:
    scene = Scene(you, "caesar")
    assert scene.asks == must("caesar", "either", "option 1", "option 2")
    scene.answer(option)
    recruited = {"mars": 1, "your credits": 18}
    assert scene.result() == {**recruited, **gain}
