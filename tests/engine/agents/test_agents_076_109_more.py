"""The agents 76 to 90 and the Secret Agents: credits, zenithium, badge, tokens, technologies.

What is expected comes from the printed text and the rules, never from the engine. `changes()` is
complete: what a test does not name has stayed as it was.
"""

from typing import Any

import pytest

from tests.engine.agents.moves import (
    ANY_PLANET,
    Turn,
    but,
    case,
    each,
    may,
    two_discs,
    two_won,
)

# --- nothing to choose ---

MILADY_JONES = {"discs": {"terra": 1, "jupiter": 1}, "credits": (14, 20)}


@pytest.mark.parametrize(
    ("agent", "start", "end"),
    [
        case("nero", {}, {"discs": {"mercury": 1}, "credits": (13, 20), "zenithium": (8, 5)}),
        case(
            "nero",
            {"discs": {"mercury": 3}, "columns": ({"mercury": ["atlas", "wul"]}, {})},
            {
                "discs": {"mercury": 0},
                "won": (["mercury"], []),
                "credits": (15, 20),
                "zenithium": (8, 5),
            },
            "is cheaper on two cards",
        ),
        case("milady-jones", {}, {**MILADY_JONES, "badge": (0, "silver")}),
        case(
            "milady-jones",
            {"badge": (0, "silver")},
            {**MILADY_JONES, "badge": (0, "gold")},
            "turns a silver badge",
        ),
        case("milady-jones", {"badge": (0, "gold")}, MILADY_JONES, "leaves a gold badge"),
        case(
            "milady-jones",
            {"badge": (1, "gold")},
            {**MILADY_JONES, "badge": (0, "silver")},
            "takes the opponent's badge",
        ),
        case("moussa", {}, {"discs": {"venus": 1}, "credits": (18, 20)}, "no technology"),
        case(
            "moussa",
            {"levels": ({"robot": 5}, {"animod": 1, "human": 1})},
            {"discs": {"venus": 1}, "credits": (22, 20)},
            "one",
        ),
        case(
            "moussa",
            {"levels": ({"animod": 1, "human": 4}, {})},
            {"discs": {"venus": 1}, "credits": (26, 20)},
            "two",
        ),
        case(
            "moussa",
            {"levels": ({"animod": 1, "human": 1, "robot": 1}, {})},
            {"discs": {"venus": 1}, "credits": (30, 20)},
            "three",
        ),
        case(
            "s1mmons",
            {"credits": (3, 0)},
            {"discs": {"mercury": 1}, "credits": (8, 8)},
            "both below 8",
        ),
        case(
            "s1mmons",
            {"credits": (8, 20)},
            {"discs": {"mercury": 1}, "credits": (8, 20)},
            "nobody below 8",
        ),
        case(
            "s1mmons",
            {"credits": (9, 7)},
            {"discs": {"mercury": 1}, "credits": (9, 8)},
            "the opponent below 8",
        ),
        case(
            "s1mmons",
            {"credits": (7, 9)},
            {"discs": {"mercury": 1}, "credits": (8, 9)},
            "its side below 8",
        ),
        case(
            "ragnar",
            {"zenithium": (0, 1)},
            {"discs": {"mars": 1}, "credits": (20, 20), "zenithium": (2, 2)},
            "both below 2",
        ),
        case(
            "ragnar",
            {"zenithium": (2, 5)},
            {"discs": {"mars": 1}, "credits": (20, 20)},
            "nobody below 2",
        ),
        case(
            "ragnar",
            {"zenithium": (3, 0)},
            {"discs": {"mars": 1}, "credits": (20, 20), "zenithium": (3, 2)},
            "the opponent below 2",
        ),
        case(
            "ragnar",
            {"zenithium": (1, 3)},
            {"discs": {"mars": 1}, "credits": (20, 20), "zenithium": (2, 3)},
            "its side below 2",
        ),
    ],
)
def test_it_asks_nothing(agent: str, start: dict[str, Any], end: dict[str, Any]) -> None:
    assert Turn(agent, **start).changes() == end


def test_milady_jones_gains_nothing_where_the_disc_is_gone() -> None:
    turn = Turn("milady-jones", **two_discs("jupiter", "terra"))
    turn.take_disc("terra", own="jupiter")
    assert turn.changes() == {
        **two_won("jupiter", "terra"),
        "credits": (14, 20),
        "badge": (0, "silver"),
    }


