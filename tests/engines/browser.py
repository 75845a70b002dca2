"""What a test asks of a browser, whatever its engine."""

import json
import time
from collections.abc import Callable
from typing import Any, Protocol

PATIENCE = 60.0
"""Seconds that a page may take for anything."""

SPOT = """([selector, index]) => {
  const isShown = (node) =>
    node.getClientRects().length && getComputedStyle(node).visibility === "visible";
  const node = [...document.querySelectorAll(selector)].filter(isShown)[index];
  if (!node || node.ariaDisabled === "true") return null;
  const isInside = ({ top, left, bottom, right }) =>
    top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  if (!isInside(node.getBoundingClientRect())) {
    node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  }
  const { left, top, width, height } = node.getClientRects()[0];
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return hit && (node.contains(hit) || hit.contains(node)) ? { x, y } : null;
}"""
"""The middle of the element with a number among those shown that fit a selector.

Null while there is none, it is covered, or it takes no clicks yet.
"""

COUNT = """(selector) =>
  [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length).length"""


class Driver(Protocol):
    """The few things that an engine's driver can do."""

    name: str

    def sign_in(self, site: str, session: str) -> None:
        """Take the cookie of a session of the site at an address."""

    def open(self, address: str) -> None:
        """Load a page and wait until it is loaded."""

    def run(self, function: str, argument: str) -> str | None:
        """Call an async function with a text in the page; return the text that it returns."""

    def click_at(self, x: float, y: float) -> None:
        """Press and release the mouse."""

    def press(self, key: str) -> None:
        """Press and release a key."""

    def resize(self, width: int, height: int) -> None:
        """Give the page's window a size."""

    def picture(self) -> bytes:
        """Return what the window shows, as PNG."""

    def errors(self) -> list[str]:
        """Return the errors of the page's scripts so far."""

    def close(self) -> None:
        """End the browser."""


class PageGone(Exception):
    """The page went away while it was asked something: it has been left or loaded anew."""


class Window:
    """A browser's window, with the waiting that a test needs."""

    def __init__(self, driver: Driver, site: str) -> None:
        self.driver = driver
        self.site = site
        self.name = driver.name

    def open(self, path: str) -> None:
        """Load a page of the site."""
        self.driver.open(self.site + path)

    def value(self, function: str, argument: object = None) -> Any:
        """Return what a function of JavaScript, or its promise, gives in the page: JSON."""
        answer = f"await ({function})(JSON.parse(given))"
        call = f"async (given) => JSON.stringify(({answer}) ?? null)"
        found = self.driver.run(call, json.dumps(argument))
        return None if found is None else json.loads(found)

    def wait(self, function: str, argument: object = None) -> Any:
        """Return the first value of a function that is true."""
        return self._until(lambda: self.value(function, argument), function)

    def wait_for(self, selector: str) -> None:
        """Wait until an element that fits is shown."""
        self._until(lambda: self.count(selector), selector)

    def click(self, selector: str, index: int = 0) -> None:
        """Click an element as soon as it is there and nothing covers it."""
        spot = self.wait(SPOT, [selector, index])
        self.driver.click_at(spot["x"], spot["y"])

    def count(self, selector: str) -> int:
        """Return how many shown elements fit."""
        return int(self.value(COUNT, selector))

    def _until(self, look: Callable[[], Any], what: str) -> Any:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if found := look():
                    return found
            except PageGone:
                pass
            time.sleep(0.03)
        raise AssertionError(f"{self.name}: not within {PATIENCE:.0f} s: {what}")
