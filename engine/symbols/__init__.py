"""Phrases of symbols for everything printed in the game: the sentences of `words/` as pictures.

`depict` makes a word of an effect, `depict_agent` and its siblings the phrase of what carries
effects: a tree of symbols, numbers and marks (`phrases.py`). A site draws it; it holds no markup
and no language. `LEGEND` explains the symbols and the grammar.
"""

from engine.symbols.actions import depict_action
from engine.symbols.alphabet import Symbol
from engine.symbols.effects import (
    depict,
    depict_agent,
    depict_all,
    depict_frame,
    depict_leadership,
    depict_line_bonus,
    depict_technology,
    depict_token,
)
from engine.symbols.events import depict_event
from engine.symbols.legend import LEGEND, Entry, Section
from engine.symbols.phrases import (
    AgentName,
    Group,
    Mark,
    Outline,
    Part,
    Phrase,
    Unit,
    Word,
    symbols_in,
    write,
)

__all__ = [
    "LEGEND",
    "AgentName",
    "Entry",
    "Group",
    "Mark",
    "Outline",
    "Part",
    "Phrase",
    "Section",
    "Symbol",
    "Unit",
    "Word",
    "depict",
    "depict_action",
    "depict_agent",
    "depict_all",
    "depict_event",
    "depict_frame",
    "depict_leadership",
    "depict_line_bonus",
    "depict_technology",
    "depict_token",
    "symbols_in",
    "write",
]
