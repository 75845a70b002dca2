"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("zenith", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("zenith")
