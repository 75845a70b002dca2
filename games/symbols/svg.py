"""Phrases of symbols as SVG, for pictures that are drawn without a browser, a font or a style.

A phrase becomes one row; it never wraps. Its lengths are those of `static/css/phrase.css`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from django.utils.safestring import SafeString

from engine.symbols import Group, Mark, Outline, Part, Phrase, Symbol, Unit, symbols_in
from games.symbols.drawing import CLASSES, definitions

SIZE: Final = 18
"""The height of a symbol."""
EM: Final = SIZE / 1.2
NARROW: Final = 0.75 * EM
CHARACTER: Final = 0.56 * EM
GAP, PIECE_GAP, WORD_GAP = 0.15 * EM, 0.2 * EM, 0.6 * EM
OVERLAP: Final = 0.3 * EM
"""How far a planet covers the planet before it."""
PADDING: Final = 0.28 * EM

COLOURS: Final = {
    "mercury": "#b9a2ff",
    "venus": "#ffb066",
    "terra": "#72b8ff",
    "mars": "#ff8078",
    "jupiter": "#66dc93",
    "on": "#0b0e1a",
    "mine": "#7fe3d4",
    "theirs": "#ff9dc8",
    "credits": "#f6cd66",
    "zenithium": "#dfe7ff",
    "gold": "#f6cd66",
    "silver": "#d3dcf0",
    "arrow": "#a9b3d6",
}
"""The colours of the dark page, by the classes of symbols."""

CHARACTERS: Final = {
    "0": "M1 1h4v8h-4z",
    "1": "M2 2l1.5-1v8",
    "2": "M1 1h4v4h-4v4h4",
    "3": "M1 1h4v8h-4M2 5h3",
    "4": "M1 1v4h4M5 1v8",
    "5": "M5 1h-4v4h4v4h-4",
    "6": "M5 1h-4v8h4v-4h-4",
    "7": "M1 1h4l-2 8",
    "8": "M1 1h4v8h-4zM1 5h4",
    "9": "M5 5h-4v-4h4v8h-4",
    Mark.PLUS: "M1 5h4M3 3v4",
    Mark.MINUS: "M1 5h4",
    Mark.TIMES: "M1.3 3.3l3.4 3.4M4.7 3.3l-3.4 3.4",
    Mark.EQUALS: "M1 3.7h4M1 6.3h4",
    Mark.COLON: "M3 3.2v.1M3 6.8v.1",
    Mark.IF: "M1 2.8a2 1.9 0 1 1 3.2 1.5q-1.2.7-1.2 1.9M3 8.9v.1",
    Mark.STROKE: "M4.6 1l-3.2 8",
}
"""The strokes of figures and marks, on a grid of 6 × 10."""


@dataclass(frozen=True, slots=True)
class Row:
    """A phrase as SVG elements: it begins at x = 0 and is centred on y = 0."""

    svg: SafeString
    width: float


@cache
def row(phrase: Phrase) -> Row:
    """Return a phrase as a row; the picture needs `drawings` and `characters` too."""
    pen = _Pen()
    for number, word in enumerate(phrase):
        pen.x += WORD_GAP if number else 0
        pen.pieces(word)
    return Row(SafeString("".join(pen.elements)), pen.x)


def drawings(phrases: Iterable[Phrase], *others: Symbol) -> SafeString:
    """Return the drawings that some phrases need, and others, with their colours."""
    needed = set(others).union(*(symbols_in(phrase) for phrase in phrases))
    return coloured(definitions(*sorted(needed)))


def coloured(svg: str) -> SafeString:
    """Return SVG with colours instead of those that a page takes from its style."""
    return SafeString(re.sub(r"var\(--(\w+)\)", lambda name: COLOURS[name[1]], svg))


@cache
def characters() -> SafeString:
    """Return the figures and marks as `<symbol>` elements."""
    return SafeString(
        "".join(
            f'<symbol id="{_id(character)}" viewBox="0 0 6 10"><path d="{line}" fill="none"'
            ' stroke="currentColor" stroke-width="1.5" stroke-linecap="round"'
            ' stroke-linejoin="round"/></symbol>'
            for character, line in CHARACTERS.items()
        )
    )


def _id(character: str) -> str:
    if character.isdecimal():
        return f"digit-{character}"
    return f"mark-{Mark(character).name.lower()}"


class _Pen:
    """Writes the pieces of a phrase from left to right."""

    def __init__(self) -> None:
        self.x = 0.0
        self.elements: list[str] = []

    def pieces(self, pieces: tuple[Unit | Group, ...]) -> None:
        for number, piece in enumerate(pieces):
            self.x += PIECE_GAP if number else 0
            if isinstance(piece, Group):
                self._group(piece)
            else:
                self._unit(piece)

    def _group(self, group: Group) -> None:
        start, place = self.x, len(self.elements)
        self.x += PADDING
        self.pieces(group.pieces)
        self.x += PADDING
        self.elements.insert(place, _outline(group.outline, start, self.x - start))

    def _unit(self, unit: Unit) -> None:
        first, *others = unit.parts
        self._part(first)
        for before, part in pairwise((first, *others)):
            self.x += _between(before, part)
            self._part(part)

    def _part(self, part: Part) -> None:
        if isinstance(part, Symbol):
            self._symbol(part)
        elif part == Mark.OR:
            self.x += PADDING
            self._character(Mark.STROKE)
            self.x += PADDING
        else:
            for character in str(part):
                self._character(character)

    def _symbol(self, symbol: Symbol) -> None:
        classes = _classes(symbol)
        width = NARROW if "narrow" in classes else SIZE
        colour = next((COLOURS[name] for name in classes if name in COLOURS), "")
        self._use(symbol, width, SIZE, f' color="{colour}"' if colour else "")
        self.x += width

    def _character(self, character: str) -> None:
        self._use(_id(character), CHARACTER, CHARACTER * 10 / 6)
        self.x += CHARACTER

    def _use(self, name: str, width: float, height: float, more: str = "") -> None:
        self.elements.append(
            f'<use href="#{name}" x="{self.x:.4g}" y="{-height / 2:.4g}"'
            f' width="{width:.4g}" height="{height:.4g}"{more}/>'
        )


def _classes(part: Part) -> list[str]:
    return CLASSES.get(part, "").split() if isinstance(part, Symbol) else []


def _between(before: Part, part: Part) -> float:
    """Return the space between two parts of a unit."""
    classes, earlier = _classes(part), _classes(before)
    if "round" in classes and "round" in earlier:
        return -OVERLAP
    if "bead" in classes and "bead" in earlier:
        return 0
    if not isinstance(before, Symbol) and not isinstance(part, Symbol):
        return 0
    return PIECE_GAP if Symbol.THEN in (before, part) else GAP


def _outline(outline: Outline, x: float, width: float) -> str:
    """Return what surrounds a group."""
    top, height, right = -SIZE / 2 - 1.5, SIZE + 3, x + width
    match outline:
        case Outline.PRICE | Outline.CONDITION:
            look = (
                'fill="none" stroke="currentColor" stroke-opacity=".6" stroke-dasharray="3 2"'
                if outline == Outline.PRICE
                else 'fill="currentColor" fill-opacity=".16"'
            )
            return (
                f'<rect x="{x:.4g}" y="{top}" width="{width:.4g}" height="{height}" rx="6" {look}/>'
            )
        case Outline.CHOICE | Outline.AGAIN:
            side = height - 8
            return (
                f'<path d="M{x + 4:.4g} {top}q-4 0-4 4v{side}q0 4 4 4'
                f'M{right - 4:.4g} {top}q4 0 4 4v{side}q0 4-4 4"'
                ' fill="none" stroke="currentColor" stroke-opacity=".7" stroke-width="1.5"/>'
            )
