"""The greedy bot in prepared positions: it sees whole turns, its own end and the other's."""

from typing import Any

import pytest

from engine import Chance, Game, Options, deal
from engine.bots import BOTS, Thought
from engine.bots.greedy import NODES
from engine.bots.search import Limits, SearchResult, TurnSearch, step, without_its_end
from engine.bots.value import WEIGHTS, WIN, Value
from engine.notation import decision
from engine.public_types import Snapshot
from engine.table import Table
from engine.views import imagine
from tests.engine.prepared import disc, prepared

GREEDY = BOTS["greedy"]
VALUE = Value(WEIGHTS)
CHEAP = ("zenon", "cresus", "annie")
"""Cards that bring money and no disc to its zone: what else could be played."""
FOUR_DISCS = ("mercury", "mercury", "venus", "venus")
"""The next disc of any planet wins."""


def think(game: Game, seed: str = "any") -> Thought:
    """Return the greedy bot's thought at the only pending decision."""
    (pending,) = game.pending
    return GREEDY.think(game.view(pending.seats[0]), Chance(seed))


def play_turn(game: Game, seat: int, seed: str = "any") -> list[str]:
    """Let the greedy bot play until another seat is asked, or the game is over."""
    actions: list[str] = []
    while game.pending and game.pending[0].seats == (seat,):
        actions.append(think(game, f"{seed} {len(actions)}").action)
        game.play(seat, actions[-1])
    return actions


def table_of(game: Game) -> Table:
    """Return the table as the seat to move imagines it."""
    return imagine(game.view(game.pending[0].seats[0]), Chance("imagined"))


def search(table: Table, options: list[int] | None = None) -> SearchResult:
    """Search without reserve."""
    side = table.stack[-1][2]
    limits = Limits(nodes=100_000, width=100_000)
    return TurnSearch(VALUE, side, limits)(table, table.options if options is None else options)


WINS: dict[str, dict[str, Any]] = {
    "with the one step of a card": {
        "hand": ("little-bob", *CHEAP),
        "discs": {"mars": 3},
    },
    "with the second choice of three": {
        "hand": ("charlemagne", *CHEAP),
        "discs": {"mars": 3, "mercury": -2},
    },
    "by paying a cost": {
        "hand": ("suleiman", *CHEAP),
        "discs": {"mars": 1},
        "credits": (14, 0),
    },
    "by giving something away first": {
        "hand": ("lula-smart", *CHEAP),
        "discs": {"terra": 2},
    },
    "by a technology that applies all levels below": {
        "hand": ("bruss0l0", *CHEAP),
        "boards": "SUN",
        "levels": ({"robot": 2}, {}),
        "discs": {"mars": 2},
    },
    "with the badge that another card needs": {
        "hand": ("c1x1n", *CHEAP),
        "discs": {"venus": 2},
        "badge": (0, "silver"),
    },
}


@pytest.mark.parametrize("how", WINS)
def test_it_wins_in_one_turn(how: str) -> None:
    for seed in ("a", "b", "c"):
        game = prepared(won=(FOUR_DISCS, ()), **WINS[how])
        play_turn(game, 0, seed)
        assert game.outcome is not None
        assert game.outcome.winner == 0


def test_it_wins_in_the_middle_of_an_effect() -> None:
    game = prepared(hand=("charlemagne", *CHEAP), won=(FOUR_DISCS, ()), discs={"mars": 3})
    game.play(0, "recruit charlemagne")
    game.play(0, "planet jupiter")
    assert think(game).action == "planet mars"


@pytest.mark.parametrize("seat", [1, 3])
def test_it_lets_the_teammate_wait_if_it_can_win_itself(seat: int) -> None:
    # one credit and no zenithium: the teammate's turns mostly go on after their first answer,
    # so that the search ends with the win before it has valued any of them
    others = ("cresus", "annie", "ivan", "titus")
    hands = {1: others, 3: others} | {seat: ("bruss0l0", "elisabeth")}
    game = prepared(
        players=4,
        to_move=None,
        side_to_move=1,
        hands=hands,
        credits=(20, 1),
        zenithium=(5, 0),
        won=((), FOUR_DISCS),
        discs={"terra": -3},
    )
    for number in range(12):
        assert GREEDY(game.view(seat), Chance(f"{number}")) == f"first {seat}"


def test_it_takes_the_disc_back_that_would_lose_the_game() -> None:
    for seed in ("a", "b", "c"):
        game = prepared(
            hand=("little-bob", *CHEAP), won=((), FOUR_DISCS), discs={"jupiter": -3, "mercury": 2}
        )
        play_turn(game, 0, seed)
        assert (disc(game, "jupiter") or 0) > -3


def test_it_does_not_help_the_other_side_to_win() -> None:
    game = prepared(hand=("titus",), won=((), FOUR_DISCS), discs={"jupiter": -3})
    play_turn(game, 0)
    assert game.outcome is None
    assert disc(game, "jupiter") == -3


def test_it_answers_in_the_turn_of_the_other_side() -> None:
    # Titus wins the disc of Venus for side 1, with a token that moves one disc
    game = prepared(
        hand=("titus", *CHEAP),
        discs={"venus": -3, "jupiter": -3},
        won=((), ("mercury", "mercury", "mars")),
        tokens={"venus": "influence"},
    )
    game.play(0, "recruit titus")
    game.play(0, "planet venus")
    (pending,) = game.pending
    assert pending.seats == (1,)
    assert think(game).action == "planet jupiter"


