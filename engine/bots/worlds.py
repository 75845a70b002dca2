"""Imagined worlds: tables that a seat can't tell from the one it sees."""

from collections.abc import Sequence

from engine.chance import Stream
from engine.table import Table


def another_world(
    table: Table, known: Sequence[int], dice: Stream, deck_is_known: bool = False
) -> Table:
    """Return a copy whose hidden cards and tokens are dealt anew.

    `known`: the seats whose hands are seen: a bot knows its own (a twin more, `twin.py`).
    """
    world = table.copy()
    if deck_is_known:
        return world
    others = [seat for seat in range(table.players) if seat not in known]
    unseen = list(table.deck[table.drawn :])
    for other in others:
        unseen += table.hands[other]
    # sorted, so that the world depends on what the seat sees and on the dice only
    unseen = dice.shuffled(sorted(unseen))
    for other in others:
        count = len(table.hands[other])
        world.hands[other] = tuple(unseen[:count])
        del unseen[:count]
    world.deck = tuple(unseen)
    world.drawn = 0
    world.supply = tuple(dice.shuffled(sorted(table.supply)))
    return world
