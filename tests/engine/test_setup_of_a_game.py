"""The start of a game: the table, and the mulligan."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine import Game, IllegalAction, NotYourTurn, Options, deal
from engine.names import PLANETS
from engine.views import open_hand
from tests.engine.prepared import options, side


def started(first_side: int = 0, options: Options | None = None) -> Game:
    """A game at the mulligan, with this first side."""
    return Game(replace(deal(options or Options(), "a seed"), first_side=first_side))


def hand(game: Game, seat: int) -> list[str]:
    cards = open_hand(game.view(seat), seat)
    return cards


# --- the table ---


@pytest.mark.parametrize("players", [2, 4])
def test_each_side_starts_with_12_credits_and_1_zenithium(players: int) -> None:
    game = started(options=Options(players=players))
    for number in (0, 1):
        start = side(game, number)
        assert (start["credits"], start["zenithium"]) == (12, 1)
        assert start["technologies"] == {"animod": 0, "human": 0, "robot": 0}
        assert start["columns"] == {planet: [] for planet in PLANETS}
        assert start["won"] == []
    assert game.view(None)["badge"] is None


@pytest.mark.parametrize(
    ("options", "deck"),
    [
        (Options(), 82),
        (Options(players=4), 74),
        (Options(secret_agents=True), 92),
        (Options(players=4, secret_agents=True), 84),
    ],
)
def test_each_seat_gets_4_cards_and_the_rest_is_the_deck(options: Options, deck: int) -> None:
    view = started(options=options).view(None)
    assert [h["count"] for h in view["hands"]] == [4] * options.players
    assert view["deck"]["count"] == deck
    assert view["discard"] == []


def test_8_tokens_lie_in_view_and_8_in_the_supply() -> None:
    view = started().view(None)
    assert set(view["tokens"]) == {*PLANETS, "animod", "human", "robot"}
    assert view["token_supply"]["count"] == 8
    assert view["token_discard"] == []


@pytest.mark.parametrize(
    ("options", "ahead"),
    [
        (Options(), {"terra"}),
        (Options(beginner=True), {"terra", "mars", "venus"}),
        (Options(players=4), {"mars", "venus"}),
    ],
)
@pytest.mark.parametrize(("first_side", "at"), [(0, -1), (1, 1)])
def test_the_second_side_starts_with_some_influence(
    options: Options, ahead: set[str], first_side: int, at: int
) -> None:
    discs = started(first_side, options).view(None)["discs"]
    assert discs == {planet: at if planet in ahead else 0 for planet in PLANETS}


def test_the_creator_may_fix_the_boards() -> None:
    assert started(options=Options(boards="DOP")).view(None)["boards"] == "DOP"


def test_each_part_of_the_boards_is_drawn_at_random_else() -> None:
    drawn = {deal(Options(), f"seed {number}").boards for number in range(100)}
    assert drawn == {a + h + r for a in "SD" for h in "UO" for r in "NP"}


def test_the_first_side_is_drawn_at_random() -> None:
    assert {deal(Options(), f"seed {number}").first_side for number in range(20)} == {0, 1}


# --- the mulligan ---


def test_the_mulligan_has_16_answers_for_every_seat_at_the_same_time() -> None:
    game = started(options=Options(players=4))
    assert [decision.seats for decision in game.pending] == [(0,), (1,), (2,), (3,)]
    for decision in game.pending:
        (seat,) = decision.seats
        cards = hand(game, seat)
        sets = [chosen for count in range(5) for chosen in combinations(cards, count)]
        assert len(sets) == 16
        assert set(decision.options) == {" ".join(["redraw", *chosen]) for chosen in sets}
        assert (decision.kind, decision.optional) == ("mulligan", False)


def test_each_of_the_16_answers_replaces_just_those_cards() -> None:
    start = started()
    deck = list(deal(Options(), "a seed").deck)
    for answer in start.pending[0].options:
        game = start.copy()
        game.play(0, answer)
        game.play(1, "redraw")
        replaced = answer.split()[1:]
        kept = [card for card in hand(start, 0) if card not in replaced]
        assert hand(game, 0) == kept + deck[: len(replaced)]
        assert game.view(None)["discard"] == replaced
        assert game.view(None)["deck"]["count"] == 82 - len(replaced)
        assert hand(game, 1) == hand(start, 1)


def test_nothing_is_drawn_before_the_last_seat_has_answered() -> None:
    game = started()
    before = hand(game, 1)
    events = game.play(1, " ".join(["redraw", *before]))
    assert [event.to_json()["event"] for event in events] == ["MulliganChosen"]
    assert hand(game, 1) == before
    assert game.view(None)["deck"]["count"] == 82
    assert game.view(None)["discard"] == []
    assert [decision.seats for decision in game.pending] == [(0,)]


def test_nobody_learns_what_another_seat_replaces_before_all_have_answered() -> None:
    one, all_four = started(), started()
    (event,) = one.play(0, f"redraw {hand(one, 0)[2]}")
    (other,) = all_four.play(0, " ".join(["redraw", *hand(all_four, 0)]))
    for viewer in (1, None):
        assert one.view(viewer) == all_four.view(viewer)
        assert event.seen_by(viewer) == other.seen_by(viewer)
    assert one.view(0) != all_four.view(0)


def test_what_was_replaced_lies_face_up_afterwards_in_the_order_of_the_seats() -> None:
    game = started()
    mine, theirs = hand(game, 0), hand(game, 1)
    game.play(1, f"redraw {theirs[3]}")
    game.play(0, f"redraw {mine[0]} {mine[2]}")
    for viewer in (0, 1, None):
        assert game.view(viewer)["discard"] == [mine[0], mine[2], theirs[3]]


def test_the_new_cards_depend_on_no_ones_speed() -> None:
    games = []
    for order in ((0, 1), (1, 0)):
        game = started()
        for seat in order:
            game.play(seat, " ".join(["redraw", *hand(game, seat)]))
        games.append([hand(game, 0), hand(game, 1)])
    assert games[0] == games[1]
    deck = list(deal(Options(), "a seed").deck)
    assert games[0] == [deck[:4], deck[4:8]]


def test_a_seat_answers_the_mulligan_once() -> None:
    game = started()
    game.play(0, "redraw")
    with pytest.raises(NotYourTurn):
        game.play(0, "redraw")


def test_only_cards_of_the_own_hand_are_replaced() -> None:
    game = started()
    with pytest.raises(IllegalAction):
        game.play(0, f"redraw {hand(game, 1)[0]}")


@pytest.mark.parametrize("first_side", [0, 1])
def test_the_first_side_begins_after_the_mulligan(first_side: int) -> None:
    game = started(first_side)
    game.play(0, "redraw")
    game.play(1, "redraw")
    (decision,) = game.pending
    assert (decision.kind, decision.seats) == ("turn", (first_side,))


@pytest.mark.parametrize(("first_side", "seats"), [(0, (0, 2)), (1, (1, 3))])
def test_with_four_players_the_first_team_chooses_its_order_after_the_mulligan(
    first_side: int, seats: tuple[int, ...]
) -> None:
    game = started(first_side, Options(players=4))
    for seat in (3, 1, 0, 2):
        game.play(seat, "redraw")
    (decision,) = game.pending
    assert (decision.kind, decision.seats) == ("order", seats)
    assert options(game) == tuple(f"first {seat}" for seat in seats)
