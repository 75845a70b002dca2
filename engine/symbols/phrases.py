"""Phrases: effects as trees of symbols, numbers and marks, ready to be drawn.

A **phrase** is a row of words, a **word** says one effect. A word is made of **units**, which
don't break over two rows, and of **groups**, units with a line or a ground around them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.symbols.alphabet import Symbol


class Mark(StrEnum):
    """A sign between symbols and numbers, written as text."""

    PLUS = "+"
    MINUS = "−"
    TIMES = "×"
    EQUALS = "="
    COLON = ":"
    IF = "?"
    STROKE = "/"
    """Between the steps of a price, and of what they buy."""
    OR = "|"
    """Between two alternatives."""


@dataclass(frozen=True, slots=True)
class AgentName:
    """The name of an agent, in a phrase of what happened."""

    slug: str

    def __str__(self) -> str:
        return self.slug


Part = Symbol | Mark | int | AgentName


@dataclass(frozen=True, slots=True)
class Unit:
    """Parts that stay together on one row."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return " ".join(str(part) for part in self.parts)


class Outline(StrEnum):
    """What a group means."""

    PRICE = "price"
    """A price that you may pay."""
    CONDITION = "condition"
    """What follows is applied only if this holds."""
    CHOICE = "choice"
    """One of two alternatives."""
    AGAIN = "again"
    """This as many times as the number before it says."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units and groups with an outline."""

    outline: Outline
    pieces: tuple["Unit | Group", ...]

    def __str__(self) -> str:
        return f"({self.outline}: {' '.join(str(piece) for piece in self.pieces)})"


Word = tuple[Unit | Group, ...]
Phrase = tuple[Word, ...]


def unit(*parts: Part) -> Unit:
    """Return a unit."""
    return Unit(parts)


def write(phrase: Phrase) -> str:
    """Return a phrase as text, for tests.

    >>> write(((unit(2, Symbol.ZENITHIUM),), (unit(Symbol.BADGE),)))
    '2 zenithium, badge'
    """
    return ", ".join(" ".join(str(piece) for piece in word) for word in phrase)


def symbols_in(phrase: Phrase) -> set[Symbol]:
    """Return the symbols of a phrase."""
    symbols: set[Symbol] = set()
    waiting: list[Iterable[Unit | Group]] = [*phrase]
    while waiting:
        for piece in waiting.pop():
            if isinstance(piece, Group):
                waiting.append(piece.pieces)
            else:
                symbols |= {part for part in piece.parts if isinstance(part, Symbol)}
    return symbols
