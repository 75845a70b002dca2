"""The bonus tokens: the eight kinds, every way to gain one, where it goes, whose choice it is."""

from collections.abc import Iterator

import pytest

from engine import Game, NotYourTurn
from engine.boards import TOKEN_BAG, TOKENS
from engine.effects import (
    ANY,
    Credits,
    DrawToken,
    GiveInfluence,
    Influence,
    InfluenceRow,
    TakeToken,
)
from engine.names import JUPITER, MARS, MERCURY, TERRA, VENUS
from tests.engine.made_up import CARD, Recruit, asked, is_over, printing
from tests.engine.prepared import LastFirst, disc, options, play, prepared, side


@pytest.fixture
def recruit() -> Iterator[Recruit]:
    with printing() as recruit:
        yield recruit


def token_discard(game: Game) -> list[str]:
    tokens: list[str] = game.view(None)["token_discard"]
    return tokens


# --- the eight tokens ---

MINE = {"mars": ["titus"]}
THEIRS = {"mercury": ["nero", "atlas"], "venus": ["felis"]}


def gained(token: str) -> Game:
    """A game in which side 0 has recruited Geronimo and won the disc of Venus with this token."""
    game = prepared(
        hand=["geronimo", "annie"],
        discs={"venus": 3},
        tokens={"venus": token},
        columns=(MINE, THEIRS),
        deck=["amytis", "ivan"],
        credits=(2, 20),
    )
    play(game, "recruit geronimo")  # then 2 credits for each of Venus and Mars
    return game


def test_the_token_influence_moves_a_disc_of_your_choice() -> None:
    game = gained("influence")
    assert (asked(game).kind, asked(game).source) == ("planet", "token venus")
    assert options(game) == ("planet mercury", "planet terra", "planet mars", "planet jupiter")
    play(game, "planet mars")
    assert disc(game, "mars") == 1


def test_the_token_zenithium_gives_1() -> None:
    assert side(gained("zenithium"), 0)["zenithium"] == 6


def test_the_token_credits_3_gives_3() -> None:
    assert side(gained("credits_3"), 0)["credits"] == 7


def test_the_token_credits_4_gives_4() -> None:
    assert side(gained("credits_4"), 0)["credits"] == 8


def test_the_token_badge_takes_the_badge() -> None:
    game = gained("badge")
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}
    assert game.view(None)["hands"][0]["count"] == 5


def test_the_token_mobilize_mobilizes_2_cards() -> None:
    game = gained("mobilize")
    assert side(game, 0)["columns"]["mercury"] == ["amytis"]
    assert side(game, 0)["columns"]["jupiter"] == ["ivan"]
    assert side(game, 0)["credits"] == 8  # they lie there before Geronimo counts


def test_the_token_exile_exiles_2_cards_of_the_opponent() -> None:
    game = gained("exile")
    assert options(game) == ("exile mercury", "exile venus")
    play(game, "exile mercury", "exile venus")
    assert side(game, 1)["columns"]["mercury"] == ["nero"]
    assert side(game, 1)["columns"]["venus"] == []
    assert game.view(None)["discard"] == ["atlas", "felis"]


def test_the_token_transfer_transfers_1_card() -> None:
    game = gained("transfer")
    play(game, "transfer mercury")
    assert side(game, 0)["columns"]["mercury"] == ["atlas"]
    assert side(game, 1)["columns"]["mercury"] == ["nero"]


@pytest.mark.parametrize("token", [token.id for token in TOKENS])
def test_a_token_is_discarded_face_up_and_never_replaced(token: str) -> None:
    game = gained(token)
    while not is_over(game):
        play(game, options(game)[0])
    assert token_discard(game) == [token]
    assert game.view(None)["tokens"] == {}
    assert game.view(None)["token_supply"]["count"] == 15


def test_the_box_holds_16_tokens_of_8_kinds() -> None:
    bag = [TOKENS[kind].id for kind in TOKEN_BAG]
    copies = {token: bag.count(token) for token in bag}
    assert copies == {
        **{"influence": 4, "zenithium": 3, "credits_3": 2, "credits_4": 2, "badge": 2},
        **{"mobilize": 1, "exile": 1, "transfer": 1},
    }


# --- ways to gain one ---


def test_only_the_first_disc_of_a_planet_gives_its_token() -> None:
    first: tuple[tuple[list[str], list[str]], ...] = ((["venus"], []), ([], ["venus"]))
    for won in first:
        game = prepared(hand=["felis"], discs={"venus": 3}, tokens={"venus": "credits_4"}, won=won)
        play(game, "recruit felis")
        assert side(game, 0)["credits"] == 17
        assert game.view(None)["tokens"] == {"venus": "credits_4"}
        assert token_discard(game) == []


