"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("zenith", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("zenith")

collect_ignore = ["e2e"]
"""Those need a browser and a process of their own: `pytest tests/e2e` runs them."""
