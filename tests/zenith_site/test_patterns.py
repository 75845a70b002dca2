"""Every pattern of the project reads adversarial text in a time that grows with its length."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import thread_time
from types import ModuleType
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver

import accounts
import common
import engine
import games
import zenith_site

PACKAGES = (accounts, common, engine, games, zenith_site)
ROOT = Path(zenith_site.__file__).parents[1]
SEARCHES = {"search", "sub", "subn", "split", "findall", "finditer"}
"""Methods that begin at each character of the text; the others only at its first."""
LONG = 4000
"""Characters of a text, and then twice as many."""
GROWTH = 3.0
"""How many times longer a text of twice the length may take; of a square it would be 4."""
COST = 10.0
"""How many times longer than the reference a text may take; what repeats 1000 times takes 100."""
TRIES = (1, 2, 10, 50)
"""How often a search is measured before it counts as slow: the best of so many times."""


REFERENCE = re.compile("[^a]\ue000|a\ue000")
"""Looks twice at each character."""
SHORT_ONLY = {r"^r/(?P<content_type_id>.+)/(?P<object_id>.+)/\Z"}
"""Of Django's admin; paths are at most `LONGEST_PATH` long."""


LEFT_OUT = {"migrations", "management", "environments", "__main__"}


@cache
def modules() -> list[ModuleType]:
    """Return all modules of the project but migrations, commands and programs.

    Nor the environments for learners, whose packages no site installs.
    """
    found = list[ModuleType](PACKAGES)
    for package in PACKAGES:
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not {"migrations", "management", "environments", "__main__"} & set(
                info.name.split(".")
            ):
                found.append(importlib.import_module(info.name))
    return found


@cache
def sources() -> list[ast.Module]:
    files = (file for package in PACKAGES for file in Path(package.__path__[0]).rglob("*.py"))
    return [ast.parse(file.read_text()) for file in files if "migrations" not in file.parts]


@cache
def uses() -> dict[str, set[str]]:
    """Return which methods are called on what, by the last part of its name."""
    found: dict[str, set[str]] = {}
    for source in sources():
        for node in ast.walk(source):
            if isinstance(node, ast.Attribute):
                owner = node.value
                name = str(getattr(owner, "attr", "") or getattr(owner, "id", ""))
                found.setdefault(name, set()).add(node.attr)
    return found


def kept() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns that modules and classes keep, also in lists and mappings."""
    for module in modules():
        owners = [module, *(value for value in vars(module).values() if isinstance(value, type))]
        for owner in owners:
            for name, value in vars(owner).items():
                values = value.values() if isinstance(value, dict) else [value]
                for pattern in values:
                    if isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str):
                        yield name, pattern


def written() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns that stand where they are used: `re.sub("…", …)`."""
    for source in sources():
        for node in ast.walk(source):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.func.attr != "compile"
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                yield f"re.{node.func.attr}", re.compile(node.args[0].value)


def validators() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns of forms and of the columns of our tables."""
    fields: list[Any] = [
        field
        for module in modules()
        for form in vars(module).values()
        if isinstance(form, type) and issubclass(form, forms.BaseForm)
        for field in getattr(form, "base_fields", {}).values()
    ]
    fields += [field for model in apps.get_models() for field in model._meta.fields]
    for field in fields:
        for validator in field.validators:
            regex = getattr(validator, "regex", None)
            if isinstance(regex, re.Pattern):
                yield "validator", regex


def addresses(patterns: list[Any]) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns of URLs."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern | URLResolver):
            yield "address", pattern.pattern.regex
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns)


def used(name: str, pattern: re.Pattern[str]) -> Callable[[str], object]:
    """Return how a pattern is used: at each character of a text or only at the beginning."""
    methods = uses().get(name, set()) | {name.removeprefix("re.")}
    anchored = {"match", "fullmatch"} & methods and not SEARCHES & methods
    if not anchored:
        return pattern.search
    return pattern.fullmatch if "fullmatch" in methods else pattern.match


def all_patterns() -> dict[tuple[str, str], re.Pattern[str]]:
    """Return each pattern once, with its name."""
    found = [*kept(), *written(), *validators(), *addresses(get_resolver().url_patterns)]
    return {(name, pattern.pattern): pattern for name, pattern in found}


def parts(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the parts of a parsed pattern, with those inside them."""
    for code, value in tree:
        yield code, value
        values = value if isinstance(value, tuple | list) else (value,)
        for inner in values:
            if isinstance(inner, parser.SubPattern):
                yield from parts(inner)
            elif isinstance(inner, list) and code is op.BRANCH:
                for branch in inner:
                    yield from parts(branch)


CATEGORIES = {op.CATEGORY_DIGIT: "9", op.CATEGORY_SPACE: " ", op.CATEGORY_WORD: "w"}
OTHERS = "!9w \ue000"
"""Characters for sets that name what they do not take."""


