"""Causes: what the better turn does that the one played does not, and what it costs, in sentences.

Defence comes first: a win of the other side that the better turn stops, then discs that it pulls
back before the other side wins them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.bots.value import WEIGHTS, disc_worth
from engine.names import FACTIONS, PLANETS
from engine.table import NO_DISC, RUNNING, Table, victory
from engine.text import Text, gettext_noop
from engine.words import faction_name, planet_name
from engine.words.messages import ngettext_noop, say

MOST: Final = 3
"""The most causes that are named, besides what the better turn costs."""
LEAST_POINTS: Final = 0.9
"""Differences worth less than this are not named."""
NEXT_STEP_WINS: Final = 3
"""The steps towards a side after which its next one wins the disc."""
DEFENCE: Final = ("stops", "saves")
"""The kinds of causes that are named before all others."""

_SAID: Final = {
    "game": gettext_noop("It wins the game."),
    "disc": gettext_noop("It wins the disc of %(planet)s."),
    "stops": gettext_noop("Otherwise the other side wins the game with %(planet)s."),
    "stops_yours": gettext_noop("Otherwise your opponent wins with %(planet)s."),
    "saves": gettext_noop(
        "It pulls back the disc of %(planet)s, which the other side is about to win."
    ),
    "badge": gettext_noop("It takes the leader badge."),
    "level": gettext_noop("It develops the technology %(faction)s further."),
    "cost disc": gettext_noop("But it gives up the disc of %(planet)s."),
    "cost saves": gettext_noop("But the other side is about to win the disc of %(planet)s."),
    "cost badge": gettext_noop("But it gives up the leader badge."),
    "cost level": gettext_noop("But the technology %(faction)s stays behind."),
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
    "cost step": ngettext_noop(
        "But the disc of %(planet)s is %(n)s step further away.",
        "But the disc of %(planet)s is %(n)s steps further away.",
    ),
    "cost credits": ngettext_noop(
        "But it costs %(n)s more credit.", "But it costs %(n)s more credits."
    ),
    "cost zenithium": ngettext_noop(
        "But it costs %(n)s more zenithium.", "But it costs %(n)s more zenithium."
    ),
    "cost their_credits": ngettext_noop(
        "But the other side keeps %(n)s more credit.",
        "But the other side keeps %(n)s more credits.",
    ),
    "cost agents": ngettext_noop(
        "But it puts %(n)s fewer agent in the columns.",
        "But it puts %(n)s fewer agents in the columns.",
    ),
    "cost cards": ngettext_noop(
        "But it keeps %(n)s fewer card in hand.", "But it keeps %(n)s fewer cards in hand."
    ),
}


@dataclass(frozen=True, slots=True)
class Cause:
    """A difference of the better turn: its kind, a planet or faction, a number.

    A kind that begins with `cost` speaks against it: what it does worse than the other turn.
    """

    kind: str
    what: str = ""
    n: int = 0


def describe_cause(cause: Cause, is_yours: bool = False) -> Text:
    """Return a cause as a sentence about the better turn.

    `is_yours`: whether the reader is the player of the turn, against one opponent.
    """
    params: dict[str, int | str | Text] = {}
    if cause.what in PLANETS:
        params["planet"] = planet_name(cause.what)
    elif cause.what:
        params["faction"] = faction_name(cause.what)
    if cause.kind in _COUNTED:
        params["n"] = cause.n
        return say(_COUNTED[cause.kind], **params)
    kind = f"{cause.kind}_yours" if is_yours else cause.kind
    return say(_SAID.get(kind, _SAID[cause.kind]), **params)


def causes(
    best: Table, played: Table, side: int, later: dict[str, int], before: Table | None = None
) -> list[Cause]:
    """Return why one table is better than another for a side, the weightiest causes first.

    `later`: planet -> how many turns of the side later it won a disc there in the game. `before`:
    the table before the turn, if what the better turn fends off there counts even when the other
    one does so too. At last comes the weightiest thing that the better turn does worse, if any.
    """
    if best.ending != RUNNING and best.winner == side:
        return [Cause("game")]
    weighed = {cause: points for points, cause in _differences(best, played, side, later)}
    if before is not None:
        weighed |= {cause: points for points, cause in _fended_off(best, before, side)}
    saved = {cause.what for cause in weighed if cause.kind in DEFENCE}
    named = [
        cause
        for cause in _by_weight(weighed)
        # a disc that is pulled back is not said to be further as well
        if weighed[cause] >= LEAST_POINTS and not (cause.kind == "step" and cause.what in saved)
    ]
    if not named:
        return []
    costs = {
        Cause(f"cost {cause.kind}", cause.what, cause.n): points
        for points, cause in _differences(played, best, side, {})
        if points >= LEAST_POINTS and cause.kind != "stops"
    }
    return named[:MOST] + _by_weight(costs)[:1]


def stops_a_win(best: Table, played: Table, side: int) -> bool:
    """Whether the other side wins with its next step after one turn, but not after the better."""
    return any(cause.kind == "stops" for _points, cause in _fended_off(best, played, side))


def _by_weight(weighed: Mapping[Cause, float]) -> list[Cause]:
    """Return causes, the weightiest first, but defence before everything else."""

    def order(cause: Cause) -> tuple[int, float]:
        is_defence = cause.kind in DEFENCE
        return (DEFENCE.index(cause.kind) if is_defence else len(DEFENCE), -weighed[cause])

    return sorted(weighed, key=order)


def _fended_off(best: Table, played: Table, side: int) -> Iterator[tuple[float, Cause]]:
    """Yield what the other side wins with its next step after one turn, not after the other."""
    other = 1 - side
    if played.ending != RUNNING:
        return
    gains = disc_worth(played.won[other], WEIGHTS.won)[1]
    for number, planet in enumerate(PLANETS):
        if _wins_next(played, other, number) and not _wins_next(best, other, number):
            wins_game = victory((*played.won[other], number)) != RUNNING
            points = WEIGHTS.disc * max(gains[number], 0.2)
            yield points, Cause("stops" if wins_game else "saves", planet)


def _wins_next(table: Table, side: int, planet: int) -> bool:
    """Whether the next step of a side on a planet wins its disc."""
    is_there = table.discs[planet] != NO_DISC
    return is_there and table.steps_to(side, planet) >= NEXT_STEP_WINS


def _differences(
    best: Table, played: Table, side: int, later: dict[str, int]
) -> Iterator[tuple[float, Cause]]:
    """Yield the points that each difference is worth, with the cause that names it."""
    other = 1 - side
    yield from _fended_off(best, played, side)
    gains = disc_worth(played.won[side], WEIGHTS.won)[1]
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
