"""Sentences that can be translated: a gettext message id with its parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


def _same(message: str) -> str:
    return message


def _english(singular: str, plural: str, n: int) -> str:
    return singular if n == 1 else plural


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence, or a name, ready for translation.

    `message` is a gettext id with `%(name)s` places. If `plural` is given, the number is the
    parameter `n`. A parameter may be a number, a name that is the same in every language, a
    `Text` of its own (a planet), or a tuple of whole sentences.

    >>> str(Text("Gain %(n)s credit.", {"n": 3}, plural="Gain %(n)s credits."))
    'Gain 3 credits.'
    """

    message: str
    params: Mapping[str, "int | str | Text | tuple[Text, ...]"] = field(default_factory=dict)
    plural: str = ""

    def render(
        self,
        gettext: Callable[[str], str] = _same,
        ngettext: Callable[[str, str, int], str] = _english,
    ) -> str:
        """Return the sentence in the language of the two functions; English without them."""
        n = self.params.get("n")
        if self.plural and isinstance(n, int):
            pattern = ngettext(self.message, self.plural, n)
        else:
            pattern = gettext(self.message)
        filled = {}
        for name, value in self.params.items():
            if isinstance(value, Text):
                filled[name] = value.render(gettext, ngettext)
            elif isinstance(value, tuple):
                filled[name] = " ".join(text.render(gettext, ngettext) for text in value)
            else:
                filled[name] = str(value)
        return pattern % filled if filled else pattern

    def __str__(self) -> str:
        return self.render()


def gettext_noop(message: str) -> str:
    """Mark a message id for xgettext and return it as it is."""
    return message
