"""The sentences can be translated: every id is found by xgettext, every word goes through it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import engine.words
from engine.agents import AGENTS, latest_agents
from engine.text import Text
from engine.words import (
    describe,
    describe_action,
    describe_decision,
    describe_event,
    describe_source,
)
from engine.words.messages import NAME, SENTENCES, listed, one_of
from tests.engine.event_sentences import DUO, TEAMS
from tests.engine.test_words import MADE_UP, printed
from tests.engine.test_words_decisions import ACTIONS, PROMPTS
from tests.engine.test_words_events import ALL

FOLDER: Final = Path(engine.words.__file__).parent
FIELD: Final = re.compile(r"%\(\w+\)s")


def marked() -> tuple[set[str], set[tuple[str, str]]]:
    """Return the ids, and the pairs of ids, that stand as literals in the two markers."""
    ids, pairs = set(), set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            arguments = [value.value for value in node.args if isinstance(value, ast.Constant)]
            if node.func.id == "gettext_noop":
                (message,) = arguments
                ids.add(str(message))
            if node.func.id == "ngettext_noop":
                singular, plural = arguments
                pairs.add((str(singular), str(plural)))
    return ids, pairs


def texts() -> list[Text]:
    """Return all kinds of sentences."""
    found = [*printed().values(), *(describe(effect) for effect in MADE_UP)]
    for event in ALL:
        found += [describe_event(event, viewer, TEAMS) for viewer in (None, 0, 1, 2, 3)]
        found += [describe_event(event, viewer, DUO) for viewer in (None, 0, 1) if fits_two(event)]
        found += [describe_event(event, None, players=players) for players in (2, 4)]
    found += [describe_decision(decision) for decision, _ in PROMPTS]
    found += [describe_action(action) for action in ACTIONS]
    return [*found, *(describe_source(source) for source in ("turn", "leadership", "line 1"))]


def fits_two(event: object) -> bool:
    return getattr(event, "to", 0) < 2


def inside(text: Text) -> Iterator[Text]:
    yield text
    for value in text.params.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Text):
                yield from inside(part)


def test_every_id_is_marked_as_a_literal() -> None:
    ids, pairs = marked()
    assert len(ids) + len(pairs) > 250
    for sentence in texts():
        for text in inside(sentence):
            if text.plural:
                assert (text.message, text.plural) in pairs
            else:
                assert text.message in ids | {NAME, SENTENCES}


def test_no_id_is_both_alone_and_with_a_plural() -> None:
    ids, pairs = marked()
    assert len({singular for singular, _ in pairs}) == len(pairs)
    assert not ids & {singular for singular, _ in pairs}


def test_a_plural_has_the_number_and_all_that_its_singular_has() -> None:
    for singular, plural in marked()[1]:
        assert set(FIELD.findall(singular)) <= set(FIELD.findall(plural))
        assert "%(n)s" in plural


def test_every_sentence_is_filled_and_ends() -> None:
    for text in texts():
        assert "%" not in str(text)
        assert "  " not in str(text)


def upper(message: str) -> str:
    """Translate into capitals."""
    pieces = re.split(r"(%\(\w+\)s)", message)
    return "".join(piece if FIELD.match(piece) else piece.upper() for piece in pieces)


def upper_number(singular: str, plural: str, n: int) -> str:
    return upper(singular if n == 1 else plural)


@pytest.mark.parametrize("names", [DUO, TEAMS], ids=len)
def test_every_word_goes_through_gettext_but_names(names: tuple[str, ...]) -> None:
    untranslated = sorted((*names, *(agent.name for agent in latest_agents()), *TEAMS), key=len)
    for text in texts():
        sentence = text.render(upper, upper_number)
        for name in reversed(untranslated):
            sentence = sentence.replace(name, "")
        assert sentence == sentence.upper(), sentence


def test_a_planet_in_a_sentence_is_translated() -> None:
    french = {
        "Gain %(n)s influence %(where)s.": "Gagnez %(n)s influences %(where)s.",
        "on Mercury": "sur Mercure",
    }
    text = describe(AGENTS[10].effects[0])
    rendered = text.render(lambda m: french[m], lambda one, many, n: french[many])
    assert rendered == "Gagnez 1 influences sur Mercure."


def test_names_are_listed_as_one_reads_them() -> None:
    assert str(listed(())) == ""
    assert str(listed(("Nero",))) == "Nero"
    assert str(listed(("Nero", "Atlas"))) == "Nero and Atlas"
    assert str(listed(("Nero", "Atlas", "Wul", "Ivan"))) == "Nero, Atlas, Wul and Ivan"


def test_amounts_are_listed_as_one_of_them() -> None:
    assert [str(one_of(amounts)) for amounts in ((1,), (1, 2), (2, 4, 7))] == [
        "1",
        "1 or 2",
        "2, 4 or 7",
    ]
