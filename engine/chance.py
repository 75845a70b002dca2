"""Randomness: everything random in a game derives from one text, the seed.

The stream of a label is HMAC-SHA256(key = seed, message = "label:counter") for counter 0, 1, 2 ...,
each digest read as four big-endian 64-bit words. A whole number below `n` is the next word modulo
`n`, where words at or above the largest multiple of `n` are skipped, so that every number is
equally likely. A shuffle is Fisher-Yates from the last place down. The same seed therefore gives
the same game on any machine for ever, and ten lines of code deal it again.
"""

from collections.abc import Sequence
from hmac import digest
from typing import Protocol

_WORDS = 1 << 64


class Shuffler(Protocol):
    """The interface that a running game shuffles with: an order for the pile that ran out."""

    def shuffled(self, label: str, items: Sequence[int]) -> list[int]:
        """Return the items in an order that depends on the label and the items only."""


class Stream:
    """The stream of random numbers of one label of a seed.

    >>> dice = Stream("a seed", "dice")
    >>> [dice.below(6) for _ in range(8)]
    [1, 2, 3, 5, 1, 1, 5, 0]
    """

    __slots__ = ("_counter", "_key", "_label", "_words")

    def __init__(self, seed: str, label: str) -> None:
        self._key = seed.encode("utf-8", "surrogatepass")
        self._label = label
        self._counter = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return the next whole number from 0 to n - 1; `ValueError` if n < 1."""
        if n < 1:
            raise ValueError(f"there is no whole number from 0 to {n - 1}")
        limit = _WORDS - _WORDS % n
        while True:
            if not self._words:
                message = f"{self._label}:{self._counter}".encode()
                block = digest(self._key, message, "sha256")
                self._counter += 1
                self._words = [int.from_bytes(block[i : i + 8]) for i in (24, 16, 8, 0)]
            word = self._words.pop()
            if word < limit:
                return word % n

    def shuffled[T](self, items: Sequence[T]) -> list[T]:
        """Return the items in a random order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


class Chance:
    """The streams of one seed. It is stateless: copies of a game may share it.

    >>> Chance("a seed").shuffled("deck", [1, 2, 3, 4])
    [4, 1, 3, 2]
    """

    __slots__ = ("seed",)

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def stream(self, label: str) -> Stream:
        """Return the stream of a label, from its start."""
        return Stream(self.seed, label)

    def shuffled[T](self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in the order that the label's stream gives them."""
        return self.stream(label).shuffled(items)
