"""Sessions in the database, read through the cache."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.core.cache import cache

CACHED_FOR = 60
"""Seconds. Django's own `cached_db` keeps a session in the cache for as long as it lasts: one that
ends while Redis is down would be alive again when Redis is back.
"""
VISITORS_FOR = 24 * 60 * 60
"""Seconds. Visitors have a row only while they sign up, log in or choose a new password."""


class SessionStore(db.SessionStore):
    """A session whose row is read once a minute at most while it is used."""

    def get_session_cookie_age(self) -> int:
        """Return how long the session lasts: that of a visitor, who is signing up, for a day."""
        lasts: int = super().get_session_cookie_age()
        return lasts if SESSION_KEY in self else min(lasts, VISITORS_FOR)

    def load(self) -> dict[str, Any]:
        """Return the session's data; empty if there is no such session."""
        key = self._key(self.session_key)
        data: dict[str, Any] | None = cache.get(key) if self.session_key else None
        if data is None:
            data = super().load()
            if self.session_key:  # else there is no such session, or it is over
                cache.set(key, data, CACHED_FOR)
        return data

    def save(self, must_create: bool = False) -> None:
        """Save the row, then what the cache has of it."""
        super().save(must_create)
        cache.set(self._key(self.session_key), dict(self.items()), CACHED_FOR)

    def delete(self, session_key: str | None = None) -> None:
        """End the session here and in every process."""
        super().delete(session_key)
        cache.delete(self._key(session_key or self.session_key))

    def _key(self, session_key: str | None) -> str:
        return f"session:{session_key}"
