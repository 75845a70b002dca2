"""The file of drawings, and phrases as HTML."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from engine.agents import latest_agents
from engine.boards import LETTERS, LEVELS, TOKENS
from engine.effects import (
    ANY,
    Discard,
    Either,
    GiveBadge,
    Influence,
    May,
    SpendCredits,
    TakeBadge,
    Zenithium,
)
from engine.names import FACTIONS
from engine.symbols import AgentName, Symbol, depict_all
from engine.words import describe_agent
from games.symbols import drawing, printed
from games.symbols.drawing import CLASSES, draw

STATIC = Path(settings.BASE_DIR) / "static"
SVG = "{http://www.w3.org/2000/svg}"
DRAWINGS = ElementTree.parse(STATIC / "img" / "symbols.svg").getroot()
PAINT = re.compile(r"none|currentColor|var\((--[a-z]+)\)")


class Tags(HTMLParser):
    """The open tags of a fragment; at its end there is none."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Open a tag."""
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the tag that was opened last."""
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """Ignore an empty element."""

    def handle_data(self, data: str) -> None:
        """Collect the text."""
        self.texts.append(data)


# --- the drawings ---


def test_every_symbol_has_one_drawing() -> None:
    names = [str(symbol.get("id")) for symbol in DRAWINGS.iter(f"{SVG}symbol")]
    assert len(names) == len(set(names))
    assert set(names) == {symbol.value for symbol in Symbol}


def test_the_drawings_have_the_colours_of_the_text_and_of_the_tokens() -> None:
    tokens = re.findall(r"(--[\w-]+):", (STATIC / "css" / "tokens.css").read_text())
    for element in DRAWINGS.iter():
        for paint in (element.get("fill"), element.get("stroke")):
            found = PAINT.fullmatch(paint or "none")
            assert found, paint
            assert found[1] is None or found[1] in tokens, paint


def test_the_drawings_are_small() -> None:
    """One request of a few kilobytes, compressed 3."""
    assert (STATIC / "img" / "symbols.svg").stat().st_size < 24_000


def test_narrow_drawings_are_drawn_narrow() -> None:
    """The style sheet gives them the width of their grid."""
    narrow = {
        Symbol(str(symbol.get("id")))
        for symbol in DRAWINGS.iter(f"{SVG}symbol")
        if symbol.get("viewBox") == "0 0 10 16"
    }
    assert {symbol for symbol, classes in CLASSES.items() if "narrow" in classes} == narrow


def test_every_class_of_a_symbol_has_a_style() -> None:
    sheet = (STATIC / "css" / "phrase.css").read_text() + (STATIC / "css/tokens.css").read_text()
    classes = {name for names in CLASSES.values() for name in names.split()}
    assert [name for name in sorted(classes) if f".{name}" not in sheet] == []


# --- phrases ---

EVERYTHING = [
    *(printed.agent_effects(agent.slug) for agent in latest_agents()),
    *(printed.agent_frame(agent.slug) for agent in latest_agents()),
    *(printed.level_effects(letter, n) for letter in LETTERS for n in range(1, LEVELS + 1)),
    *(printed.token_effects(token.id) for token in TOKENS),
    *(printed.leadership_effects(faction) for faction in FACTIONS),
    *(printed.line_bonus_effects(level) for level in (1, 2, 3)),
]


@pytest.mark.parametrize("html", EVERYTHING, ids=range(len(EVERYTHING)))
def test_a_phrase_is_well_formed_and_has_its_sentence_and_symbols(html: str) -> None:
    tags = Tags(html)
    assert tags.open == []
    assert tags.texts[0].endswith(".")
    signs = html[html.index('<span class="signs" aria-hidden="true">') :]
    assert "symbols.svg#" in signs


def test_each_width_of_a_level_has_a_style() -> None:
    sheet = (STATIC / "css" / "tech.css").read_text()
    widths = {printed.level_width(letter, n) for letter in LETTERS for n in range(1, LEVELS + 1)}
    assert {name for name in widths if name and f".{name} " not in sheet} == set()
    assert len(widths) > 2


def test_frame_and_effects_say_what_the_card_says() -> None:
    frame, effects = (
        Tags(html).texts[0] for html in (printed.agent_frame("nero"), printed.agent_effects("nero"))
    )
    assert f"{frame} {effects}" == str(describe_agent("nero"))


def test_a_phrase_in_html() -> None:
    phrase = depict_all((May(SpendCredits((3, 7)), Influence(ANY, (1, 2))), Zenithium(2)))
    file = "/static/img/symbols.svg"
    drawing = re.compile(rf'<svg(?: class="([^"]+)")?><use href="{file}#([\w-]+)"/></svg>')
    assert drawing.sub(r"[\2: \1]", draw(phrase)) == (
        '<span class="word"><span class="piece price"><i><b>3/7</b>[credits: credits]</i></span>'
        "<i>[then: narrow arrow][step-1: narrow]<b>/</b>[step-2: narrow][any: round]</i></span>"
        "<i><b>2</b>[zenithium: zenithium]</i>"
    )


def test_alternatives_in_html() -> None:
    html = draw(depict_all((Either((Discard(),), (TakeBadge(),)),)))
    assert html.startswith('<span class="piece choice"><i><svg><use href="')
    assert '</i><i><b class="or">/</b></i><i><svg class="silver">' in html


def test_each_language_has_its_own_sentences_and_the_same_symbols() -> None:
    english = printed.agent_effects("nero")
    with translation.override("fr"):
        french = printed.agent_effects("nero")
    assert Tags(english).texts[0] == "Gain 3 zenithium."
    assert Tags(french).texts[0] == "Gagnez 3 Zenithium."
    assert english.partition('<span class="signs"')[2] == french.partition('<span class="signs"')[2]


def test_it_is_drawn_once() -> None:
    assert printed.agent_effects("nero") is printed.agent_effects("nero")


def test_a_cost_may_be_drawn_alone() -> None:
    assert "symbols.svg#give" in draw(depict_all((May(GiveBadge(), Zenithium(1)),)))


# --- tags ---


def rendered(source: str) -> str:
    """Return a template that uses the tags, rendered."""
    context = Context({"slug": "nero", "less": "3 < 4"})
    return Template("{% load symbols %}" + source).render(context)


def test_tags_are_the_same_functions() -> None:
    assert rendered("{% agent_effects slug %}") == printed.agent_effects("nero")
    assert rendered('{% level_effects "S" 1 %}') == printed.level_effects("S", 1)
    assert 'class="phrase full"' in rendered('{% token_effects "badge" "full" %}')


def test_a_symbol_alone_is_hidden_or_has_a_label() -> None:
    assert 'aria-hidden="true"' in rendered('{% symbol "credits" %}')
    assert 'role="img" aria-label="3 &lt; 4"' in rendered('{% symbol "credits" label=less %}')
    with pytest.raises(ValueError, match="not a valid Symbol"):
        rendered('{% symbol "nothing" %}')


def test_an_agent_among_symbols_is_a_link_in_the_colour_of_its_planet() -> None:
    html = str(drawing._symbols(AgentName("nero")))
    assert 'tabindex="-1" href="/symbols/cards/nero/"><b class="mercury">Nero</b></a>' in html
