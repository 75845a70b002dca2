"""Django's makemessages, which also finds the engine's plural messages and reads Jinja2."""

from io import BytesIO
from pathlib import Path

from django.core.management.commands import makemessages
from jinja2.ext import babel_extract

FUNCTIONS = ("_", "gettext", "ngettext", "pgettext", "npgettext")


def as_python(source: str) -> str:
    """Return the calls of gettext in a template of Jinja2, a line each: xgettext reads Python."""
    calls = []
    extracted = babel_extract(BytesIO(source.encode()), FUNCTIONS, (), {"silent": "false"})
    for _line, name, message, _comments in extracted:
        texts = [text for text in (message if isinstance(message, tuple) else (message,)) if text]
        calls.append(f"{name}({', '.join(map(repr, texts))})")
    return "\n".join(calls)


class BuildFile(makemessages.BuildFile):
    """A source file of messages."""

    def preprocess(self) -> None:
        """Write what xgettext reads in place of a template."""
        if not self.path.endswith(".jinja"):
            super().preprocess()
        elif self.is_templatized:
            source = Path(self.path).read_text(encoding="utf-8")
            Path(self.work_path).write_text(as_python(source), encoding="utf-8")


class Command(makemessages.Command):
    """Extract the messages of the sources."""

    build_file_class = BuildFile
    xgettext_options = [  # noqa: RUF012
        *makemessages.Command.xgettext_options,
        "--keyword=ngettext_noop:1,2",
    ]
    # No fuzzy matches: a guessed translation is worse than none, and the tests find missing ones.
    msgmerge_options = [  # noqa: RUF012
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
