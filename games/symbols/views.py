"""The pages of the icon language, and the reference of everything printed."""

from typing import TypedDict
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.caching import keepable
from engine.agents import latest_agents
from engine.names import FACTIONS, PLANETS
from engine.symbols import Symbol
from engine.words import faction_name, planet_name
from games.symbols.drawing import draw_symbol
from games.symbols.legend import legend
from games.symbols.reference import (
    Component,
    ComponentFilter,
    ComponentText,
    components,
    kind_names,
    meanings,
    search,
    text_of,
)
from games.symbols.statistics import BANDS, ENOUGH, statistics_of
from games.symbols.text import plain

COSTS = sorted({agent.cost for agent in latest_agents()})


@require_safe
@keepable
def symbols(request: HttpRequest) -> HttpResponse:
    """The legend; static/js/legend.js shows it over the table."""
    return render(request, "symbols/symbols.html", {"legend": legend()})


@require_safe
@keepable
def cards(request: HttpRequest) -> HttpResponse:
    """All agents, technologies and tokens that match a filter, in symbols and in words."""
    wanted = ComponentFilter.read(request.GET.dict())
    matching = search(wanted)
    context = {
        "wanted": wanted,
        "sections": sections(matching),
        "number": len(matching),
        "kinds": kind_names(),
        "planets": {planet: plain(planet_name(planet)) for planet in PLANETS},
        "factions": {faction: plain(faction_name(faction)) for faction in FACTIONS},
        "costs": COSTS,
        "symbols": _symbol_links(wanted),
        "chosen": meanings().get(Symbol(wanted.symbol)) if wanted.symbol else "",
    }
    return render(request, "symbols/cards.html", context)


@require_safe
@keepable
def component(request: HttpRequest, key: str) -> HttpResponse:
    """An agent, a level of a technology, a token or a bonus, by itself."""
    component = components().get(key)
    if component is None:
        raise Http404
    text, explained = text_of(key), meanings()
    asked = request.GET.get("strength", "")
    band = asked if asked in {band.key for band in BANDS} else ""
    alike = [
        other
        for other in components().values()
        if other.kind == component.kind
        and other.planet == component.planet
        and other.subject == component.subject
    ]
    if component.kind == "agent":
        alike = [
            o for o in components().values() if o.kind == "agent" and o.planet == component.planet
        ]
    context = {
        "component": component,
        "text": text,
        "kind": kind_names()[component.kind],
        "symbols": [
            (draw_symbol(symbol), explained[symbol], str(symbol))
            for symbol in explained
            if symbol in component.symbols
        ],
        "statistics": statistics_of(key, band) if component.kind == "agent" else [],
        "band": band,
        "bands": BANDS,
        "enough": ENOUGH,
        "alike": [(other, text_of(other.key)) for other in alike if other != component],
    }
    return render(request, "symbols/component.html", context)


class ShownSection(TypedDict):
    """Components under a heading, with a sign and a class of the styles."""

    heading: str
    sign: str
    css: str
    entries: list[tuple[Component, ComponentText]]


def sections(matching: list[Component]) -> list[ShownSection]:
    """Return components by headings: agents by planet, levels by board side, then the rest."""
    kinds = kind_names()
    by_heading: list[ShownSection] = []
    for component in matching:
        text = text_of(component.key)
        if component.kind == "agent":
            heading, sign, css = text.planet_name, component.planet, component.planet
        elif component.kind == "technology":
            heading, sign, css = f"{text.faction_name} {component.subject}", component.faction, ""
        else:
            heading, sign, css = kinds[component.kind], "", ""
        if not by_heading or by_heading[-1]["heading"] != heading:
            by_heading.append({"heading": heading, "sign": sign, "css": css, "entries": []})
        by_heading[-1]["entries"].append((component, text))
    return by_heading


def _symbol_links(wanted: ComponentFilter) -> list[tuple[str, str, SafeString, bool]]:
    """Return query, meaning, drawing of each symbol, and whether it is chosen."""
    rest = wanted.query()
    chosen = rest.pop("symbol", "")
    return [
        (
            urlencode(rest | ({} if symbol == chosen else {"symbol": str(symbol)})),
            meaning,
            draw_symbol(symbol),
            symbol == chosen,
        )
        for symbol, meaning in meanings().items()
    ]
