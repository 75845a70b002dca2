"""What an answer means for the card or level that asks.

`meaning_of`: the effects that it chooses, or the cost that it pays; `row_from`: its planets.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.agents import AGENTS, NUMBER, latest_agents
from engine.boards import TECHNOLOGIES
from engine.effects import (
    Cost,
    Effect,
    Either,
    GiveBadge,
    GiveCredits,
    GiveZenithium,
    If,
    InfluenceRow,
    May,
    SpendCredits,
    SpendZenithium,
)
from engine.names import BOARD_SIDES, FACTIONS, PLANETS


def meaning_of(action: str, source: str | None) -> Cost | tuple[Effect, ...] | None:
    """Return what `give`, `spend 3` or `option 1` means on the agent that asks.

    `None` if the card does not determine it, and for other answers and sources.
    """
    if source not in NUMBER:
        return None
    for effect in AGENTS[NUMBER[source]].effects:
        match effect, action.split(" "):
            case Either(first, second), ["option", "1" | "2" as option]:
                return first if option == "1" else second
            case May(GiveBadge() | GiveCredits() | GiveZenithium() as cost), ["give"]:
                return cost
            case May(SpendCredits()), ["spend", amount]:
                return SpendCredits((int(amount),))
            case May(SpendZenithium()), ["spend", amount]:
                return SpendZenithium((int(amount),))
    return None


def row_from(planet: str, source: str | None) -> tuple[str, ...]:
    """Return the planets of the row that starts at a planet, for the card or level that asks.

    A level is named as in `Decision.source` or in `SOURCE_KEYS`. Empty if that does not determine
    how long the row is: the two sides of a technology board can differ.

    >>> row_from("venus", "technology human 4")
    ()
    >>> row_from("venus", "technology O 4")
    ('venus', 'terra')
    """
    lengths = _ROW_LENGTHS.get(source or "", set())
    if len(lengths) != 1:
        return ()
    first = PLANETS.index(planet)
    return PLANETS[first : first + next(iter(lengths))]


def _row_lengths() -> dict[str, set[int]]:
    lengths: dict[str, set[int]] = {}
    for source, effects in _effects():
        for effect in effects:
            match effect:
                case InfluenceRow(steps) | If(_, InfluenceRow(steps)):
                    lengths.setdefault(source, set()).add(len(steps))
    return lengths


def _effects() -> Iterator[tuple[str, Iterable[Effect]]]:
    """Yield the effects of agents by slug, and of levels by both names of their sources."""
    for agent in latest_agents():
        yield agent.slug, agent.effects
    for faction, letters in zip(FACTIONS, BOARD_SIDES, strict=True):
        for letter in letters:
            for level, effects in enumerate(TECHNOLOGIES[letter], 1):
                yield f"technology {faction} {level}", effects
                yield f"technology {letter} {level}", effects


_ROW_LENGTHS: Final = _row_lengths()
"""Source -> how many planets its rows can have."""
