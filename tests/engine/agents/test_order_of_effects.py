"""The effects of a card are applied from left to right."""

from typing import Any

import pytest

from tests.engine.agents.recruiting import FILLER, Scene, by_agent
from tests.engine.prepared import play, prepared


@by_agent(
    "agent answers happened",
    ("elisabeth", ["discard nero"], ["terra", "CardsDiscarded", "ZenithiumGained 1"]),
    ("mc4ffr3y", [], ["mars", "ZenithiumGained 2"]),
    ("cresus", [], ["venus", "CreditsGained 6"]),
    ("atlas", ["discard nero"], ["mercury", "CardsDiscarded", "BadgeTaken"]),
    ("punk-mari", ["planet mars"], ["mercury", "CardsDiscarded", "mars"]),
    ("don-dune", [], ["mars", "venus", "BadgeTaken"]),
    ("felis", [], ["venus", "ZenithiumGained 3", "ZenithiumGained 1"]),
    ("guy-gambler", [], ["mercury", "CreditsGained 5"]),
    ("zenon", [], ["terra", "CreditsGained 8", "CreditsGained 2"]),
    ("master-din", [], ["mercury", "mars", "BadgeTaken"]),
    ("lord-creep", [], ["terra", "venus", "BadgeTaken"]),
    ("w4ts0n", [], ["mars", "CreditsGained 5", "AgentMobilized"]),
    (
        "queen-suzanne",
        ["planet mars"],
        ["jupiter", "mars", "ZenithiumGained 2", "BadgeTaken"],
    ),
)
def test_its_effects_come_from_left_to_right(
    agent: str, answers: list[str], happened: list[str], you: int
) -> None:
    scene = Scene(you, agent, discs={"venus": -1} if agent == "lord-creep" else {})
    scene.answer(*answers)
    facts = []
    for event in scene.events[1:]:
        if event["event"] in ("CardsDrawn", "TurnStarted"):
            break
        amount = f" {event['amount']}" if "amount" in event else ""
        facts.append(event["planet"] if event["event"] == "DiscMoved" else event["event"] + amount)
    assert facts == happened


# Where the end of a turn does not tell the order of the effects, its events do.

THEIRS: tuple[dict[str, list[str]], ...] = ({}, {"venus": ["luc4s", "felis"]})


ORDERS: list[tuple[str, dict[str, Any], str, str]] = [
    ("lisa-charity", {}, "", "DiscMoved 0, ZenithiumGained 0, CreditsGained 1"),
    (
        "hiroshi-sun",
        {},
        "give",
        "DiscMoved 0, CreditsGained 0, ZenithiumGiven 0, DiscMoved 0",
    ),
    ("lula-smart", {}, "give", "DiscMoved 0, CreditsGained 0, ZenithiumGiven 0, DiscMoved 0"),
    (
        "sneaky-jules",
        {},
        "give, planet venus",
        "DiscMoved 0, CreditsGained 0, ZenithiumGiven 0, DiscMoved 0",
    ),
    (
        "magellan",
        {"columns": THEIRS},
        "planet venus, planet terra",
        "DiscMoved 0, DiscMoved 0, DiscMoved 0, EffectSkipped 0, AgentTransferred 0, "
        "EffectSkipped 0, EffectSkipped 0, EffectSkipped 0",
    ),
    (
        "bajazet",
        {"columns": THEIRS},
        "exile venus",
        "DiscMoved 0, AgentExiled 0, CreditsGained 0",
    ),
    (
        "b4rj4v3l",
        {"columns": ({"jupiter": ["annie"]}, {})},
        "exile 2",
        "DiscMoved 0, AgentExiled 0, AgentExiled 0, ZenithiumGained 0",
    ),
    (
        "charlize-gun",
        {"columns": THEIRS},
        "",
        "DiscMoved 0, AgentMobilized 0, AgentTransferred 0, AgentExiled 0",
    ),
    (
        "v4nv0gt",
        {"columns": THEIRS},
        "",
        "DiscMoved 0, AgentExiled 0, AgentExiled 0, ZenithiumGained 0",
    ),
    ("king-harold", {}, "", "DiscMoved 0, DiscMoved 0, BadgeTaken 0"),
    ("moussa", {"levels": ({"robot": 1}, {})}, "", "DiscMoved 0, CreditsGained 0"),
    (
        "chaka",
        {"columns": ({"mars": ["caesar", "bish0p"]}, {})},
        "exile mars",
        "DiscMoved 0, AgentExiled 0, AgentExiled 0, CreditsGained 0",
    ),
    (
        "captain-andreev",
        {"columns": THEIRS},
        "transfer venus",
        "DiscMoved 0, AgentTransferred 0, CreditsGained 0",
    ),
    ("milady-jones", {}, "", "DiscMoved 0, DiscMoved 0, BadgeTaken 0"),
    ("s1mmons", {"credits": (0, 0)}, "", "DiscMoved 0, CreditsGained 0, CreditsGained 1"),
    (
        "w1ll1s",
        {},
        "planet terra, planet venus",
        "DiscMoved 0, DiscMoved 1, DiscMoved 0, BadgeTaken 0",
    ),
    (
        "ragnar",
        {"zenithium": (0, 0)},
        "",
        "DiscMoved 0, ZenithiumGained 0, ZenithiumGained 1",
    ),
    (
        "demetrios",
        {},
        "",
        "DiscMoved 0, CardsDiscarded 0, CreditsGained 0, CardsDrawn 0",
    ),
]
"""Agent, start, answers, and what happens after it is recruited, with the side it belongs to."""


@pytest.mark.parametrize(
    ("agent", "start", "answers", "happened"),
    [pytest.param(*order, id=order[0]) for order in ORDERS],
)
def test_effects_are_applied_from_left_to_right(
    agent: str, start: dict[str, Any], answers: str, happened: str
) -> None:
    game = prepared(secret_agents=True, hand=[agent, *FILLER], **start)
    recruited, *events, _ = play(game, f"recruit {agent}", *filter(None, answers.split(", ")))
    assert recruited["event"] == "AgentRecruited"
    names = [f"{event['event']} {event.get('side', event.get('seat'))}" for event in events]
    assert names == happened.split(", ")
