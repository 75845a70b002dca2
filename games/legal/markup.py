"""The markup of legal pages: headings, lists and paragraphs, pure. It knows no HTML.

A line that begins with `## ` is a heading, lines that begin with `- ` are a list, and an empty line
ends a paragraph. The template escapes all of it, and makes links of addresses.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

HEADING, ITEM = "## ", "- "


class BlockKind(StrEnum):
    """The kind of a block."""

    HEADING = "heading"
    LIST = "list"
    PARAGRAPH = "paragraph"


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A heading, a list or a paragraph with its lines."""

    kind: BlockKind
    lines: tuple[str, ...]


def blocks(text: str) -> Iterator[TextBlock]:
    """Yield the blocks of a text."""
    lines = (line.strip() for line in text.splitlines())
    for kind, group in groupby(lines, _kind_of):
        if kind == BlockKind.HEADING:
            yield from (TextBlock(kind, (line.removeprefix(HEADING),)) for line in group)
        elif kind is not None:
            mark = ITEM if kind == BlockKind.LIST else ""
            yield TextBlock(kind, tuple(line.removeprefix(mark) for line in group))


def _kind_of(line: str) -> BlockKind | None:
    """Return the kind of a line; `None` for an empty one."""
    if not line:
        return None
    if line.startswith(HEADING):
        return BlockKind.HEADING
    return BlockKind.LIST if line.startswith(ITEM) else BlockKind.PARAGRAPH
