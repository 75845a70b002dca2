"""Settings of the site that browsers visit: those of every site, but passwords cost nothing."""

from zenith_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
