"""Every effect on discs, credits and zenithium, on a made-up card.

The card costs nothing; side 0 recruits it from 20 credits and 5 zenithium. Cards, badge, tokens
and technologies: `test_effects_on_cards.py`; effects made of effects: `test_effects_combined.py`.
"""

from collections.abc import Iterator

import pytest

from engine import Outcome
from engine.effects import (
    ANOTHER,
    ANY,
    AT_CENTRE,
    ON_OPPONENT_SIDE,
    OPPONENT,
    YOU,
    CentreDisc,
    Credits,
    CreditsByTechnologies,
    CreditsPerPlanet,
    CreditsUpTo,
    Effect,
    GiveInfluence,
    Influence,
    InfluenceRow,
    TakeCredits,
    TakeZenithium,
    Zenithium,
    ZenithiumByTechnologies,
    ZenithiumUpTo,
    other_than,
)
from engine.names import JUPITER, MARS, MERCURY, TERRA, VENUS
from tests.engine.made_up import Recruit, asked, is_over, printing, won_by_both
from tests.engine.prepared import disc, options, play, side


@pytest.fixture
def recruit() -> Iterator[Recruit]:
    with printing() as recruit:
        yield recruit


ALL_FIVE = ("planet mercury", "planet venus", "planet terra", "planet mars", "planet jupiter")


# --- influence on one planet ---


def test_influence_moves_the_disc_towards_you(recruit: Recruit) -> None:
    game = recruit(Influence(MARS, 2), discs={"mars": -1})
    assert disc(game, "mars") == 1
    assert is_over(game)


def test_influence_of_side_1_moves_the_disc_the_other_way(recruit: Recruit) -> None:
    game = recruit(Influence(MARS, 2), to_move=1, discs={"mars": -1})
    assert disc(game, "mars") == -3
    assert is_over(game, seat=1)


def test_influence_wins_the_disc_and_what_is_left_of_it_is_lost(recruit: Recruit) -> None:
    game = recruit(Influence(MARS, 3), discs={"mars": 2})
    assert side(game, 0)["won"] == ["mars"]
    assert disc(game, "mars") == 0


def test_influence_where_no_disc_is_left_is_skipped(recruit: Recruit) -> None:
    game = recruit(Influence(MARS), Influence(MARS, 2), Credits(1), discs={"mars": 3})
    assert side(game, 0)["won"] == ["mars"]
    assert disc(game, "mars") == 0
    assert side(game, 0)["credits"] == 21


def test_influence_anywhere_asks_for_any_of_the_five_planets(recruit: Recruit) -> None:
    game = recruit(Influence(ANY, 2))
    assert options(game) == ALL_FIVE
    assert (asked(game).kind, asked(game).seats, asked(game).optional) == ("planet", (0,), False)
    assert asked(game).source == "celestin-petit"
    play(game, "planet jupiter")
    assert disc(game, "jupiter") == 2
    assert is_over(game)


def test_influence_anywhere_leaves_out_a_planet_without_its_disc(recruit: Recruit) -> None:
    game = recruit(Influence(MARS), Influence(ANY), discs={"mars": 3})
    assert options(game) == ("planet mercury", "planet venus", "planet terra", "planet jupiter")


def test_influence_anywhere_does_not_ask_when_one_disc_is_left(recruit: Recruit) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, MARS, JUPITER)
    game = recruit(*wins, Influence(ANY, 2), discs=discs)
    assert disc(game, "terra") == 2
    assert is_over(game)


def test_influence_anywhere_is_skipped_when_no_disc_is_left(recruit: Recruit) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, TERRA, MARS, JUPITER)
    game = recruit(*wins, Influence(ANY, 2), Credits(1), discs=discs)
    assert side(game, 0)["won"] == ["mercury", "venus", "terra"]
    assert side(game, 1)["won"] == ["mars", "jupiter"]
    assert side(game, 0)["credits"] == 21
    assert is_over(game)


def test_influence_on_any_planet_but_one_leaves_that_one_out(recruit: Recruit) -> None:
    game = recruit(Influence(other_than(MARS)))
    assert options(game) == ("planet mercury", "planet venus", "planet terra", "planet jupiter")


def test_influence_on_any_planet_but_one_is_skipped_if_only_that_one_is_left(
    recruit: Recruit,
) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, MARS, JUPITER)
    game = recruit(*wins, Influence(other_than(TERRA)), discs=discs)
    assert disc(game, "terra") == 0
    assert is_over(game)


