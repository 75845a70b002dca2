"""What the agents 51 to 90 and 100 to 109 share: a printed line, a price, effects in order.

The line is name, planet, faction, cost, set.
"""

from typing import Any

import pytest

from engine import Game
from engine.agents import BASE, SECRET_AGENTS, Agent
from engine.names import slug
from tests.engine.agents.moves import FILLER
from tests.engine.prepared import play, prepared

BASE_51_TO_90 = (
    ("H3rb3rt", "terra", "robot", 6),
    ("Lisa Charity", "jupiter", "human", 2),
    ("Sir Sam", "terra", "human", 7),
    ("Hiroshi Sun", "venus", "human", 1),
    ("Magellan", "mercury", "animod", 10),
    ("Bajazet", "jupiter", "animod", 3),
    ("Geta", "jupiter", "animod", 3),
    ("Charlemagne", "terra", "animod", 8),
    ("Caligula", "mars", "animod", 5),
    ("Tiberius", "terra", "animod", 3),
    ("And3rs0n", "mars", "robot", 6),
    ("Orw3ll", "mercury", "robot", 1),
    ("As1m0v", "venus", "robot", 10),
    ("Helena Kerr", "terra", "human", 6),
    ("Little Bob", "mars", "human", 3),
    ("Bruss0l0", "terra", "robot", 1),
    ("B4rj4v3l", "jupiter", "robot", 2),
    ("Augustus", "terra", "animod", 10),
    ("Lula Smart", "mercury", "human", 1),
    ("Charlize Gun", "mars", "human", 4),
    ("Professor Zed", "venus", "human", 9),
    ("Ice June", "terra", "human", 4),
    ("V4nV0gt", "venus", "robot", 6),
    ("King Harold", "venus", "human", 6),
    ("Geronimo", "venus", "animod", 2),
    ("W3lls", "mercury", "robot", 4),
    ("Nero", "mercury", "animod", 7),
    ("Cl4rke", "mercury", "robot", 9),
    ("Chaka", "mercury", "animod", 1),
    ("M4rt1n", "jupiter", "robot", 4),
    ("Pachacuti", "venus", "animod", 3),
    ("Gibs0n", "jupiter", "robot", 4),
    ("Handy Luke", "mars", "human", 4),
    ("Khan", "mercury", "animod", 9),
    ("Moussa", "venus", "animod", 2),
    ("Archimedes", "venus", "animod", 6),
    ("Sneaky Jules", "terra", "human", 1),
    ("Secret Kali", "mercury", "human", 2),
    ("Captain Andreev", "jupiter", "human", 4),
    ("Milady Jones", "jupiter", "human", 6),
)
SECRET_100_TO_109 = (
    ("Admiral Jack", "jupiter", "human", 5),
    ("Mungo", "terra", "animod", 5),
    ("S1mmons", "mercury", "robot", 0),
    ("W1ll1s", "mars", "robot", 5),
    ("Princess Uxmal", "mercury", "human", 5),
    ("Célestin Petit", "terra", "human", 0),
    ("Ragnar", "mars", "animod", 0),
    ("Dandy Müller", "venus", "human", 0),
    ("Boull3", "venus", "robot", 5),
    ("Demetrios", "jupiter", "animod", 0),
)


def line(agent: Agent) -> tuple[str, str, str, int]:
    return (agent.name, agent.planet.name.lower(), agent.faction.name.lower(), agent.cost)


@pytest.mark.parametrize(
    ("agents", "printed"),
    [(BASE[50:], BASE_51_TO_90), (SECRET_AGENTS, SECRET_100_TO_109)],
    ids=["base game", "Secret Agents"],
)
def test_the_table_holds_what_is_printed(
    agents: tuple[Agent, ...], printed: tuple[tuple[str, str, str, int], ...]
) -> None:
    assert tuple(line(agent) for agent in agents) == printed


LINES = [*BASE_51_TO_90, *SECRET_100_TO_109]


def recruiting(agent: str, credits: int) -> Game:
    return prepared(
        secret_agents=True,
        hand=[agent, *FILLER],
        credits=(credits, 0),
    )


@pytest.mark.parametrize(
    ("agent", "planet", "cost"),
    [pytest.param(slug(name), planet, cost, id=slug(name)) for name, planet, _, cost in LINES],
)
def test_it_is_paid_and_then_gains_one_influence_on_its_planet(
    agent: str, planet: str, cost: int
) -> None:
    game = recruiting(agent, cost)
    assert play(game, f"recruit {agent}")[:2] == [
        {
            "event": "AgentRecruited",
            "seat": 0,
            "agent": agent,
            "planet": planet,
            "paid": cost,
        },
        {"event": "DiscMoved", "planet": planet, "side": 0, "steps": 1, "at": 1},
    ]


@pytest.mark.parametrize(
    ("agent", "cost"),
    [pytest.param(slug(name), cost, id=slug(name)) for name, _, _, cost in LINES if cost > 0],
)
def test_it_is_not_recruited_for_less_than_its_cost(agent: str, cost: int) -> None:
    (turn,) = recruiting(agent, cost - 1).pending
    assert f"recruit {agent}" not in turn.options
    assert f"lead {agent}" in turn.options


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
