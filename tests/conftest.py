"""Settings for all tests."""

import pytest
from django.utils import translation
from hypothesis import settings

settings.register_profile("zenith", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("zenith")

collect_ignore = ["e2e", "grown"]
"""Those need a browser, or services and processes of their own: `pytest tests/e2e` runs them."""


@pytest.fixture(autouse=True)
def _no_language_of_before() -> None:
    """A page leaves its reader's language to whoever comes next in the same thread."""
    translation.deactivate()
