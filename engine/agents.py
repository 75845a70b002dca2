"""The agents: 90 cards of the base game and the 10 Secret Agents, one line each.

Effects are listed in the order of the printed card, from left to right. `boxes.py` says which cards
a game is played with. A card's number is its index in `AGENTS`; it is internal to the engine:
positions, records and events use the slug.
"""

from dataclasses import dataclass, field
from typing import Final

from engine.effects import (
    ANOTHER,
    ANY,
    ANY_TECHNOLOGY,
    AT_CENTRE,
    CARD_COST,
    FREE,
    GOLD,
    ITS_PLANET,
    LOWEST,
    ON_OPPONENT_SIDE,
    OPPONENT,
    YOU,
    CentreDisc,
    Credits,
    CreditsByTechnologies,
    CreditsPerPlanet,
    CreditsUpTo,
    Develop,
    Discard,
    DiscardHand,
    DrawToken,
    Effect,
    Either,
    Exile,
    ExileColumn,
    GiveBadge,
    GiveCredits,
    GiveInfluence,
    GiveZenithium,
    HasBadge,
    HasCredits,
    HasZenithium,
    If,
    Influence,
    InfluenceRow,
    Link,
    May,
    Mobilize,
    SpendCredits,
    SpendZenithium,
    TakeBadge,
    TakeToken,
    Transfer,
    Zenithium,
    ZenithiumByTechnologies,
    ZenithiumUpTo,
    other_than,
)
from engine.names import (
    ANIMOD,
    HUMAN,
    JUPITER,
    MARS,
    MERCURY,
    ROBOT,
    TERRA,
    VENUS,
    Faction,
    Planet,
    slug,
)


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent card. `cost` is the printed cost in credits."""

    name: str
    planet: Planet
    faction: Faction
    cost: int
    effects: tuple[Effect, ...]
    slug: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "slug", slug(self.name))

    @property
    def frame(self) -> tuple[Effect, ...]:
        """The influence on its own planet that nearly every card begins with; empty without it."""
        return tuple(effect for effect in self.effects[:1] if effect == Influence(self.planet))

    @property
    def distinctive(self) -> tuple[Effect, ...]:
        """The effects after the frame: what distinguishes the card from others."""
        return self.effects[len(self.frame) :]


# fmt: off
BASE: Final = (
    Agent("Elisabeth", TERRA, ANIMOD, cost=2, effects=(Influence(TERRA), Discard(), Zenithium(1))),
    Agent("Pkd1ck", JUPITER, ROBOT, cost=5, effects=(Influence(JUPITER), Influence(ANY), If(HasBadge(), Zenithium(1)))),
    Agent("Agent Ezra", JUPITER, HUMAN, cost=1, effects=(Influence(JUPITER), Credits(4), May(GiveZenithium(1), Influence(VENUS, 2)))),
    Agent("Donald Smooth", JUPITER, HUMAN, cost=2, effects=(Influence(JUPITER), May(Discard(), Credits(CARD_COST)))),
    Agent("Huxl3y", MERCURY, ROBOT, cost=5, effects=(Influence(MERCURY), Influence(ANY), If(HasBadge(), Credits(3)))),
    Agent("Titus", MARS, ANIMOD, cost=1, effects=(Influence(MARS), GiveInfluence(other_than(MARS)), Credits(10))),
    Agent("Mc4ffr3y", MARS, ROBOT, cost=4, effects=(Influence(MARS), Zenithium(2))),
    Agent("Luc4s", VENUS, ROBOT, cost=2, effects=(Influence(VENUS), May(ExileColumn(VENUS), Zenithium((2, 4, 7))))),
    Agent("Cresus", VENUS, ANIMOD, cost=1, effects=(Influence(VENUS), Credits(6))),
    Agent("Atlas", MERCURY, ANIMOD, cost=3, effects=(Influence(MERCURY), Discard(), TakeBadge())),
    Agent("Punk Mari", MERCURY, HUMAN, cost=7, effects=(Influence(MERCURY), DiscardHand(), Influence(ANY, 2))),
    Agent("Septimus", MARS, ANIMOD, cost=3, effects=(Influence(MARS), May(ExileColumn(MARS), Influence(MARS, (1, 2, 3))))),
    Agent("Double Joe", MERCURY, HUMAN, cost=5, effects=(Influence(MERCURY), Zenithium(2), May(GiveBadge(), Zenithium(2)))),
    Agent("Don Dune", MARS, HUMAN, cost=6, effects=(Influence(MARS), Influence(VENUS), TakeBadge())),
    Agent("V3rn3", TERRA, ROBOT, cost=2, effects=(Influence(TERRA), May(ExileColumn(TERRA), Zenithium((2, 4, 7))))),
    Agent("Ch4mb3rs", JUPITER, ROBOT, cost=8, effects=(Influence(JUPITER), Zenithium(3), If(HasBadge(), Zenithium(1)))),
    Agent("Buj0ld", VENUS, ROBOT, cost=7, effects=(Influence(VENUS), Develop(LOWEST, FREE))),
    Agent("Jack Curry", MARS, HUMAN, cost=1, effects=(Influence(MARS), Credits(4), May(GiveZenithium(1), Influence(MERCURY, 2)))),
    Agent("C1x1n", VENUS, ROBOT, cost=4, effects=(Influence(VENUS), If(HasBadge(), Influence(VENUS)))),
    Agent("Lady Moore", MARS, HUMAN, cost=10, effects=(Influence(MARS), *3 * (Link(Exile(OPPONENT), Influence(ITS_PLANET)),))),
    Agent("L0v3cr4ft", TERRA, ROBOT, cost=5, effects=(
        Influence(TERRA), May(Exile(YOU, 1, MERCURY), Zenithium(1)), May(Exile(YOU, 1, VENUS), Zenithium(1)),
        May(Exile(YOU, 1, MARS), Zenithium(1)), May(Exile(YOU, 1, JUPITER), Zenithium(1)),
    )),
    Agent("Suleiman", JUPITER, ANIMOD, cost=1, effects=(
        Influence(JUPITER), May(SpendCredits((3, 7, 12)), Influence(other_than(JUPITER), (1, 2, 3))),
    )),
    Agent("Annie", JUPITER, ANIMOD, cost=1, effects=(Influence(JUPITER), Credits(5), May(GiveBadge(), Credits(7)))),
    Agent("M4th3s0n", TERRA, ROBOT, cost=4, effects=(Influence(TERRA), If(HasBadge(), Influence(TERRA)))),
    Agent("Gilgamesh", TERRA, ANIMOD, cost=9, effects=(Influence(TERRA), Influence(ANY, 2), Influence(ON_OPPONENT_SIDE, 2))),
    Agent("Stessy Power", VENUS, HUMAN, cost=3, effects=(
        Influence(VENUS), May(SpendZenithium((1, 2, 4)), Influence(other_than(VENUS), (1, 2, 3))),
    )),
    Agent("Felis", VENUS, ANIMOD, cost=3, effects=(Influence(VENUS), Zenithium(3), Zenithium(1, OPPONENT))),
    Agent("V4nc3", MARS, ROBOT, cost=2, effects=(Influence(MARS), Either((Transfer(),), (Zenithium(1),)))),
    Agent("Ramses", MARS, ANIMOD, cost=3, effects=(Influence(MARS), Either((Transfer(2),), (Credits(8),)))),
    Agent("Guy Gambler", MERCURY, HUMAN, cost=3, effects=(Influence(MERCURY), Credits(5), If(HasBadge(), DrawToken()))),
    Agent("Doc Wissen", VENUS, HUMAN, cost=6, effects=(Influence(VENUS), Develop(HUMAN, 1))),
    Agent("Baron Goro", TERRA, HUMAN, cost=4, effects=(Influence(TERRA), GiveInfluence(other_than(TERRA)), Zenithium(3))),
    Agent("Ivan", JUPITER, ANIMOD, cost=1, effects=(Influence(JUPITER), CreditsPerPlanet(2, OPPONENT))),
    Agent("Br4dbury", VENUS, ROBOT, cost=6, effects=(Influence(VENUS), Develop(ROBOT, 1))),
    Agent("F4rm3r", TERRA, ROBOT, cost=6, effects=(Influence(TERRA), Influence(ANY), Influence(ANOTHER))),
    Agent("Zenon", TERRA, ANIMOD, cost=1, effects=(Influence(TERRA), Credits(8), Credits(2, OPPONENT))),
    Agent("Bish0p", MARS, ROBOT, cost=4, effects=(Influence(MARS), If(HasBadge(), Influence(MARS)))),
    Agent("Wul", MERCURY, ROBOT, cost=2, effects=(Influence(MERCURY), May(ExileColumn(MERCURY), Zenithium((2, 4, 7))))),
    Agent("Th0mps0n", JUPITER, ROBOT, cost=8, effects=(Influence(JUPITER), Influence(ANY, 2), If(HasCredits(YOU, 6), Influence(ANOTHER)))),
    Agent("Domitian", MARS, ANIMOD, cost=9, effects=(Influence(MARS), *3 * (Link(Mobilize(), Influence(ITS_PLANET)),))),
    Agent("Master Din", MERCURY, HUMAN, cost=6, effects=(Influence(MERCURY), Influence(MARS), TakeBadge())),
    Agent("Lord Creep", TERRA, HUMAN, cost=5, effects=(Influence(TERRA), Influence(ON_OPPONENT_SIDE), TakeBadge())),
    Agent("Amytis", MERCURY, ANIMOD, cost=3, effects=(Influence(MERCURY), May(ExileColumn(MERCURY), Influence(MERCURY, (1, 2, 3))))),
    Agent("W4ts0n", MARS, ROBOT, cost=1, effects=(Influence(MARS), Credits(5), Mobilize())),
    Agent("Arnulf", JUPITER, ANIMOD, cost=3, effects=(Influence(JUPITER), May(ExileColumn(JUPITER), Influence(JUPITER, (1, 2, 3))))),
    Agent("R0bins0n", MARS, ROBOT, cost=2, effects=(Influence(MARS), May(ExileColumn(MARS), Zenithium((2, 4, 7))))),
    Agent("Queen Suzanne", JUPITER, HUMAN, cost=10, effects=(Influence(JUPITER), Influence(ANY, 2), Zenithium(2), TakeBadge(GOLD))),
    Agent("H4milt0n", MERCURY, ROBOT, cost=2, effects=(Influence(MERCURY), Mobilize(2), May(GiveBadge(), Mobilize(3)))),
    Agent("Caesar", MARS, ANIMOD, cost=2, effects=(Influence(MARS), Either((Zenithium(1),), (Credits(7),)))),
    Agent("Ilda Flores", VENUS, HUMAN, cost=1, effects=(Influence(VENUS), ZenithiumByTechnologies((1, 2, 3)))),
    Agent("H3rb3rt", TERRA, ROBOT, cost=6, effects=(
        Influence(TERRA), May(Exile(YOU, 1, MERCURY), Influence(MERCURY)),
        May(Exile(YOU, 1, VENUS), Influence(VENUS)), May(Exile(YOU, 1, MARS), Influence(MARS)),
        May(Exile(YOU, 1, JUPITER), Influence(JUPITER)),
    )),
    Agent("Lisa Charity", JUPITER, HUMAN, cost=2, effects=(Influence(JUPITER), Zenithium(2), Credits(3, OPPONENT))),
    Agent("Sir Sam", TERRA, HUMAN, cost=7, effects=(Influence(TERRA), CentreDisc())),
    Agent("Hiroshi Sun", VENUS, HUMAN, cost=1, effects=(Influence(VENUS), Credits(4), May(GiveZenithium(1), Influence(MARS, 2)))),
    Agent("Magellan", MERCURY, ANIMOD, cost=10, effects=(
        Influence(MERCURY), Influence(ANY), Influence(ANOTHER), Transfer(1, MERCURY), Transfer(1, VENUS),
        Transfer(1, TERRA), Transfer(1, MARS), Transfer(1, JUPITER),
    )),
    Agent("Bajazet", JUPITER, ANIMOD, cost=3, effects=(Influence(JUPITER), May(Exile(OPPONENT), Credits(CARD_COST)))),
    Agent("Geta", JUPITER, ANIMOD, cost=3, effects=(Influence(JUPITER), Either((TakeBadge(GOLD),), (Credits(8),)))),
    Agent("Charlemagne", TERRA, ANIMOD, cost=8, effects=(Influence(TERRA), Influence(ANY), Influence(ANOTHER), Influence(ANOTHER))),
    Agent("Caligula", MARS, ANIMOD, cost=5, effects=(Influence(MARS), Link(Transfer(), Influence(ITS_PLANET)))),
    Agent("Tiberius", TERRA, ANIMOD, cost=3, effects=(Influence(TERRA), May(ExileColumn(TERRA), Influence(TERRA, (1, 2, 3))))),
    Agent("And3rs0n", MARS, ROBOT, cost=6, effects=(Influence(MARS), Influence(AT_CENTRE, 2))),
    Agent("Orw3ll", MERCURY, ROBOT, cost=1, effects=(Influence(MERCURY), DrawToken(), May(GiveBadge(), Credits(7)))),
    Agent("As1m0v", VENUS, ROBOT, cost=10, effects=(Influence(VENUS), Develop(ANY_TECHNOLOGY, 2))),
    Agent("Helena Kerr", TERRA, HUMAN, cost=6, effects=(Influence(TERRA), Influence(other_than(TERRA), 2))),
    Agent("Little Bob", MARS, HUMAN, cost=3, effects=(Influence(MARS), Influence(other_than(MARS)))),
    Agent("Bruss0l0", TERRA, ROBOT, cost=1, effects=(Influence(TERRA), Zenithium(1))),
    Agent("B4rj4v3l", JUPITER, ROBOT, cost=2, effects=(Influence(JUPITER), May(ExileColumn(JUPITER), Zenithium((2, 4, 7))))),
    Agent("Augustus", TERRA, ANIMOD, cost=10, effects=(Influence(TERRA), InfluenceRow((1, 2, 1)))),
    Agent("Lula Smart", MERCURY, HUMAN, cost=1, effects=(Influence(MERCURY), Credits(4), May(GiveZenithium(1), Influence(TERRA, 2)))),
    Agent("Charlize Gun", MARS, HUMAN, cost=4, effects=(Influence(MARS), Mobilize(), Transfer(), Exile(OPPONENT))),
    Agent("Professor Zed", VENUS, HUMAN, cost=9, effects=(Influence(VENUS), Zenithium(4))),
    Agent("Ice June", TERRA, HUMAN, cost=4, effects=(Influence(TERRA), May(Discard(), Influence(ITS_PLANET)))),
    Agent("V4nV0gt", VENUS, ROBOT, cost=6, effects=(Influence(VENUS), Exile(OPPONENT, 2), Zenithium(2))),
    Agent("King Harold", VENUS, HUMAN, cost=6, effects=(Influence(VENUS), Influence(JUPITER), TakeBadge())),
    Agent("Geronimo", VENUS, ANIMOD, cost=2, effects=(Influence(VENUS), CreditsPerPlanet(2, YOU))),
    Agent("W3lls", MERCURY, ROBOT, cost=4, effects=(Influence(MERCURY), If(HasBadge(), Influence(MERCURY)))),
    Agent("Nero", MERCURY, ANIMOD, cost=7, effects=(Influence(MERCURY), Zenithium(3))),
    Agent("Cl4rke", MERCURY, ROBOT, cost=9, effects=(Influence(MERCURY), Influence(ANY, 2), May(GiveZenithium(1), Influence(ANOTHER, 2)))),
    Agent("Chaka", MERCURY, ANIMOD, cost=1, effects=(Influence(MERCURY), May(Exile(YOU, 2, other_than(MERCURY)), Credits(10)))),
    Agent("M4rt1n", JUPITER, ROBOT, cost=4, effects=(Influence(JUPITER), If(HasBadge(), Influence(JUPITER)))),
    Agent("Pachacuti", VENUS, ANIMOD, cost=3, effects=(Influence(VENUS), May(ExileColumn(VENUS), Influence(VENUS, (1, 2, 3))))),
    Agent("Gibs0n", JUPITER, ROBOT, cost=4, effects=(Influence(JUPITER), Transfer(2), May(GiveBadge(), Transfer(2)))),
    Agent("Handy Luke", MARS, HUMAN, cost=4, effects=(Influence(MARS), TakeToken())),
    Agent("Khan", MERCURY, ANIMOD, cost=9, effects=(Influence(MERCURY), Influence(ANY, 2), May(GiveBadge(), Influence(ANOTHER, 2)))),
    Agent("Moussa", VENUS, ANIMOD, cost=2, effects=(Influence(VENUS), CreditsByTechnologies((4, 8, 12)))),
    Agent("Archimedes", VENUS, ANIMOD, cost=6, effects=(Influence(VENUS), Develop(ANIMOD, 1))),
    Agent("Sneaky Jules", TERRA, HUMAN, cost=1, effects=(Influence(TERRA), Credits(4), May(GiveZenithium(1), Influence(AT_CENTRE, 2)))),
    Agent("Secret Kali", MERCURY, HUMAN, cost=2, effects=(Influence(MERCURY), May(GiveCredits(3), Influence(other_than(MERCURY), 2)))),
    Agent("Captain Andreev", JUPITER, HUMAN, cost=4, effects=(Influence(JUPITER), May(Transfer(), Credits(CARD_COST)))),
    Agent("Milady Jones", JUPITER, HUMAN, cost=6, effects=(Influence(JUPITER), Influence(TERRA), TakeBadge())),
)

SECRET_AGENTS: Final = (
    Agent("Admiral Jack", JUPITER, HUMAN, cost=5, effects=(Influence(JUPITER), Influence(ANY), If(HasZenithium(OPPONENT, 3), Influence(ANOTHER)))),
    Agent("Mungo", TERRA, ANIMOD, cost=5, effects=(Influence(TERRA), Either((Influence(MERCURY), Influence(VENUS)), (Influence(MARS), Influence(JUPITER))))),
    Agent("S1mmons", MERCURY, ROBOT, cost=0, effects=(Influence(MERCURY), CreditsUpTo(8), CreditsUpTo(8, OPPONENT))),
    Agent("W1ll1s", MARS, ROBOT, cost=5, effects=(Influence(MARS), GiveInfluence(other_than(MARS), 2), Influence(ANOTHER, 2), TakeBadge(GOLD))),
    Agent("Princess Uxmal", MERCURY, HUMAN, cost=5, effects=(Influence(MERCURY), If(HasBadge(OPPONENT), InfluenceRow((1, 1))))),
    Agent("Célestin Petit", TERRA, HUMAN, cost=0, effects=(Influence(TERRA), Develop(LOWEST))),
    Agent("Ragnar", MARS, ANIMOD, cost=0, effects=(Influence(MARS), ZenithiumUpTo(2), ZenithiumUpTo(2, OPPONENT))),
    Agent("Dandy Müller", VENUS, HUMAN, cost=0, effects=(Influence(VENUS), Influence(ON_OPPONENT_SIDE))),
    Agent("Boull3", VENUS, ROBOT, cost=5, effects=(Influence(VENUS), Influence(ANY), If(HasCredits(OPPONENT, 15), Influence(ANY)))),
    Agent("Demetrios", JUPITER, ANIMOD, cost=0, effects=(Influence(JUPITER), DiscardHand(), Credits(5))),
)
# fmt: on


def reprinted(agents: tuple[Agent, ...], *cards: Agent) -> tuple[Agent, ...]:
    """Return the cards of a box with some in place of those of the same name, others at its end."""
    anew = {card.name: card for card in cards}
    return (*(anew.pop(agent.name, agent) for agent in agents), *anew.values())


@dataclass(frozen=True, slots=True)
class Box:
    """A box of cards in one of its versions, which count from 1."""

    name: str
    version: int
    agents: tuple[Agent, ...]


BASE_BOX: Final = "base"
SECRET_BOX: Final = "secret_agents"
PRINTED: Final = (
    Box(BASE_BOX, 1, BASE),
    Box(SECRET_BOX, 1, SECRET_AGENTS),
)
"""All boxes, the versions of each in their order. Games rest on them, so none changes or goes."""

# --- the same cards as flat tables, by number, for the engine's inner loop ---
# A card that a later version of its box corrects has a number of its own and the former one's slug,
# so nothing that goes by number needs to know of versions.

AGENTS: Final[list[Agent]] = []
"""Number -> card, of all versions."""
COSTS: Final[list[int]] = []
PLANET_OF: Final[list[int]] = []
FACTION_OF: Final[list[int]] = []
SLUGS: Final[list[str]] = []
CARDS: Final[list[tuple[int, int, int, int]]] = []
"""Number -> planet, faction, printed cost, first of the three answers that play it."""
NUMBER: Final[dict[str, int]] = {}
"""Slug -> number of the card in the latest version of its box."""
BOXES: Final[dict[str, list[tuple[int, ...]]]] = {}
"""Name of a box -> the numbers of its cards in each version, in the order of a deal."""


def add_box(box: Box) -> None:
    """Add a box, or the next version of one; `ValueError` if it is not the next one."""
    versions = BOXES.setdefault(box.name, [])
    if box.version != len(versions) + 1:
        raise ValueError(f"{box.version} is not the next version of {box.name}")
    known = {agent: number for number, agent in enumerate(AGENTS)}
    numbers = []
    for agent in box.agents:
        number = known.get(agent, len(AGENTS))
        if number == len(AGENTS):
            AGENTS.append(agent)
            COSTS.append(agent.cost)
            PLANET_OF.append(int(agent.planet))
            FACTION_OF.append(int(agent.faction))
            SLUGS.append(agent.slug)
            CARDS.append((int(agent.planet), int(agent.faction), agent.cost, 3 * number))
        NUMBER[agent.slug] = number
        numbers.append(number)
    versions.append(tuple(numbers))


def latest_agents() -> list[Agent]:
    """Return the cards in the latest versions of all boxes."""
    return [AGENTS[number] for number in NUMBER.values()]


for _box in PRINTED:
    add_box(_box)
