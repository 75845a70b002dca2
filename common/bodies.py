"""How long the body of a request may be, by its view."""

from collections.abc import Callable

from django.http import HttpResponse

LONGEST_BODY = 64 * 1024
"""Bytes of a form: enough for the longest text that a page takes, the notes of a game."""


def takes_up_to[**P, R: HttpResponse](
    size: int,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a view take longer bodies than `LONGEST_BODY`: up to `size` bytes."""

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        view.longest_body = size  # type: ignore[attr-defined]
        return view

    return mark


def longest_body(view: Callable[..., object]) -> int:
    """Return how many bytes the body for a view may have."""
    size: int = getattr(view, "longest_body", LONGEST_BODY)
    return size
