"""Lines that contests put on pages and into notifications."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class News:
    """A notification of a contest: a title, a sentence, and the path of its page."""

    title: str
    text: str
    path: str
