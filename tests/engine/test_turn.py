"""A turn: the three actions, leadership and badge, the end of the turn, and of the game."""

from typing import Any

import pytest

from engine import Game, GameOver, IllegalAction, NotYourTurn, Outcome
from engine.views import open_hand
from tests.engine.made_up import asked, is_over
from tests.engine.prepared import LastFirst, columns_of_all_but, disc, options, play, prepared, side


def hand(game: Game, seat: int = 0) -> list[str]:
    cards = open_hand(game.view(seat), seat)
    return cards


# --- the three actions ---


def test_every_card_of_the_hand_may_be_used_three_ways() -> None:
    game = prepared(hand=["felis", "titus"])
    assert options(game) == (
        *("recruit felis", "develop felis", "lead felis"),
        *("recruit titus", "develop titus", "lead titus"),
    )
    assert (asked(game).kind, asked(game).source, asked(game).optional) == ("turn", "turn", False)


def test_a_turn_is_asked_even_with_a_single_answer() -> None:
    game = prepared(hand=["nero"], credits=(0, 0), zenithium=(0, 0))
    assert options(game) == ("lead nero",)


def test_a_card_costs_1_less_for_each_card_in_its_column() -> None:
    columns: dict[str, list[str]] = {"mercury": ["chaka", "atlas", "khan"]}
    assert "recruit nero" not in options(
        prepared(hand=["nero"], credits=(3, 20), columns=(columns, {}))
    )
    game = prepared(hand=["nero"], credits=(4, 20), columns=(columns, {}))
    play(game, "recruit nero")
    assert side(game, 0)["credits"] == 0


def test_cards_of_other_columns_or_of_the_opponent_make_nothing_cheaper() -> None:
    game = prepared(
        hand=["nero"],
        credits=(7, 20),
        columns=({"mars": ["titus"]}, {"mercury": ["chaka", "atlas"]}),
    )
    play(game, "recruit nero")
    assert side(game, 0)["credits"] == 0


def test_a_card_never_costs_less_than_nothing() -> None:
    columns: dict[str, list[str]] = {"mercury": ["nero", "atlas", "khan"]}
    game = prepared(hand=["w3lls", "chaka"], credits=(0, 20), columns=(columns, {}))
    assert "recruit w3lls" not in options(game)
    play(game, "recruit chaka")
    assert side(game, 0)["credits"] == 0


def test_a_card_that_is_not_in_the_hand_can_t_be_played() -> None:
    game = prepared(hand=["felis"])
    with pytest.raises(IllegalAction):
        game.play(0, "lead titus")
    with pytest.raises(NotYourTurn):
        game.play(1, "lead felis")


@pytest.mark.parametrize(
    ("card", "credits", "zenithium", "mobilized"),
    [("mc4ffr3y", 20, 6, 0), ("jack-curry", 23, 5, 0), ("cresus", 20, 5, 2)],
)
def test_the_leadership_gives_the_badge_and_what_the_faction_says(
    card: str, credits: int, zenithium: int, mobilized: int
) -> None:
    game = prepared(hand=[card], deck=["nero", "titus"])
    play(game, f"lead {card}")
    after = side(game, 0)
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}
    assert (after["credits"], after["zenithium"]) == (credits, zenithium)
    assert sum(len(column) for column in after["columns"].values()) == mobilized
    assert game.view(None)["discard"] == [card]
    assert list(game.view(None)["discs"].values()) == [0] * 5
    assert is_over(game)


@pytest.mark.parametrize(
    ("before", "after"), [(None, "silver"), ((0, "silver"), "gold"), ((0, "gold"), "gold")]
)
def test_the_badge_goes_from_silver_to_gold_and_stays_there(
    before: tuple[int, str] | None, after: str
) -> None:
    game = prepared(hand=["mc4ffr3y"], badge=before)
    play(game, "lead mc4ffr3y")
    assert game.view(None)["badge"] == {"side": 0, "face": after}
    assert side(game, 0)["zenithium"] == 6
    assert len(hand(game)) == {"silver": 5, "gold": 6}[after]


