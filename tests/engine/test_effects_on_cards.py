"""Every effect on cards, badge, tokens and technologies, on a made-up card.

The card costs nothing, is of Terra, and lies on top of that column while its effects apply;
side 0 recruits it from 20 credits and 5 zenithium.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import Game
from engine.effects import (
    ANOTHER,
    ANY,
    ANY_TECHNOLOGY,
    FREE,
    GOLD,
    LOWEST,
    OPPONENT,
    YOU,
    Develop,
    Discard,
    DiscardHand,
    DrawToken,
    Exile,
    Influence,
    Mobilize,
    TakeBadge,
    TakeToken,
    Transfer,
    other_than,
)
from engine.names import ANIMOD, HUMAN, MARS, ROBOT
from engine.views import open_hand
from tests.engine.made_up import CARD, Recruit, all_but, asked, is_over, optional, printing
from tests.engine.prepared import disc, options, play, side


@pytest.fixture
def recruit() -> Iterator[Recruit]:
    with printing() as recruit:
        yield recruit


def columns(game: Game, number: int) -> dict[str, list[str]]:
    """The columns of a side that hold a card."""
    whole: dict[str, list[str]] = side(game, number)["columns"]
    return {planet: cards for planet, cards in whole.items() if cards}


def hand(game: Game, seat: int = 0) -> list[str]:
    cards = open_hand(game.view(seat), seat)
    return cards


def discard_pile(game: Game) -> list[str]:
    cards: list[str] = game.view(None)["discard"]
    return cards


# --- the hand ---


def test_discard_asks_for_a_card_of_the_hand(recruit: Recruit) -> None:
    game = recruit(Discard(), hand=["nero", "atlas"], deck=["titus", "zenon", "felis"])
    assert options(game) == ("discard nero", "discard atlas")
    assert (asked(game).kind, asked(game).optional) == ("discard", False)
    play(game, "discard atlas")
    assert hand(game) == ["nero", "titus", "zenon", "felis"]
    assert discard_pile(game) == ["atlas"]
    assert is_over(game)


def test_discard_takes_the_only_card_without_asking(recruit: Recruit) -> None:
    game = recruit(Discard(), hand=["nero"])
    assert discard_pile(game) == ["nero"]
    assert is_over(game)


def test_discard_from_an_empty_hand_is_skipped(recruit: Recruit) -> None:
    game = recruit(Discard(), TakeBadge())
    assert discard_pile(game) == []
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}
    assert is_over(game)


def test_the_whole_hand_is_discarded(recruit: Recruit) -> None:
    game = recruit(DiscardHand(), Influence(ANY), hand=["nero", "atlas", "titus"])
    assert hand(game) == []
    assert discard_pile(game) == ["nero", "atlas", "titus"]
    play(game, "planet mars")
    assert len(hand(game)) == 4


def test_discarding_an_empty_hand_is_skipped(recruit: Recruit) -> None:
    game = recruit(DiscardHand(), TakeBadge())
    assert discard_pile(game) == []
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}


# --- mobilize, exile, transfer ---


def test_mobilized_cards_go_on_your_columns_without_their_effects(recruit: Recruit) -> None:
    game = recruit(
        Mobilize(2), deck=["nero", "atlas", "titus"], columns=({"mercury": ["chaka"]}, {})
    )
    assert columns(game, 0) == {"mercury": ["chaka", "nero", "atlas"], "terra": [CARD]}
    assert disc(game, "mercury") == 0
    assert side(game, 0)["zenithium"] == 5
    assert "titus" in hand(game)


def test_mobilize_goes_as_far_as_there_are_cards(recruit: Recruit) -> None:
    game = recruit(Mobilize(3), hands={1: all_but("nero")}, deck=["nero"])
    assert columns(game, 0) == {"mercury": ["nero"], "terra": [CARD]}
    assert is_over(game)


def test_mobilize_takes_from_the_shuffled_discard_pile_when_the_deck_is_empty(
    recruit: Recruit,
) -> None:
    mine = ["nero", "atlas", "titus"]
    game = recruit(
        Mobilize(3), hands={1: all_but(*mine)}, deck=["nero"], discard=["atlas", "titus"]
    )
    assert columns(game, 0) == {"mercury": ["nero", "atlas"], "mars": ["titus"], "terra": [CARD]}
    assert discard_pile(game) == []


def test_mobilize_without_any_card_to_draw_is_skipped(recruit: Recruit) -> None:
    game = recruit(Mobilize(), TakeBadge(), hands={1: all_but()})
    assert columns(game, 0) == {"terra": [CARD]}
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}


THEIRS = {"mercury": ["nero", "atlas"], "mars": ["titus"], "jupiter": ["annie"]}


def test_exile_asks_for_a_column_of_the_opponent_and_takes_its_top_card(recruit: Recruit) -> None:
    game = recruit(Exile(OPPONENT), columns=({"venus": ["felis"]}, THEIRS))
    assert options(game) == ("exile mercury", "exile mars", "exile jupiter")
    assert (asked(game).kind, asked(game).optional) == ("column", False)
    play(game, "exile mercury")
    assert columns(game, 1) == {"mercury": ["nero"], "mars": ["titus"], "jupiter": ["annie"]}
    assert discard_pile(game) == ["atlas"]
    assert is_over(game)


def test_exile_of_your_own_cards_offers_the_card_just_recruited_too(recruit: Recruit) -> None:
    game = recruit(Exile(YOU), columns=({"venus": ["felis"]}, THEIRS))
    assert options(game) == ("exile venus", "exile terra")
    play(game, "exile terra")
    assert columns(game, 0) == {"venus": ["felis"]}
    assert discard_pile(game) == [CARD]


def test_exile_asks_again_for_every_card_even_of_the_same_column(recruit: Recruit) -> None:
    game = recruit(Exile(OPPONENT, 2), columns=({}, THEIRS))
    play(game, "exile mercury")
    assert options(game) == ("exile mercury", "exile mars", "exile jupiter")
    assert not asked(game).optional
    play(game, "exile mercury")
    assert discard_pile(game) == ["atlas", "nero"]
    assert is_over(game)


def test_exile_of_the_only_column_is_not_asked_and_goes_as_far_as_it_can(recruit: Recruit) -> None:
    game = recruit(Exile(OPPONENT, 3), columns=({}, {"mercury": ["nero", "atlas"]}))
    assert columns(game, 1) == {}
    assert discard_pile(game) == ["atlas", "nero"]
    assert is_over(game)


@pytest.mark.parametrize("move", [Exile(OPPONENT, 3), Transfer(3)], ids=["exile", "transfer"])
def test_what_was_applied_in_part_is_not_told_as_skipped(
    recruit: Recruit, move: Exile | Transfer
) -> None:
    theirs = {"mercury": ["nero"], "mars": ["titus"]}
    game = recruit(move, columns=({}, theirs))
    told = [event["event"] for event in play(game, options(game)[0])]
    assert len([name for name in told if name in ("AgentExiled", "AgentTransferred")]) == 2
    assert "EffectSkipped" not in told


def test_exile_without_a_card_there_is_skipped(recruit: Recruit) -> None:
    game = recruit(Exile(OPPONENT), TakeBadge(), columns=({"venus": ["felis"]}, {}))
    assert discard_pile(game) == []
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}


def test_exile_from_the_column_of_one_planet_takes_no_other(recruit: Recruit) -> None:
    game = recruit(Exile(OPPONENT, 1, MARS), columns=({}, THEIRS))
    assert discard_pile(game) == ["titus"]
    game = recruit(Exile(YOU, 1, MARS), columns=({"venus": ["felis"]}, THEIRS))
    assert discard_pile(game) == []
    assert is_over(game)


def test_exile_may_leave_out_one_planet(recruit: Recruit) -> None:
    game = recruit(Exile(OPPONENT, 1, other_than(MARS)), columns=({}, THEIRS))
    assert options(game) == ("exile mercury", "exile jupiter")


def test_exile_from_another_planet_leaves_out_those_chosen_before(recruit: Recruit) -> None:
    game = recruit(Exile(OPPONENT), Exile(OPPONENT, 1, ANOTHER), columns=({}, THEIRS))
    play(game, "exile mercury")
    assert options(game) == ("exile mars", "exile jupiter")


def test_exile_from_another_planet_is_skipped_when_only_the_chosen_one_is_left(
    recruit: Recruit,
) -> None:
    game = recruit(
        Exile(OPPONENT), Exile(OPPONENT, 1, ANOTHER), columns=({}, {"mercury": ["nero", "atlas"]})
    )
    assert columns(game, 1) == {"mercury": ["nero"]}
    assert is_over(game)


def test_transfer_asks_for_a_column_and_puts_its_top_card_on_yours(recruit: Recruit) -> None:
    game = recruit(Transfer(), columns=({"mercury": ["chaka"]}, THEIRS))
    assert options(game) == ("transfer mercury", "transfer mars", "transfer jupiter")
    assert (asked(game).kind, asked(game).optional) == ("column", False)
    play(game, "transfer mercury")
    assert columns(game, 0) == {"mercury": ["chaka", "atlas"], "terra": [CARD]}
    assert columns(game, 1) == {"mercury": ["nero"], "mars": ["titus"], "jupiter": ["annie"]}
    assert disc(game, "mercury") == 0
    assert game.view(None)["badge"] is None  # atlas would take it
    assert is_over(game)


def test_transfer_goes_as_far_as_it_can_without_asking_for_the_only_column(
    recruit: Recruit,
) -> None:
    game = recruit(Transfer(3), columns=({}, {"mercury": ["nero", "atlas"]}))
    assert columns(game, 0) == {"mercury": ["atlas", "nero"], "terra": [CARD]}
    assert columns(game, 1) == {}
    assert is_over(game)


def test_transfer_without_a_card_there_is_skipped(recruit: Recruit) -> None:
    game = recruit(Transfer(2), TakeBadge(), columns=({"venus": ["felis"]}, {}))
    assert columns(game, 0) == {"venus": ["felis"], "terra": [CARD]}
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}


def test_transfer_from_the_column_of_one_planet_takes_no_other(recruit: Recruit) -> None:
    game = recruit(Transfer(1, MARS), columns=({}, THEIRS))
    assert columns(game, 0) == {"mars": ["titus"], "terra": [CARD]}


def test_transfer_may_leave_out_a_planet_or_those_chosen_before(recruit: Recruit) -> None:
    game = recruit(Transfer(1, other_than(MARS)), Transfer(1, ANOTHER), columns=({}, THEIRS))
    assert options(game) == ("transfer mercury", "transfer jupiter")
    play(game, "transfer mercury")
    assert options(game) == ("transfer mars", "transfer jupiter")


# --- the leader badge ---


@pytest.mark.parametrize(
    ("before", "silver", "gold"),
    [
        (None, (0, "silver"), (0, "gold")),
        ((1, "silver"), (0, "silver"), (0, "gold")),
        ((1, "gold"), (0, "silver"), (0, "gold")),
        ((0, "silver"), (0, "gold"), (0, "gold")),
        ((0, "gold"), (0, "gold"), (0, "gold")),
    ],
)
def test_the_badge_is_taken_or_turned(
    recruit: Recruit, before: Any, silver: tuple[int, str], gold: tuple[int, str]
) -> None:
    for effect, after in ((TakeBadge(), silver), (TakeBadge(GOLD), gold)):
        game = recruit(effect, badge=before)
        assert game.view(None)["badge"] == {"side": after[0], "face": after[1]}
        assert is_over(game)


# --- bonus tokens ---


def test_a_token_of_the_supply_is_drawn_applied_and_discarded(recruit: Recruit) -> None:
    game = recruit(DrawToken(), supply=["credits_3", "zenithium"])
    assert side(game, 0)["credits"] == 23
    view = game.view(None)
    assert view["token_discard"] == ["credits_3"]
    assert view["token_supply"]["count"] == 15


def test_a_token_in_view_is_chosen_by_its_place(recruit: Recruit) -> None:
    tokens = {"jupiter": "credits_3", "mars": "zenithium", "robot": "badge"}
    game = recruit(TakeToken(), tokens=tokens)
    assert options(game) == ("token mars", "token jupiter", "token robot")
    assert (asked(game).kind, asked(game).optional) == ("token", False)
    play(game, "token jupiter")
    assert side(game, 0)["credits"] == 23
    assert game.view(None)["tokens"] == {"mars": "zenithium", "robot": "badge"}
    assert game.view(None)["token_discard"] == ["credits_3"]
    assert is_over(game)


def test_the_only_token_in_view_is_taken_without_asking(recruit: Recruit) -> None:
    game = recruit(TakeToken(), tokens={"human": "credits_4"})
    assert side(game, 0)["credits"] == 24
    assert game.view(None)["tokens"] == {}


def test_taking_a_token_is_skipped_when_none_is_in_view(recruit: Recruit) -> None:
    game = recruit(TakeToken(), TakeBadge())
    assert game.view(None)["token_discard"] == []
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}


# --- technologies ---


def test_developing_through_a_card_discards_none_and_costs_less(recruit: Recruit) -> None:
    game = recruit(Develop(ANIMOD, 1), levels=({"animod": 1}, {}), boards="DUN", hand=["nero"])
    assert (asked(game).kind, options(game)) == ("technology", ("technology animod", "decline"))
    play(game, "technology animod")
    assert side(game, 0)["technologies"]["animod"] == 2
    assert side(game, 0)["zenithium"] == 4  # 2 - 1 were paid
    assert side(game, 0)["credits"] == 25  # level 2 of side D; level 1 finds nothing to exile
    assert discard_pile(game) == []
    assert is_over(game)


def test_developing_through_a_card_may_be_declined(recruit: Recruit) -> None:
    game = recruit(Develop(ANIMOD, 1))
    assert asked(game).optional
    play(game, "decline")
    assert side(game, 0)["technologies"]["animod"] == 0
    assert side(game, 0)["zenithium"] == 5
    assert is_over(game)


@pytest.mark.parametrize(("zenithium", "offered"), [(1, False), (2, True)])
def test_developing_through_a_card_is_offered_if_it_can_be_paid(
    recruit: Recruit, zenithium: int, offered: bool
) -> None:
    game = recruit(Develop(HUMAN, 1), levels=({"human": 2}, {}), zenithium=(zenithium, 5))
    assert is_over(game) is not offered
    if offered:
        assert optional(game) == ("technology human",)


def test_a_technology_at_level_5_is_not_developed_any_more(recruit: Recruit) -> None:
    game = recruit(Develop(ROBOT, FREE), TakeBadge(), levels=({"robot": 5}, {}))
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}
    assert is_over(game)


def test_the_lowest_technology_is_developed_for_nothing(recruit: Recruit) -> None:
    game = recruit(
        Develop(LOWEST, FREE),
        boards="SON",
        levels=({"animod": 4, "human": 3, "robot": 5}, {}),
        zenithium=(0, 0),
        supply=["zenithium"],
        deck=["nero", "atlas", "titus"],
    )
    assert optional(game) == ("technology human",)
    play(game, "technology human")
    assert side(game, 0)["technologies"] == {"animod": 4, "human": 4, "robot": 5}
    assert side(game, 0)["zenithium"] == 0
    assert asked(game).source == "technology human 4"


def test_of_several_lowest_technologies_one_is_chosen(recruit: Recruit) -> None:
    game = recruit(Develop(LOWEST, FREE), levels=({"animod": 1, "human": 2, "robot": 1}, {}))
    assert optional(game) == ("technology animod", "technology robot")


def test_the_lowest_technology_without_discount_has_its_price(recruit: Recruit) -> None:
    levels: tuple[dict[str, int], dict[str, int]] = ({"animod": 1, "human": 1, "robot": 1}, {})
    assert is_over(recruit(Develop(LOWEST), levels=levels, zenithium=(1, 5)))
    game = recruit(Develop(LOWEST), levels=levels, zenithium=(2, 5))
    play(game, "technology robot")
    assert side(game, 0)["zenithium"] == 0


def test_any_technology_offers_those_that_can_be_paid(recruit: Recruit) -> None:
    game = recruit(
        Develop(ANY_TECHNOLOGY, 2),
        levels=({"animod": 4, "human": 3, "robot": 5}, {}),
        zenithium=(2, 0),
    )
    assert optional(game) == ("technology human",)  # 4 - 2; animod is 5 - 2, robot at its end
    game = recruit(Develop(ANY_TECHNOLOGY, 2), levels=({"animod": 4}, {}), zenithium=(3, 0))
    assert optional(game) == ("technology animod", "technology human", "technology robot")


def test_a_discount_larger_than_the_price_pays_nothing_out(recruit: Recruit) -> None:
    game = recruit(Develop(ANY_TECHNOLOGY, 2), zenithium=(0, 0))
    play(game, "technology animod")
    assert side(game, 0)["zenithium"] == 0
    assert side(game, 0)["technologies"]["animod"] == 1
