"""The printed line of every agent (name, planet, faction, cost), and what recruiting it costs."""

from typing import Any

import pytest

from engine import Game
from engine.agents import AGENTS, BASE, NUMBER, SECRET_AGENTS, Agent
from engine.names import FACTIONS, PLANETS, slug
from tests.engine.agents.recruiting import FILLER, Scene
from tests.engine.prepared import options, play, prepared

FIRST_FIFTY = [
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
    [(name.lower().replace(" ", "-"), *line) for name, *line, _ in FIRST_FIFTY],
    ids=[name.lower().replace(" ", "-") for name, *_ in FIRST_FIFTY],
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
    assert lines == FIRST_FIFTY


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


# --- agents 51 to 90 and 100 to 109 ---

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


OTHERS = [*BASE_51_TO_90, *SECRET_100_TO_109]


def recruiting(agent: str, credits: int) -> Game:
    return prepared(
        secret_agents=True,
        hand=[agent, *FILLER],
        credits=(credits, 0),
    )


@pytest.mark.parametrize(
    ("agent", "planet", "cost"),
    [pytest.param(slug(name), planet, cost, id=slug(name)) for name, planet, _, cost in OTHERS],
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
    [pytest.param(slug(name), cost, id=slug(name)) for name, _, _, cost in OTHERS if cost > 0],
)
def test_it_is_not_recruited_for_less_than_its_cost(agent: str, cost: int) -> None:
    (turn,) = recruiting(agent, cost - 1).pending
    assert f"recruit {agent}" not in turn.options
    assert f"lead {agent}" in turn.options