def test_the_badge_taken_from_the_opponents_gold_side_shows_silver() -> None:
    game = prepared(hand=["mc4ffr3y"], badge=(1, "gold"))
    play(game, "lead mc4ffr3y")
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}


def test_the_badge_given_away_shows_silver_and_lowers_the_hand_limit() -> None:
    game = prepared(hand=["annie"], badge=(0, "gold"))
    play(game, "recruit annie", "give")
    assert game.view(None)["badge"] == {"side": 1, "face": "silver"}
    assert len(hand(game)) == 4
    assert [side(game, number)["hand_limit"] for number in (0, 1)] == [4, 5]


# --- the end of the turn ---


@pytest.mark.parametrize(
    ("badge", "limit"),
    [(None, 4), ((1, "gold"), 4), ((0, "silver"), 5), ((0, "gold"), 6)],
)
def test_the_hand_is_filled_up_to_its_limit(badge: tuple[int, str] | None, limit: int) -> None:
    game = prepared(hand=["felis", "annie"], badge=badge, deck=["nero", "atlas"])
    play(game, "recruit felis")
    assert len(hand(game)) == limit
    assert hand(game)[:3] == ["annie", "nero", "atlas"]


def test_a_hand_above_the_limit_keeps_its_cards() -> None:
    cards = ["felis", "annie", "nero", "atlas", "titus", "zenon"]
    game = prepared(hand=cards)
    play(game, "recruit felis")
    assert hand(game) == cards[1:]
    assert game.view(None)["discard"] == []


def test_the_other_hand_is_not_filled() -> None:
    game = prepared(hand=["felis"], hands={1: ["annie"]})
    play(game, "recruit felis")
    assert hand(game, 1) == ["annie"]


def test_first_the_hand_is_filled_then_the_planets_then_the_turn_passes() -> None:
    game = prepared(hand=["felis"], discs={"venus": 3}, deck=["nero", "atlas", "titus", "zenon"])
    events = play(game, "recruit felis")
    end = next(at for at, event in enumerate(events) if event["event"] == "CardsDrawn")
    assert events[end:] == [
        {
            "event": "CardsDrawn",
            "seat": 0,
            "count": 4,
            "agents": ("nero", "atlas", "titus", "zenon"),
        },
        {"event": "DiscPlaced", "planet": "venus"},
        {"event": "TurnStarted", "seat": 1},
    ]


def test_a_planet_has_no_disc_until_the_end_of_the_turn() -> None:
    game = prepared(hand=["f4rm3r"], discs={"venus": 3})
    play(game, "recruit f4rm3r", "planet venus")
    assert disc(game, "venus") is None
    play(game, "planet mars")
    assert disc(game, "venus") == 0


def test_a_seat_with_an_empty_hand_skips_to_the_end_of_its_turn() -> None:
    game = prepared(hand=["felis"], hands={1: []})
    events = play(game, "recruit felis")
    assert {"event": "TurnSkipped", "seat": 1} in events
    assert (asked(game).kind, asked(game).seats) == ("turn", (0,))
    assert len(hand(game, 1)) == 4


def test_the_discard_pile_becomes_the_deck_when_cards_are_still_needed() -> None:
    game = prepared(
        hand=["felis"],
        deck=["nero"],
        hands={1: ["annie"]},
        columns=(columns_of_all_but("felis", "nero", "annie", "atlas", "titus", "zenon"), {}),
        discard=["atlas", "titus", "zenon"],
        chance=LastFirst(),
    )
    events = play(game, "recruit felis")
    assert {"event": "DeckShuffled", "count": 3} in events
    assert hand(game) == ["nero", "zenon", "titus", "atlas"]
    assert game.view(None)["discard"] == []


def test_the_discard_pile_stays_while_the_deck_lasts() -> None:
    deck = ["nero", "atlas", "titus", "annie"]
    game = prepared(
        hand=["felis"],
        deck=deck,
        hands={1: ["ivan"]},
        columns=({}, columns_of_all_but("felis", "ivan", "zenon", *deck)),
        discard=["zenon"],
    )
    play(game, "recruit felis")
    assert hand(game) == deck
    assert game.view(None)["discard"] == ["zenon"]
    assert game.view(None)["deck"]["count"] == 0


