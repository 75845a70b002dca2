"""Phrases as SVG: each fits its row, is drawn from the one file, and its renderer paints it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
import resvg_py
from django.conf import settings

from engine.agents import latest_agents
from engine.boards import LETTERS, LEVELS
from engine.names import PLANETS
from engine.symbols import (
    Group,
    Outline,
    Symbol,
    Unit,
    depict_agent,
    depict_technology,
    symbols_in,
)
from games.symbols.drawing import CLASSES
from games.symbols.svg import CHARACTERS, COLOURS, PIECE_GAP, characters, drawings, row

ROOM = 220
"""What the picture in a mail leaves to the effects of a card."""
PRINTED = [
    *(depict_agent(agent.slug) for agent in latest_agents()),
    *(depict_technology(letter, number) for letter in LETTERS for number in range(1, LEVELS + 1)),
]
USE = re.compile(r'<use href="#([\w-]+)" x="([-\d.]+)" y="[-\d.]+" width="([\d.]+)"')


def uses(svg: str) -> list[tuple[str, float, float]]:
    """Return what is drawn, with its left and its right end."""
    found = USE.findall(svg)
    assert len(found) == svg.count("<use")
    return [(name, float(x), float(x) + float(width)) for name, x, width in found]


def rendered(svg: str) -> bytes:
    """Return a row on black, as PNG."""
    inside = f'{drawings([], *Symbol)}{characters()}<path d="M0 0h60v30h-60z"/>'
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string='<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30">'
        f'{inside}<g color="#fff" transform="translate(4 15)">{svg}</g></svg>',
        skip_system_fonts=True,
    )
    return drawn


def test_every_phrase_fits_the_row_of_a_card() -> None:
    for phrase in PRINTED:
        drawn = row(phrase)
        assert 0 < drawn.width <= ROOM
        assert all(-0.1 <= start < end <= drawn.width + 0.1 for _, start, end in uses(drawn.svg))


def test_pieces_of_a_word_stand_apart_and_the_first_at_the_start() -> None:
    badge = Unit((Symbol.BADGE,))
    (_, first, end), (_, second, _) = uses(row(((badge, badge),)).svg)
    assert first == 0
    assert second - end == pytest.approx(PIECE_GAP, abs=0.1)


def test_only_planets_cover_each_other() -> None:
    for phrase in PRINTED:
        for (_, _, end), (name, start, _) in pairwise(uses(row(phrase).svg)):
            is_round = name in set(Symbol) and "round" in CLASSES.get(Symbol(name), "")
            assert start > end - (6 if is_round else 0.2), (phrase, name)


def test_a_row_has_the_symbols_of_its_phrase_and_they_are_defined() -> None:
    defined = set(re.findall(r'<symbol id="([\w-]+)"', characters()))
    for phrase in PRINTED:
        drawn = {name for name, _, _ in uses(row(phrase).svg)}
        assert symbols_in(phrase) == drawn & set(Symbol)
        assert drawn <= defined | set(re.findall(r'<symbol id="([\w-]+)"', drawings([phrase])))


def test_every_symbol_and_character_is_painted() -> None:
    nothing = rendered("")
    phrases = [((Unit((symbol,)),),) for symbol in Symbol]
    pictures = {rendered(row(phrase).svg) for phrase in phrases}
    assert nothing not in pictures
    assert len(pictures) == len(Symbol)
    names = re.findall(r'<symbol id="([\w-]+)"', characters())
    written = {rendered(f'<use href="#{name}" width="6" height="10"/>') for name in names}
    assert nothing not in written
    assert len(written) == len(CHARACTERS)


def test_every_outline_is_painted() -> None:
    inside = (Unit((Symbol.BADGE,)),)
    plain = rendered(row((inside,)).svg)
    outlined = {rendered(row(((Group(outline, inside),),)).svg) for outline in Outline}
    assert plain not in outlined
    assert len(outlined) == 3  # a choice has the brackets of a repetition


def test_the_colours_are_those_of_the_dark_page() -> None:
    sheet = (Path(settings.BASE_DIR) / "static" / "css" / "tokens.css").read_text()
    tokens = {"mine": "you", "theirs": "they", "credits": "credit", "zenithium": "zen"}
    tokens |= {"arrow": "dim"}
    for name, colour in COLOURS.items():
        token = tokens.get(name, name)
        found = re.search(rf"--{token}: var\(--light, #\w+\) var\(--dark, (#\w+)\)", sheet)
        assert found, name
        assert found[1] == colour
    assert set(PLANETS) <= set(COLOURS)


def test_no_colour_is_left_to_a_style() -> None:
    assert "var(" not in drawings([], *Symbol)