# --- handy-luke: a bonus token in view ---


def test_handy_luke_takes_one_of_the_tokens_in_view() -> None:
    turn = Turn(
        "handy-luke",
        tokens={"venus": "credits_3", "mars": "badge", "human": "zenithium", "robot": "mobilize"},
    )
    turn.answer("token human", of=each("token", "venus mars human robot"))
    assert turn.changes() == {
        "discs": {"mars": 1},
        "credits": (16, 20),
        "zenithium": (6, 5),
        "tokens": {"human": None},
        "token_discard": ["zenithium"],
    }


def test_handy_luke_makes_the_choice_of_its_token() -> None:
    turn = Turn("handy-luke", tokens={"venus": "influence", "robot": "badge"})
    turn.answer("token venus", of=each("token", "venus robot"))
    turn.answer("planet jupiter", of=ANY_PLANET, source="token venus")
    assert turn.changes() == {
        "discs": {"mars": 1, "jupiter": 1},
        "credits": (16, 20),
        "tokens": {"venus": None},
        "token_discard": ["influence"],
    }


def test_handy_luke_does_not_ask_about_a_single_token_which_its_planet_then_lacks() -> None:
    turn = Turn("handy-luke", tokens={"venus": "influence"}, discs={"venus": 3})
    turn.answer("planet venus", of=ANY_PLANET, source="token venus")
    assert turn.changes() == {
        "discs": {"venus": 0, "mars": 1},
        "won": (["venus"], []),
        "credits": (16, 20),
        "tokens": {"venus": None},
        "token_discard": ["influence"],
    }


def test_handy_luke_gets_the_token_of_the_disc_it_wins_first() -> None:
    turn = Turn("handy-luke", discs={"mars": 3}, tokens={"mars": "credits_3", "robot": "zenithium"})
    assert turn.changes() == {
        "discs": {"mars": 0},
        "won": (["mars"], []),
        "credits": (19, 20),
        "zenithium": (6, 5),
        "tokens": {"mars": None, "robot": None},
        "token_discard": ["credits_3", "zenithium"],
    }


def test_handy_luke_sees_no_token() -> None:
    assert Turn("handy-luke").changes() == {"discs": {"mars": 1}, "credits": (16, 20)}


# --- archimedes: the animod technology for 1 zenithium less ---


def test_archimedes_develops_level_one_for_nothing() -> None:
    turn = Turn("archimedes", zenithium=(0, 5))
    turn.answer("technology animod", of=may("technology", "animod"))
    assert turn.changes() == {
        "discs": {"venus": 1},
        "credits": (16, 20),
        "levels": ({"animod": 1}, {}),
    }


def test_archimedes_develops_level_two_with_its_token() -> None:
    turn = Turn(
        "archimedes",
        boards="DUN",
        zenithium=(1, 0),
        levels=({"animod": 1}, {}),
        columns=({}, {"venus": ["luc4s"], "mars": ["caesar"]}),
        tokens={"animod": "transfer"},
    )
    turn.answer("technology animod", of=may("technology", "animod"))
    turn.answer("transfer venus", of=each("transfer", "venus mars"), source="token animod")
    # level 1 exiles the card that is left
    assert turn.changes() == {
        "discs": {"venus": 1},
        "credits": (19, 20),
        "zenithium": (0, 0),
        "levels": ({"animod": 2}, {}),
        "tokens": {"animod": None},
        "token_discard": ["transfer"],
        "columns": ({"venus": ["archimedes", "luc4s"]}, {"venus": [], "mars": []}),
        "discard": ["caesar"],
    }


def test_archimedes_reaches_level_five_and_applies_all_levels() -> None:
    turn = Turn(
        "archimedes",
        levels=({"animod": 4}, {}),
        columns=({}, {"terra": ["zenon", "v3rn3"]}),
        deck=["annie", "wul", "caesar"],
        tokens={"animod": "credits_4"},
    )
    turn.answer("technology animod", of=may("technology", "animod"))
    turn.answer("planet terra", of=ANY_PLANET, source="technology animod 5")
    rows = each("row", "mercury venus terra mars")
    turn.answer("row mercury", of=rows, source="technology animod 2")
    assert turn.changes() == {
        "discs": {"mercury": 2, "venus": 2, "terra": 2, "mars": 1, "jupiter": 1},
        "credits": (16, 20),
        "zenithium": (1, 5),
        "levels": ({"animod": 5}, {}),
        "columns": (
            {
                "mercury": ["wul"],
                "terra": ["v3rn3", "zenon"],
                "mars": ["caesar"],
                "jupiter": ["annie"],
            },
            {"terra": []},
        ),
        "drawn": 3,
    }


