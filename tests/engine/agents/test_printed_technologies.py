"""Developing the technology that is printed on the card."""

import pytest

from tests.engine.agents.recruiting import (
    EVERYWHERE,
    Scene,
    answers,
    by_agent,
    may,
    must,
    or_decline,
)

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
    recruited = {"your credits": 20 - 6, "venus": 1}
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
    assert scene.result() == {"your credits": 14, "venus": 1}


@develops
def test_they_may_leave_their_technology_as_it_is(agent: str, faction: str, you: int) -> None:
    scene = Scene(you, agent)
    scene.answer("decline")
    assert scene.result() == {"your credits": 14, "venus": 1}


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
        "venus": 1,
        "your robot": 2,
        "your zenithium": 5 - 1,
        "token robot": None,
        "tokens discarded": ["credits_4"],
        "badge": "your silver",
        "your mars": ["caesar"],
        "their mars": ["titus"],
    }


# --- archimedes: the animod technology for 1 zenithium less ---


def test_archimedes_develops_level_one_for_nothing() -> None:
    scene = Scene(0, "archimedes", zenithium=(0, 5))
    scene.answer("technology animod", of=or_decline("technology", "animod"))
    assert scene.result() == {"venus": 1, "your credits": 16, "your animod": 1}


def test_archimedes_develops_level_two_with_its_token() -> None:
    scene = Scene(
        0,
        "archimedes",
        boards="DUN",
        zenithium=(1, 0),
        levels=({"animod": 1}, {}),
        columns=({}, {"venus": ["luc4s"], "mars": ["caesar"]}),
        tokens={"animod": "transfer"},
    )
    scene.answer("technology animod", of=or_decline("technology", "animod"))
    scene.answer("transfer venus", of=answers("transfer", "venus mars"), source="token animod")
    # level 1 exiles the card that is left
    assert scene.result() == {
        "venus": 1,
        "your credits": 19,
        "your zenithium": 0,
        "your animod": 2,
        "token animod": None,
        "tokens discarded": ["transfer"],
        "your venus": ["archimedes", "luc4s"],
        "their venus": [],
        "their mars": [],
        "discarded": ["caesar"],
    }


def test_archimedes_reaches_level_five_and_applies_all_levels() -> None:
    scene = Scene(
        0,
        "archimedes",
        levels=({"animod": 4}, {}),
        columns=({}, {"terra": ["zenon", "v3rn3"]}),
        deck=["annie", "wul", "caesar"],
        tokens={"animod": "credits_4"},
    )
    scene.answer("technology animod", of=or_decline("technology", "animod"))
    scene.answer("planet terra", of=EVERYWHERE, source="technology animod 5")
    rows = answers("row", "mercury venus terra mars")
    scene.answer("row mercury", of=rows, source="technology animod 2")
    assert scene.result() == {
        "mercury": 2,
        "venus": 2,
        "terra": 2,
        "mars": 1,
        "jupiter": 1,
        "your credits": 16,
        "your zenithium": 1,
        "your animod": 5,
        "your mercury": ["wul"],
        "your terra": ["v3rn3", "zenon"],
        "your mars": ["caesar"],
        "your jupiter": ["annie"],
        "their terra": [],
        "drawn": ["annie", "wul", "caesar"],
    }


def test_archimedes_completes_a_line() -> None:
    scene = Scene(0, "archimedes", levels=({"human": 1, "robot": 3}, {}))
    scene.answer("technology animod", of=or_decline("technology", "animod"))
    scene.answer("planet jupiter", of=EVERYWHERE, source="line 1")
    assert scene.result() == {
        "venus": 1,
        "jupiter": 1,
        "your credits": 16,
        "your animod": 1,
    }


def test_archimedes_declines() -> None:
    scene = Scene(0, "archimedes")
    scene.answer("decline", of=or_decline("technology", "animod"))
    assert scene.result() == {"venus": 1, "your credits": 14}


@pytest.mark.parametrize(("level", "zenithium"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 9)])
def test_archimedes_can_not_develop(level: int, zenithium: int) -> None:
    scene = Scene(0, "archimedes", levels=({"animod": level}, {}), zenithium=(zenithium, 5))
    assert scene.result() == {"venus": 1, "your credits": 14}
