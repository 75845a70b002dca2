"""Developing a technology of choice, or the lowest one."""

import pytest

from tests.engine.agents.recruiting import (
    EVERYWHERE,
    Scene,
    answers,
    may,
    must,
    on_all_but,
    or_decline,
)

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
    assert scene.result() == {"your credits": 20 - 7, "venus": 1}


def test_buj0ld_finds_no_technology_below_level_five(you: int) -> None:
    levels = {"animod": 5, "human": 5, "robot": 5}
    scene = Scene(you, "buj0ld", levels=(levels, {}))
    assert scene.result() == {"your credits": 13, "venus": 1}


def test_buj0ld_develops_with_all_that_comes_of_it(you: int) -> None:
    levels = {"human": 1, "robot": 2}
    scene = Scene(you, "buj0ld", levels=(levels, {}), zenithium=(0, 5), boards="SUN")
    scene.answer("technology animod")
    # side S, level 1: 2 credits; then all three are at level 1: 1 influence
    assert scene.asks == must("line 1", "planet", *EVERYWHERE)
    scene.answer("planet mars")
    assert scene.result() == {
        "your credits": 13 + 2,
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
        "venus": 1,
        "your robot": 5,
        "mercury": 2,
        "terra": 2,
        "jupiter": 1,
        "badge": "your silver",
    }


# --- as1m0v: develop any technology ---


@pytest.mark.parametrize(
    ("zenithium", "levels", "technologies"),
    [
        (5, {}, "animod human robot"),
        (0, {"human": 1, "robot": 2}, "animod human"),
        (1, {"animod": 3, "human": 2, "robot": 5}, "human"),
        (3, {"animod": 4, "human": 4, "robot": 5}, "animod human"),
    ],
)
def test_as1m0v_offers_the_technologies_it_can_pay(
    zenithium: int, levels: dict[str, int], technologies: str
) -> None:
    scene = Scene(0, "as1m0v", zenithium=(zenithium, 0), levels=(levels, {}))
    scene.answer("decline", of=or_decline("technology", technologies))
    assert scene.result() == {"venus": 1, "your credits": 10}


@pytest.mark.parametrize(
    ("zenithium", "level"), [(0, 2), (1, 3), (2, 4), (99, 5)], ids=["2", "3", "4", "5"]
)
def test_as1m0v_asks_nothing_if_it_can_develop_nothing(zenithium: int, level: int) -> None:
    levels = dict.fromkeys(("animod", "human", "robot"), level)
    scene = Scene(0, "as1m0v", zenithium=(zenithium, 0), levels=(levels, {}))
    assert scene.result() == {"venus": 1, "your credits": 10}


def test_as1m0v_develops_for_nothing_with_token_and_line_bonus() -> None:
    scene = Scene(
        0,
        "as1m0v",
        levels=({"animod": 1, "human": 2, "robot": 3}, {}),
        tokens={"animod": "influence"},
    )
    scene.answer("technology animod", of=or_decline("technology", "animod human robot"))
    rows = answers("row", "mercury venus terra mars")
    scene.answer("row terra", of=rows, source="technology animod 2")
    scene.answer("planet jupiter", of=EVERYWHERE, source="token animod")
    scene.answer("planet mars", of=EVERYWHERE, source="line 2")
    assert scene.result() == {
        "venus": 1,
        "terra": 1,
        "mars": 3,
        "jupiter": 1,
        "your animod": 2,
        "token animod": None,
        "tokens discarded": ["influence"],
        "your credits": 12,  # 2 of level 1
    }


def test_as1m0v_pays_two_less_and_draws_no_line_bonus_alone() -> None:
    scene = Scene(0, "as1m0v", boards="SUP", levels=({"robot": 2}, {}), deck=["annie", "wul"])
    scene.answer("technology robot", of=or_decline("technology", "animod human robot"))
    # level 3 brings the 10 credits that the agent costs
    assert scene.result() == {
        "venus": 1,
        "your robot": 3,
        "your zenithium": 4,
        "your mercury": ["wul"],
        "your jupiter": ["annie"],
        "drawn": ["annie", "wul"],
    }


