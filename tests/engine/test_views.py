"""Views: everything needed to draw the table and to answer, and not one hidden card."""

import json

import pytest

from engine import Chance, Game, Options, deal
from engine.events import CardsDrawn, CardsShared, MulliganChosen
from engine.views import imagine, open_hand
from tests.engine.invariants import random_game
from tests.engine.prepared import columns_of_all_but, play, prepared


def test_a_seat_sees_its_own_hand_and_only_how_many_cards_others_have() -> None:
    game = prepared(hand=["nero", "titus"], hands={1: ["atlas"]})
    hands = game.view(0)["hands"]
    assert hands == [{"count": 2, "cards": ["nero", "titus"]}, {"count": 1, "cards": None}]
    assert all(hand["cards"] is None for hand in game.view(None)["hands"])


def test_a_teammate_does_not_see_the_hand_of_the_other() -> None:
    game = prepared(players=4, hand=["nero"], hands={2: ["titus"]})
    assert game.view(0)["hands"][2] == {"count": 1, "cards": None}
    assert game.view(2)["hands"][0] == {"count": 1, "cards": None}


def test_deck_and_supply_are_numbers() -> None:
    view = prepared(hand=["nero"], tokens={"mars": "badge"}).view(0)
    assert view["deck"] == {"count": 90 - 5, "cards": None}
    assert view["token_supply"] == {"count": 15, "tokens": None}
    assert view["seed"] is None


def test_only_who_is_asked_sees_the_question() -> None:
    game = prepared(hand=["elisabeth", "nero", "titus"])
    play(game, "recruit elisabeth")
    mine, theirs = game.view(0)["pending"], game.view(1)["pending"]
    assert mine[0]["options"] == ["discard nero", "discard titus"]
    assert theirs == [
        {"seats": [0], "kind": None, "options": None, "source": "elisabeth", "optional": None}
    ]
    assert game.view(None)["pending"] == theirs


def test_the_prices_of_the_own_hand_are_there_now() -> None:
    game = prepared(
        hand=["nero", "caesar"],
        columns=({"mercury": ["atlas", "wul"]}, {}),
        levels=({"animod": 5}, {}),
    )
    assert game.view(0)["prices"] == {
        "nero": {"recruit": 5, "develop": None},
        "caesar": {"recruit": 2, "develop": None},
    }
    assert game.view(None)["prices"] == {}


def test_sides_have_their_hand_limit_and_their_progress() -> None:
    view = prepared(badge=(1, "gold"), won=(["mars", "mars", "venus"], [])).view(None)
    assert [side["hand_limit"] for side in view["sides"]] == [4, 6]
    assert view["sides"][0]["progress"] == {
        "absolute": [2, 3],
        "democratic": [2, 4],
        "popular": [3, 5],
    }


def test_a_seat_that_the_game_has_not_has_no_view() -> None:
    with pytest.raises(ValueError, match="no seat 2"):
        prepared(hand=["nero"]).view(2)


def test_the_mulligan_is_secret_until_all_have_answered() -> None:
    game = Game(deal(Options(), "secret"))
    first = open_hand(game.view(0), 0)
    (event,) = game.play(0, f"redraw {first[0]} {first[2]}")
    assert isinstance(event, MulliganChosen)
    assert event.seen_by(0).agents == (first[0], first[2])
    assert event.seen_by(1).agents is None
    assert game.view(0)["mulligan"] == {"answered": [0], "replaced": [first[0], first[2]]}
    assert game.view(1)["mulligan"] == {"answered": [0], "replaced": None}
    assert game.view(1)["discard"] == []
    game.play(1, "redraw")
    assert game.view(1)["discard"] == [first[0], first[2]]


def test_a_drawn_card_is_a_card_to_others() -> None:
    game = prepared(hand=["nero"], deck=["titus"])
    drawn = [event for event in game.play(0, "lead nero") if isinstance(event, CardsDrawn)]
    assert drawn[0].seen_by(0) == drawn[0]
    hidden = drawn[0].seen_by(1)
    assert hidden == drawn[0].seen_by(None)
    assert hidden.count == drawn[0].count
    assert hidden.agents is None
    assert drawn[0].to_json().keys() == hidden.to_json().keys()


def test_shared_cards_are_seen_by_the_two_teammates() -> None:
    game = prepared(players=4, hand=["mc4ffr3y", "nero", "titus"])
    play(game, "lead mc4ffr3y")
    events = game.play(0, "share titus")
    (shared,) = [event for event in events if isinstance(event, CardsShared)]
    assert [shared.seen_by(seat).agents for seat in range(4)] == [
        ("titus",),
        None,
        ("titus",),
        None,
    ]
    assert shared.seen_by(None).count == 1


def test_everything_is_public_when_the_game_is_over() -> None:
    game = random_game(Options(), "over")
    view = game.view(None)
    assert view["phase"] == "over"
    assert view["seed"] == "over"
    position = game.position()
    assert [hand["cards"] for hand in view["hands"]] == position["hands"]
    assert view["deck"]["cards"] == position["deck"]
    assert view["token_supply"]["tokens"] == position["token_supply"]


def test_a_game_imagined_from_a_view_shows_the_same_view() -> None:
    def look(game: Game, _: object) -> None:
        if game.outcome is not None:
            return
        decision = game.pending[0]
        view = game.view(decision.seats[0])
        table = imagine(json.loads(json.dumps(view)), Chance("what if"))
        again = game.copy()
        again._table = table
        assert again.view(decision.seats[0]) == view

    for players in (2, 4):
        random_game(Options(players, secret_agents=True), "imagined", look)


def test_a_game_imagined_from_a_view_waits_where_the_view_does() -> None:
    """Also where other hands, as they might be imagined, could never move again."""
    hands = {0: ["cl4rke"], 1: ["buj0ld"], 2: [], 3: ["w4ts0n"]}
    held = [card for cards in hands.values() for card in cards]
    columns = columns_of_all_but(*held)
    game = prepared(
        players=4,
        hands=hands,
        columns=({}, columns),
        levels=({"robot": 5}, {"robot": 5}),
        credits=(0, 0),
        to_move=0,
    )
    view = game.view(0)
    assert view["pending"][0]["options"] == ["lead cl4rke"]
    for seed in range(9):
        table = imagine(view, Chance(str(seed)))
        again = game.copy()
        again._table = table
        assert again.view(0) == view
    assert Game.imagined(view).view(0) == view


# --- a turn imagined ahead ---


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_seat_can_imagine_that_its_turn_begins_now(players: int, seed: int) -> None:
    """At any moment, for whichever player is asked: from the view alone; it can always lead."""
    game = Game(deal(Options(players=players), f"ahead {seed}"))
    for count in range(60):
        if not game.pending:
            break
        for seat in range(players):
            view = game.view(seat)
            if view["phase"] == "turn" and view["hands"][seat]["count"]:
                before = json.dumps(view)
                (decision,) = Game.imagined_turn(view).pending
                assert (decision.kind, decision.seats) == ("turn", (seat,))
                assert json.dumps(view) == before
        seat = game.pending[0].seats[0]
        game.play(seat, Chance(f"{seed} {count}").shuffled("x", game.pending[0].options)[0])


def test_a_teammate_who_is_about_to_play_has_played_then() -> None:
    view = prepared(players=4, hand=["nero"], hands={2: ["titus"]}).view(2)
    assert view["to_move"] == 0
    ahead = Game.imagined_turn(view)
    assert ahead.view(2)["played"] == [0]
    ahead.play(2, "lead titus")
    assert ahead.pending[0].seats != (0,)