def test_influence_on_another_planet_leaves_out_those_chosen_before(recruit: Recruit) -> None:
    game = recruit(Influence(ANY), Influence(ANOTHER), Influence(ANOTHER))
    play(game, "planet venus")
    assert options(game) == ("planet mercury", "planet terra", "planet mars", "planet jupiter")
    play(game, "planet jupiter")
    assert options(game) == ("planet mercury", "planet terra", "planet mars")
    play(game, "planet mars")
    assert [disc(game, planet) for planet in ("venus", "jupiter", "mars")] == [1, 1, 1]
    assert is_over(game)


def test_influence_on_another_planet_may_go_where_a_fixed_influence_went(recruit: Recruit) -> None:
    game = recruit(Influence(TERRA), Influence(ANY), Influence(ANOTHER))
    play(game, "planet venus")
    assert "planet terra" in options(game)
    play(game, "planet terra")
    assert disc(game, "terra") == 2


def test_influence_anywhere_may_go_where_one_was_chosen_before(recruit: Recruit) -> None:
    game = recruit(Influence(ANY), Influence(ANY))
    play(game, "planet venus")
    assert options(game) == ALL_FIVE


def test_influence_on_another_planet_does_not_ask_when_one_is_left(recruit: Recruit) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, MARS)
    game = recruit(*wins, Influence(ANY), Influence(ANOTHER, 2), discs=discs)
    play(game, "planet terra")
    assert (disc(game, "terra"), disc(game, "jupiter")) == (1, 2)
    assert is_over(game)


def test_influence_on_another_planet_is_skipped_when_only_the_chosen_one_is_left(
    recruit: Recruit,
) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, MARS, JUPITER)
    game = recruit(*wins, Influence(ANY), Influence(ANOTHER), discs=discs)
    assert disc(game, "terra") == 1
    assert is_over(game)


def test_influence_on_the_opponents_side_asks_for_the_discs_that_lie_there(
    recruit: Recruit,
) -> None:
    discs = {"mercury": -1, "venus": 1, "mars": -3}
    game = recruit(Influence(ON_OPPONENT_SIDE, 2), discs=discs)
    assert options(game) == ("planet mercury", "planet mars")
    play(game, "planet mars")
    assert disc(game, "mars") == -1
    assert is_over(game)


def test_the_opponents_side_of_side_1_is_the_other_one(recruit: Recruit) -> None:
    discs = {"mercury": -1, "venus": 1, "mars": -3}
    game = recruit(Influence(ON_OPPONENT_SIDE, 2), to_move=1, discs=discs)
    assert disc(game, "venus") == -1  # a single answer is not asked
    assert is_over(game, seat=1)


def test_influence_on_the_opponents_side_is_skipped_when_no_disc_is_there(
    recruit: Recruit,
) -> None:
    game = recruit(Influence(ON_OPPONENT_SIDE, 2), discs={"venus": 1})
    assert [disc(game, planet) for planet in ("mercury", "venus", "terra")] == [0, 1, 0]
    assert is_over(game)


def test_influence_at_the_centre_asks_for_the_discs_that_lie_there(recruit: Recruit) -> None:
    game = recruit(Influence(AT_CENTRE, 2), discs={"mercury": 1, "mars": -1, "jupiter": 3})
    assert options(game) == ("planet venus", "planet terra")
    play(game, "planet terra")
    assert disc(game, "terra") == 2


def test_influence_at_the_centre_takes_the_only_disc_there_without_asking(
    recruit: Recruit,
) -> None:
    discs = {"mercury": 1, "venus": 1, "mars": -1, "jupiter": 3}
    game = recruit(Influence(AT_CENTRE, 2), discs=discs)
    assert disc(game, "terra") == 2
    assert is_over(game)


def test_influence_at_the_centre_is_skipped_when_no_disc_lies_there(recruit: Recruit) -> None:
    discs = {"mercury": 1, "venus": 1, "terra": 2, "mars": -1, "jupiter": 3}
    game = recruit(Influence(AT_CENTRE, 2), discs=discs)
    assert {planet: disc(game, planet) for planet in discs} == discs
    assert is_over(game)


# --- influence given, rows, a disc to its centre ---


def test_influence_given_on_a_planet_moves_its_disc_to_the_opponent(recruit: Recruit) -> None:
    game = recruit(GiveInfluence(MARS, 2), discs={"mars": 1})
    assert disc(game, "mars") == -1


def test_influence_given_is_your_choice_of_planet(recruit: Recruit) -> None:
    game = recruit(GiveInfluence(other_than(MARS)))
    assert asked(game).seats == (0,)
    assert options(game) == ("planet mercury", "planet venus", "planet terra", "planet jupiter")
    play(game, "planet venus")
    assert disc(game, "venus") == -1


def test_influence_given_counts_as_chosen_for_another_planet(recruit: Recruit) -> None:
    game = recruit(GiveInfluence(other_than(MARS), 2), Influence(ANOTHER, 2))
    play(game, "planet venus")
    assert options(game) == ("planet mercury", "planet terra", "planet mars", "planet jupiter")