def test_what_there_is_is_drawn_when_both_piles_are_empty() -> None:
    game = prepared(
        hand=["felis"],
        deck=["nero"],
        hands={1: ["annie"]},
        columns=(columns_of_all_but("felis", "nero", "annie"), {}),
    )
    play(game, "recruit felis")
    assert hand(game) == ["nero"]
    assert asked(game).seats == (1,)


# --- the game is drawn ---

DRAW = Outcome(winner=None, victory=None)


def stuck(hands: dict[int, list[str]], **position: Any) -> Game:
    """A game with nothing to draw; what is in no hand lies in the columns of side 1."""
    held = [card for cards in hands.values() for card in cards]
    return prepared(
        hands=hands,
        columns=({}, columns_of_all_but(*held)),
        **{"credits": (0, 0), "zenithium": (0, 0), **position},
    )


def test_the_game_is_drawn_when_all_hands_are_empty_and_nothing_is_to_draw() -> None:
    assert stuck({0: [], 1: []}).outcome == DRAW
    game = stuck({0: [], 1: [], 2: [], 3: []}, players=4, to_move=None, side_to_move=1)
    assert game.outcome == DRAW
    assert game.pending == ()


def test_the_game_goes_on_while_one_hand_has_a_card_of_use() -> None:
    assert stuck({0: [], 1: ["felis"]}).outcome is None
    assert stuck({0: ["felis"], 1: []}).outcome is None


def test_the_game_goes_on_while_the_discard_pile_has_a_card() -> None:
    columns = columns_of_all_but("felis")
    game = prepared(hands={0: [], 1: []}, columns=(columns, {}), discard=["felis"])
    assert hand(game, 0) == ["felis"]  # it has skipped its turn and drawn, as has the other
    assert (asked(game).kind, asked(game).seats) == ("turn", (0,))


@pytest.mark.parametrize(
    ("hands", "position", "drawn"),
    [
        # Cl4rke, a robot for 9 credits, could only be led and drawn again, for ever
        ({0: ["cl4rke"], 1: []}, {"levels": ({"robot": 5}, {})}, True),
        ({0: ["cl4rke"], 1: []}, {"levels": ({"robot": 5}, {}), "credits": (8, 0)}, True),
        ({0: ["cl4rke"], 1: []}, {"levels": ({"robot": 5}, {}), "credits": (9, 0)}, False),
        # so could two robots; a human beside them brings the credits
        ({0: ["cl4rke", "buj0ld"], 1: []}, {"levels": ({"robot": 5}, {})}, True),
        ({0: ["cl4rke", "punk-mari"], 1: []}, {"levels": 2 * ({"robot": 5},)}, False),
        # it brings the zenithium to be developed itself
        ({0: ["cl4rke"], 1: []}, {"levels": ({"robot": 4}, {})}, False),
        # a human brings the credits to be recruited itself
        ({0: ["punk-mari"], 1: []}, {"levels": ({"human": 5}, {})}, False),
        # an animod mobilizes itself
        ({0: ["khan"], 1: []}, {"levels": ({"animod": 5}, {})}, False),
    ],
)
def test_the_game_is_drawn_when_the_last_cards_can_only_go_round_for_ever(
    hands: dict[int, list[str]], position: dict[str, Any], drawn: bool
) -> None:
    game = stuck(hands, **position)
    assert game.outcome == (DRAW if drawn else None)


