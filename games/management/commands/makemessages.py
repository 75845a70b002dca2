"""Django's makemessages, that finds the engine's sentences with a number too."""

from typing import ClassVar

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options: ClassVar[list[str]] = [
        *makemessages.Command.xgettext_options,
        "--keyword=ngettext_noop:1,2",
    ]
    # A guessed translation is worse than none: the tests find what is missing.
    msgmerge_options: ClassVar[list[str]] = [
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