def test_a_planet_whose_token_was_taken_gives_none() -> None:
    game = prepared(hand=["felis"], discs={"venus": 3}, tokens={"mars": "credits_4"})
    play(game, "recruit felis")
    assert side(game, 0)["won"] == ["venus"]
    assert side(game, 0)["credits"] == 17
    assert token_discard(game) == []


def test_a_disc_that_is_not_won_gives_no_token() -> None:
    game = prepared(hand=["felis"], discs={"venus": 2}, tokens={"venus": "credits_4"})
    play(game, "recruit felis")
    assert game.view(None)["tokens"] == {"venus": "credits_4"}


def test_a_token_is_applied_before_the_next_effect_of_the_card(recruit: Recruit) -> None:
    game = recruit(Influence(MARS), Influence(ANY), discs={"mars": 3}, tokens={"mars": "influence"})
    assert asked(game).source == "token mars"
    play(game, "planet venus")
    assert asked(game).source == CARD


def test_a_disc_won_through_a_token_gives_its_own_token_at_once(recruit: Recruit) -> None:
    game = recruit(
        Influence(MARS),
        Influence(ANY),
        discs={"mars": 3, "venus": 3},
        tokens={"mars": "influence", "venus": "influence"},
    )
    play(game, "planet venus")
    assert asked(game).source == "token venus"
    play(game, "planet terra")
    assert asked(game).source == CARD
    assert options(game) == ("planet mercury", "planet terra", "planet jupiter")


def test_a_token_of_level_2_is_gained_once() -> None:
    game = prepared(
        hand=["mc4ffr3y", "bish0p"], levels=({"robot": 1}, {}), tokens={"robot": "credits_3"}
    )
    play(game, "develop mc4ffr3y")
    assert side(game, 0)["credits"] == 23
    assert game.view(None)["tokens"] == {}
    assert token_discard(game) == ["credits_3"]


def test_a_token_of_the_supply_asks_in_its_own_name(recruit: Recruit) -> None:
    game = recruit(DrawToken(), supply=["influence"])
    assert asked(game).source == "token supply"
    play(game, "planet mars")
    assert disc(game, "mars") == 1


def test_a_token_taken_from_a_planet_is_not_there_for_the_first_disc(recruit: Recruit) -> None:
    game = recruit(
        TakeToken(),
        Influence(VENUS),
        discs={"venus": 3},
        tokens={"venus": "credits_4", "robot": "zenithium"},
    )
    play(game, "token venus")
    assert side(game, 0)["won"] == ["venus"]
    assert side(game, 0)["credits"] == 24
    assert game.view(None)["tokens"] == {"robot": "zenithium"}


def test_a_token_taken_from_a_technology_is_not_there_for_level_2() -> None:
    game = prepared(
        hand=["handy-luke", "annie"],
        hands={1: ["mc4ffr3y", "ivan"]},
        levels=({}, {"robot": 1}),
        tokens={"robot": "credits_4", "mars": "zenithium"},
    )
    play(game, "recruit handy-luke", "token robot")
    assert side(game, 0)["credits"] == 20
    play(game, "develop mc4ffr3y")
    assert side(game, 1)["credits"] == 20


def test_tokens_are_gained_in_the_order_of_the_discs_won(recruit: Recruit) -> None:
    game = recruit(
        InfluenceRow((1, 1)),
        discs={"mars": 3, "terra": 3},
        tokens={"mars": "influence", "terra": "badge"},
    )
    play(game, "row terra")
    assert token_discard(game) == ["badge", "influence"]
    assert asked(game).source == "token mars"


# --- the supply ---


def test_an_empty_supply_is_made_of_the_discarded_tokens(recruit: Recruit) -> None:
    bag = [TOKENS[kind].id for kind in TOKEN_BAG]
    on_boards = {
        **{"mercury": "influence", "venus": "influence", "terra": "influence"},
        **{"mars": "zenithium", "jupiter": "zenithium"},
        **{"animod": "zenithium", "human": "badge", "robot": "badge"},
    }
    for token in on_boards.values():
        bag.remove(token)
    bag.remove("credits_3")
    discarded = [*bag, "credits_3"]
    game = recruit(DrawToken(), tokens=on_boards, token_discard=discarded, chance=LastFirst())
    view = game.view(None)
    assert side(game, 0)["credits"] == 23
    assert view["token_supply"]["count"] == 7
    assert view["token_discard"] == ["credits_3"]


def test_a_token_just_gained_is_among_those_shuffled_when_the_supply_is_empty(
    recruit: Recruit,
) -> None:
    bag = [TOKENS[kind].id for kind in TOKEN_BAG]
    for token in ("credits_4", "credits_3"):
        bag.remove(token)
    game = recruit(
        DrawToken(),
        DrawToken(),
        supply=["credits_4"],
        token_discard=["credits_3", *bag],
        chance=LastFirst(),
    )
    assert side(game, 0)["credits"] == 28
    assert token_discard(game) == ["credits_4"]


