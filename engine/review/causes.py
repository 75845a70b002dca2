"""Causes: what the better turn does that the one played does not, in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.bots.value import WEIGHTS, standing
from engine.names import FACTIONS, PLANETS
from engine.table import NO_DISC, RUNNING, Table
from engine.text import Text, gettext_noop
from engine.words import faction_name, planet_name
from engine.words.messages import ngettext_noop, say

MOST: Final = 3
"""The most causes that are named."""
LEAST_POINTS: Final = 0.9
"""Differences worth less than this are not named."""

_SAID: Final = {
    "game": gettext_noop("It wins the game."),
    "disc": gettext_noop("It wins the disc of %(planet)s."),
    "badge": gettext_noop("It takes the leader badge."),
    "level": gettext_noop("It develops the technology %(faction)s further."),
}
_COUNTED: Final = {
    "earlier": ngettext_noop(
        "It wins the disc of %(planet)s %(n)s turn earlier.",
        "It wins the disc of %(planet)s %(n)s turns earlier.",
    ),
    "step": ngettext_noop(
        "It moves the disc of %(planet)s %(n)s step further.",
        "It moves the disc of %(planet)s %(n)s steps further.",
    ),
    "credits": ngettext_noop(
        "It leaves %(n)s more credit to spend.", "It leaves %(n)s more credits to spend."
    ),
    "zenithium": ngettext_noop(
        "It leaves %(n)s more zenithium.", "It leaves %(n)s more zenithium."
    ),
    "their_credits": ngettext_noop(
        "It costs the other side %(n)s credit.",
        "It costs the other side %(n)s credits.",
    ),
    "agents": ngettext_noop(
        "It puts %(n)s more agent in the columns.", "It puts %(n)s more agents in the columns."
    ),
    "cards": ngettext_noop(
        "It keeps %(n)s more card in hand.", "It keeps %(n)s more cards in hand."
    ),
}


@dataclass(frozen=True, slots=True)
class Cause:
    """A difference in favour of the better turn: its kind, a planet or faction, a number."""

    kind: str
    what: str = ""
    n: int = 0


def describe_cause(cause: Cause) -> Text:
    """Return a cause as a sentence about the better turn."""
    params: dict[str, int | str | Text] = {}
    if cause.what in PLANETS:
        params["planet"] = planet_name(cause.what)
    elif cause.what:
        params["faction"] = faction_name(cause.what)
    if cause.kind in _COUNTED:
        params["n"] = cause.n
        return say(_COUNTED[cause.kind], **params)
    return say(_SAID[cause.kind], **params)


def causes(best: Table, played: Table, side: int, later: dict[str, int]) -> list[Cause]:
    """Return why one table is better than another for a side, the weightiest causes first.

    `later`: planet -> how many turns of the side later it won a disc there in the game.
    """
    if best.ending != RUNNING and best.winner == side:
        return [Cause("game")]
    weighed = sorted(_differences(best, played, side, later), key=lambda pair: -pair[0])
    return [cause for points, cause in weighed if points >= LEAST_POINTS][:MOST]


def _differences(
    best: Table, played: Table, side: int, later: dict[str, int]
) -> Iterator[tuple[float, Cause]]:
    """Yield the points that each difference is worth, with the cause that names it."""
    other = 1 - side
    gains = standing(played.won[side], WEIGHTS.won)[1]
    for number, planet in enumerate(PLANETS):
        more = best.won[side].count(number) - played.won[side].count(number)
        if more > 0:
            turns = later.get(planet, 0)
            cause = Cause("earlier", planet, turns) if turns else Cause("disc", planet)
            yield WEIGHTS.disc * max(gains[number], 0.2), cause
        elif more == 0 and NO_DISC not in (best.discs[number], played.discs[number]):
            steps = best.steps_to(side, number) - played.steps_to(side, number)
            reach = WEIGHTS.next_reach
            ahead = reach[best.steps_to(side, number) + 3]
            behind = reach[played.steps_to(side, number) + 3]
            worth = WEIGHTS.disc * max(gains[number], 0.1) * (ahead - behind)
            yield worth, Cause("step", planet, steps)
    credits = best.credits[side] - played.credits[side]
    yield 0.5 * credits, Cause("credits", n=credits)
    zenithium = best.zenithium[side] - played.zenithium[side]
    yield 1.0 * zenithium, Cause("zenithium", n=zenithium)
    taken = played.credits[other] - best.credits[other]
    yield 0.5 * taken, Cause("their_credits", n=taken)
    for number, faction in enumerate(FACTIONS):
        levels = best.levels[3 * side + number], played.levels[3 * side + number]
        points = WEIGHTS.levels[levels[0]] - WEIGHTS.levels[levels[1]]
        yield points, Cause("level", faction)
    if best.badge == side and played.badge != side:
        yield 1.5, Cause("badge")
    agents = _agents(best, side) - _agents(played, side)
    yield 0.6 * agents, Cause("agents", n=agents)
    cards = _cards(best, side) - _cards(played, side)
    yield 0.6 * cards, Cause("cards", n=cards)


def _agents(table: Table, side: int) -> int:
    return sum(len(column) for column in table.columns[5 * side : 5 * side + 5])


def _cards(table: Table, side: int) -> int:
    return sum(len(hand) for seat, hand in enumerate(table.hands) if seat % 2 == side)
