"""The windows, themes, languages and measures of the pictures."""

from pathlib import Path

from playwright.sync_api import Page

WINDOWS = (
    (1920, 1080),
    (1440, 900),
    (1280, 720),
    (1024, 768),
    (820, 1180),
    (390, 844),
    (360, 740),
    (844, 390),
    (740, 360),
    (720, 450),
    (640, 360),
)
"""Desktops, tablets, phones upright and on their side, desktops at 200 %."""
THEMES = ("dark", "light", "contrast")
LOCALES = ("en-GB", "fr-FR", "de-DE")
EFFECTS = ("icons", "text", "both")
TROUBLES = (Path(__file__).parent / "troubles.js").read_text()
"""A function in JavaScript: what can't be read, hit or seen on the table that is open."""

MAKE = """
import json
from tools.pictures.positions import make
print(json.dumps(make({names})))
"""
"""Run beside a site, for the names of four players."""


def is_touched(size: tuple[int, int]) -> bool:
    """Whether a window of this size belongs to a device without a mouse."""
    return size[0] < 1000


def load_fonts(page: Page) -> None:
    """Load all faces of the typeface: a page waits for none, and text in another one is wider.

    The fallback faces are fonts of the machine, which may have none of them.
    """
    page.evaluate(
        """() => {
          const faces = [...document.fonts].filter((face) => !face.family.includes("fallback"));
          return Promise.all(faces.map((face) => face.load())).then(() => null);
        }"""
    )


def load_portraits(page: Page) -> None:
    """Wait for the portraits in sight: a script fetches their drawings (static/js/portraits.js)."""
    page.wait_for_function(
        """() => [...document.querySelectorAll("[data-portrait]")].every(portrait => {
          const { top, bottom, left, right, width } = portrait.getBoundingClientRect();
          const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
          return !width || !isInSight || portrait.getBBox().width > 0;
        })"""
    )


def dress(page: Page, theme: str, effects: str) -> None:
    """Show a page with a theme and a display of effects, as if its reader preferred them."""
    page.evaluate(
        """(wanted) => {
          Object.assign(document.documentElement.dataset, wanted);
          dispatchEvent(new Event("resize")); // the panel fits its question
        }""",
        {"theme": theme, "effects": effects},
    )