# --- a token for the other side in my turn ---


def test_the_other_side_gets_the_token_of_a_disc_that_i_make_it_win(recruit: Recruit) -> None:
    game = recruit(
        GiveInfluence(MARS), Influence(ANY), discs={"mars": -3}, tokens={"mars": "credits_4"}
    )
    assert side(game, 1)["won"] == ["mars"]
    assert (side(game, 0)["credits"], side(game, 1)["credits"]) == (20, 24)
    assert asked(game).seats == (0,)


def test_the_other_side_makes_the_choices_of_its_token_then_my_effects_go_on(
    recruit: Recruit,
) -> None:
    game = recruit(
        GiveInfluence(MARS),
        Influence(ANY),
        discs={"mars": -3},
        tokens={"mars": "influence"},
    )
    assert (asked(game).seats, asked(game).source) == ((1,), "token mars")
    with pytest.raises(NotYourTurn):
        game.play(0, "planet venus")
    game.play(1, "planet venus")
    assert disc(game, "venus") == -1
    assert (asked(game).seats, asked(game).source) == ((0,), CARD)
    play(game, "planet venus")
    assert disc(game, "venus") == 0
    assert is_over(game)


@pytest.mark.parametrize("token", ["badge", "mobilize", "exile", "transfer", "zenithium"])
def test_every_token_works_for_the_other_side(recruit: Recruit, token: str) -> None:
    game = recruit(
        GiveInfluence(MARS),
        Credits(1),
        discs={"mars": -3},
        tokens={"mars": token},
        columns=({"mercury": ["nero", "atlas"]}, {"venus": ["felis"]}),
        deck=["amytis", "ivan"],
        badge=(0, "gold"),
        hand=["annie"],
    )
    mine, theirs = side(game, 0), side(game, 1)
    match token:
        case "badge":
            assert game.view(None)["badge"] == {"side": 1, "face": "silver"}
        case "mobilize":
            assert theirs["columns"]["mercury"] == ["amytis"]
            assert theirs["columns"]["jupiter"] == ["ivan"]
        case "exile":
            assert (asked(game).seats, options(game)) == ((1,), ("exile mercury", "exile terra"))
            play(game, "exile mercury")
            play(game, "exile terra")
            assert game.view(None)["discard"] == ["atlas", CARD]
        case "transfer":
            assert asked(game).seats == (1,)
            play(game, "transfer mercury")
            assert side(game, 1)["columns"]["mercury"] == ["atlas"]
            assert side(game, 0)["columns"]["mercury"] == ["nero"]
        case "zenithium":
            assert (mine["zenithium"], theirs["zenithium"]) == (5, 6)
    assert side(game, 0)["credits"] == 21
    assert is_over(game)


def test_a_disc_that_the_other_side_wins_with_its_token_gives_it_the_next(
    recruit: Recruit,
) -> None:
    game = recruit(
        GiveInfluence(MARS),
        Influence(ANY),
        discs={"mars": -3, "venus": -3},
        tokens={"mars": "influence", "venus": "influence"},
    )
    play(game, "planet venus")
    assert (asked(game).seats, asked(game).source) == ((1,), "token venus")
    play(game, "planet terra")
    assert side(game, 1)["won"] == ["mars", "venus"]
    assert asked(game).seats == (0,)


@pytest.mark.parametrize("answering", [1, 3])
def test_with_four_players_either_member_of_the_other_side_may_answer(
    recruit: Recruit, answering: int
) -> None:
    game = recruit(
        GiveInfluence(MARS),
        Influence(ANY),
        players=4,
        discs={"mars": -3},
        tokens={"mars": "influence"},
    )
    assert asked(game).seats == (1, 3)
    for seat in (0, 2):
        with pytest.raises(NotYourTurn):
            game.play(seat, "planet venus")
    game.play(answering, "planet venus")
    assert disc(game, "venus") == -1
    assert asked(game).seats == (0,)


def test_with_four_players_my_own_token_asks_only_me(recruit: Recruit) -> None:
    game = recruit(Influence(MARS), players=4, discs={"mars": 3}, tokens={"mars": "influence"})
    assert asked(game).seats == (0,)


def test_all_planets_give_their_tokens(recruit: Recruit) -> None:
    for planet in (MERCURY, VENUS, TERRA, MARS, JUPITER):
        name = planet.name.lower()
        game = recruit(Influence(planet), discs={name: 3}, tokens={name: "credits_3"})
        assert side(game, 0)["credits"] == 23