def characters(tree: Any) -> list[str]:
    """Return characters that a pattern speaks of, one for each kind, and others."""
    found: dict[str, None] = {}
    for code, value in parts(tree):
        members = value if code is op.IN else [(code, value)]
        for kind, member in members:
            if kind in (op.LITERAL, op.NOT_LITERAL):
                found[chr(member)] = None
            elif kind is op.RANGE:
                found[chr(member[0])] = None
            elif kind is op.CATEGORY:
                found[CATEGORIES.get(member, "!")] = None
    return list(dict.fromkeys([*"w"[: is_negated(tree)], *found, *OTHERS]))


def is_negated(tree: Any) -> bool:
    """Whether a pattern has a set that names what it does not take."""
    return any(code is op.IN and value[0][0] is op.NEGATE for code, value in parts(tree))


def shortest(tree: Any) -> str:
    """Return a text that a pattern begins with, as far as it is easily said."""
    text = ""
    for code, value in tree:
        if code is op.LITERAL:
            text += chr(value)
        elif code is op.IN:
            text += characters([(code, value)])[0]
        elif code is op.SUBPATTERN:
            text += shortest(value[-1])
        elif code is op.BRANCH:
            text += shortest(value[1][0])
        elif code in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            least, _most, inner = value
            text += shortest(inner) * min(max(least, 1), 40)
    return text


def adversarial(pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield what is to be repeated: runs that the pattern takes, its beginning, then a stranger."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    known = characters(tree)[:8]
    runs = {40}
    for code, value in parts(tree):
        if code in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            runs |= {bound - 1 for bound in value[:2] if 2 < bound < LONG}
    begin = shortest(tree)
    yield begin
    yield begin[:-1]
    for character in known:
        yield character * LONG * 2
        yield begin[:-1] + character * LONG * 2
        yield begin[:2] + character * LONG * 2
    for one, other in permutations(known, 2):
        yield one + other
    for run in runs:
        for character in known[:6]:
            yield character * run + "\ue000"
            yield character * run + "!"


def text_of(unit: str, length: int) -> str:
    """Return a text that a pattern nearly takes: the unit repeated, then a stranger."""
    return (unit * (length // len(unit) + 1))[: length - 1] + "\ue0ff"


def seconds(search: Callable[[str], object], text: str, tries: int = 1) -> float:
    """Return how long a search takes this thread, at best."""
    best = float("inf")
    for _try in range(tries):
        begun = thread_time()
        search(text)
        best = min(best, thread_time() - begun)
    return best


@cache
def reference(length: int) -> float:
    """Return how long the reference takes."""
    return seconds(REFERENCE.search, "a" * max(length, 1000), TRIES[-1])


def trouble(search: Callable[[str], object], unit: str) -> str:
    """Return in which text a search takes longer than its length allows; "" for none.

    From short texts to long ones, because what grows exponentially would never end.
    """
    for length in (18, 200, 1000, 2 * LONG):
        text = text_of(unit, length)
        limit = COST * reference(length)
        if all(seconds(search, text, tries) > limit for tries in TRIES):
            return f"{length} characters like {unit[:60]!r} cost too much"
    half, whole = text_of(unit, LONG), text_of(unit, 2 * LONG)
    if seconds(search, whole) > reference(2 * LONG) and all(
        seconds(search, whole, tries) > GROWTH * seconds(search, half, tries) for tries in TRIES
    ):
        return f"of {unit[:60]!r} twice as much takes more than {GROWTH} times as long"
    return ""


def troubles(search: Callable[[str], object], pattern: re.Pattern[str]) -> list[str]:
    """Return the troubles of a pattern that is searched so."""
    found = (trouble(search, unit) for unit in dict.fromkeys(adversarial(pattern)) if unit)
    return [text for text in found if text]


@pytest.mark.whole
def test_no_pattern_takes_more_than_its_time() -> None:
    patterns = all_patterns()
    assert {"LONG_NUMBER", "ADDRESS", "REQUEST_ID", "re.split", "validator", "address"} <= {
        name for name, _pattern in patterns
    }
    assert {
        key: found
        for key, pattern in patterns.items()
        if key[1] not in SHORT_ONLY and (found := troubles(used(key[0], pattern), pattern))
    } == {}


@pytest.mark.whole
@pytest.mark.parametrize(
    "pattern",
    [
        r"\d{1000}",
        r"[^\s<>()\"',;:=]+@[^\s<>()\"',;:]+",
        "\ue000([^\ue001]+)\ue001",
        r'(?s)<symbol id="([\w-]+)".*?</symbol>',
        r"(\w+)+$",
        r"\s+$",
        r"a.*b.*c",
    ],
)
def test_a_slow_pattern_is_found(pattern: str) -> None:
    compiled = re.compile(pattern)
    assert any(trouble(compiled.search, unit) for unit in adversarial(compiled) if unit)
