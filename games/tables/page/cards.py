"""Agents as cards: in a hand, on the board, and opened over the page."""

from dataclasses import dataclass, field, replace

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.agents import AGENTS, NUMBER
from engine.names import FACTIONS, PLANETS
from engine.words import describe_agent, faction_name, planet_name
from games.tables.page.text import agent_button, in_each_language, plain
from games.tables.signs import PLANET_SIGNS


@dataclass(slots=True)
class Pick:
    """An answer given by a click on a card or on the board: its action and its sentence."""

    action: str
    sentence: str
    ghosts: str = ""
    """What it would change on the board: see `ghosts_of`."""


@dataclass(slots=True)
class AgentCard:
    """An agent's card, wherever it lies."""

    slug: str
    name: str
    planet: str
    # What follows from the agent alone is left out of its `repr`, of which regions take a digest.
    planet_name: str = field(repr=False)
    sign: str = field(repr=False)
    faction: str = field(repr=False)
    faction_name: str = field(repr=False)
    cost: int = field(repr=False)
    sentence: str = field(repr=False)
    """The whole text of the card."""
    button: SafeString = field(repr=False)
    """The name as a button that opens the card: HTML."""
    line: SafeString = field(default_factory=SafeString, repr=False)
    """The card as a line of a list: HTML."""
    # Of a card in the hand:
    price: int | None = None
    develop: int | None = None
    uses: list[str] = field(default_factory=list)
    chosen: bool = False
    new: bool = False
    pick: Pick | None = None
    hinted: bool = False
    """Whether a hint speaks of it."""
    out_of_reach: bool = False
    """Whether its seat can't recruit on its planet."""

    @property
    def long(self) -> bool:
        """Whether the text is too long to be read on a card in the hand."""
        return len(self.sentence) > 135

    @property
    def costs(self) -> str:
        """What the card costs, in words for screen readers."""
        price = self.cost if self.price is None else self.price
        words = ngettext("costs %(n)d credit", "costs %(n)d credits", price) % {"n": price}
        if price != self.cost:
            words = _("%(costs)s, printed %(printed)d") % {"costs": words, "printed": self.cost}
        return words

    @property
    def face(self) -> SafeString:
        """What a card in the hand shows: HTML."""
        return _face(self.slug, self.price, self.out_of_reach)


def card(slug: str) -> AgentCard:
    """Return an agent as it is printed."""
    return replace(_printed(slug), uses=[])


@in_each_language
def _printed(slug: str) -> AgentCard:
    agent = AGENTS[NUMBER[slug]]
    planet, faction = PLANETS[agent.planet], FACTIONS[agent.faction]
    printed = AgentCard(
        slug=slug,
        name=agent.name,
        planet=planet,
        planet_name=plain(planet_name(planet)),
        sign=PLANET_SIGNS[planet],
        faction=faction,
        faction_name=plain(faction_name(faction)),
        cost=agent.cost,
        sentence=plain(describe_agent(slug)),
        button=agent_button(
            slug,
            format_html(
                '<span class="shape {}" aria-hidden="true"></span> {}',
                faction,
                agent.name,
            ),
        ),
    )
    printed.line = render_to_string("tables/_line.html", {"one": printed})
    return printed


@in_each_language
def _face(slug: str, price: int | None, out_of_reach: bool) -> SafeString:
    shown_card = replace(_printed(slug), price=price, out_of_reach=out_of_reach)
    return render_to_string("tables/_face.html", {"one": shown_card})


@in_each_language
def opened(slug: str) -> SafeString:
    """Return the card of an agent that opens over the page: HTML."""
    return render_to_string("tables/_card.html", {"one": card(slug)})
