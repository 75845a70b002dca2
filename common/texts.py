"""The check for text that the database can't store."""

import json
import re
from collections.abc import Iterable, Iterator

DIGITS = 1000
"""More digits than any page sends; Python refuses to read a number of 4,300."""
SURROGATE = re.compile(r"[\ud800-\udfff]")
LONG_NUMBER = re.compile(rf"(?<!\d)\d{{{DIGITS}}}")
"""Looks at each run of digits once, from its beginning."""


def is_odd(texts: Iterable[str]) -> bool:
    """Whether one of the strings can't be stored or parsed.

    PostgreSQL can't store NUL, UTF-8 can't encode lone surrogates, Python refuses huge integers.
    """
    return any(_is_odd(text) for text in texts)


def _is_odd(text: str) -> bool:
    if "\0" in text or (not text.isascii() and SURROGATE.search(text)):
        return True
    return len(text) >= DIGITS and LONG_NUMBER.search(text) is not None


def in_json(body: bytes) -> Iterator[str]:
    """Yield all strings of a JSON document, keys included; none if it is not JSON."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return
    yield from strings_in(document)


def strings_in(document: object) -> Iterator[str]:
    """Yield all strings of a value that was read from JSON, keys included."""
    waiting = [document]
    while waiting:
        match waiting.pop():
            case str(text):
                yield text
            case list(items):
                waiting += items
            case dict(members):
                waiting += [*members, *members.values()]
