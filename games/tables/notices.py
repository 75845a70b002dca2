"""Lines that contests put on pages and into nudges."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, plain text, and the path of the page where there is more.

    `do`: the word on a button there, if something waits for the reader.
    """

    text: str
    path: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class News:
    """A nudge of a contest: a few words, a sentence, and the path of the page it is about."""

    title: str
    text: str
    path: str
