"""The mulligan of the levels: the cards to keep by what the network says of hands.

Each set of cards to keep is filled up from several imagined decks, the same for all sets. A hand is
worth the chance to win after the best turn that it allows, if its seat began: the network judges
that turn and the cards that are left.
"""

from typing import Final

from engine.bots.bot import Thought, options_of
from engine.bots.network import chance_of
from engine.bots.search import Judge, Limits, TurnSearch
from engine.chance import Chance
from engine.notation import mulligan_options
from engine.public_types import View
from engine.rules import chosen_cards
from engine.rules.turn import turn_options
from engine.table import Table
from engine.views import imagine, in_own_turn, seat_of

WORLDS: Final = 8
"""The imagined decks that each set of cards is filled up from."""
LIMITS: Final = Limits(nodes=60, width=6)
"""The limits of the search of the turn that a hand allows."""


def learned_mulligan(view: View, chance: Chance, judge: Judge) -> Thought:
    """Return the answer to the mulligan after which the seat's hands are best, on average."""
    chances, nodes = mulligan_chances(view, chance, judge)
    return Thought(max(chances, key=chances.__getitem__), nodes)


def mulligan_chances(view: View, chance: Chance, judge: Judge) -> tuple[dict[str, float], int]:
    """Return the chance to win after each answer to the mulligan, and how many turns were tried."""
    seat = seat_of(view)
    side = seat % 2
    answers = options_of(view)
    begun = in_own_turn(view)
    totals = [0.0] * len(answers)
    nodes = 0
    for number in range(WORLDS):
        table = imagine(begun, Chance(f"{chance.seed} deck {number}"))
        for place, option in enumerate(mulligan_options(len(table.hands[seat]))):
            world = redrawn(table, seat, option)
            result = TurnSearch(judge, side, LIMITS)(world, world.options)
            nodes += result.nodes
            totals[place] += chance_of(max(result.values.values()))
    return {answer: total / WORLDS for answer, total in zip(answers, totals, strict=True)}, nodes


def redrawn(table: Table, seat: int, option: int) -> Table:
    """Return a table on which the turn of a seat begins, after its answer to the mulligan.

    `option`: the set of cards that it replaces, one of `mulligan_options`.
    """
    hand, deck = table.hands[seat], table.deck[table.drawn :]
    kept = chosen_cards(hand, ((1 << len(hand)) - 1) & ~option)
    replaced = len(hand) - len(kept)
    world = table.copy()
    world.hands[seat] = (*kept, *deck[:replaced])
    world.deck = deck[replaced:]
    world.drawn = 0
    world.options = turn_options(world, seat)
    return world
