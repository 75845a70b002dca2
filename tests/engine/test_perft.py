"""Perft: the number of sequences of answers from a position, counted to a depth.

An unintended change of the rules shows as another number, whatever it was. Counted through
the public face, each decision by the options it lists; a game that ends before the depth does
not count. Nothing is left to chance within the depth: all piles lie in a known order.

To see where a number comes from: `divide(position, depth)` says it for each first answer.
"""

import pytest

from engine import Game
from engine.public_types import Position
from tests.engine.prepared import prepare

ROBOTS = (
    ("luc4s", "v3rn3", "c1x1n", "m4th3s0n", "bish0p", "r0bins0n", "b4rj4v3l", "w3lls"),
    ("wul", "h4milt0n", "m4rt1n", "v4nc3", "gibs0n", "bruss0l0", "w4ts0n", "orw3ll"),
)

POSITIONS: dict[str, tuple[Position, tuple[int, ...]]] = {
    # By hand: without credits and zenithium each of the 8 robots can only take the leadership: 8,
    # then 8 times 8. Now seat 0 has 1 zenithium and 7 robots, each for the leadership or for
    # level 1: 14. So has seat 1 after that, whatever seat 0 did: level 1 of N transfers a card,
    # but there is none. 8, 8 * 8, 8 * 8 * 14, 8 * 8 * 14 * 14. Hands of 7 draw nothing.
    "two: eight robots, penniless": (
        prepare(hands=dict(enumerate(ROBOTS)), credits=(0, 0), zenithium=(0, 0)),
        (8, 64, 896, 12544),
    ),
    # By hand: recruit Little Bob (3 credits) or lead: 2. Recruited, he asks for one of four
    # planets: 4 + 2 (seat 1 recruits or leads Cresus) = 6. After the four planets Cresus again
    # twice: 8; after the lead seat 0 has drawn 5 cards, its 6 credits pay for none of them: 2 * 5.
    # Then, after the planets, seat 0 leads one of the 4 that it drew without the badge: 8 * 4.
    # After the lead: Cresus recruited leaves seat 1 with 7 credits and draws 4 cards from 9 up,
    # Cresus led mobilizes 2 (Domitian, Gilgamesh) and draws 5 with the badge: 5 * 4 + 5 * 5.
    "two: Little Bob against Cresus": (
        prepare(
            hands={0: ("little-bob",), 1: ("cresus",)},
            credits=(3, 1),
            zenithium=(0, 0),
            deck=(
                *("lady-moore", "queen-suzanne", "magellan", "as1m0v", "augustus", "domitian"),
                *("gilgamesh", "cl4rke", "khan", "professor-zed", "ch4mb3rs", "th0mps0n"),
            ),
        ),
        (2, 6, 18, 77),
    ),
    # By hand: who plays first: 2. Any of 6 robots leads: 12. Then the badge's side may give up
    # to 2 of 5 cards to the teammate: 1 + 5 + 10 = 16 answers. The teammate then has 6, 7 or 8
    # robots and 1 zenithium, each to lead or to develop: 12 + 5 * 14 + 10 * 16 = 242.
    "four: six robots each, penniless": (
        prepare(
            players=4,
            to_move=None,
            hands={0: ROBOTS[0][:6], 2: ROBOTS[1][:6]},
            credits=(0, 0),
            zenithium=(0, 0),
        ),
        (2, 12, 192, 2904),
    ),
    # costs that may be declined, either, transfers, exiles, a token from the boards
    "two: cards on the move": (
        prepare(
            hands={
                0: ("charlize-gun", "gibs0n", "chaka", "ramses", "handy-luke"),
                1: ("caligula", "bajazet", "captain-andreev", "v4nv0gt"),
            },
            credits=(14, 12),
            zenithium=(1, 2),
            columns=(
                {"mercury": ("nero", "wul"), "venus": ("felis",), "jupiter": ("ivan",)},
                {"venus": ("cresus",), "terra": ("zenon", "tiberius"), "mars": ("titus",)},
            ),
            badge=(0, "silver"),
            tokens={"mars": "exile", "animod": "transfer", "robot": "mobilize"},
            deck=("buj0ld", "doc-wissen", "helena-kerr", "ice-june", "khan", "m4rt1n"),
        ),
        (15, 111, 1053, 9245),
    ),
    # levels that apply all levels below, line bonuses, tokens of level 2, developing by a card
    "two: technologies": (
        prepare(
            boards="DOP",
            hands={
                0: ("elisabeth", "doc-wissen", "as1m0v", "ilda-flores"),
                1: ("archimedes", "br4dbury", "buj0ld", "moussa"),
            },
            credits=(12, 12),
            zenithium=(5, 6),
            levels=({"animod": 1, "human": 3, "robot": 1}, {"animod": 2, "robot": 3}),
            columns=({"mars": ("titus",)}, {"venus": ("felis",), "terra": ("zenon",)}),
            discs={"venus": 2, "mars": -2},
            tokens={"animod": "influence", "human": "badge", "robot": "exile"},
            supply=("influence", "transfer"),
            deck=("nero", "atlas", "khan", "chaka", "ivan", "geta", "wul", "w3lls", "annie"),
        ),
        (12, 84, 605, 4965),
    ),
    # discs that are won, also by the other side, whose either seat may then answer; games that end
    "four: discs on the edge": (
        prepare(
            players=4,
            secret_agents=True,
            to_move=2,
            played=(0,),
            hands={
                0: ("nero",),
                1: ("mungo", "hiroshi-sun"),
                2: ("titus", "w1ll1s", "admiral-jack", "f4rm3r"),
                3: ("little-bob", "dandy-muller"),
            },
            credits=(12, 12),
            zenithium=(2, 3),
            won=(("terra", "terra"), ("venus", "jupiter", "mars")),
            discs={"mercury": -3, "venus": 3, "terra": 3, "mars": 2, "jupiter": -3},
            tokens={"mercury": "influence", "human": "influence"},
            deck=("wul", "w3lls", "annie", "ivan", "geta", "atlas", "chaka", "khan"),
        ),
        (12, 52, 131, 537),
    ),
}


def count(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(
        count(after(game, seat, action), depth - 1)
        for decision in game.pending
        for seat in decision.seats[:1]
        for action in decision.options
    )


def after(game: Game, seat: int, action: str) -> Game:
    game = game.copy()
    game.play(seat, action)
    return game


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return how many of the sequences begin with each answer."""
    game = Game.from_position(position)
    (decision,) = game.pending
    return {
        action: count(after(game, decision.seats[0], action), depth - 1)
        for action in decision.options
    }


@pytest.mark.parametrize(
    ("name", "depth"), [(name, depth) for name in POSITIONS for depth in (1, 2, 3, 4)]
)
def test_there_are_as_many_sequences_of_answers_as_ever(name: str, depth: int) -> None:
    position, expected = POSITIONS[name]
    assert count(Game.from_position(position), depth) == expected[depth - 1]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_division_by_first_answers_adds_up(name: str) -> None:
    position, expected = POSITIONS[name]
    assert sum(divide(position, 2).values()) == expected[1]
