"""When lists last changed, for pages that had no socket at that time.

A list has the name of the channel group that hears of it. The times, in seconds since 1970, are
kept in the cache: without it, such a page waits for the next change.
"""

from collections.abc import Collection, Sequence

from django.core.cache import cache

KEPT = 3600
"""Seconds. A page that was cut off for longer fetches its lists when it reconnects anyway."""
EARLY = 2.0
"""Seconds before its rendering at which a page may have read the database, or clocks differ."""


def note(groups: Sequence[str], at: float) -> None:
    """Note when lists have changed."""
    cache.set_many({_key(group): at for group in groups}, KEPT)


def latest(groups: Collection[str]) -> dict[str, float]:
    """Return when lists last changed; those without a change within `KEPT` are missing."""
    if not groups:
        return {}
    moments = cache.get_many([_key(group) for group in groups])
    return {group: moments[_key(group)] for group in groups if _key(group) in moments}


def _key(group: str) -> str:
    return f"changed.{group}"
