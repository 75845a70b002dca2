"""Questions that a module asks of subjects further up, which answer them in their `receivers.py`.

@Provided
def pool(game: Game) -> str:
    return ""  # without an answer

@pool.provider
def pool_of(game: Game) -> str: ...
"""

from collections.abc import Callable, Iterable


class Provided[**Asked, Answer]:
    """A question that one subject answers; its default answer if that subject is not installed."""

    def __init__(self, default: Callable[Asked, Answer]) -> None:
        self._answer = self._default = default

    def __call__(self, *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        """Return the answer."""
        return self._answer(*args, **kwargs)

    def provider(self, function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
        """Make a function the one that answers; a decorator."""
        if self._answer is not self._default:
            raise RuntimeError(f"{self._answer.__module__} answers already")
        self._answer = function
        return function


class ProvidedByAll[**Asked, Item]:
    """A question that several subjects answer, one after the other, with some items each."""

    def __init__(self, default: Callable[Asked, Iterable[Item]]) -> None:
        self._providers = [default]

    def __call__(self, *args: Asked.args, **kwargs: Asked.kwargs) -> list[Item]:
        """Return the items of all."""
        return [item for provider in self._providers for item in provider(*args, **kwargs)]

    def provider(
        self, function: Callable[Asked, Iterable[Item]]
    ) -> Callable[Asked, Iterable[Item]]:
        """Add a function to those that answer; a decorator."""
        self._providers.append(function)
        return function
