"""The check for text that the database can't store."""

import json
import re
from collections.abc import Iterable, Iterator

ODD = re.compile(r"[\0\ud800-\udfff]|\d{1000}")
"""PostgreSQL can't store NUL, UTF-8 can't encode lone surrogates, Python refuses huge integers."""


def is_odd(texts: Iterable[str]) -> bool:
    """Whether one of the strings can't be stored or parsed."""
    return any(ODD.search(text) for text in texts)


def in_json(body: bytes) -> Iterator[str]:
    """Yield all strings of a JSON document, keys included; none if it is not JSON."""
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
