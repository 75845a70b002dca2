"""Agents 1 to 50: what is printed on the card, and what recruiting it costs."""

from typing import Any

import pytest

from engine.agents import AGENTS, BASE, NUMBER
from engine.names import FACTIONS, PLANETS
from tests.engine.agents.cards import Scene, by_agent, from_either_side
from tests.engine.prepared import options, play, prepared

LINES = [
    ("Elisabeth", "terra", "animod", 2, "base"),
    ("Pkd1ck", "jupiter", "robot", 5, "base"),
    ("Agent Ezra", "jupiter", "human", 1, "base"),
    ("Donald Smooth", "jupiter", "human", 2, "base"),
    ("Huxl3y", "mercury", "robot", 5, "base"),
    ("Titus", "mars", "animod", 1, "base"),
    ("Mc4ffr3y", "mars", "robot", 4, "base"),
    ("Luc4s", "venus", "robot", 2, "base"),
    ("Cresus", "venus", "animod", 1, "base"),
    ("Atlas", "mercury", "animod", 3, "base"),
    ("Punk Mari", "mercury", "human", 7, "base"),
    ("Septimus", "mars", "animod", 3, "base"),
    ("Double Joe", "mercury", "human", 5, "base"),
    ("Don Dune", "mars", "human", 6, "base"),
    ("V3rn3", "terra", "robot", 2, "base"),
    ("Ch4mb3rs", "jupiter", "robot", 8, "base"),
    ("Buj0ld", "venus", "robot", 7, "base"),
    ("Jack Curry", "mars", "human", 1, "base"),
    ("C1x1n", "venus", "robot", 4, "base"),
    ("Lady Moore", "mars", "human", 10, "base"),
    ("L0v3cr4ft", "terra", "robot", 5, "base"),
    ("Suleiman", "jupiter", "animod", 1, "base"),
    ("Annie", "jupiter", "animod", 1, "base"),
    ("M4th3s0n", "terra", "robot", 4, "base"),
    ("Gilgamesh", "terra", "animod", 9, "base"),
    ("Stessy Power", "venus", "human", 3, "base"),
    ("Felis", "venus", "animod", 3, "base"),
    ("V4nc3", "mars", "robot", 2, "base"),
    ("Ramses", "mars", "animod", 3, "base"),
    ("Guy Gambler", "mercury", "human", 3, "base"),
    ("Doc Wissen", "venus", "human", 6, "base"),
    ("Baron Goro", "terra", "human", 4, "base"),
    ("Ivan", "jupiter", "animod", 1, "base"),
    ("Br4dbury", "venus", "robot", 6, "base"),
    ("F4rm3r", "terra", "robot", 6, "base"),
    ("Zenon", "terra", "animod", 1, "base"),
    ("Bish0p", "mars", "robot", 4, "base"),
    ("Wul", "mercury", "robot", 2, "base"),
    ("Th0mps0n", "jupiter", "robot", 8, "base"),
    ("Domitian", "mars", "animod", 9, "base"),
    ("Master Din", "mercury", "human", 6, "base"),
    ("Lord Creep", "terra", "human", 5, "base"),
    ("Amytis", "mercury", "animod", 3, "base"),
    ("W4ts0n", "mars", "robot", 1, "base"),
    ("Arnulf", "jupiter", "animod", 3, "base"),
    ("R0bins0n", "mars", "robot", 2, "base"),
    ("Queen Suzanne", "jupiter", "human", 10, "base"),
    ("H4milt0n", "mercury", "robot", 2, "base"),
    ("Caesar", "mars", "animod", 2, "base"),
    ("Ilda Flores", "venus", "human", 1, "base"),
]

COLUMNS = {
    "mercury": ["orw3ll", "magellan"],
    "venus": ["as1m0v", "king-harold"],
    "terra": ["h3rb3rt", "sir-sam"],
    "mars": ["caligula", "little-bob"],
    "jupiter": ["geta", "bajazet"],
}
"""Two cards on each planet, none of which these tests recruit."""

every_agent = pytest.mark.parametrize(
    ("agent", "planet", "faction", "cost"),
    [(name.lower().replace(" ", "-"), *line) for name, *line, _ in LINES],
    ids=[name.lower().replace(" ", "-") for name, *_ in LINES],
)


def of_kind(scene: Scene, event: str) -> list[dict[str, Any]]:
    return [happened for happened in scene.events if happened["event"] == event]


def test_the_first_fifty_lines_of_the_table_are_as_printed() -> None:
    lines = [
        (
            agent.name,
            PLANETS[agent.planet],
            FACTIONS[agent.faction],
            agent.cost,
            "base" if NUMBER[agent.slug] < len(BASE) else "secret_agents",
        )
        for agent in AGENTS[:50]
    ]
    assert lines == LINES


@from_either_side
@every_agent
def test_it_is_recruited_for_its_printed_cost(
    agent: str, planet: str, faction: str, cost: int, you: int
) -> None:
    scene = Scene(you, agent, credits=(cost, 20))
    assert of_kind(scene, "AgentRecruited") == [
        {"event": "AgentRecruited", "seat": you, "agent": agent, "planet": planet, "paid": cost}
    ]


@every_agent
def test_it_can_not_be_recruited_for_less(agent: str, planet: str, faction: str, cost: int) -> None:
    # magellan costs 10: too much here beside any of them
    game = prepared(hand=[agent, "magellan"], credits=(cost - 1, 20))
    assert options(game) == (
        f"develop {agent}",
        f"lead {agent}",
        "develop magellan",
        "lead magellan",
    )


@from_either_side
@every_agent
def test_each_card_already_in_your_column_of_its_planet_saves_a_credit(
    agent: str, planet: str, faction: str, cost: int, you: int
) -> None:
    # their column and your other columns do not count
    yours = {planet: COLUMNS[planet]}
    others = {other: cards for other, cards in COLUMNS.items() if other != planet}
    paid = max(0, cost - 2)
    for columns, expected in (((yours, others), paid), ((others, yours), cost)):
        scene = Scene(you, agent, columns=columns)
        assert [event["paid"] for event in of_kind(scene, "AgentRecruited")] == [expected]


@from_either_side
@every_agent
def test_its_first_effect_is_one_influence_on_its_planet(
    agent: str, planet: str, faction: str, cost: int, you: int
) -> None:
    scene = Scene(you, agent, discs={planet: -2})
    moved = {"event": "DiscMoved", "planet": planet, "side": you, "steps": 1, "at": -1}
    assert [event["event"] for event in scene.events][:2] == ["AgentRecruited", "DiscMoved"]
    assert scene.events[1] == moved


@every_agent
def test_it_develops_the_technology_of_its_faction(
    agent: str, planet: str, faction: str, cost: int
) -> None:
    game = prepared(hand=[agent], zenithium=(1, 0), credits=(0, 0))
    developed, *_ = play(game, f"develop {agent}")
    assert developed == {
        "event": "TechnologyDeveloped",
        "seat": 0,
        "side": 0,
        "faction": faction,
        "level": 1,
        "paid": 1,
        "agent": agent,
    }


@from_either_side
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
