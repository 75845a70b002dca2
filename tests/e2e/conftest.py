"""A running site, and browsers to visit it.

Run with `pytest tests/e2e`; an ordinary run leaves this folder out (`tests/conftest.py`).
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.sites import MAKE_PEOPLE, ROOT, Person, Site, address_of

CHROMIUM = os.environ.get("E2E_CHROMIUM", "/usr/bin/chromium")
PATIENCE = float(os.environ.get("E2E_PATIENCE", "30")) * 1000
"""Milliseconds that a page may take for anything."""
WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 360, "height": 740}

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start the site on a free port with its own data; stop it at the end."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "mails").mkdir()
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")},
        "DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'zenith.sqlite3'}",
        "REDIS_URL": "",
        "PORT": "0",
        "HOST": "127.0.0.1",
        "DEBUG": "0",
        "DEMO": "1",
        "SECRET_KEY": "a key for these tests only",
        "EMAIL_URL": f"file://{folder / 'mails'}",
        "DJANGO_SETTINGS_MODULE": "zenith_site.settings",
        "PYTHONUNBUFFERED": "1",
    }
    env.pop("SITE_URL", None)
    log = (folder / "site.log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "zenith_site.alone"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    try:
        address = address_of(process, folder / "site.log")
        made = Site(address, folder, process, {**env, "SITE_URL": address})
        made.people = [Person(*one) for one in made.script(MAKE_PEOPLE)]
        yield made
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
        log.close()
    trouble = (folder / "site.log").read_text()
    assert "Traceback" not in trouble, trouble[-4000:]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
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
        context = chromium.new_context(base_url=site.address, reduced_motion="reduce", **options)
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


def _note(troubles: list[str], kind: str, text: str) -> None:
    expected = "Failed to load resource" in text or "WebSocket" in text
    if kind == "error" and not expected:
        troubles.append(text)


@pytest.fixture(scope="session")
def artefacts() -> Path:
    """Return the folder for screenshots."""
    folder = Path(os.environ.get("E2E_ARTEFACTS", ROOT / "data" / "e2e"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def guest(visit: Visit) -> Page:
    """Return the open page of somebody without an account."""
    return visit().new_page()
