"""The agents 51 to 75 of the base game: credits, badge, tokens, hand, technologies.

What is expected comes from the printed text and the rules, never from the engine. `changes()` is
complete: what a test does not name has stayed as it was.
"""

from typing import Any

import pytest

from tests.engine.agents.moves import (
    ANY_PLANET,
    FILLER,
    GIVE,
    InOrder,
    Turn,
    case,
    each,
    may,
    two_discs,
    two_won,
)

# --- nothing to choose ---


@pytest.mark.parametrize(
    ("agent", "start", "end"),
    [
        case(
            "lisa-charity",
            {},
            {"discs": {"jupiter": 1}, "credits": (18, 23), "zenithium": (7, 5)},
        ),
        case("bruss0l0", {}, {"discs": {"terra": 1}, "credits": (19, 20), "zenithium": (6, 5)}),
        case(
            "professor-zed", {}, {"discs": {"venus": 1}, "credits": (11, 20), "zenithium": (9, 5)}
        ),
        case(
            "king-harold",
            {},
            {"discs": {"venus": 1, "jupiter": 1}, "credits": (14, 20), "badge": (0, "silver")},
        ),
        case(
            "king-harold",
            {"badge": (0, "silver")},
            {"discs": {"venus": 1, "jupiter": 1}, "credits": (14, 20), "badge": (0, "gold")},
            "turns a silver badge",
        ),
        case(
            "king-harold",
            {"badge": (0, "gold")},
            {"discs": {"venus": 1, "jupiter": 1}, "credits": (14, 20)},
            "leaves a gold badge",
        ),
        case(
            "king-harold",
            {"badge": (1, "gold")},
            {"discs": {"venus": 1, "jupiter": 1}, "credits": (14, 20), "badge": (0, "silver")},
            "takes the opponent's badge",
        ),
        case(
            "king-harold",
            {"discs": {"jupiter": 3}, "tokens": {"jupiter": "badge"}},
            {
                "discs": {"venus": 1, "jupiter": 0},
                "won": (["jupiter"], []),
                "tokens": {"jupiter": None},
                "token_discard": ["badge"],
                "credits": (14, 20),
                "badge": (0, "gold"),  # silver by the token, which comes first
            },
            "wins a disc with a badge",
        ),
        case(
            "geronimo",
            {},
            {"discs": {"venus": 1}, "credits": (20, 20)},
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
            {"discs": {"venus": 1}, "credits": (25, 20)},
            "counts planets, not cards, and not the opponent's",
        ),
    ],
)
def test_it_asks_nothing(agent: str, start: dict[str, Any], end: dict[str, Any]) -> None:
    assert Turn(agent, **start).changes() == end


def test_king_harold_gains_nothing_where_the_disc_is_gone() -> None:
    turn = Turn("king-harold", **two_discs("venus", "jupiter"))
    turn.take_disc("jupiter", own="venus")
    assert turn.changes() == {
        **two_won("venus", "jupiter"),
        "credits": (14, 20),
        "badge": (0, "silver"),
    }


# --- badge, token, hand ---


@pytest.mark.parametrize(
    "badge", [None, (0, "silver"), (1, "silver"), (1, "gold")], ids=["none", "own", "its", "gold"]
)
def test_geta_takes_the_badge_on_gold(badge: tuple[int, str] | None) -> None:
    turn = Turn("geta", badge=badge)
    turn.answer("option 1", of=each("option", "1 2"))
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (17, 20),
        "badge": (0, "gold"),
    }


def test_geta_gains_credits() -> None:
    turn = Turn("geta")
    turn.answer("option 2", of=each("option", "1 2"))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (25, 20)}


def test_geta_does_not_offer_a_badge_that_is_gold_already() -> None:
    turn = Turn("geta", badge=(0, "gold"))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (25, 20)}


def test_orw3ll_draws_a_token() -> None:
    turn = Turn("orw3ll", supply=["credits_3"])
    assert turn.changes() == {
        "discs": {"mercury": 1},
        "credits": (22, 20),
        "tokens_drawn": 1,
        "token_discard": ["credits_3"],
    }


