"""Questions that the rulebooks leave open: one test for each row of the table of rulings."""

from collections.abc import Iterator

import pytest

from engine import Outcome
from engine.agents import AGENTS
from engine.effects import Credits, Influence, InfluenceRow
from engine.names import MARS, MERCURY, PLANETS, TERRA
from tests.engine.made_up import Recruit, asked, is_over, printing
from tests.engine.prepared import disc, options, play, prepared, side


@pytest.fixture
def recruit() -> Iterator[Recruit]:
    with printing() as recruit:
        yield recruit


def test_any_disc_in_play_may_be_moved_to_its_centre_also_one_that_is_there() -> None:
    game = prepared(hand=["sir-sam"], discs={"terra": 3, "mars": -2, "venus": 1})
    play(game, "recruit sir-sam")
    assert options(game) == ("planet mercury", "planet venus", "planet mars", "planet jupiter")
    moved, stays = game.copy(), game
    play(moved, "planet mars")
    assert disc(moved, "mars") == 0
    play(stays, "planet jupiter")
    assert disc(stays, "jupiter") == 0
    assert disc(stays, "mars") == -2


@pytest.mark.parametrize(("card", "spend"), [("suleiman", "spend 7"), ("stessy-power", "spend 2")])
def test_the_influence_bought_by_steps_goes_to_one_planet(card: str, spend: str) -> None:
    game = prepared(hand=[card])
    play(game, f"recruit {card}", spend, "planet mars")
    assert disc(game, "mars") == 2
    assert is_over(game)


def test_influence_on_the_opponents_side_is_skipped_if_no_disc_is_there() -> None:
    game = prepared(hand=["gilgamesh"], discs={"venus": 1})
    play(game, "recruit gilgamesh", "planet mars")
    assert list(game.view(None)["discs"].values()) == [0, 1, 1, 2, 0]
    assert is_over(game)


def test_a_discount_larger_than_the_price_makes_it_0() -> None:
    game = prepared(hand=["as1m0v"], zenithium=(0, 0))
    play(game, "recruit as1m0v", "technology animod")
    assert side(game, 0)["zenithium"] == 0
    game = prepared(hand=["felis"], columns=({"venus": ["cresus", "luc4s", "c1x1n", "moussa"]}, {}))
    play(game, "recruit felis")
    assert side(game, 0)["credits"] == 20


def test_mercury_and_jupiter_have_one_neighbour() -> None:
    for middle, at in (("mercury", [2, 1, 1, 0, 0]), ("jupiter", [0, 0, 1, 1, 2])):
        game = prepared(hand=["augustus"])
        play(game, "recruit augustus", f"planet {middle}")
        assert list(game.view(None)["discs"].values()) == at  # Terra by Augustus himself


def test_a_row_needs_one_disc_and_its_planets_follow_from_mercury_to_jupiter(
    recruit: Recruit,
) -> None:
    wins = (Influence(MERCURY), Influence(TERRA))
    game = recruit(*wins, InfluenceRow((1, 1, 1)), discs={"mercury": 3, "terra": 3})
    assert options(game) == ("row mercury", "row venus", "row terra")
    moves = [event for event in play(game, "row terra") if event["event"] == "DiscMoved"]
    assert [event["planet"] for event in moves] == ["mars", "jupiter"]
    wins = (Influence(MARS), Influence(TERRA))
    game = recruit(*wins, InfluenceRow((1, 1)), discs={"mars": 3, "terra": 3})
    assert options(game) == ("row mercury", "row venus", "row mars")


def test_exile_2_without_your_takes_cards_of_the_opponent() -> None:
    mine, theirs = {"mars": ["titus"]}, {"mercury": ["nero"], "jupiter": ["annie"]}
    card = prepared(hand=["v4nv0gt"], columns=(mine, theirs))
    token = prepared(
        hand=["felis"], columns=(mine, theirs), discs={"venus": 3}, tokens={"venus": "exile"}
    )
    for game, recruited in ((card, "v4nv0gt"), (token, "felis")):
        play(game, f"recruit {recruited}")
        assert options(game) == ("exile mercury", "exile jupiter")
        play(game, "exile jupiter")
        assert game.view(None)["discard"] == ["annie", "nero"]
        assert side(game, 0)["columns"]["mars"] == ["titus"]


def test_cards_of_a_column_exiled_together_are_the_top_ones_top_first() -> None:
    game = prepared(
        hand=["r0bins0n"], columns=({"mars": ["titus", "caesar", "ramses", "v4nc3"]}, {})
    )
    play(game, "recruit r0bins0n", "exile 4")
    assert side(game, 0)["columns"]["mars"] == ["titus"]
    assert game.view(None)["discard"] == ["r0bins0n", "v4nc3", "ramses", "caesar"]