def test_archimedes_completes_a_line() -> None:
    turn = Turn("archimedes", levels=({"human": 1, "robot": 3}, {}))
    turn.answer("technology animod", of=may("technology", "animod"))
    turn.answer("planet jupiter", of=ANY_PLANET, source="line 1")
    assert turn.changes() == {
        "discs": {"venus": 1, "jupiter": 1},
        "credits": (16, 20),
        "levels": ({"animod": 1}, {}),
    }


def test_archimedes_declines() -> None:
    turn = Turn("archimedes")
    turn.answer("decline", of=may("technology", "animod"))
    assert turn.changes() == {"discs": {"venus": 1}, "credits": (14, 20)}


@pytest.mark.parametrize(("level", "zenithium"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 9)])
def test_archimedes_can_not_develop(level: int, zenithium: int) -> None:
    turn = Turn("archimedes", levels=({"animod": level}, {}), zenithium=(zenithium, 5))
    assert turn.changes() == {"discs": {"venus": 1}, "credits": (14, 20)}


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
    turn = Turn("celestin-petit", levels=(levels, {}))
    turn.answer("decline", of=may("technology", lowest))
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (20, 20)}


@pytest.mark.parametrize(("level", "zenithium"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 9)])
def test_celestin_petit_can_not_develop(level: int, zenithium: int) -> None:
    levels = dict.fromkeys(("animod", "human", "robot"), level)
    turn = Turn("celestin-petit", levels=(levels, {}), zenithium=(zenithium, 5))
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (20, 20)}


def test_celestin_petit_pays_and_completes_a_line() -> None:
    turn = Turn(
        "celestin-petit",
        levels=({"animod": 1, "human": 2}, {}),
        columns=({}, {"venus": ["luc4s"], "mars": ["caesar"]}),
    )
    turn.answer("technology robot", of=may("technology", "robot"))
    turn.answer("transfer mars", of=each("transfer", "venus mars"), source="technology robot 1")
    turn.answer("planet mars", of=ANY_PLANET, source="line 1")
    assert turn.changes() == {
        "discs": {"terra": 1, "mars": 1},
        "credits": (20, 20),
        "zenithium": (4, 5),
        "levels": ({"robot": 1}, {}),
        "columns": ({"mars": ["caesar"]}, {"mars": []}),
    }


def test_celestin_petit_completes_no_line_with_one_of_two_lowest() -> None:
    turn = Turn("celestin-petit", boards="SON", levels=({"robot": 1}, {}), supply=["credits_4"])
    turn.answer("technology human", of=may("technology", "animod human"))
    assert turn.changes() == {
        "discs": {"terra": 1},
        "credits": (24, 20),
        "zenithium": (4, 5),
        "levels": ({"human": 1}, {}),
        "tokens_drawn": 1,
        "token_discard": ["credits_4"],
    }


def test_celestin_petit_gets_the_token_of_level_two_before_level_one() -> None:
    turn = Turn(
        "celestin-petit",
        discs={"terra": 3},
        levels=({"animod": 2, "human": 2, "robot": 1}, {}),
        zenithium=(2, 0),
        columns=({}, {"venus": ["luc4s"]}),
        tokens={"robot": "badge", "human": "credits_3"},
    )
    turn.answer("technology robot", of=may("technology", "robot"))
    # silver by level 2, gold by its token, the only card by level 1: none of it asks
    turn.answer("planet jupiter", of=but("terra"), source="line 2")
    assert turn.changes() == {
        "discs": {"terra": 0, "jupiter": 2},
        "won": (["terra"], []),
        "credits": (20, 20),
        "zenithium": (0, 0),
        "levels": ({"robot": 2}, {}),
        "badge": (0, "gold"),
        "tokens": {"robot": None},
        "token_discard": ["badge"],
        "columns": ({"venus": ["luc4s"]}, {"venus": []}),
    }
