"""Translatable sentences: a gettext message id with its parameters."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final


def gettext_noop(message: str) -> str:
    """Mark a message id for xgettext and return it unchanged."""
    return message


AFTER_COLON: Final = gettext_noop("Sentence after a colon")
"""Never shown: its translation begins as a sentence after a colon does, capital or small."""

_AFTER_COLON: Final = re.compile(r":[ \u00a0\u202f]%\((\w+)\)s")


def _same(message: str) -> str:
    return message


def _english(singular: str, plural: str, n: int) -> str:
    return singular if n == 1 else plural


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence, or a name, ready for translation.

    `message` is a gettext id with `%(name)s` places. If `plural` is given, the number is the
    parameter `n`. A parameter may be a number, a name that is the same in every language, a
    `Text` of its own (a planet), or a tuple of whole sentences. `common`: whether it is a name that
    has a capital only because it begins a sentence ("Your opponent").

    >>> str(Text("Gain %(n)s credit.", {"n": 3}, plural="Gain %(n)s credits."))
    'Gain 3 credits.'
    """

    message: str
    params: Mapping[str, "int | str | Text | tuple[Text, ...]"] = field(default_factory=dict)
    plural: str = ""
    common: bool = False

    def render(
        self,
        gettext: Callable[[str], str] = _same,
        ngettext: Callable[[str, str, int], str] = _english,
    ) -> str:
        """Return the sentence translated by the two gettext functions; English without them."""
        n = self.params.get("n")
        if self.plural and isinstance(n, int):
            pattern = ngettext(self.message, self.plural, n)
        else:
            pattern = gettext(self.message)
        small = set(_AFTER_COLON.findall(pattern))
        if small and not gettext(AFTER_COLON)[0].islower():
            small.clear()
        filled = {}
        for name, value in self.params.items():
            if isinstance(value, Text):
                filled[name] = value.render(gettext, ngettext)
            elif isinstance(value, tuple):
                filled[name] = " ".join(text.render(gettext, ngettext) for text in value)
            else:
                filled[name] = str(value)
            if name in small and _begins_with_a_word(value, gettext):
                filled[name] = filled[name][:1].lower() + filled[name][1:]
        return pattern % filled if filled else pattern

    def __str__(self) -> str:
        return self.render()


def _begins_with_a_word(
    value: "int | str | Text | tuple[Text, ...]", gettext: Callable[[str], str]
) -> bool:
    """Whether a value is sentences of which the first begins with a word, not with a name."""
    if isinstance(value, tuple):
        return bool(value) and _begins_with_a_word(value[0], gettext)
    if not isinstance(value, Text) or not value.message.endswith((".", "?", ")s")):
        return False
    if value.message.startswith("%("):
        first = value.params.get(value.message[2 : value.message.index(")")], "")
        if isinstance(first, Text) and first.common:
            return True
        return value.message.endswith(")s") and _begins_with_a_word(first, gettext)
    return True
