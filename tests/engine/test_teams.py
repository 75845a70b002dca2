"""Four players: who plays first, where a seat may recruit, what teammates share."""

import pytest

from engine import Game, IllegalAction, NotYourTurn, Outcome
from engine.views import open_hand
from tests.engine.made_up import asked
from tests.engine.prepared import disc, options, play, prepared, side

HANDS = {
    0: ["bruss0l0", "mc4ffr3y"],
    1: ["nero", "felis"],
    2: ["zenon", "jack-curry"],
    3: ["annie", "caesar"],
}


def teams(side_to_move: int = 0) -> Game:
    """A game at the start of a team's turn."""
    return prepared(players=4, to_move=None, side_to_move=side_to_move, hands=HANDS)


def hand(game: Game, seat: int) -> list[str]:
    cards = open_hand(game.view(seat), seat)
    return cards


# --- who plays first ---


@pytest.mark.parametrize(("team", "seats"), [(0, (0, 2)), (1, (1, 3))])
def test_a_team_is_asked_who_plays_first(team: int, seats: tuple[int, int]) -> None:
    game = teams(team)
    assert (asked(game).kind, asked(game).seats) == ("order", seats)
    assert options(game) == tuple(f"first {seat}" for seat in seats)
    assert not asked(game).optional


@pytest.mark.parametrize("says", [0, 2])
@pytest.mark.parametrize("first", [0, 2])
def test_either_teammate_may_name_itself_or_the_other(says: int, first: int) -> None:
    game = teams()
    game.play(says, f"first {first}")
    assert (asked(game).kind, asked(game).seats) == ("turn", (first,))


@pytest.mark.parametrize(("seat", "action"), [(0, "recruit bruss0l0"), (2, "recruit zenon")])
def test_a_turn_action_of_either_teammate_means_i_play_first(seat: int, action: str) -> None:
    game = teams()
    game.play(seat, action)
    assert side(game, 0)["columns"]["terra"] == [action.split()[1]]
    assert (asked(game).kind, asked(game).seats) == ("turn", (2 - seat,))


def test_a_turn_action_names_a_card_of_the_own_hand() -> None:
    game = teams()
    for seat, action in ((0, "recruit zenon"), (2, "recruit bruss0l0"), (0, "first 1")):
        with pytest.raises(IllegalAction):
            game.play(seat, action)
    for seat in (1, 3):
        with pytest.raises(NotYourTurn):
            game.play(seat, "first 0")
    assert asked(game).kind == "order"


def test_a_turn_action_that_is_not_possible_does_not_settle_the_order() -> None:
    game = teams()
    with pytest.raises(IllegalAction):
        game.play(0, "recruit mc4ffr3y")  # of Mars: seat 0 sits on the technology side
    assert asked(game).kind == "order"


def test_both_teammates_play_a_full_turn_then_the_other_team_chooses_its_order() -> None:
    game = teams()
    game.play(2, "recruit zenon")
    assert len(hand(game, 2)) == 4
    with pytest.raises(NotYourTurn):
        game.play(2, "recruit jack-curry")
    game.play(0, "recruit bruss0l0")
    assert len(hand(game, 0)) == 4
    assert (asked(game).kind, asked(game).seats) == ("order", (1, 3))
    game.play(3, "recruit annie")
    game.play(1, "recruit felis")
    assert (asked(game).kind, asked(game).seats) == ("order", (0, 2))


def test_a_team_chooses_its_order_anew_each_time() -> None:
    game = teams()
    game.play(2, "recruit zenon")
    game.play(0, "recruit bruss0l0")
    game.play(1, "recruit felis")
    game.play(3, "recruit annie")
    game.play(0, "first 0")
    assert asked(game).seats == (0,)


def test_a_teammate_with_an_empty_hand_skips_to_the_end_of_its_turn() -> None:
    game = prepared(players=4, to_move=None, side_to_move=0, hands={**HANDS, 2: []})
    game.play(2, "first 2")
    assert len(hand(game, 2)) == 4
    assert (asked(game).kind, asked(game).seats) == ("turn", (0,))


# --- where a seat may recruit ---

ONE_EACH = ["nero", "felis", "zenon", "titus", "annie"]
"""A card each of Mercury, Venus, Terra, Mars, Jupiter."""


@pytest.mark.parametrize(
    ("seat", "cards"),
    [
        (0, {"nero", "felis", "zenon"}),
        (1, {"nero", "felis", "zenon"}),
        (2, {"zenon", "titus", "annie"}),
        (3, {"zenon", "titus", "annie"}),
    ],
)
def test_a_seat_recruits_on_three_planets_and_nothing_else_is_restricted(
    seat: int, cards: set[str]
) -> None:
    game = prepared(players=4, to_move=seat, hand=ONE_EACH)
    answers: dict[str, set[str]] = {card: set() for card in ONE_EACH}
    for option in options(game):
        use, card = option.split()
        answers[card].add(use)
    for card in ONE_EACH:
        assert answers[card] == {"develop", "lead"} | ({"recruit"} if card in cards else set())


def test_mobilized_cards_and_influence_go_to_any_planet() -> None:
    game = prepared(players=4, to_move=0, hand=["cresus", "f4rm3r"], deck=["titus", "annie"])
    play(game, "lead cresus")
    assert side(game, 0)["columns"]["mars"] == ["titus"]
    assert side(game, 0)["columns"]["jupiter"] == ["annie"]
    game = prepared(players=4, to_move=0, hand=["f4rm3r"])
    play(game, "recruit f4rm3r", "planet mars", "planet jupiter")
    assert (disc(game, "mars"), disc(game, "jupiter")) == (1, 1)


