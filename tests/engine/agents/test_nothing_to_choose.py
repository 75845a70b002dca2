"""Agents that leave nothing to choose."""

from typing import Any

import pytest

from tests.engine.agents.recruiting import Scene, case, two_discs, two_won

MILADY_JONES = {"terra": 1, "jupiter": 1, "your credits": 14}


@pytest.mark.parametrize(
    ("agent", "start", "end"),
    [
        case(
            "lisa-charity",
            {},
            {
                "jupiter": 1,
                "your credits": 18,
                "their credits": 23,
                "your zenithium": 7,
            },
        ),
        case("bruss0l0", {}, {"terra": 1, "your credits": 19, "your zenithium": 6}),
        case("professor-zed", {}, {"venus": 1, "your credits": 11, "your zenithium": 9}),
        case(
            "king-harold",
            {},
            {
                "venus": 1,
                "jupiter": 1,
                "your credits": 14,
                "badge": "your silver",
            },
        ),
        case(
            "king-harold",
            {"badge": "your silver"},
            {
                "venus": 1,
                "jupiter": 1,
                "your credits": 14,
                "badge": "your gold",
            },
            "turns a silver badge",
        ),
        case(
            "king-harold",
            {"badge": "your gold"},
            {"venus": 1, "jupiter": 1, "your credits": 14},
            "leaves a gold badge",
        ),
        case(
            "king-harold",
            {"badge": "their gold"},
            {
                "venus": 1,
                "jupiter": 1,
                "your credits": 14,
                "badge": "your silver",
            },
            "takes the opponent's badge",
        ),
        case(
            "king-harold",
            {"discs": {"jupiter": 3}, "tokens": {"jupiter": "badge"}},
            {
                "venus": 1,
                "jupiter": 0,
                "your discs": ["jupiter"],
                "token jupiter": None,
                "tokens discarded": ["badge"],
                "your credits": 14,
                "badge": "your gold",
            },
            "wins a disc with a badge",
        ),
        case(
            "geronimo",
            {},
            {"venus": 1},
            "counts itself",
        ),
        case(
            "geronimo",
            {
                "columns": (
                    {"venus": ["luc4s"], "mars": ["septimus", "caesar"], "jupiter": ["annie"]},
                    {"mercury": ["wul"], "terra": ["zenon"]},
                ),
            },
            {"venus": 1, "your credits": 25},
            "counts planets, not cards, and not the opponent's",
        ),
        case("nero", {}, {"mercury": 1, "your credits": 13, "your zenithium": 8}),
        case(
            "nero",
            {"discs": {"mercury": 3}, "columns": ({"mercury": ["atlas", "wul"]}, {})},
            {
                "mercury": 0,
                "your discs": ["mercury"],
                "your credits": 15,
                "your zenithium": 8,
            },
            "is cheaper on two cards",
        ),
        case("milady-jones", {}, {**MILADY_JONES, "badge": "your silver"}),
        case(
            "milady-jones",
            {"badge": "your silver"},
            {**MILADY_JONES, "badge": "your gold"},
            "turns a silver badge",
        ),
        case("milady-jones", {"badge": "your gold"}, MILADY_JONES, "leaves a gold badge"),
        case(
            "milady-jones",
            {"badge": "their gold"},
            {**MILADY_JONES, "badge": "your silver"},
            "takes the opponent's badge",
        ),
        case("moussa", {}, {"venus": 1, "your credits": 18}, "no technology"),
        case(
            "moussa",
            {"levels": ({"robot": 5}, {"animod": 1, "human": 1})},
            {"venus": 1, "your credits": 22},
            "one",
        ),
        case(
            "moussa",
            {"levels": ({"animod": 1, "human": 4}, {})},
            {"venus": 1, "your credits": 26},
            "two",
        ),
        case(
            "moussa",
            {"levels": ({"animod": 1, "human": 1, "robot": 1}, {})},
            {"venus": 1, "your credits": 30},
            "three",
        ),
        case(
            "s1mmons",
            {"credits": (3, 0)},
            {"mercury": 1, "your credits": 8, "their credits": 8},
            "both below 8",
        ),
        case(
            "s1mmons",
            {"credits": (8, 20)},
            {"mercury": 1},
            "nobody below 8",
        ),
        case(
            "s1mmons",
            {"credits": (9, 7)},
            {"mercury": 1, "their credits": 8},
            "the opponent below 8",
        ),
        case(
            "s1mmons",
            {"credits": (7, 9)},
            {"mercury": 1, "your credits": 8},
            "its side below 8",
        ),
        case(
            "ragnar",
            {"zenithium": (0, 1)},
            {"mars": 1, "your zenithium": 2, "their zenithium": 2},
            "both below 2",
        ),
        case(
            "ragnar",
            {"zenithium": (2, 5)},
            {"mars": 1},
            "nobody below 2",
        ),
        case(
            "ragnar",
            {"zenithium": (3, 0)},
            {"mars": 1, "their zenithium": 2},
            "the opponent below 2",
        ),
        case(
            "ragnar",
            {"zenithium": (1, 3)},
            {"mars": 1, "your zenithium": 2},
            "its side below 2",
        ),
    ],
)
def test_it_asks_nothing(agent: str, start: dict[str, Any], end: dict[str, Any]) -> None:
    assert Scene(0, agent, **start).result() == end


def test_milady_jones_gains_nothing_where_the_disc_is_gone() -> None:
    scene = Scene(0, "milady-jones", **two_discs("jupiter", "terra"))
    scene.take_disc("terra", own="jupiter")
    assert scene.result() == {
        **two_won("jupiter", "terra"),
        "your credits": 14,
        "badge": "your silver",
    }


def test_king_harold_gains_nothing_where_the_disc_is_gone() -> None:
    scene = Scene(0, "king-harold", **two_discs("venus", "jupiter"))
    scene.take_disc("jupiter", own="venus")
    assert scene.result() == {
        **two_won("venus", "jupiter"),
        "your credits": 14,
        "badge": "your silver",
    }
