"""Settings for the tests: isolated from other processes, and fast."""

import os
import tempfile
from urllib.parse import urlsplit

os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="zenith-tests-"))

from zenith_site.settings import *  # noqa: F403
from zenith_site.settings import CACHES, CHANNEL_LAYERS, DATA_DIR, DATABASES, REDIS_URL

DEBUG = False
(DATA_DIR / "static").mkdir(parents=True, exist_ok=True)  # WhiteNoise wants to see it
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if not os.environ.get("DATABASE_URL"):
    # A file, as in production: threads and sockets then lock each other out as they do there.
    DATABASES["default"]["TEST"] = {"NAME": f"{DATA_DIR}/test.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if REDIS_URL:  # of all processes of a parallel run
    _process = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = _process
    # A database of its own: clearing a cache deletes all keys, whatever their prefix.
    _number = int(_process.removeprefix("gw")) + 1 if _process.startswith("gw") else 0
    CACHES["default"]["LOCATION"] = urlsplit(REDIS_URL)._replace(path=f"/{_number % 16}").geturl()
    # A site of one process makes a key.
    VAPID_PRIVATE_KEY = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"
WHITENOISE_AUTOREFRESH = True
"""A static file is looked for when it is asked for, not all of them by each test client."""
CELERY_BROKER_URL = "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
SLOW_REQUEST_MS = SLOW_STATEMENT_MS = 0
"""A busy machine logs nothing that a test does not expect."""
ACCOUNT_RATE_LIMITS = False
"""Tests of rate limits set their own."""

__all__ = ["CACHES", "CHANNEL_LAYERS", "DATABASES"]
