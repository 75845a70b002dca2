"""The engine's sentences in the active language."""

from collections.abc import Callable, Hashable
from functools import wraps

from django.utils.translation import get_language, gettext, ngettext

from engine import Text


def in_each_language[**Params, Result](
    function: Callable[Params, Result],
) -> Callable[Params, Result]:
    """Cache a function of components of the game, once for each language, without a limit."""
    results: dict[Hashable, Result] = {}

    @wraps(function)
    def cached(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        key = (get_language(), args, *kwargs.items())
        if key not in results:
            results[key] = function(*args, **kwargs)
        return results[key]

    return cached


@in_each_language
def message(text: str) -> str:
    """Return a message in the active language; Django looks in each app's catalog every time."""
    return gettext(text)


def plain(text: Text) -> str:
    """Return a sentence in the active language."""
    return text.render(message, ngettext)
