"""Lines that contests put on pages and into notifications."""

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
    """A notification of a contest: a title, a sentence, and the path of its page."""

    title: str
    text: str
    path: str
