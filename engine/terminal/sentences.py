"""Cards, events and decisions in sentences."""

from collections.abc import Sequence
from typing import Final

from engine.agents import AGENTS, NUMBER
from engine.events import Event
from engine.game import Outcome
from engine.names import FACTIONS, PLANETS, slug
from engine.notation import Decision
from engine.words.effects import describe
from engine.words.events import describe_event, describe_outcome, reported

WIDTH: Final = 100
"""The width of a line, in characters."""


def card(name: str) -> list[str] | None:
    """Return the lines of a card, by its name or slug; `None` if there is no such card."""
    number = NUMBER.get(slug(name))
    if number is None:
        return None
    agent = AGENTS[number]
    planet, faction = PLANETS[agent.planet], FACTIONS[agent.faction]
    return [
        f"{agent.name}: {planet}, {faction}, {agent.cost} credits",
        *(f"  {describe(effect)}" for effect in agent.effects),
    ]


def happened(events: Sequence[Event], players: int, viewer: int | None = None) -> list[str]:
    """Return a sentence for each event; leave out hidden values before the call."""
    names = _names(players)
    return [f"      {describe_event(event, viewer, names)}" for event in reported(events)]


def question(decision: Decision) -> list[str]:
    """Return the question of a decision, its seats and source, and the numbered options."""
    seats = " or ".join(map(str, decision.seats))
    by = "" if decision.source == decision.kind else f", asked by {decision.source}"
    options = [f"{number:3} {option}" for number, option in enumerate(decision.options, 1)]
    width = max(map(len, options)) + 2
    columns = max(1, WIDTH // width)
    rows = [options[first : first + columns] for first in range(0, len(options), columns)]
    return [
        f"Seat {seats}: {decision.kind}{by}",
        *("".join(f"{option:{width}}" for option in row).rstrip() for row in rows),
    ]


def end(outcome: Outcome, players: int, viewer: int | None = None) -> str:
    """Return how a game ended."""
    return str(describe_outcome(outcome.winner, outcome.victory, viewer, _names(players)))


def _names(players: int) -> list[str]:
    return [f"Seat {seat}" for seat in range(players)]  # from 0, as in actions and records
