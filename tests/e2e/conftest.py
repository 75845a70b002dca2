"""A running site, and browsers to visit it.

Run with `pytest tests/e2e`; an ordinary run leaves this folder out (`tests/conftest.py`).

A test waits for what a page shows. An event, such as a frame of a socket, may come before the test
listens; a click does not wait for the answer to its form: before going elsewhere, `expect` what the
answer shows or wrap the click in `expect_navigation`.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.e2e.sites import Person, Site, prepare, running_site

WHOLE_CHROMIUM = os.environ.get("E2E_CHROMIUM", "/usr/bin/chromium")
SHELL = "/usr/bin/chromium-headless-shell"
"""Debian's; it draws the same pages for a quarter of the processor time."""
HAS_SHELL = "E2E_CHROMIUM" not in os.environ and Path(SHELL).exists()
CHROMIUM = SHELL if HAS_SHELL else WHOLE_CHROMIUM
LIKE_A_WINDOW = ("--font-render-hinting=none",)
"""Letters are as wide as in a browser with windows."""
PICTURES = os.environ.get("E2E_PICTURES")
"""A folder for the pictures that some tests take; without one they take none."""
UNPAINTED = () if PICTURES else ("--force-gpu-mem-available-mb=0",)
"""Without memory for pixels none are drawn: a third less work for a page.

Layout, focus, pointers and frames are the same.
"""
PATIENCE = float(os.environ.get("E2E_PATIENCE", "90")) * 1000
"""Milliseconds that a page may take for anything.

A change that a script has made beside the site is seen by the next look of the sockets (`START` in
`sites.py`).
"""
WIDE = {"width": 1440, "height": 900}
NARROW: ViewportSize = {"width": 360, "height": 740}

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Site]:
    """Start the site on a free port with its own data; stop it at the end."""
    folder = tmp_path_factory.getbasetemp()
    run = folder if worker_id == "master" else folder.parent
    with (run / "site.lock").open("w") as lock:  # one worker prepares the data of all
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (run / "prepared").exists():
            prepare(run / "preparing")
            (run / "preparing").rename(run / "prepared")
    shutil.copytree(run / "prepared", folder / "site")
    with running_site(folder / "site") as made:
        yield made


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Return what starts browsers."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start a browser."""
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=(*LIKE_A_WINDOW, *UNPAINTED)
    )
    yield browser
    browser.close()


Visit = Callable[..., BrowserContext]


@pytest.fixture
def visit(site: Site, chromium: Browser) -> Iterator[Visit]:
    """Return what opens a browser of its own: `visit(person, viewport=NARROW)`.

    Afterwards no page may have had an error in its scripts or against its security policy.
    """
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_one(person: Person | None = None, **options: Any) -> BrowserContext:
        options.setdefault("viewport", WIDE)
        options.setdefault("service_workers", "block")  # routes see no request that one makes
        options.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(base_url=site.address, **options)
        context.set_default_timeout(PATIENCE)
        if person is not None:
            context.add_cookies(
                [{"name": "sessionid", "value": person.session, "url": site.address}]
            )
        context.on("weberror", lambda error: troubles.append(str(error.error)))
        context.on("console", lambda said: _note(troubles, said.type, said.text))
        contexts.append(context)
        return context

    yield open_one
    for context in contexts:
        context.close()
    assert not troubles, troubles


EXPECTED = ("Failed to load resource", "WebSocket", "htmx:error: timeout")
"""Parts of errors in the console that a page can't help: the network failed."""


def _note(troubles: list[str], kind: str, text: str) -> None:
    if kind == "error" and not any(part in text for part in EXPECTED):
        troubles.append(text)


@pytest.fixture
def guest(visit: Visit) -> Page:
    """Return the open page of a visitor."""
    return visit().new_page()


def at_night(*values: Any) -> list[Any]:
    """Return parameters with which a test runs every night only (`make test-browser-slow`)."""
    each = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*parameters, marks=pytest.mark.slow) for parameters in each]


def take_picture(page: Page, name: str, *, full_page: bool = False) -> None:
    """Keep a picture, if there is a folder for them."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=full_page)
