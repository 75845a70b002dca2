"""Text that no database takes, wherever a request has it."""

import json
import re
from collections.abc import Iterable, Iterator

ODD = re.compile(r"[\0\ud800-\udfff]|\d{1000}")
"""PostgreSQL stores no NUL, UTF-8 has no lone surrogates, Python reads no endless numbers."""


def is_odd(texts: Iterable[str]) -> bool:
    """Whether one of the texts cannot be stored or read."""
    return any(ODD.search(text) for text in texts)


def in_json(body: bytes) -> Iterator[str]:
    """Yield all texts of a JSON document, keys too; none if it is not JSON."""
    try:
        waiting = [json.loads(body)]
    except (ValueError, RecursionError):
        return
    while waiting:
        match waiting.pop():
            case str(text):
                yield text
            case list(items):
                waiting += items
            case dict(members):
                waiting += [*members, *members.values()]