def test_orw3ll_makes_the_choice_of_its_token() -> None:
    turn = Turn("orw3ll", supply=["influence"], badge=(1, "gold"))
    turn.answer("planet venus", of=ANY_PLANET, source="token supply")
    assert turn.changes() == {
        "discs": {"mercury": 1, "venus": 1},
        "credits": (19, 20),
        "tokens_drawn": 1,
        "token_discard": ["influence"],
    }


@pytest.mark.parametrize("face", ["silver", "gold"])
def test_orw3ll_gives_the_badge(face: str) -> None:
    turn = Turn("orw3ll", supply=["zenithium"], badge=(0, face))
    turn.answer("give", of=GIVE)
    assert turn.changes() == {
        "discs": {"mercury": 1},
        "credits": (26, 20),
        "zenithium": (6, 5),
        "badge": (1, "silver"),
        "tokens_drawn": 1,
        "token_discard": ["zenithium"],
    }


def test_orw3ll_keeps_the_badge_that_its_token_gave() -> None:
    turn = Turn("orw3ll", supply=["badge"])
    turn.answer("decline", of=GIVE)
    assert turn.changes() == {
        "discs": {"mercury": 1},
        "credits": (19, 20),
        "badge": (0, "silver"),
        "tokens_drawn": 1,
        "token_discard": ["badge"],
    }


ALL_TOKENS = [
    *("zenithium", "zenithium", "zenithium", "badge", "badge", "credits_3", "credits_3"),
    *("credits_4", "credits_4", "influence", "influence", "influence", "influence"),
    *("mobilize", "exile", "transfer"),
]


def test_orw3ll_draws_from_the_discarded_tokens_when_the_supply_is_empty() -> None:
    turn = Turn("orw3ll", token_discard=ALL_TOKENS, chance=InOrder())
    assert turn.changes() == {
        "discs": {"mercury": 1},
        "credits": (19, 20),
        "zenithium": (6, 5),
        "supply": ALL_TOKENS[1:],
        "token_discard": ["zenithium"],
    }


def test_ice_june_discards_a_card_for_influence_on_its_planet() -> None:
    turn = Turn("ice-june")
    cards = "elisabeth pkd1ck agent-ezra donald-smooth huxl3y titus"
    turn.answer("discard huxl3y", of=may("discard", cards))
    assert turn.changes() == {
        "discs": {"mercury": 1, "terra": 1},
        "credits": (16, 20),
        "hands": {0: ["elisabeth", "pkd1ck", "agent-ezra", "donald-smooth", "titus"]},
        "discard": ["huxl3y"],
    }


def test_ice_june_is_asked_about_a_single_card_and_draws_up() -> None:
    turn = Turn("ice-june", hand=["titus"], deck=["atlas", "wul", "zenon", "ivan"])
    turn.answer("discard titus", of=may("discard", "titus"))
    assert turn.changes() == {
        "discs": {"terra": 1, "mars": 1},
        "credits": (16, 20),
        "hands": {0: ["atlas", "wul", "zenon", "ivan"]},
        "drawn": 4,
        "discard": ["titus"],
    }


def test_ice_june_declines() -> None:
    turn = Turn("ice-june")
    cards = "elisabeth pkd1ck agent-ezra donald-smooth huxl3y titus"
    turn.answer("decline", of=may("discard", cards))
    assert turn.changes() == {"discs": {"terra": 1}, "credits": (16, 20)}


def test_ice_june_discards_only_cards_that_bring_influence() -> None:
    hand = ["elisabeth", "titus", "zenon", "huxl3y", "ivan"]
    turn = Turn("ice-june", hand=hand, discs={"terra": 3})
    turn.answer("discard ivan", of=may("discard", "titus huxl3y ivan"))
    assert turn.changes() == {
        "discs": {"terra": 0, "jupiter": 1},
        "won": (["terra"], []),
        "credits": (16, 20),
        "hands": {0: ["elisabeth", "titus", "zenon", "huxl3y"]},
        "discard": ["ivan"],
    }


def test_ice_june_asks_nothing_when_no_card_brings_influence() -> None:
    turn = Turn("ice-june", hand=["elisabeth", "zenon", "f4rm3r", "gilgamesh"], discs={"terra": 3})
    assert turn.changes() == {
        "discs": {"terra": 0},
        "won": (["terra"], []),
        "credits": (16, 20),
    }


