"""Lines that contests put on pages and into nudges."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class News:
    """A nudge of a contest: a few words, a sentence, and the path of the page it is about."""

    title: str
    text: str
    path: str
