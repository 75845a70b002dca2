"""Phrases of symbols as HTML: the only module that writes their markup.

The drawings are in one static file, `static/img/symbols.svg`, which a browser fetches once and
keeps; each symbol is a `<use>` of it. `static/css/phrase.css` has the sizes and the colours.
"""

import re
from functools import cache
from itertools import groupby

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine.agents import AGENTS, NUMBER
from engine.names import PLANETS
from engine.symbols import AgentName, Group, Mark, Part, Phrase, Symbol, Unit, Word

CLASSES = {
    **{Symbol(planet): f"round {planet}" for planet in PLANETS},
    **{Symbol(f"not-{planet}"): f"round {planet}" for planet in PLANETS},
    Symbol.ANY: "round",
    Symbol.ANOTHER: "round",
    Symbol.STEP_1: "narrow",
    Symbol.STEP_2: "narrow",
    Symbol.STEP_3: "narrow",
    Symbol.BACK_1: "narrow theirs",
    Symbol.BACK_2: "narrow theirs",
    Symbol.BACK_3: "narrow theirs",
    Symbol.ROW_1: "narrow bead",
    Symbol.ROW_2: "narrow bead",
    Symbol.ROW_3: "narrow bead",
    Symbol.THEN: "narrow arrow",
    Symbol.CREDITS: "credits",
    Symbol.ZENITHIUM: "zenithium",
    Symbol.BADGE: "silver",
    Symbol.BADGE_GOLD: "gold",
    Symbol.TOKEN: "gold",
    Symbol.TOKEN_DRAWN: "gold",
    Symbol.MINE: "mine",
    Symbol.BADGE_MINE: "mine",
    Symbol.EXILE_MINE: "mine",
    Symbol.TAKE: "mine",
    Symbol.THEIRS: "theirs",
    Symbol.BADGE_THEIRS: "theirs",
    Symbol.EXILE_THEIRS: "theirs",
    Symbol.TRANSFER_BACK: "theirs",
    Symbol.WON: "gold",
    Symbol.GIVE: "theirs",
}
"""Symbol -> the classes that give it a colour or another width. No meaning rests on them alone."""


FILE = "img/symbols.svg"


def address(symbol: Symbol) -> str:
    """Return the address of a drawing, for a `<use>`."""
    return f"{static(FILE)}#{symbol}"


@cache
def draw_symbol(symbol: Symbol) -> SafeString:
    """Return a symbol as HTML; what surrounds it hides it from screen readers or names it."""
    classes = format_html(' class="{}"', CLASSES[symbol]) if symbol in CLASSES else ""
    return format_html('<svg{}><use href="{}"/></svg>', classes, address(symbol))


def definitions(*symbols: Symbol) -> SafeString:
    """Return drawings as `<symbol>` elements, for a picture that can't fetch the file."""
    drawings = _drawings()
    return SafeString("".join(drawings[symbol] for symbol in symbols))


@cache
def _drawings() -> dict[str, str]:
    """Return the drawings of the file, by their names."""
    text = (settings.BASE_DIR / "static" / FILE).read_text()
    drawings = re.finditer(r'<symbol id="([\w-]+)"(?:[^<]|<(?!/?symbol))*+</symbol>', text)
    return {drawing[1]: drawing[0] for drawing in drawings}


def draw(phrase: Phrase) -> SafeString:
    """Return a phrase as HTML, without a name for screen readers."""
    return format_html_join("", "{}", ((_word(word),) for word in phrase))


def draw_named(phrase: Phrase, sentence: str, extra: str = "") -> SafeString:
    """Return a phrase with its sentence, as HTML.

    The sentence is its text: screen readers read it, and pages show it instead of the symbols or
    beside them, as the viewer prefers (`User.effect_display`). `extra`: further classes.
    """
    return format_html(
        '<span class="{}"><span class="says">{}</span><span class="signs" aria-hidden="true">{}'
        "</span></span>",
        f"phrase {extra}" if extra else "phrase",
        sentence,
        draw(phrase),
    )


def _word(word: Word) -> SafeString:
    pieces = _pieces(word)
    return pieces if len(word) == 1 else format_html('<span class="word">{}</span>', pieces)


def _pieces(pieces: tuple[Unit | Group, ...]) -> SafeString:
    return format_html_join("", "{}", ((_piece(piece),) for piece in pieces))


def _piece(piece: Unit | Group) -> SafeString:
    if isinstance(piece, Group):
        inside = _pieces(piece.pieces)
        return format_html('<span class="piece {}">{}</span>', piece.outline, inside)
    runs = groupby(piece.parts, key=lambda part: isinstance(part, Mark | int))
    drawn = (_text(*run) if is_text else _symbols(*run) for is_text, run in runs)
    return format_html("<i>{}</i>", format_html_join("", "{}", ((html,) for html in drawn)))


def _text(*parts: Part) -> SafeString:
    """Return numbers and marks as one text."""
    if parts == (Mark.OR,):
        return SafeString('<b class="or">/</b>')
    return format_html("<b>{}</b>", "".join(str(part) for part in parts))


def _symbols(*parts: Part) -> SafeString:
    """Return symbols and names one after another."""
    return format_html_join("", "{}", ((_symbol(part),) for part in parts))


def _symbol(part: Part) -> SafeString:
    if isinstance(part, AgentName):
        agent = AGENTS[NUMBER[part.slug]]
        # Not a tab stop: the sentence beside the symbols has the link too.
        return format_html(
            '<a class="agent-name" tabindex="-1" href="{}"><b class="{}">{}</b></a>',
            reverse("component", args=[agent.slug]),
            PLANETS[agent.planet],
            agent.name,
        )
    assert isinstance(part, Symbol)
    return draw_symbol(part)
