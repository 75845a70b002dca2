"""Hashes with the site's secret key, and with the keys before it.

While `SECRET_KEY_FALLBACKS` holds a former key, what was made with it stays good: new values are
made with the first hash, given ones are compared with all.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac


def keyed_hashes(salt: str, value: str) -> list[bytes]:
    """Return the SHA-256 HMACs of a value: with `SECRET_KEY` first, then with each former key."""
    return [
        salted_hmac(salt, value, secret=key, algorithm="sha256").digest()
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
