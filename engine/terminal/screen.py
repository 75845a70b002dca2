"""The screen: lines of text, in the characters that it supports."""

import unicodedata
from dataclasses import dataclass
from typing import Final, TextIO

from engine.names import PLANETS


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters of a drawing. `planets`: one each, or nothing where there are none."""

    planets: tuple[str, ...]
    disc: str
    space: str
    centre: str
    none: str


ASTRONOMICAL: Final = Signs(("☿", "♀", "♁", "♂", "♃"), "●", "·", "┊", "–")
ASCII: Final = Signs(("",) * len(PLANETS), "O", ".", ":", "-")

_PLAIN: Final = str.maketrans(
    {"“": '"', "”": '"', "’": "'", "–": "-", "×": "x", "·": "-", "µ": "u"}
)


class Screen:
    """Prints lines; characters that the stream can't encode become the nearest ASCII."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        everything = "".join(ASTRONOMICAL.planets) + "●·┊–“”’×µü"
        self._plain = not _can_encode(everything, stream.encoding)
        self.signs = ASCII if self._plain else ASTRONOMICAL

    def say(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            self._stream.write((_ascii(line) if self._plain else line) + "\n")

    def ask(self, prompt: str) -> str:
        """Return the line that the user types, stripped; `EOFError` at the end."""
        self._stream.flush()
        return input(_ascii(prompt) if self._plain else prompt).strip()


def _can_encode(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _ascii(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return bare.encode("ascii", "replace").decode()
