"""Who looks at which table now: pages say so over their sockets (`static/js/live.js`)."""

from django.core.cache import cache

SECONDS = 60
"""A page says it every 30 seconds while it is looked at; for so long it is believed."""


def here(user_id: int, game_id: int) -> None:
    """Remember that a user looks at a table now."""
    cache.set(_key(user_id, game_id), True, SECONDS)


def away(user_id: int, game_id: int) -> None:
    """Remember that a user has turned away; who looks at another screen too says so again soon."""
    cache.delete(_key(user_id, game_id))


def is_here(user_id: int, game_id: int) -> bool:
    """Say whether a user looks at a table now; without the cache nobody does."""
    return bool(cache.get(_key(user_id, game_id), False))


def _key(user_id: int, game_id: int) -> str:
    return f"here.{user_id}.{game_id}"