def test_as1m0v_reaches_level_five() -> None:
    scene = Scene(0, "as1m0v", boards="DOP", levels=({"robot": 4}, {}), deck=["annie", "wul"])
    scene.answer("technology robot", of=or_decline("technology", "animod human robot"))
    scene.answer("planet mars", of=EVERYWHERE, source="technology robot 5")
    # level 4: two exiles on two planets, this agent's own card is the only one: one exile
    assert scene.result() == {
        "venus": 3,
        "mars": 2,
        "your robot": 5,
        "your zenithium": 2,
        "your venus": [],
        "your mercury": ["wul"],
        "your jupiter": ["annie"],
        "drawn": ["annie", "wul"],
        "discarded": ["as1m0v"],
    }


# --- celestin-petit: the lowest technology ---


@pytest.mark.parametrize(
    ("levels", "lowest"),
    [
        ({}, "animod human robot"),
        ({"human": 1}, "animod robot"),
        ({"animod": 4, "human": 3, "robot": 5}, "human"),
    ],
)
def test_celestin_petit_offers_the_lowest_technologies(levels: dict[str, int], lowest: str) -> None:
    scene = Scene(0, "celestin-petit", levels=(levels, {}))
    scene.answer("decline", of=or_decline("technology", lowest))
    assert scene.result() == {"terra": 1}


@pytest.mark.parametrize(("level", "zenithium"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 9)])
def test_celestin_petit_can_not_develop(level: int, zenithium: int) -> None:
    levels = dict.fromkeys(("animod", "human", "robot"), level)
    scene = Scene(0, "celestin-petit", levels=(levels, {}), zenithium=(zenithium, 5))
    assert scene.result() == {"terra": 1}


def test_celestin_petit_pays_and_completes_a_line() -> None:
    scene = Scene(
        0,
        "celestin-petit",
        levels=({"animod": 1, "human": 2}, {}),
        columns=({}, {"venus": ["luc4s"], "mars": ["caesar"]}),
    )
    scene.answer("technology robot", of=or_decline("technology", "robot"))
    scene.answer("transfer mars", of=answers("transfer", "venus mars"), source="technology robot 1")
    scene.answer("planet mars", of=EVERYWHERE, source="line 1")
    assert scene.result() == {
        "terra": 1,
        "mars": 1,
        "your zenithium": 4,
        "your robot": 1,
        "your mars": ["caesar"],
        "their mars": [],
    }


def test_celestin_petit_completes_no_line_with_one_of_two_lowest() -> None:
    scene = Scene(
        0, "celestin-petit", boards="SON", levels=({"robot": 1}, {}), supply=["credits_4"]
    )
    scene.answer("technology human", of=or_decline("technology", "animod human"))
    assert scene.result() == {
        "terra": 1,
        "your credits": 24,
        "your zenithium": 4,
        "your human": 1,
        "tokens drawn": ["credits_4"],
        "tokens discarded": ["credits_4"],
    }


def test_celestin_petit_gets_the_token_of_level_two_before_level_one() -> None:
    scene = Scene(
        0,
        "celestin-petit",
        discs={"terra": 3},
        levels=({"animod": 2, "human": 2, "robot": 1}, {}),
        zenithium=(2, 0),
        columns=({}, {"venus": ["luc4s"]}),
        tokens={"robot": "badge", "human": "credits_3"},
    )
    scene.answer("technology robot", of=or_decline("technology", "robot"))
    # silver by level 2, gold by its token, the only card by level 1: none of it asks
    scene.answer("planet jupiter", of=on_all_but("terra"), source="line 2")
    assert scene.result() == {
        "terra": 0,
        "jupiter": 2,
        "your discs": ["terra"],
        "your zenithium": 0,
        "your robot": 2,
        "badge": "your gold",
        "token robot": None,
        "tokens discarded": ["badge"],
        "your venus": ["luc4s"],
        "their venus": [],
    }
