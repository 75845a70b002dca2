"""A made-up card: whatever effects a test wants, printed on a card that costs nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from engine import Decision, Game
from engine.agents import NUMBER
from engine.boxes import named_cards
from engine.effects import Effect, GiveInfluence, Influence
from engine.names import Planet
from engine.rules.programs import PROGRAMS, compile_effects
from engine.sources import AGENT
from tests.engine.prepared import options, play, prepared

CARD = "celestin-petit"
"""A human of Terra for 0 credits: it is what the made-up effects are printed on."""

Recruit = Callable[..., Game]


@contextmanager
def printing() -> Iterator[Recruit]:
    """Give a function that prints effects on the card and recruits it; the card is as new after.

    `recruit(*effects, **position)`: the card has just these effects (no influence of its own),
    the seat to move holds it and `hand`, and has recruited it.
    """
    source = AGENT + NUMBER[CARD]
    as_printed = PROGRAMS[source]

    def recruit(*effects: Effect, to_move: int = 0, **position: Any) -> Game:
        PROGRAMS[source] = compile_effects(effects)
        position["hand"] = [CARD, *position.get("hand", ())]
        game = prepared(secret_agents=True, to_move=to_move, **position)
        play(game, f"recruit {CARD}")
        return game

    try:
        yield recruit
    finally:
        PROGRAMS[source] = as_printed


def asked(game: Game) -> Decision:
    """Return the one pending decision."""
    (decision,) = game.pending
    return decision


def is_over(game: Game, seat: int = 0) -> bool:
    """Whether the turn of a seat is over: the other one is asked for its turn now."""
    return asked(game).kind == "turn" and asked(game).seats == (1 - seat,)


def optional(game: Game) -> tuple[str, ...]:
    """Return the answers to an optional decision without `decline`, which has to be there."""
    assert asked(game).optional
    *answers, last = options(game)
    assert last == "decline"
    return tuple(answers)


def won_by_both(*planets: Planet) -> tuple[list[Effect], dict[str, int]]:
    """Return effects after which these planets have no disc, and where the discs start.

    Side 0 wins the first three, side 1 the others: so no side has won the game.
    """
    effects: list[Effect] = []
    discs = {}
    for place, planet in enumerate(planets):
        effects.append(Influence(planet) if place < 3 else GiveInfluence(planet))
        discs[planet.name.lower()] = 3 if place < 3 else -3
    return effects, discs


def all_but(*cards: str) -> list[str]:
    """Return every card of the box with the Secret Agents except these (and the made-up one)."""
    return [slug for slug in named_cards(True).slugs if slug not in (CARD, *cards)]
