"""Effects made of effects (`If`, `Either`, `May` with every cost, `Link`), on a made-up card.

The card costs nothing, is of Terra, and lies on top of that column while its effects apply;
side 0 recruits it from 20 credits and 5 zenithium.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.effects import (
    ANY,
    CARD_COST,
    GOLD,
    ITS_PLANET,
    OPPONENT,
    YOU,
    Condition,
    Cost,
    Credits,
    Develop,
    Discard,
    DiscardHand,
    Either,
    Exile,
    ExileColumn,
    GiveBadge,
    GiveCredits,
    GiveZenithium,
    HasBadge,
    HasCredits,
    HasZenithium,
    If,
    Influence,
    Link,
    May,
    Mobilize,
    SpendCredits,
    SpendZenithium,
    TakeBadge,
    TakeCredits,
    Transfer,
    Zenithium,
    other_than,
)
from engine.names import ANIMOD, JUPITER, MARS, MERCURY, TERRA, VENUS
from tests.engine.made_up import CARD, Recruit, all_but, asked, is_over, optional, printing
from tests.engine.prepared import disc, options, play, side


@pytest.fixture
def recruit() -> Iterator[Recruit]:
    with printing() as recruit:
        yield recruit


# --- If ---


@pytest.mark.parametrize(
    ("condition", "position", "holds"),
    [
        (HasBadge(), {"badge": (0, "silver")}, True),
        (HasBadge(), {"badge": (0, "gold")}, True),
        (HasBadge(), {"badge": (1, "gold")}, False),
        (HasBadge(), {}, False),
        (HasBadge(OPPONENT), {"badge": (1, "silver")}, True),
        (HasBadge(OPPONENT), {"badge": (0, "silver")}, False),
        (HasBadge(OPPONENT), {}, False),
        (HasCredits(YOU, 6), {"credits": (6, 0)}, True),
        (HasCredits(YOU, 6), {"credits": (5, 9)}, False),
        (HasCredits(OPPONENT, 15), {"credits": (0, 15)}, True),
        (HasCredits(OPPONENT, 15), {"credits": (20, 14)}, False),
        (HasZenithium(YOU, 3), {"zenithium": (3, 0)}, True),
        (HasZenithium(YOU, 3), {"zenithium": (2, 9)}, False),
        (HasZenithium(OPPONENT, 3), {"zenithium": (0, 3)}, True),
        (HasZenithium(OPPONENT, 3), {"zenithium": (9, 2)}, False),
    ],
)
def test_an_effect_with_a_condition_applies_if_it_holds(
    recruit: Recruit, condition: Condition, position: dict[str, Any], holds: bool
) -> None:
    game = recruit(If(condition, Influence(MARS, 2)), Influence(VENUS), **position)
    assert disc(game, "mars") == (2 if holds else 0)
    assert disc(game, "venus") == 1
    assert is_over(game)


def test_a_condition_is_looked_at_when_its_turn_comes(recruit: Recruit) -> None:
    game = recruit(TakeBadge(), If(HasBadge(), Credits(3)))
    assert side(game, 0)["credits"] == 23
    game = recruit(Credits(1), If(HasCredits(YOU, 6), Influence(MARS)), credits=(5, 0))
    assert disc(game, "mars") == 1


def test_an_effect_with_a_condition_may_ask(recruit: Recruit) -> None:
    game = recruit(If(HasBadge(), Influence(ANY)), badge=(0, "silver"))
    play(game, "planet jupiter")
    assert disc(game, "jupiter") == 1


# --- Either ---


def test_one_of_two_lists_of_effects_is_chosen(recruit: Recruit) -> None:
    either = Either((Influence(MERCURY), Influence(VENUS)), (Influence(MARS), Influence(JUPITER)))
    game = recruit(either, Credits(1))
    assert (asked(game).kind, options(game)) == ("either", ("option 1", "option 2"))
    assert not asked(game).optional
    one, two = game.copy(), game
    play(one, "option 1")
    assert list(one.view(None)["discs"].values()) == [1, 1, 0, 0, 0]
    play(two, "option 2")
    assert list(two.view(None)["discs"].values()) == [0, 0, 0, 1, 1]
    for played in (one, two):
        assert side(played, 0)["credits"] == 21
        assert is_over(played)


def test_the_only_half_that_can_be_applied_is_not_asked_for(recruit: Recruit) -> None:
    game = recruit(Either((Transfer(2),), (Credits(8),)))
    assert side(game, 0)["credits"] == 28
    assert is_over(game)
    game = recruit(Either((Credits(8),), (Transfer(2),)))
    assert side(game, 0)["credits"] == 28
    assert is_over(game)


def test_a_half_counts_if_part_of_it_can_be_applied(recruit: Recruit) -> None:
    game = recruit(Either((Transfer(2),), (Credits(8),)), columns=({}, {"mars": ["titus"]}))
    assert options(game) == ("option 1", "option 2")
    play(game, "option 1")
    assert side(game, 0)["columns"]["mars"] == ["titus"]
    assert side(game, 0)["credits"] == 20
    game = recruit(Either((Transfer(), Credits(1)), (Exile(OPPONENT),)))
    assert side(game, 0)["credits"] == 21


def test_it_is_skipped_if_no_half_can_be_applied(recruit: Recruit) -> None:
    either = Either((Transfer(),), (TakeBadge(GOLD),))
    game = recruit(either, Credits(1), badge=(0, "gold"))
    assert side(game, 0)["credits"] == 21
    assert is_over(game)


# --- May: what is offered, paid, declined ---

CARDS = {"mercury": ["nero", "chaka"], "mars": ["titus"]}


@pytest.mark.parametrize(
    ("cost", "position", "answers"),
    [
        (SpendCredits((3, 7, 12)), {"credits": (12, 0)}, ("spend 3", "spend 7", "spend 12")),
        (SpendCredits((3, 7, 12)), {"credits": (11, 0)}, ("spend 3", "spend 7")),
        (SpendCredits((3, 7, 12)), {"credits": (3, 0)}, ("spend 3",)),
        (SpendCredits((3, 7, 12)), {"credits": (2, 9)}, ()),
        (SpendZenithium((1, 2, 4)), {"zenithium": (3, 0)}, ("spend 1", "spend 2")),
        (SpendZenithium((1, 2, 4)), {"zenithium": (0, 9)}, ()),
        (ExileColumn(MARS, (2, 4, 7)), {"columns": ({"mars": ["titus"]}, {})}, ()),
        (
            ExileColumn(MARS, (2, 4, 7)),
            {"columns": ({"mars": ["titus", "mc4ffr3y", "caesar", "ramses", "bish0p"]}, {})},
            ("exile 2", "exile 4"),
        ),
        (Exile(YOU), {"columns": (CARDS, {})}, ("exile mercury", "exile terra", "exile mars")),
        (Exile(YOU, 1, VENUS), {"columns": (CARDS, {"venus": ["felis"]})}, ()),
        (Exile(YOU, 1, MARS), {"columns": (CARDS, {})}, ("exile mars",)),
        (Exile(YOU, 2, other_than(TERRA)), {"columns": ({"mars": ["titus"]}, {})}, ()),
        (
            Exile(YOU, 2, other_than(TERRA)),
            {"columns": (CARDS, {})},
            ("exile mercury", "exile mars"),
        ),
        (Exile(OPPONENT), {"columns": (CARDS, {})}, ()),
        (Exile(OPPONENT), {"columns": ({}, CARDS)}, ("exile mercury", "exile mars")),
        (Transfer(), {"columns": (CARDS, {})}, ()),
        (Transfer(), {"columns": ({}, CARDS)}, ("transfer mercury", "transfer mars")),
        (Transfer(2), {"columns": ({}, {"mars": ["titus"]})}, ()),
        (Discard(), {}, ()),
        (Discard(), {"hand": ["nero"]}, ("discard nero",)),
        (Discard(), {"hand": ["nero", "titus"]}, ("discard nero", "discard titus")),
        (GiveCredits(3), {"credits": (3, 0)}, ("give",)),
        (GiveCredits(3), {"credits": (2, 9)}, ()),
        (GiveZenithium(1), {"zenithium": (1, 0)}, ("give",)),
        (GiveZenithium(1), {"zenithium": (0, 9)}, ()),
        (GiveBadge(), {"badge": (0, "silver")}, ("give",)),
        (GiveBadge(), {"badge": (1, "gold")}, ()),
        (GiveBadge(), {}, ()),
    ],
)
def test_a_cost_is_offered_if_it_can_be_paid_in_full_and_may_be_declined(
    recruit: Recruit, cost: Cost, position: dict[str, Any], answers: tuple[str, ...]
) -> None:
    game = recruit(May(cost, Influence(ANY, 3)), Influence(JUPITER), **position)
    if answers:  # a single answer is asked for, too: no is an answer
        assert optional(game) == answers
        before = game.view(None)
        play(game, "decline")
        before["discs"]["jupiter"] = 1
        after: Mapping[str, object] = game.view(None)
        changed = {key for key, value in before.items() if value != after[key]}
        assert changed <= {"to_move", "side_to_move", "hands", "deck", "pending", "stack"}
    assert disc(game, "jupiter") == 1
    assert is_over(game)


def test_the_paid_step_decides_how_much_it_buys(recruit: Recruit) -> None:
    for amount, steps in ((3, 1), (7, 2), (12, 3)):
        game = recruit(May(SpendCredits((3, 7, 12)), Influence(other_than(JUPITER), (1, 2, 3))))
        assert asked(game).kind == "count"
        play(game, f"spend {amount}")
        assert side(game, 0)["credits"] == 20 - amount
        assert options(game) == ("planet mercury", "planet venus", "planet terra", "planet mars")
        play(game, "planet mars")
        assert disc(game, "mars") == steps
        assert is_over(game)
    for amount, steps in ((1, 1), (2, 2), (4, 3)):
        game = recruit(May(SpendZenithium((1, 2, 4)), Influence(MARS, (1, 2, 3))))
        play(game, f"spend {amount}")
        assert side(game, 0)["zenithium"] == 5 - amount
        assert disc(game, "mars") == steps


def test_a_column_is_exiled_from_its_top_with_the_card_itself(recruit: Recruit) -> None:
    game = recruit(
        May(ExileColumn(TERRA), Zenithium((2, 4, 7))),
        columns=({"terra": ["zenon", "sir-sam", "elisabeth"]}, {}),
    )
    assert optional(game) == ("exile 2", "exile 4")
    two, four = game.copy(), game
    play(two, "exile 2")
    assert side(two, 0)["columns"]["terra"] == ["zenon", "sir-sam"]
    assert two.view(None)["discard"] == [CARD, "elisabeth"]
    assert side(two, 0)["zenithium"] == 7
    play(four, "exile 4")
    assert side(four, 0)["columns"]["terra"] == []
    assert four.view(None)["discard"] == [CARD, "elisabeth", "sir-sam", "zenon"]
    assert side(four, 0)["zenithium"] == 9


def test_the_highest_step_of_a_column_is_7(recruit: Recruit) -> None:
    column = ["titus", "mc4ffr3y", "caesar", "ramses", "bish0p", "septimus", "v4nc3"]
    game = recruit(May(ExileColumn(MARS), Zenithium((2, 4, 7))), columns=({"mars": column}, {}))
    assert optional(game) == ("exile 2", "exile 4", "exile 7")
    play(game, "exile 7")
    assert game.view(None)["discard"] == column[::-1]
    assert side(game, 0)["zenithium"] == 12


def test_a_card_exiled_or_transferred_pays_its_printed_cost(recruit: Recruit) -> None:
    theirs = {"mercury": ["chaka", "nero"], "mars": ["titus"]}
    game = recruit(May(Exile(OPPONENT), Credits(CARD_COST)), columns=({}, theirs))
    play(game, "exile mercury")
    assert side(game, 0)["credits"] == 27
    assert game.view(None)["discard"] == ["nero"]
    mine = {"mercury": ["atlas"]}
    game = recruit(May(Transfer(), Credits(CARD_COST)), columns=(mine, theirs))
    play(game, "transfer mercury")
    assert side(game, 0)["credits"] == 27
    assert side(game, 0)["columns"]["mercury"] == ["atlas", "nero"]


def test_a_discarded_card_pays_its_printed_cost(recruit: Recruit) -> None:
    game = recruit(May(Discard(), Credits(CARD_COST)), hand=["nero", "titus"])
    play(game, "discard nero")
    assert side(game, 0)["credits"] == 27
    assert game.view(None)["discard"] == ["nero"]


def test_a_discarded_card_gives_influence_on_its_planet(recruit: Recruit) -> None:
    game = recruit(May(Discard(), Influence(ITS_PLANET)), hand=["nero", "titus"])
    play(game, "discard titus")
    assert disc(game, "mars") == 1


def test_a_card_whose_planet_has_no_disc_is_not_discarded_for_influence(recruit: Recruit) -> None:
    may = May(Discard(), Influence(ITS_PLANET))
    game = recruit(Influence(MARS), may, hand=["nero", "titus"], discs={"mars": 3})
    assert optional(game) == ("discard nero",)
    game = recruit(Influence(MARS), may, hand=["caesar", "titus"], discs={"mars": 3})
    assert is_over(game)
    assert game.view(None)["discard"] == []


def test_a_cost_of_two_exiled_cards_takes_both(recruit: Recruit) -> None:
    game = recruit(May(Exile(YOU, 2, other_than(TERRA)), Credits(10)), columns=(CARDS, {}))
    play(game, "exile mercury")
    assert options(game) == ("exile mercury", "exile mars")  # begun is not declined
    assert not asked(game).optional
    play(game, "exile mars")
    assert game.view(None)["discard"] == ["chaka", "titus"]
    assert side(game, 0)["credits"] == 30
    assert is_over(game)


def test_the_second_card_of_a_cost_is_not_asked_for_if_it_is_the_only_one(
    recruit: Recruit,
) -> None:
    columns: tuple[dict[str, list[str]], ...] = ({"mercury": ["nero"], "mars": ["titus"]}, {})
    game = recruit(May(Exile(YOU, 2, other_than(TERRA)), Credits(10)), columns=columns)
    play(game, "exile mars")
    assert game.view(None)["discard"] == ["titus", "nero"]
    assert side(game, 0)["credits"] == 30


def test_what_is_given_goes_to_the_opponent(recruit: Recruit) -> None:
    game = recruit(May(GiveCredits(3), Influence(MARS, 2)))
    play(game, "give")
    assert (side(game, 0)["credits"], side(game, 1)["credits"]) == (17, 23)
    assert disc(game, "mars") == 2
    game = recruit(May(GiveZenithium(1), Influence(MARS, 2)))
    play(game, "give")
    assert (side(game, 0)["zenithium"], side(game, 1)["zenithium"]) == (4, 6)
    assert disc(game, "mars") == 2


@pytest.mark.parametrize("face", ["silver", "gold"])
def test_a_badge_given_arrives_on_silver(recruit: Recruit, face: str) -> None:
    game = recruit(May(GiveBadge(), Credits(7)), badge=(0, face))
    assert asked(game).kind == "give"
    play(game, "give")
    assert game.view(None)["badge"] == {"side": 1, "face": "silver"}
    assert side(game, 0)["credits"] == 27
    assert game.view(None)["hands"][0]["count"] == 4


@pytest.mark.parametrize(
    ("may", "position"),
    [
        (May(GiveZenithium(1), Transfer(2)), {}),
        (May(GiveZenithium(1), Exile(OPPONENT)), {}),
        (May(GiveZenithium(1), Mobilize(3)), {"hands": {1: all_but()}}),
        (May(GiveZenithium(1), TakeCredits(3)), {"credits": (20, 0)}),
        (May(GiveZenithium(1), TakeBadge()), {"badge": (0, "gold")}),
        (May(GiveZenithium(1), DiscardHand()), {}),
        (May(GiveZenithium(1), Develop(ANIMOD)), {"levels": ({"animod": 5}, {})}),
        (May(GiveZenithium(1), If(HasBadge(), Credits(5))), {}),
        (May(GiveZenithium(1), Link(Transfer(), Influence(ITS_PLANET))), {}),
        (May(GiveZenithium(1), Either((Transfer(),), (Exile(OPPONENT),))), {}),
    ],
)
def test_a_cost_is_not_offered_if_what_it_buys_can_t_be_applied(
    recruit: Recruit, may: May, position: dict[str, Any]
) -> None:
    game = recruit(may, **position)
    assert is_over(game)
    assert side(game, 0)["zenithium"] == 5


def test_a_cost_is_not_offered_for_influence_where_no_disc_is_left(recruit: Recruit) -> None:
    game = recruit(Influence(MARS), May(GiveZenithium(1), Influence(MARS)), discs={"mars": 3})
    assert is_over(game)
    assert side(game, 0)["zenithium"] == 5


def test_a_cost_is_offered_if_part_of_what_it_buys_can_be_applied(recruit: Recruit) -> None:
    game = recruit(May(GiveZenithium(1), Transfer(2)), columns=({}, {"mars": ["titus"]}))
    play(game, "give")
    assert side(game, 0)["columns"]["mars"] == ["titus"]
    assert is_over(game)


# --- Link ---


def test_what_a_moved_card_is_worth_comes_after_each_kind_of_move(recruit: Recruit) -> None:
    theirs = {"mercury": ["nero"], "mars": ["titus"]}
    game = recruit(Link(Exile(OPPONENT), Influence(ITS_PLANET, 2)), columns=({}, theirs))
    play(game, "exile mars")
    assert disc(game, "mars") == 2
    game = recruit(Link(Transfer(), Influence(ITS_PLANET, 2)), columns=({}, theirs))
    play(game, "transfer mercury")
    assert disc(game, "mercury") == 2
    game = recruit(Link(Mobilize(), Influence(ITS_PLANET, 2)), deck=["annie"])
    assert disc(game, "jupiter") == 2
    game = recruit(Link(Transfer(), Credits(CARD_COST)), columns=({}, {"mercury": ["nero"]}))
    assert side(game, 0)["credits"] == 27
    assert is_over(game)


def test_without_a_card_to_move_what_is_linked_to_it_is_skipped(recruit: Recruit) -> None:
    for do in (Exile(OPPONENT), Transfer(), Mobilize()):
        game = recruit(
            Link(do, Influence(MARS, 2)), Credits(1), hands={1: all_but("nero")}, discard=["nero"]
        )
        moved = isinstance(do, Mobilize)
        assert disc(game, "mars") == (2 if moved else 0)
        assert side(game, 0)["credits"] == 21
    game = recruit(Link(Mobilize(), Influence(MARS, 2)), Credits(1), hands={1: all_but()})
    assert disc(game, "mars") == 0
    assert side(game, 0)["credits"] == 21


def test_a_card_moves_even_if_its_planet_has_no_disc(recruit: Recruit) -> None:
    game = recruit(
        Influence(MARS),
        Link(Transfer(), Influence(ITS_PLANET)),
        columns=({}, {"mercury": ["nero"], "mars": ["titus"]}),
        discs={"mars": 3},
    )
    assert options(game) == ("transfer mercury", "transfer mars")  # an obligation, no cost
    play(game, "transfer mars")
    assert side(game, 0)["columns"]["mars"] == ["titus"]
    assert disc(game, "mars") == 0
    assert is_over(game)


def test_the_same_link_three_times_looks_at_a_new_card_each_time(recruit: Recruit) -> None:
    game = recruit(*3 * (Link(Mobilize(), Influence(ITS_PLANET)),), deck=["nero", "titus", "atlas"])
    assert list(game.view(None)["discs"].values()) == [2, 0, 0, 1, 0]
    assert is_over(game)
