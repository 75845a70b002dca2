"""The puzzles whose solution a browser has seen, in a signed cookie.

They count for no solver in that browser: neither for a visitor who logs in then, nor for another
account. The session of a visitor ends at the log-out, and visitors have no row of their own.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.puzzles.models import Puzzle

COOKIE = "solutions"
SALT = "games.puzzles.seen_solutions"
KEPT = 300
"""How many puzzles the cookie names: 2 kB at most."""
LASTS = 365 * 24 * 60 * 60


def has_seen(request: HttpRequest, puzzle: Puzzle) -> bool:
    """Whether the browser of a request has seen the solution of a puzzle before."""
    return str(puzzle.pk) in _numbers(request)


def remember(request: HttpRequest, response: HttpResponse, puzzle: Puzzle) -> None:
    """Note in the browser that it sees the solution of a puzzle with this response."""
    if has_seen(request, puzzle):
        return
    numbers = [*_numbers(request), str(puzzle.pk)][-KEPT:]
    response.set_signed_cookie(
        COOKIE,
        ".".join(numbers),
        salt=SALT,
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _numbers(request: HttpRequest) -> list[str]:
    # An absent cookie, and one that the site has not signed, names none.
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT)
    return value.split(".") if value else []
