"""The rulebook's worked examples and every question of its FAQ, one test each.

Esteban and Moon are the players of the examples: Esteban is seat 0; in the games of two teams
Moon, his teammate, is seat 2.
"""

from engine import Game
from engine.views import open_hand
from tests.engine.made_up import asked, is_over
from tests.engine.prepared import disc, options, play, prepared, side


def hand(game: Game, seat: int) -> list[str]:
    cards = open_hand(game.view(seat), seat)
    return cards


def names(events: list[dict[str, object]]) -> list[object]:
    return [event["event"] for event in events]


# --- worked examples ---


def test_example_nero_is_recruited_for_5_credits() -> None:
    game = prepared(
        hand=["nero", "annie"],
        credits=(5, 20),
        zenithium=(1, 1),
        columns=({"mercury": ["chaka", "atlas"]}, {}),
    )
    play(game, "recruit nero")
    assert side(game, 0)["columns"]["mercury"] == ["chaka", "atlas", "nero"]
    assert side(game, 0)["credits"] == 0
    assert disc(game, "mercury") == 1
    assert side(game, 0)["zenithium"] == 4


def test_example_robots_are_developed_to_level_1() -> None:
    game = prepared(
        hand=["mc4ffr3y", "bish0p", "cresus", "jack-curry"],
        hands={1: ["annie", "ivan"]},
        zenithium=(3, 1),
        columns=({}, {"mercury": ["nero"]}),
        deck=["zenon"],
    )
    play(game, "develop mc4ffr3y")
    assert game.view(None)["discard"] == ["mc4ffr3y"]
    assert side(game, 0)["zenithium"] == 2
    assert side(game, 0)["technologies"] == {"animod": 0, "human": 0, "robot": 1}
    assert side(game, 0)["columns"]["mercury"] == ["nero"]  # side N, level 1: transfer 1 card
    play(game, "lead ivan")
    develop = {option for option in options(game) if option.startswith("develop")}
    assert {"develop bish0p", "develop cresus", "develop jack-curry"} <= develop
    play(game, "develop bish0p")
    assert side(game, 0)["technologies"] == {"animod": 0, "human": 0, "robot": 2}


def test_example_robots_are_developed_to_level_2_with_the_token() -> None:
    game = prepared(
        hand=["mc4ffr3y", "annie"],
        levels=({"robot": 1}, {}),
        zenithium=(2, 1),
        columns=({}, {"mercury": ["nero"]}),
        tokens={"robot": "credits_3"},
    )
    events = play(game, "develop mc4ffr3y")
    assert names(events)[:5] == [
        *("TechnologyDeveloped", "BadgeTaken", "TokenGained", "CreditsGained"),
        "AgentTransferred",
    ]
    assert side(game, 0)["zenithium"] == 0
    assert side(game, 0)["credits"] == 23
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}
    assert game.view(None)["tokens"] == {}
    assert game.view(None)["token_discard"] == ["credits_3"]


def test_example_the_line_bonus_comes_after_the_effects_of_the_column() -> None:
    game = prepared(
        hand=["jack-curry", "annie"], levels=({"robot": 2, "animod": 1}, {}), zenithium=(1, 1)
    )
    play(game, "develop jack-curry")
    assert asked(game).source == "technology human 1"
    play(game, "planet mars")
    assert asked(game).source == "line 1"
    play(game, "planet jupiter")
    assert (disc(game, "mars"), disc(game, "jupiter")) == (1, 1)
    assert is_over(game)


def test_example_leadership_takes_the_badge_from_the_opponent() -> None:
    game = prepared(hand=["mc4ffr3y", "annie"], badge=(1, "gold"))
    play(game, "lead mc4ffr3y")
    assert game.view(None)["discard"] == ["mc4ffr3y"]
    assert side(game, 0)["zenithium"] == 6
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}
    assert len(hand(game, 0)) == 5


def test_example_moon_plays_first_and_gains_what_esteban_needs() -> None:
    game = prepared(
        players=4,
        to_move=None,
        side_to_move=0,
        hands={0: ["titus", "annie"], 2: ["bruss0l0", "ivan"]},
        zenithium=(2, 1),
        levels=({"animod": 2}, {}),
        boards="DUN",
        supply=["credits_3"],
    )
    refused = game.copy()
    refused.play(0, "first 0")
    assert "develop titus" not in options(refused)
    game.play(0, "first 2")
    play(game, "recruit bruss0l0")
    assert side(game, 0)["zenithium"] == 3
    assert len(hand(game, 2)) == 4  # she has ended her turn
    assert asked(game).seats == (0,)
    play(game, "develop titus", "planet terra")
    assert side(game, 0)["technologies"]["animod"] == 3
    assert side(game, 0)["zenithium"] == 0


def test_example_moon_takes_the_badge_and_gives_esteban_a_card() -> None:
    game = prepared(
        players=4,
        to_move=None,
        side_to_move=0,
        hands={0: ["cresus", "annie", "ivan", "titus"], 2: ["mc4ffr3y", "nero", "atlas", "zenon"]},
        deck=["felis"],
    )
    game.play(0, "recruit cresus")
    assert hand(game, 0) == ["annie", "ivan", "titus", "felis"]
    play(game, "lead mc4ffr3y", "share nero")
    assert len(hand(game, 2)) == 5
    assert hand(game, 0) == ["annie", "ivan", "titus", "felis", "nero"]  # his 4 and the gift