# --- what teammates share ---


def test_teammates_share_credits_zenithium_columns_and_technologies() -> None:
    game = prepared(
        players=4,
        to_move=0,
        hand=["zenon"],
        hands={2: ["elisabeth", "cresus", "titus"]},
        credits=(1, 0),
        zenithium=(1, 0),
    )
    play(game, "recruit zenon")
    assert side(game, 0)["credits"] == 8
    assert "develop elisabeth" in options(game)
    play(game, "recruit elisabeth", "discard cresus")
    assert side(game, 0)["columns"]["terra"] == ["zenon", "elisabeth"]
    assert side(game, 0)["credits"] == 7  # 1 less for the teammate's card
    assert side(game, 0)["zenithium"] == 2


def test_the_badge_counts_for_both_but_a_hand_is_filled_at_the_end_of_its_own_turn() -> None:
    game = prepared(players=4, to_move=0, hand=["mc4ffr3y"], hands={2: ["zenon"]})
    play(game, "lead mc4ffr3y")
    assert (len(hand(game, 0)), len(hand(game, 2))) == (5, 1)
    play(game, "recruit zenon")
    assert (len(hand(game, 0)), len(hand(game, 2))) == (5, 5)


def test_a_card_s_choices_are_those_of_the_seat_that_plays() -> None:
    game = prepared(players=4, to_move=0, hand=["f4rm3r"])
    play(game, "recruit f4rm3r")
    assert asked(game).seats == (0,)


def test_effects_on_the_hand_take_the_hand_of_the_seat_that_plays() -> None:
    game = prepared(players=4, to_move=0, hand=["punk-mari", "nero"], hands={2: ["zenon"]})
    play(game, "recruit punk-mari")
    assert hand(game, 0) == []
    assert hand(game, 2) == ["zenon"]


# --- cards for the teammate ---


def test_the_leader_may_give_up_to_2_cards_to_the_teammate() -> None:
    game = prepared(players=4, to_move=0, hand=["mc4ffr3y", "nero", "felis", "titus"])
    play(game, "lead mc4ffr3y")
    assert (asked(game).kind, asked(game).source) == ("share", "leadership")
    assert set(options(game)) == {
        *("share nero", "share felis", "share titus"),
        *("share nero felis", "share nero titus", "share felis titus"),
        "decline",
    }
    assert asked(game).optional
    assert options(game)[-1] == "decline"


@pytest.mark.parametrize(
    ("answer", "given"),
    [("share felis", ["felis"]), ("share nero titus", ["nero", "titus"]), ("decline", [])],
)
def test_cards_given_go_to_the_teammate_and_the_giver_draws(answer: str, given: list[str]) -> None:
    cards = ["nero", "felis", "titus"]
    game = prepared(players=4, to_move=2, hand=["mc4ffr3y", *cards], hands={0: ["zenon", "annie"]})
    play(game, "lead mc4ffr3y", answer)
    kept = [card for card in cards if card not in given]
    assert hand(game, 0) == ["zenon", "annie", *given]
    assert hand(game, 2)[: len(kept)] == kept
    assert len(hand(game, 2)) == 5


def test_a_hand_above_the_limit_through_a_gift_keeps_its_cards() -> None:
    game = prepared(
        players=4,
        to_move=0,
        hand=["mc4ffr3y", "nero", "felis"],
        hands={2: ["zenon", "annie", "ivan", "atlas", "chaka"]},
    )
    play(game, "lead mc4ffr3y", "share nero felis")
    assert len(hand(game, 2)) == 7
    play(game, "recruit zenon")
    assert hand(game, 2) == ["annie", "ivan", "atlas", "chaka", "nero", "felis"]


def test_the_effects_of_the_leadership_come_before_the_cards_for_the_teammate() -> None:
    game = prepared(players=4, to_move=0, hand=["cresus", "nero"], deck=["titus", "annie"])
    play(game, "lead cresus")
    assert asked(game).kind == "share"
    assert side(game, 0)["columns"]["mars"] == ["titus"]
    assert game.view(None)["badge"] == {"side": 0, "face": "silver"}


def test_without_a_card_left_there_is_none_to_give() -> None:
    game = prepared(players=4, to_move=0, hand=["mc4ffr3y"])
    play(game, "lead mc4ffr3y")
    assert (asked(game).kind, asked(game).seats) == ("turn", (2,))


def test_with_two_players_no_card_is_given() -> None:
    game = prepared(hand=["mc4ffr3y", "nero"])
    play(game, "lead mc4ffr3y")
    assert (asked(game).kind, asked(game).seats) == ("turn", (1,))


def test_only_the_teammates_learn_which_cards_are_given() -> None:
    game = prepared(players=4, to_move=0, hand=["mc4ffr3y", "nero", "felis"])
    play(game, "lead mc4ffr3y")
    shared = game.play(0, "share nero")[0]
    assert shared.seen_by(2).to_json()["agents"] == ("nero",)
    for viewer in (1, 3, None):
        hidden = shared.seen_by(viewer).to_json()
        assert (hidden["agents"], hidden["count"]) == (None, 1)


# --- the end ---


def test_a_team_wins_with_the_discs_of_both_and_the_teammate_plays_no_more() -> None:
    game = prepared(
        players=4, to_move=0, hand=["felis"], discs={"venus": 3}, won=(["venus", "venus"], [])
    )
    play(game, "recruit felis")
    assert game.outcome == Outcome(winner=0, victory="absolute")
    assert game.pending == ()
