"""Helpers to write sentences: message ids that xgettext finds, filled with parameters.

Every id is a literal inside `gettext_noop("...")`, or inside `ngettext_noop("...", "...")` where
the sentence holds a number `%(n)s` that other languages inflect by. English says "1 influence"
and "2 influence": such pairs are twice the same here and differ in French. Zenithium is no
plural in any language of the box.
"""

from typing import Final

from engine.text import Text, gettext_noop

Message = str | tuple[str, str]
"""A message id, or the singular and the plural of one."""

Param = int | str | Text | tuple[Text, ...]

NAME: Final = "%(name)s"
"""A name that is the same in every language: not marked for translation."""

SENTENCES: Final = "%(sentences)s"
"""Whole sentences one after another: not marked for translation either."""


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark the two ids of a sentence with a number `n` (xgettext: `ngettext_noop:1,2`)."""
    return singular, plural


def say(message: Message, **params: Param) -> Text:
    """Return the sentence.

    >>> str(say(ngettext_noop("%(n)s card.", "%(n)s cards."), n=2))
    '2 cards.'
    """
    if isinstance(message, str):
        return Text(message, params)
    singular, plural = message
    return Text(singular, params, plural)


def in_a_row(*sentences: Text) -> Text:
    """Return whole sentences as one `Text`, a single sentence as it is."""
    return sentences[0] if len(sentences) == 1 else say(SENTENCES, sentences=sentences)


def listed(names: tuple[str | Text, ...]) -> Text | str:
    """Return names as a readable list: `Nero`, `Nero and Atlas`, `Nero, Atlas and Wul`.

    Names are agents' and the same in every language, or Texts; empty for no names at all.
    """
    if not names:
        return ""
    *before, last = names
    if not before:
        return last
    first: Text | str = before[0]
    for name in before[1:]:
        first = say(gettext_noop("%(names)s, %(next)s"), names=first, next=name)
    return say(gettext_noop("%(names)s and %(last)s"), names=first, last=last)


def one_of(amounts: tuple[int, ...]) -> Text | str:
    """Return alternative amounts: `3, 7 or 12`."""
    *before, last = amounts
    if not before:
        return str(last)
    first = ", ".join(str(amount) for amount in before)
    return say(gettext_noop("%(amounts)s or %(last)s"), amounts=first, last=last)