def test_example_a_teammate_who_has_played_draws_with_the_badge_in_the_next_turn() -> None:
    game = prepared(
        players=4,
        to_move=2,
        played=[0],
        hand=["mc4ffr3y", "nero"],
        hands={0: ["annie", "ivan", "titus", "felis"], 1: ["cresus"], 3: ["pachacuti"]},
    )
    play(game, "lead mc4ffr3y", "decline")
    assert (len(hand(game, 0)), len(hand(game, 2))) == (4, 5)
    game.play(1, "recruit cresus")
    game.play(3, "develop pachacuti")
    assert len(hand(game, 0)) == 4
    game.play(0, "recruit felis")
    assert len(hand(game, 0)) == 5


# --- FAQ ---


def test_faq_an_empty_deck_is_made_of_the_shuffled_discard_pile() -> None:
    game = prepared(hand=["cresus"], rest="discard", deck=["nero"])
    events = play(game, "recruit cresus")
    assert "DeckShuffled" in names(events)
    assert len(hand(game, 0)) == 4
    assert hand(game, 0)[0] == "nero"
    assert game.view(None)["discard"] == []


def test_faq_an_empty_supply_of_tokens_is_made_of_the_discarded_ones() -> None:
    on_boards = {
        **{"mercury": "influence", "venus": "influence", "terra": "influence"},
        **{"mars": "zenithium", "jupiter": "zenithium", "animod": "zenithium"},
        **{"human": "badge", "robot": "badge"},
    }
    rest = [
        *("influence", "credits_3", "credits_3", "credits_4", "credits_4"),
        *("mobilize", "exile", "transfer"),
    ]
    game = prepared(hand=["orw3ll"], tokens=on_boards, token_discard=rest)
    events = play(game, "recruit orw3ll")
    assert "TokensShuffled" in names(events)
    assert "TokenGained" in names(events)
    assert game.view(None)["token_supply"]["count"] == 7
    assert len(game.view(None)["token_discard"]) == 1


def test_faq_tokens_on_the_boards_are_not_replaced() -> None:
    game = prepared(
        hand=["handy-luke"],
        discs={"mars": 3},
        tokens={"mars": "zenithium", "robot": "credits_3", "venus": "badge"},
    )
    play(game, "recruit handy-luke", "token robot")
    assert game.view(None)["tokens"] == {"venus": "badge"}


def test_faq_the_recruited_card_counts_for_its_own_effects() -> None:
    game = prepared(hand=["septimus"], columns=({"mars": ["titus"]}, {}))
    play(game, "recruit septimus", "exile 2")
    assert side(game, 0)["columns"]["mars"] == []
    assert disc(game, "mars") == 2
    game = prepared(hand=["geronimo"])
    play(game, "recruit geronimo")
    assert side(game, 0)["credits"] == 20  # 2 paid, 2 gained for Venus


def test_faq_a_won_disc_does_not_discard_the_cards_of_the_column() -> None:
    game = prepared(hand=["mc4ffr3y"], discs={"mars": 3}, columns=({"mars": ["titus"]}, {}))
    play(game, "recruit mc4ffr3y")
    assert side(game, 0)["won"] == ["mars"]
    assert side(game, 0)["columns"]["mars"] == ["titus", "mc4ffr3y"]
    assert game.view(None)["discard"] == []


def test_faq_influence_left_over_does_not_go_to_the_new_disc() -> None:
    game = prepared(hand=["helena-kerr"], discs={"mars": 3})
    play(game, "recruit helena-kerr", "planet mars")
    assert side(game, 0)["won"] == ["mars"]
    assert disc(game, "mars") == 0


def test_faq_effects_that_can_t_be_applied_are_skipped() -> None:
    game = prepared(hand=["charlize-gun"], deck=["nero"])
    play(game, "recruit charlize-gun")  # nothing to transfer, nothing to exile
    assert side(game, 0)["columns"]["mercury"] == ["nero"]
    assert is_over(game)


def test_faq_the_opponent_may_win_a_disc_in_my_turn_and_gets_its_token() -> None:
    game = prepared(hand=["titus"], discs={"venus": -3}, tokens={"venus": "influence"})
    play(game, "recruit titus", "planet venus")
    assert side(game, 1)["won"] == ["venus"]
    assert (asked(game).seats, asked(game).source) == ((1,), "token venus")
    play(game, "planet jupiter")
    assert disc(game, "jupiter") == -1
    assert game.view(None)["token_discard"] == ["influence"]
    assert side(game, 0)["credits"] == 29  # then Titus goes on
    assert is_over(game)


def test_faq_h3rb3rt_need_not_exile_a_card_of_every_colour() -> None:
    mine = {"mercury": ["nero"], "mars": ["titus"], "jupiter": ["annie"]}
    game = prepared(hand=["h3rb3rt"], columns=(mine, {}))
    play(game, "recruit h3rb3rt", "decline", "exile mars", "decline")
    assert game.view(None)["discard"] == ["titus"]
    assert [disc(game, planet) for planet in ("mercury", "mars", "jupiter")] == [0, 1, 0]
    assert is_over(game)


def test_faq_l0v3cr4ft_need_not_exile_a_card_of_every_colour() -> None:
    mine = {"mercury": ["nero"], "venus": ["felis"], "jupiter": ["annie"]}
    game = prepared(hand=["l0v3cr4ft"], columns=(mine, {}))
    play(game, "recruit l0v3cr4ft", "exile mercury", "decline", "exile jupiter")
    assert game.view(None)["discard"] == ["nero", "annie"]
    assert side(game, 0)["zenithium"] == 7
    assert is_over(game)


def test_faq_of_a_resource_that_lacks_is_taken_what_there_is() -> None:
    for there in (2, 0):
        game = prepared(hand=["jack-curry"], levels=({"human": 2}, {}), credits=(0, there))
        play(game, "develop jack-curry", "planet mars")
        assert (side(game, 0)["credits"], side(game, 1)["credits"]) == (there, 0)
