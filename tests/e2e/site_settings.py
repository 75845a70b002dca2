"""Settings of the site that browsers visit: those of every site, but passwords cost nothing.

Nor do static files: the best compression takes seconds.
"""

from functools import partial

import brotli
from whitenoise.compress import Compressor

from zenith_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
Compressor.compress_brotli = staticmethod(partial(brotli.compress, quality=5))