def test_the_other_side_is_expected_to_choose_what_is_worst() -> None:
    game = prepared(
        hand=("titus", *CHEAP),
        discs={"venus": -3, "jupiter": -3},
        won=((), ("mercury", "mercury", "mars")),
        tokens={"venus": "influence"},
    )
    table = table_of(game)
    (titus,) = [option for option in table.options if option % 3 == 0][:1]
    start = without_its_end(table)
    step(start, titus)
    venus = decision(start).options.index("planet venus")
    found = search(start)
    # the token would bring the fifth disc: to let it be won is to lose
    assert found.values[start.options[venus]] == -WIN
    assert max(found.values.values()) > -WIN


def test_the_cards_that_will_be_drawn_have_no_say() -> None:
    game = prepared(hand=("little-bob", "charlemagne", "nero", "elisabeth"), levels=({}, {}))
    table = table_of(game)
    options = [option for option in table.options if option % 3 == 0]
    mirrored = table.copy()
    mirrored.deck = table.deck[::-1]
    assert search(table, options).values == search(mirrored, options).values
    assert not search(table, options).lucky


def test_a_turn_that_draws_is_known_to_hang_on_luck() -> None:
    game = prepared(hand=("h4milt0n", "orw3ll", "nero"), zenithium=(0, 0))
    table = table_of(game)
    words = decision(table).options
    lucky = {words[table.options.index(option)] for option in search(table).lucky}
    assert lucky == {"recruit h4milt0n", "recruit orw3ll", "lead nero"}


def test_the_order_of_choices_does_not_multiply_the_work() -> None:
    game = prepared(hand=("charlemagne",))
    table = table_of(game)
    recruit = [option for option in table.options if option % 3 == 0]
    found = search(table, recruit)
    # 5 * 4 * 3 orders of three planets among five; ten sets
    assert found.nodes < 1 + 5 + 5 * 4 + 5 * 4 * 3


COLUMN = ("zenon", "elisabeth", "bruss0l0", "sir-sam", "ice-june")
FULL = {
    "mercury": ("nero", "amytis", "wul"),
    "venus": ("cresus", "felis", "luc4s"),
    "terra": COLUMN,
    "mars": ("mc4ffr3y", "caesar", "w4ts0n"),
    "jupiter": ("pkd1ck", "annie", "ivan"),
}
FOURS = {"animod": 4, "human": 4, "robot": 4}
NASTY: dict[str, dict[str, Any]] = {
    f"level 5 with boards {a}{h}{r}": {
        "hand": ("gilgamesh", "punk-mari", "th0mps0n", "cl4rke", "khan", "helena-kerr"),
        "boards": a + h + r,
        "levels": (FOURS, FOURS),
        "columns": ({}, FULL),
        "badge": (0, "gold"),
        "credits": (60, 60),
        "zenithium": (20, 20),
        "discs": {"mercury": 1, "venus": -1, "mars": 2, "jupiter": -2},
    }
    for a in "SD"
    for h in "UO"
    for r in "NP"
} | {
    "Magellan, Charlemagne and the like": {
        "hand": ("magellan", "charlemagne", "lady-moore", "gibs0n", "charlize-gun", "v4nv0gt"),
        "columns": ({}, FULL),
        "levels": (FOURS, {}),
        "zenithium": (20, 20),
        "credits": (60, 60),
        "badge": (0, "gold"),
        "discs": {"mercury": 1, "venus": -1, "mars": 2, "jupiter": -2},
    },
}


@pytest.mark.parametrize("position", NASTY)
def test_a_turn_with_thousands_of_ends_keeps_to_its_budget(position: str) -> None:
    for seed in ("a", "b"):
        game = prepared(**NASTY[position])
        while game.pending and game.pending[0].seats == (0,):
            thought = think(game, seed)
            # the last table that is looked into may have some answers more
            assert thought.nodes <= NODES + 60
            game.play(0, thought.action)


def test_it_sees_a_win_at_the_end_of_a_turn_with_thousands_of_ends() -> None:
    position = NASTY["level 5 with boards SUN"] | {
        "won": (("mercury", "mercury", "venus"), ()),
        "discs": {"mercury": -3, "venus": -3, "terra": 3, "mars": 0, "jupiter": -3},
    }
    game = prepared(**position)
    play_turn(game, 0)
    assert game.outcome is not None
    assert game.outcome.winner == 0


def test_a_mulligan_keeps_what_can_be_paid() -> None:
    game = Game.restore(_with_hand(("zenon", "queen-suzanne", "lady-moore", "nero"), players=2))
    assert think_as(game, 0) == "redraw queen-suzanne lady-moore nero"


def test_a_mulligan_of_four_players_replaces_what_the_seat_may_not_recruit() -> None:
    game = Game.restore(_with_hand(("zenon", "annie", "cresus", "titus"), players=4))
    assert think_as(game, 0) == "redraw annie titus"


def think_as(game: Game, seat: int) -> str:
    return GREEDY(game.view(seat), Chance("any"))


def _with_hand(hand: tuple[str, ...], players: int) -> Snapshot:
    """Return a snapshot at the mulligan where seat 0 holds these cards."""
    game = Game(deal(Options(players=players), "mulligan"))
    snapshot = game.snapshot()
    table = snapshot["table"]
    piles = [*table["hands"], table["deck"]]
    for place, card in enumerate(hand):
        for pile in piles:
            if card in pile:
                old = table["hands"][0][place]
                pile[pile.index(card)] = old
                table["hands"][0][place] = card
                break
    return snapshot