def test_influence_given_without_a_disc_is_skipped(recruit: Recruit) -> None:
    game = recruit(Influence(MARS), GiveInfluence(MARS), Credits(1), discs={"mars": 3})
    assert disc(game, "mars") == 0
    assert side(game, 0)["credits"] == 21


def test_influence_given_may_win_the_game_for_the_opponent(recruit: Recruit) -> None:
    game = recruit(GiveInfluence(MARS), Credits(1), discs={"mars": -3}, won=([], ["mars", "mars"]))
    assert game.outcome == Outcome(winner=1, victory="absolute")
    assert side(game, 0)["credits"] == 20


@pytest.mark.parametrize(
    ("steps", "rows"),
    [
        ((1, 1), ("row mercury", "row venus", "row terra", "row mars")),
        ((2, 2), ("row mercury", "row venus", "row terra", "row mars")),
        ((1, 1, 1), ("row mercury", "row venus", "row terra")),
        ((1, 2, 1), ALL_FIVE),
    ],
)
def test_a_row_of_planets_is_asked_for_by_its_name(
    recruit: Recruit, steps: tuple[int, ...], rows: tuple[str, ...]
) -> None:
    game = recruit(InfluenceRow(steps))
    assert asked(game).kind == "row"
    assert options(game) == rows


@pytest.mark.parametrize(
    ("steps", "answer", "at"),
    [
        ((1, 1), "row mars", [0, 0, 0, 1, 1]),
        ((2, 2), "row venus", [0, 2, 2, 0, 0]),
        ((1, 1, 1), "row mercury", [1, 1, 1, 0, 0]),
        ((1, 2, 1), "planet terra", [0, 1, 2, 1, 0]),
        ((1, 2, 1), "planet mercury", [2, 1, 0, 0, 0]),
        ((1, 2, 1), "planet jupiter", [0, 0, 0, 1, 2]),
    ],
)
def test_a_row_of_planets_gets_its_influence(
    recruit: Recruit, steps: tuple[int, ...], answer: str, at: list[int]
) -> None:
    game = recruit(InfluenceRow(steps))
    play(game, answer)
    assert list(game.view(None)["discs"].values()) == at
    assert is_over(game)


def test_a_row_with_a_disc_missing_moves_the_others(recruit: Recruit) -> None:
    game = recruit(Influence(VENUS), InfluenceRow((1, 1, 1)), discs={"venus": 3})
    assert options(game) == ("row mercury", "row venus", "row terra")
    play(game, "row mercury")
    assert [disc(game, planet) for planet in ("mercury", "venus", "terra")] == [1, 0, 1]
    assert side(game, 0)["won"] == ["venus"]


def test_a_row_without_any_disc_is_not_offered(recruit: Recruit) -> None:
    discs = {"mercury": 3, "venus": 3}
    game = recruit(Influence(MERCURY), Influence(VENUS), InfluenceRow((1, 1)), discs=discs)
    assert options(game) == ("row venus", "row terra", "row mars")


def test_the_only_row_with_a_disc_is_not_asked_for(recruit: Recruit) -> None:
    wins, discs = won_by_both(VENUS, TERRA, MARS, JUPITER)
    game = recruit(*wins, InfluenceRow((1, 1)), discs=discs)
    assert disc(game, "mercury") == 1
    assert is_over(game)


def test_a_row_is_skipped_when_no_disc_is_left(recruit: Recruit) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, TERRA, MARS, JUPITER)
    game = recruit(*wins, InfluenceRow((1, 2, 1)), Credits(1), discs=discs)
    assert side(game, 0)["credits"] == 21
    assert is_over(game)


def test_a_row_that_wins_the_game_moves_no_disc_after_that(recruit: Recruit) -> None:
    game = recruit(
        InfluenceRow((1, 1)), discs={"mercury": 3, "venus": 3}, won=(["mercury"] * 2, [])
    )
    play(game, "row mercury")
    assert game.outcome == Outcome(winner=0, victory="absolute")
    assert disc(game, "venus") == 3


def test_any_disc_in_play_may_be_moved_to_its_centre(recruit: Recruit) -> None:
    game = recruit(Influence(VENUS), CentreDisc(), discs={"venus": 3, "mars": -3, "terra": 2})
    assert options(game) == ("planet mercury", "planet terra", "planet mars", "planet jupiter")
    play(game, "planet mars")
    assert disc(game, "mars") == 0
    assert is_over(game)


def test_the_only_disc_in_play_moves_to_its_centre_without_asking(recruit: Recruit) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, MARS, JUPITER)
    game = recruit(*wins, CentreDisc(), discs=discs | {"terra": -2})
    assert disc(game, "terra") == 0
    assert is_over(game)


