"""Settings of the site that browsers visit: those of every site, but passwords cost nothing.

Nor do static files, which go out as they are: to compress them takes seconds.
"""

from zenith_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("css", "js", "svg")
