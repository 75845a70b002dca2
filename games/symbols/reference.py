"""Everything printed in the game, one by one: to look up, to filter, and with addresses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.agents import AGENTS, BOXES, NUMBER, SECRET_BOX, latest_agents
from engine.boards import LETTERS, LEVELS, LINE_BONUS, TOKENS
from engine.names import BOARD_SIDES, FACTIONS, PLANETS, Faction
from engine.symbols import (
    LEGEND,
    Symbol,
    depict_agent,
    depict_frame,
    depict_leadership,
    depict_line_bonus,
    depict_technology,
    depict_token,
    symbols_in,
)
from engine.words import (
    describe_agent,
    describe_leadership,
    describe_line_bonus,
    describe_technology,
    describe_token,
    faction_name,
    planet_name,
    token_name,
)
from games.symbols import printed
from games.symbols.text import in_each_language, plain

FULL = "full"
"""The class of phrases that show their sentences beside their symbols."""
KINDS = ("agent", "technology", "token", "leadership", "line")


@dataclass(frozen=True, slots=True)
class Component:
    """An agent, a level of a technology, a bonus token, a leadership or a line bonus."""

    kind: str
    key: str
    """Its name in addresses."""
    symbols: frozenset[Symbol]
    subject: str
    """The agent's slug, the letter of the board side, the token's id, the faction, or nothing."""
    planet: str = ""
    faction: str = ""
    cost: int | None = None
    """Credits of an agent, zenithium of a level."""
    level: int = 0
    copies: int = 1
    is_expansion: bool = False


@cache
def components() -> dict[str, Component]:
    """Return everything printed, by its key: agents by planet, faction, cost and name."""
    return {
        component.key: component
        for source in (_agents(), _levels(), _others())
        for component in source
    }


def _agents() -> Iterator[Component]:
    order = sorted(
        latest_agents(),
        key=lambda component: (component.planet, component.faction, component.cost, component.name),
    )
    for agent in order:
        yield Component(
            "agent",
            agent.slug,
            frozenset(symbols_in(depict_agent(agent.slug)) | symbols_in(depict_frame(agent.slug))),
            agent.slug,
            PLANETS[agent.planet],
            FACTIONS[agent.faction],
            agent.cost,
            is_expansion=NUMBER[agent.slug] in BOXES[SECRET_BOX][-1],
        )


def _levels() -> Iterator[Component]:
    for letter in LETTERS:
        faction = next(faction for faction in Faction if letter in BOARD_SIDES[faction])
        for level in range(1, LEVELS + 1):
            yield Component(
                "technology",
                f"technology-{letter.lower()}-{level}",
                frozenset(symbols_in(depict_technology(letter, level))),
                letter,
                faction=FACTIONS[faction],
                cost=level,
                level=level,
            )


def _others() -> Iterator[Component]:
    for token in TOKENS:
        key = f"token-{token.id.replace('_', '-')}"
        symbols = frozenset(symbols_in(depict_token(token.id)))
        yield Component("token", key, symbols, token.id, copies=token.copies)
    for faction in FACTIONS:
        symbols = frozenset(symbols_in(depict_leadership(faction)))
        yield Component("leadership", f"leadership-{faction}", symbols, faction, faction=faction)
    for level in range(1, len(LINE_BONUS) + 1):
        symbols = frozenset(symbols_in(depict_line_bonus(level)))
        yield Component("line", f"line-bonus-{level}", symbols, "", level=level)


# --- in words ---


@dataclass(frozen=True, slots=True)
class ComponentText:
    """A component in the active language."""

    name: str
    sentence: str
    effects: SafeString
    """Its phrase with the sentence: HTML."""
    frame: SafeString | None = None
    faction_name: str = ""
    planet_name: str = ""


@in_each_language
def text_of(key: str) -> ComponentText:
    """Return a component's words and symbols."""
    component = components()[key]
    faction = plain(faction_name(component.faction)) if component.faction else ""
    match component.kind:
        case "agent":
            name = AGENTS[NUMBER[key]].name
            sentence = plain(describe_agent(key))
            effects = printed.agent_effects(key, FULL)
            planet = plain(planet_name(component.planet))
            frame = printed.agent_frame(key)
            return ComponentText(name, sentence, effects, frame, faction, planet)
        case "technology":
            name = _("%(faction)s %(letter)s, level %(level)s") % {
                "faction": faction,
                "letter": component.subject,
                "level": component.level,
            }
            sentence = plain(describe_technology(component.subject, component.level))
            effects = printed.level_effects(component.subject, component.level, FULL)
        case "token":
            name = plain(token_name(component.subject))
            sentence = plain(describe_token(component.subject))
            effects = printed.token_effects(component.subject, FULL)
        case "leadership":
            name = faction
            sentence = plain(describe_leadership(component.subject))
            effects = printed.leadership_effects(component.subject, FULL)
        case _line:
            name = _("Line bonus, level %(level)s") % {"level": component.level}
            sentence = plain(describe_line_bonus(component.level))
            effects = printed.line_bonus_effects(component.level, FULL)
    return ComponentText(name, sentence, effects, faction_name=faction)


