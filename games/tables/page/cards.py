"""Agents as cards: in a hand, on the board, and opened over the page."""

from dataclasses import dataclass, field, replace
from functools import cache

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine.agents import AGENTS, NUMBER
from engine.names import FACTIONS, PLANETS
from engine.words import agent_name, describe, describe_agent, faction_name, planet_name
from games.tables.page.text import agent_button, in_each_language, plain
from games.tables.signs import FACTION_SIGNS, PLANET_SIGNS


@dataclass(slots=True)
class Pick:
    """An answer given by a click on a card or on the board: its action and its sentence."""

    action: str
    sentence: str


@dataclass(slots=True)
class AgentCard:
    """An agent's card, wherever it lies."""

    slug: str
    name: str
    planet: str
    planet_name: str
    sign: str
    faction: str
    faction_name: str
    shape: str
    cost: int
    says: list[str]
    stars: SafeString
    """The emblem: a constellation drawn from the name, as SVG."""
    button: SafeString
    """The name as a button that opens the card: HTML."""
    line: SafeString = field(default_factory=SafeString)
    """The card as a line of a list: HTML."""
    # Of a card in the hand:
    price: int | None = None
    develop: int | None = None
    uses: list[str] = field(default_factory=list)
    chosen: bool = False
    new: bool = False
    pick: Pick | None = None

    @property
    def sentence(self) -> str:
        """The whole text of the card."""
        return " ".join(self.says)

    @property
    def long(self) -> bool:
        """Whether the text is too long to be read on a card in the hand."""
        return len(self.sentence) > 135


def card(slug: str) -> AgentCard:
    """Return an agent as it is printed."""
    return replace(_printed(slug), uses=[])


@in_each_language
def _printed(slug: str) -> AgentCard:
    agent = AGENTS[NUMBER[slug]]
    planet, faction = PLANETS[agent.planet], FACTIONS[agent.faction]
    sentences = [plain(describe(effect)) for effect in agent.effects]
    whole = plain(describe_agent(slug))
    printed = AgentCard(
        slug=slug,
        name=agent.name,
        planet=planet,
        planet_name=plain(planet_name(planet)),
        sign=PLANET_SIGNS[planet],
        faction=faction,
        faction_name=plain(faction_name(faction)),
        shape=FACTION_SIGNS[faction],
        cost=agent.cost,
        says=sentences if whole == " ".join(sentences) else [whole],
        stars=stars(slug),
        button=agent_button(
            slug,
            format_html(
                '<span class="shape" aria-hidden="true">{}</span> {}',
                FACTION_SIGNS[faction],
                agent.name,
            ),
        ),
    )
    printed.line = render_to_string("tables/_line.html", {"one": printed})
    return printed


@in_each_language
def opened(slug: str) -> SafeString:
    """Return the card of an agent that opens over the page: HTML."""
    return render_to_string("tables/_card.html", {"one": card(slug)})


@cache
def stars(slug: str) -> SafeString:
    """Return the constellation of an agent as SVG; the same name gives the same stars."""
    state = 2166136261
    for letter in agent_name(slug):
        state = (state ^ ord(letter)) * 16777619 % 2**32

    def chance() -> float:
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return ((state >> 9) ^ (state >> 17)) % 1000 / 1000

    count = 6 + int(chance() * 3)
    points = [
        (
            round(10 + 190 * (i + 0.5) / count + (chance() - 0.5) * 16),
            round(7 + chance() * 36),
            round(1.4 + chance() * 2.4, 1),
        )
        for i in range(count)
    ]
    first = int(chance() * (count - 3))
    dust = [(round(chance() * 210), round(chance() * 50)) for _ in range(12)]
    return format_html(
        '<svg class="stars" viewBox="0 0 210 50" aria-hidden="true">'
        '<path class="dust" stroke-linecap="round" d="{}"/><path d="M{}M{}"/>{}</svg>',
        # A line of no length with round ends is a dot.
        "".join(f"M{x} {y}h0" for x, y in dust),
        "L".join(f"{x} {y}" for x, y, _ in points),
        "L".join(f"{x} {y}" for x, y, _ in (points[first], points[first + 3])),
        format_html_join("", '<circle cx="{}" cy="{}" r="{}"/>', points),
    )