@pytest.mark.parametrize(
    ("hands", "drawn"),
    [
        # Don Dune, a human of Mars: only the diplomacy side may recruit him
        ({0: ["don-dune"], 1: [], 2: [], 3: []}, True),
        ({0: [], 1: [], 2: ["don-dune"], 3: []}, False),
        # of two such cards one can be shared with the teammate, who may
        ({0: ["don-dune", "jack-curry"], 1: [], 2: [], 3: []}, False),
        # a human of the teammate brings the credits for a robot
        ({0: ["cl4rke"], 1: [], 2: ["punk-mari"], 3: []}, False),
        ({0: ["cl4rke"], 1: ["punk-mari"], 2: [], 3: []}, False),
        ({0: ["cl4rke"], 1: [], 2: [], 3: ["punk-mari"]}, True),
    ],
)
def test_teams_are_stuck_if_neither_seat_can_use_its_card(
    hands: dict[int, list[str]], drawn: bool
) -> None:
    at_the_end = {"animod": 5, "human": 5, "robot": 5}
    game = stuck(hands, players=4, to_move=None, side_to_move=0, levels=(at_the_end, at_the_end))
    assert game.outcome == (DRAW if drawn else None)


# --- the three victories ---


@pytest.mark.parametrize(
    ("won", "victory"),
    [
        (["venus", "venus"], "absolute"),
        (["venus", "mars", "venus"], "absolute"),
        (["mercury", "mars", "terra"], "democratic"),
        (["mars", "mars", "terra", "terra"], "popular"),
        (["venus", "mars", "mars", "terra"], "popular"),
        # several at once: absolute before democratic before popular
        (["venus", "venus", "mars", "mars"], "absolute"),
        (["mars", "mars", "terra", "jupiter"], "democratic"),
        (["venus", "mars", "mars"], None),
        (["venus"], None),
        (["mars", "terra"], None),
    ],
)
@pytest.mark.parametrize("winner", [0, 1])
def test_a_side_wins_at_the_moment_it_wins_the_disc_of_venus(
    winner: int, won: list[str], victory: str | None
) -> None:
    """Felis gains 1 influence on Venus, then 3 zenithium."""
    game = prepared(
        hands={winner: ["felis"]},
        to_move=winner,
        discs={"venus": 3 if winner == 0 else -3, "mars": 2},
        won=(won, []) if winner == 0 else ([], won),
        tokens={"venus": "credits_4"},
    )
    events = play(game, "recruit felis")
    if victory is None:
        assert game.outcome is None
        assert side(game, winner)["zenithium"] == 8
        return
    assert game.outcome == Outcome(winner, victory)
    assert events[-1] == {"event": "GameEnded", "winner": winner, "victory": victory}
    assert side(game, winner)["won"] == [*won, "venus"]
    assert side(game, winner)["zenithium"] == 5  # in the middle of the card
    assert side(game, winner)["credits"] == 17  # and without the token
    assert game.view(winner)["hands"][winner]["count"] == 0
    assert disc(game, "venus") is None


def test_discs_of_both_sides_do_not_add_up() -> None:
    game = prepared(
        hand=["felis"], discs={"venus": 3}, won=(["venus", "mars"], ["venus", "terra", "jupiter"])
    )
    play(game, "recruit felis")
    assert game.outcome is None


def test_the_other_side_may_win_in_my_turn() -> None:
    game = prepared(hand=["titus"], discs={"venus": -3}, won=([], ["venus", "venus"]))
    play(game, "recruit titus", "planet venus")
    assert game.outcome == Outcome(winner=1, victory="absolute")
    assert side(game, 0)["credits"] == 19  # no 10 credits any more


def test_the_other_side_may_win_with_a_token_in_my_turn() -> None:
    game = prepared(
        hand=["titus"],
        discs={"venus": -3, "mercury": -3},
        won=([], ["terra", "jupiter"]),
        tokens={"venus": "influence"},
    )
    play(game, "recruit titus", "planet venus")
    assert asked(game).seats == (1,)
    play(game, "planet mercury")
    assert game.outcome == Outcome(winner=1, victory="democratic")
    assert side(game, 0)["credits"] == 19


def test_nothing_can_be_played_after_the_end() -> None:
    game = prepared(hand=["felis", "annie"], discs={"venus": 3}, won=(["venus", "venus"], []))
    play(game, "recruit felis")
    for seat in (0, 1):
        with pytest.raises(GameOver):
            game.play(seat, "lead annie")
    assert game.pending == ()
    assert open_hand(game.view(None), 0) == ["annie"]  # all is public now
