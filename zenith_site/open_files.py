"""The open files of a process, and how many of them its connections may take.

Each connection is an open file. The rest is for what pages need: the database, templates, static
files, connections to Redis. A process without a free file answers every page with an error.
"""

import resource
from contextlib import suppress

MOST = 16_384
"""Files that are enough: so many sockets would take half a gigabyte."""


def raise_limit() -> None:
    """Raise the limit of open files of this process as far as it may, and is useful."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit() -> int:
    """Return how many files this process may have open, `MOST` at most."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft)


def most_sockets() -> int:
    """Return how many WebSockets may be open: three quarters of the files."""
    return limit() * 3 // 4


def most_connections() -> int:
    """Return how many connections may be open, WebSockets included: seven eighths of the files."""
    return limit() * 7 // 8
