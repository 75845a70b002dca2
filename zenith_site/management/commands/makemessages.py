"""Django's makemessages, which also finds the engine's plural messages."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [  # noqa: RUF012
        *makemessages.Command.xgettext_options,
        "--keyword=ngettext_noop:1,2",
    ]
    # No fuzzy matches: a guessed translation is worse than none, and the tests find missing ones.
    msgmerge_options = [  # noqa: RUF012
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