def test_ice_june_leaves_the_hand_of_the_teammate() -> None:
    turn = Turn("ice-june", players=4, hands={2: ["atlas", "wul"]}, hand=FILLER[:5])
    cards = "elisabeth pkd1ck agent-ezra donald-smooth huxl3y"
    turn.answer("discard pkd1ck", of=may("discard", cards))
    assert turn.changes() == {
        "discs": {"terra": 1, "jupiter": 1},
        "credits": (16, 20),
        "hands": {0: ["elisabeth", "agent-ezra", "donald-smooth", "huxl3y"]},
        "discard": ["pkd1ck"],
    }


def test_ice_june_has_no_card_left() -> None:
    turn = Turn("ice-june", hand=[], deck=["atlas", "wul", "zenon", "ivan"])
    assert turn.changes() == {
        "discs": {"terra": 1},
        "credits": (16, 20),
        "hands": {0: ["atlas", "wul", "zenon", "ivan"]},
        "drawn": 4,
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
    turn = Turn("as1m0v", zenithium=(zenithium, 0), levels=(levels, {}))
    turn.answer("decline", of=may("technology", technologies))
    assert turn.changes() == {"discs": {"venus": 1}, "credits": (10, 20)}


@pytest.mark.parametrize(
    ("zenithium", "level"), [(0, 2), (1, 3), (2, 4), (99, 5)], ids=["2", "3", "4", "5"]
)
def test_as1m0v_asks_nothing_if_it_can_develop_nothing(zenithium: int, level: int) -> None:
    levels = dict.fromkeys(("animod", "human", "robot"), level)
    turn = Turn("as1m0v", zenithium=(zenithium, 0), levels=(levels, {}))
    assert turn.changes() == {"discs": {"venus": 1}, "credits": (10, 20)}


def test_as1m0v_develops_for_nothing_with_token_and_line_bonus() -> None:
    turn = Turn(
        "as1m0v",
        levels=({"animod": 1, "human": 2, "robot": 3}, {}),
        tokens={"animod": "influence"},
    )
    turn.answer("technology animod", of=may("technology", "animod human robot"))
    rows = each("row", "mercury venus terra mars")
    turn.answer("row terra", of=rows, source="technology animod 2")
    turn.answer("planet jupiter", of=ANY_PLANET, source="token animod")
    turn.answer("planet mars", of=ANY_PLANET, source="line 2")
    assert turn.changes() == {
        "discs": {"venus": 1, "terra": 1, "mars": 3, "jupiter": 1},
        "levels": ({"animod": 2}, {}),
        "tokens": {"animod": None},
        "token_discard": ["influence"],
        "credits": (12, 20),  # 2 of level 1
    }


def test_as1m0v_pays_two_less_and_draws_no_line_bonus_alone() -> None:
    turn = Turn("as1m0v", boards="SUP", levels=({"robot": 2}, {}), deck=["annie", "wul"])
    turn.answer("technology robot", of=may("technology", "animod human robot"))
    assert turn.changes() == {
        "discs": {"venus": 1},
        "levels": ({"robot": 3}, {}),
        "zenithium": (4, 5),
        "credits": (20, 20),  # 10 of level 3
        "columns": ({"mercury": ["wul"], "jupiter": ["annie"]}, {}),
        "drawn": 2,
    }


def test_as1m0v_reaches_level_five() -> None:
    turn = Turn("as1m0v", boards="DOP", levels=({"robot": 4}, {}), deck=["annie", "wul"])
    turn.answer("technology robot", of=may("technology", "animod human robot"))
    turn.answer("planet mars", of=ANY_PLANET, source="technology robot 5")
    # level 4: two exiles on two planets, this agent's own card is the only one: one exile
    assert turn.changes() == {
        "discs": {"venus": 3, "mars": 2},
        "levels": ({"robot": 5}, {}),
        "zenithium": (2, 5),
        "credits": (20, 20),
        "columns": ({"venus": [], "mercury": ["wul"], "jupiter": ["annie"]}, {}),
        "drawn": 2,
        "discard": ["as1m0v"],
    }
