"""Reads the recipes of docs/recipes.md: their edits and the commands that check them.

A code block is an edit if its first line says where, in a comment of its language:

    # engine/effects.py, before `Cost = (`
    # engine/effects.py, at the end
    # engine/bots/dust.py, new
    {# templates/base.html, instead of `<main>` #}

Further such lines in a block begin further edits; without a path, in the same file. The text in
backticks is the beginning of a line, which exists once. A block of `sh` holds commands.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent, indent

from tools.scratch import ROOT

PAGE = ROOT / "docs" / "recipes.md"
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(
    r" *(?:#|\{#|/\*|//) (?:(?P<path>[\w./-]+), )?"
    r"(?:(?P<how>before|after|instead of) (?P<tick>`+)(?P<line>.+?)(?P=tick)|"
    r"(?P<whole>at the end|new))(?: #\}| \*/)?"
)


class RecipeError(Exception):
    """A recipe that doesn't fit the code any more."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Text that comes into a file: `how` and at which line."""

    path: str
    how: str
    line: str
    text: str

    def applied(self, source: str) -> str:
        """Return the file with the text in it."""
        if self.how == "new":
            return self.text
        lines = source.splitlines(keepends=True)
        if self.how == "at the end":
            return f"{source}\n\n{self.text}"
        at = [number for number, line in enumerate(lines) if line.strip().startswith(self.line)]
        if len(at) != 1:
            raise RecipeError(f"{self.path} has {len(at)} lines that begin with {self.line}")
        (here,) = at
        margin = lines[here][: len(lines[here]) - len(lines[here].lstrip())]
        if self.how == "after" and lines[here].rstrip().endswith(("(", "[", "{", ":")):
            margin += "    "
        first = here + (self.how == "after")
        last = here + (self.how != "before")
        lines[first:last] = [indent(self.text, margin)]
        return "".join(lines)


@dataclass(slots=True)
class Recipe:
    """A recipe: its title, its edits in their order, and the commands that check it."""

    title: str
    edits: list[Edit] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    def apply(self, folder: Path) -> None:
        """Apply the edits to a copy of the repository."""
        for path, text in self.files(folder).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)

    def files(self, folder: Path) -> dict[str, str]:
        """Return the changed files; raises `RecipeError` if an edit has no place."""
        files: dict[str, str] = {}
        for edit in self.edits:
            file = folder / edit.path
            if (edit.how == "new") == (edit.path in files or file.exists()):
                raise RecipeError(f"{edit.path} is {'there already' if file.exists() else 'gone'}")
            if edit.path not in files:
                files[edit.path] = file.read_text() if file.exists() else ""
            files[edit.path] = edit.applied(files[edit.path])
        return files


def recipes() -> list[Recipe]:
    """Return the recipes of the page."""
    found: list[Recipe] = []
    for section in re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)[1:]:
        recipe = Recipe(section.splitlines()[0])
        for _margin, language, body in BLOCK.findall(section):
            if language == "sh":
                recipe.commands += dedent(body).splitlines()
            else:
                recipe.edits += _edits(dedent(body))
        if recipe.edits:
            found.append(recipe)
    return found


def _edits(body: str) -> Iterator[Edit]:
    place, path, text = None, "", list[str]()
    for line in [*body.splitlines(keepends=True), None]:
        new = line and PLACE.fullmatch(line.rstrip())
        if place and (new or line is None):
            how = place["how"] or place["whole"]
            yield Edit(
                path,
                how,
                (place["line"] or "").strip(),
                "".join(text).rstrip("\n") + "\n" * any(text),
            )
        if new:
            place, path, text = new, new["path"] or path, []
        elif line is not None:
            text.append(line)
