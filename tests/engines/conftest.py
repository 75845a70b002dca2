"""A running site, and a window of each engine.

Run with `make test-engines`: it needs Debian's firefox-esr, webkit2gtk-driver, gir1.2-webkit2-4.1,
python3-gi and xvfb.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Playwright

from tests.e2e.conftest import playwright, site
from tests.e2e.sites import Person, Site
from tests.engines.browser import Driver, Window
from tests.engines.chromium import Chromium
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

__all__ = ["playwright", "site"]
"""The fixtures of the tests in Chromium."""
DRIVERS: dict[str, Callable[[], Driver]] = {"firefox": Firefox, "webkit": WebKit}
ENGINES = tuple(DRIVERS)
"""Those that are compared with Chromium."""


Enter = Callable[..., Window]


@pytest.fixture
def enter(site: Site, playwright: Playwright) -> Iterator[Enter]:
    """Return what opens a window of an engine, signed in: `enter("firefox", person)`.

    Afterwards no page may have had an error in its scripts.
    """
    drivers: list[Driver] = []

    def open_one(engine: str, person: Person | None = None) -> Window:
        driver: Driver = Chromium(playwright) if engine == "chromium" else DRIVERS[engine]()
        drivers.append(driver)
        driver.resize(1440, 900)
        window = Window(driver, site.address)
        if person is not None:
            driver.sign_in(site.address, person.session)
        return window

    yield open_one
    errors = []
    for driver in drivers:
        errors += driver.errors()
        driver.close()
    assert errors == []