def kind_names() -> dict[str, str]:
    """Return the kinds of components in words."""
    return {
        "agent": _("Agents"),
        "technology": _("Technologies"),
        "token": _("Bonus tokens"),
        "leadership": pgettext("kind of card", "Leadership"),
        "line": _("Line bonuses"),
    }


@in_each_language
def meanings() -> dict[Symbol, str]:
    """Return what each symbol means that is printed on something, in the order of the legend."""
    used = {symbol for component in components().values() for symbol in component.symbols}
    texts: dict[Symbol, str] = {}
    for section in LEGEND:
        for entry in section.entries:
            is_single = len(entry.phrase) == len(entry.phrase[0]) == 1
            for symbol in Symbol if is_single else ():  # an example has more than one unit
                if symbol in symbols_in(entry.phrase) & used:
                    texts.setdefault(symbol, plain(entry.meaning))
    return texts


# --- filters ---


@dataclass(frozen=True, slots=True)
class ComponentFilter:
    """What a reader looks for; empty fields match everything."""

    words: str = ""
    kind: str = ""
    planet: str = ""
    faction: str = ""
    cost: int | None = None
    symbol: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "ComponentFilter":
        """Return the filter of a query; unknown values are left out."""
        cost = query.get("cost", "")
        return cls(
            words=query.get("q", "").strip()[:60],
            kind=_known(query.get("kind", ""), KINDS),
            planet=_known(query.get("planet", ""), PLANETS),
            faction=_known(query.get("faction", ""), FACTIONS),
            cost=int(cost) if cost.isascii() and cost.isdecimal() and len(cost) < 3 else None,
            symbol=_known(query.get("symbol", ""), tuple(Symbol)),
        )

    def query(self) -> dict[str, str]:
        """Return the filter as a query, without what is empty."""
        values = {
            "q": self.words,
            "kind": self.kind,
            "planet": self.planet,
            "faction": self.faction,
            "cost": "" if self.cost is None else str(self.cost),
            "symbol": self.symbol,
        }
        return {name: value for name, value in values.items() if value}

    def matches(self, component: Component) -> bool:
        """Whether a component is looked for."""
        wanted = (
            (self.kind, component.kind),
            (self.planet, component.planet),
            (self.faction, component.faction),
        )
        if any(value and value != own for value, own in wanted):
            return False
        if self.cost is not None and (component.kind != "agent" or component.cost != self.cost):
            return False
        if self.symbol and self.symbol not in component.symbols:
            return False
        text = text_of(component.key)
        words = self.words.casefold().split()
        haystack = f"{text.name} {component.key} {text.sentence}".casefold()
        return all(word in haystack for word in words)


def _known(value: str, values: tuple[str, ...]) -> str:
    return value if value in values else ""


def search(wanted: ComponentFilter) -> list[Component]:
    """Return the components that match a filter."""
    return [component for component in components().values() if wanted.matches(component)]