def test_without_discs_none_is_moved_to_its_centre(recruit: Recruit) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, TERRA, MARS, JUPITER)
    game = recruit(*wins, CentreDisc(), Credits(1), discs=discs)
    assert side(game, 0)["credits"] == 21
    assert is_over(game)


# --- credits and zenithium ---


@pytest.mark.parametrize(
    ("effect", "credits", "zenithium"),
    [
        (Credits(7), (27, 20), (5, 5)),
        (Credits(2, OPPONENT), (20, 22), (5, 5)),
        (Zenithium(3), (20, 20), (8, 5)),
        (Zenithium(1, OPPONENT), (20, 20), (5, 6)),
        (CreditsUpTo(21), (21, 20), (5, 5)),
        (CreditsUpTo(20), (20, 20), (5, 5)),
        (CreditsUpTo(8), (20, 20), (5, 5)),
        (CreditsUpTo(24, OPPONENT), (20, 24), (5, 5)),
        (CreditsUpTo(8, OPPONENT), (20, 20), (5, 5)),
        (ZenithiumUpTo(7), (20, 20), (7, 5)),
        (ZenithiumUpTo(2), (20, 20), (5, 5)),
        (ZenithiumUpTo(7, OPPONENT), (20, 20), (5, 7)),
        (ZenithiumUpTo(2, OPPONENT), (20, 20), (5, 5)),
        (TakeCredits(3), (23, 17), (5, 5)),
        (TakeZenithium(1), (20, 20), (6, 4)),
    ],
)
def test_resources_are_gained_and_taken(
    recruit: Recruit, effect: Effect, credits: tuple[int, int], zenithium: tuple[int, int]
) -> None:
    game = recruit(effect)
    assert (side(game, 0)["credits"], side(game, 1)["credits"]) == credits
    assert (side(game, 0)["zenithium"], side(game, 1)["zenithium"]) == zenithium
    assert is_over(game)


@pytest.mark.parametrize("there", [2, 0])
def test_of_a_side_that_has_too_little_is_taken_what_is_there(recruit: Recruit, there: int) -> None:
    game = recruit(TakeCredits(3), TakeZenithium(4), credits=(20, there), zenithium=(5, there))
    assert (side(game, 0)["credits"], side(game, 1)["credits"]) == (20 + there, 0)
    assert (side(game, 0)["zenithium"], side(game, 1)["zenithium"]) == (5 + there, 0)
    assert is_over(game)


def test_taking_from_a_side_with_nothing_is_told_as_skipped(recruit: Recruit) -> None:
    poor = recruit(
        Influence(ANY), TakeCredits(3), TakeZenithium(1), credits=(0, 0), zenithium=(0, 0)
    )
    events = play(poor, "planet mars")
    assert [event["event"] for event in events].count("EffectSkipped") == 2


def test_credits_a_planet_count_your_columns_with_the_card_itself(recruit: Recruit) -> None:
    mine = {"mercury": ["nero", "atlas"], "mars": ["titus"], "terra": ["zenon"]}
    game = recruit(CreditsPerPlanet(2, YOU), columns=(mine, {"venus": ["felis"]}))
    assert side(game, 0)["credits"] == 26
    game = recruit(CreditsPerPlanet(2, YOU))
    assert side(game, 0)["credits"] == 22


def test_credits_a_planet_count_the_opponents_columns_and_go_to_you(recruit: Recruit) -> None:
    theirs = {"mercury": ["nero", "atlas"], "mars": ["titus"]}
    game = recruit(CreditsPerPlanet(2, OPPONENT), columns=({"venus": ["felis"]}, theirs))
    assert (side(game, 0)["credits"], side(game, 1)["credits"]) == (24, 20)
    game = recruit(CreditsPerPlanet(2, OPPONENT))
    assert side(game, 0)["credits"] == 20
    assert is_over(game)


@pytest.mark.parametrize(
    ("levels", "credits", "zenithium"),
    [
        ({}, 20, 5),
        ({"human": 3}, 24, 6),
        ({"human": 1, "robot": 5}, 28, 7),
        ({"animod": 1, "human": 1, "robot": 1}, 32, 8),
    ],
)
def test_resources_by_technologies_count_those_at_level_1_or_higher(
    recruit: Recruit, levels: dict[str, int], credits: int, zenithium: int
) -> None:
    theirs = {"animod": 1, "human": 1, "robot": 1}
    game = recruit(
        CreditsByTechnologies((4, 8, 12)),
        ZenithiumByTechnologies((1, 2, 3)),
        levels=(levels, theirs),
    )
    assert side(game, 0)["credits"] == credits
    assert side(game, 0)["zenithium"] == zenithium
    assert is_over(game)
