"""Presence: the users who look at a table now, as their pages report over sockets."""

from django.core.cache import cache

SECONDS = 60
"""How long a report holds; a page that is looked at reports every 30 seconds."""


def here(user_id: int, game_id: int) -> None:
    """Note that a user looks at a table now."""
    cache.set(_key(user_id, game_id), True, SECONDS)


def away(user_id: int, game_id: int) -> None:
    """Note that a user has turned away; another open page of theirs soon reports again."""
    cache.delete(_key(user_id, game_id))


def is_here(user_id: int, game_id: int) -> bool:
    """Whether a user looks at a table now; false if the cache is unavailable."""
    return bool(cache.get(_key(user_id, game_id), False))


def _key(user_id: int, game_id: int) -> str:
    return f"here.{user_id}.{game_id}"
