"""Django's makemessages, that finds the engine's sentences with a number too."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [  # noqa: RUF012
        *makemessages.Command.xgettext_options,
        "--keyword=ngettext_noop:1,2",
    ]
    # A guessed translation is worse than none: the tests find what is missing.
    msgmerge_options = [  # noqa: RUF012
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