def test_the_game_is_drawn_when_nobody_can_ever_move_again() -> None:
    columns: dict[str, list[str]] = {planet: [] for planet in PLANETS}
    for agent in AGENTS[:90]:
        if agent.slug != "cresus":
            columns[PLANETS[agent.planet]].append(agent.slug)
    game = prepared(hand=["cresus"], hands={1: []}, columns=(columns, {}))
    assert asked(game).seats == (0,)
    events = play(game, "recruit cresus")
    assert game.outcome == Outcome(winner=None, victory=None)
    assert events[-1] == {"event": "GameEnded", "winner": None, "victory": None}
    assert game.pending == ()


def test_robots_of_side_p_level_4_exile_cards_of_two_different_planets() -> None:
    mine = {"mercury": ["nero", "atlas"], "mars": ["titus"], "jupiter": ["annie"]}
    game = prepared(
        boards="SUP",
        hand=["mc4ffr3y"],
        levels=({"robot": 3}, {}),
        columns=(mine, {}),
        discs={"mars": 1},
    )
    play(game, "develop mc4ffr3y")
    assert options(game) == ("exile mercury", "exile mars", "exile jupiter")
    play(game, "exile mercury")
    assert options(game) == ("exile mars", "exile jupiter")
    play(game, "exile mars")
    assert (disc(game, "mercury"), disc(game, "mars")) == (2, 3)


def test_robots_of_side_p_level_4_exile_once_if_there_is_no_second_planet() -> None:
    game = prepared(
        boards="SUP",
        hand=["mc4ffr3y"],
        levels=({"robot": 3}, {}),
        columns=({"mercury": ["nero", "atlas"]}, {}),
    )
    play(game, "develop mc4ffr3y")
    assert game.view(None)["discard"] == ["mc4ffr3y", "atlas"]
    assert disc(game, "mercury") == 2


def test_robots_of_side_p_level_4_exile_nothing_if_there_is_no_card() -> None:
    game = prepared(boards="SUP", hand=["mc4ffr3y"], levels=({"robot": 3}, {}))
    play(game, "develop mc4ffr3y")
    assert game.view(None)["discard"] == ["mc4ffr3y"]
    assert side(game, 0)["credits"] == 30  # level 3 goes on
    assert is_over(game)


def test_a_row_is_completed_before_the_tokens_won_in_it(recruit: Recruit) -> None:
    game = recruit(
        InfluenceRow((2, 2)),
        Credits(1),
        discs={"venus": 2, "terra": 1},
        tokens={"venus": "influence", "terra": "influence"},
    )
    play(game, "row venus")
    assert asked(game).source == "token venus"
    assert disc(game, "terra") == 3
    assert side(game, 0)["credits"] == 20
    play(game, "planet terra")  # the row has left it at 3
    assert asked(game).source == "token terra"
    play(game, "planet mars")
    assert side(game, 0)["credits"] == 21


def test_tokens_won_in_one_effect_are_applied_in_the_order_won(recruit: Recruit) -> None:
    game = recruit(
        InfluenceRow((1, 1)),
        discs={"venus": 3, "terra": 3},
        tokens={"venus": "influence", "terra": "influence"},
    )
    play(game, "row venus")
    assert asked(game).source == "token venus"
    play(game, "planet mars")
    assert asked(game).source == "token terra"


def test_the_two_effects_of_robots_side_n_level_3_are_applied_one_after_the_other() -> None:
    """Like "1 influence, 1 influence on another planet" of a card: two icons, two effects."""
    game = prepared(
        boards="SUN",
        hand=["mc4ffr3y"],
        levels=({"robot": 2}, {}),
        discs={"venus": 2},
        tokens={"venus": "influence"},
    )
    play(game, "develop mc4ffr3y", "planet venus")
    assert asked(game).source == "token venus"
    play(game, "planet jupiter")
    assert asked(game).source == "technology robot 3"
    assert options(game) == ("planet mercury", "planet terra", "planet mars", "planet jupiter")
    play(game, "planet mars")
    assert list(game.view(None)["discs"].values()) == [0, 0, 0, 1, 1]
    assert is_over(game)


def test_the_five_effects_of_animods_side_d_level_4_are_applied_one_after_the_other() -> None:
    game = prepared(
        boards="DUN",
        hand=["cresus"],
        levels=({"animod": 3}, {}),
        discs={"mercury": 3},
        tokens={"mercury": "influence"},
    )
    play(game, "develop cresus")
    assert asked(game).source == "token mercury"
    assert list(game.view(None)["discs"].values()) == [None, 0, 0, 0, 0]


def test_a_planet_moved_by_a_token_is_not_one_chosen_for_the_card() -> None:
    game = prepared(hand=["f4rm3r"], discs={"venus": 3}, tokens={"venus": "influence"})
    play(game, "recruit f4rm3r", "planet venus", "planet mars")
    assert asked(game).source == "f4rm3r"
    assert options(game) == ("planet mercury", "planet terra", "planet mars", "planet jupiter")
