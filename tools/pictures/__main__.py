"""Render tables in all windows, themes and languages, and measure them.

The pictures are in `data/pictures/`, named `position-window-language-theme.png`, with an
`index.html` of them all. What is cut, overlaps or lies outside is printed, and in `troubles.txt`;
the exit code is 1 then. Needs Debian's chromium.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.sites import ROOT, Person, Site, running_site
from tools.pictures.matrix import (
    EFFECTS,
    LOCALES,
    MAKE,
    THEMES,
    TROUBLES,
    WINDOWS,
    dress,
    is_touched,
    load_fonts,
    load_portraits,
)

CHROMIUM = "/usr/bin/chromium"
FOLDER = ROOT / "data" / "pictures"


def main() -> int:
    """Make the pictures that the arguments choose; return 1 if one shows troubles."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("--positions", nargs="*", default=[], help="middle, chosen, four, …")
    parser.add_argument("--windows", nargs="*", default=[], help="1920x1080, 390x844, …")
    parser.add_argument("--themes", nargs="*", default=list(THEMES), choices=THEMES)
    parser.add_argument("--locales", nargs="*", default=list(LOCALES), choices=LOCALES)
    parser.add_argument("--effects", nargs="*", default=["icons"], choices=EFFECTS)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the pictures")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    troubles: list[str] = []
    with tempfile.TemporaryDirectory() as data, running_site(Path(data)) as site:
        people = [site.someone() for _ in range(4)]
        addresses = site.script(MAKE.format(names=[person.name for person in people]))
        names = chosen.positions or list(addresses)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
            for locale in chosen.locales:
                for page, windows in _pages(browser, site, people[0], locale, chosen.windows):
                    for name in names:
                        page.goto(addresses[name])
                        load_fonts(page)
                        for size, effects in product(windows, chosen.effects):
                            troubles += _take(
                                page, chosen.folder, (name, size, locale, effects), chosen.themes
                            )
            browser.close()
    report = "\n".join(troubles)
    (chosen.folder / "troubles.txt").write_text(report + "\n")
    _write_index(chosen.folder)
    print(report or "No troubles.")
    return 1 if troubles else 0


def _pages(
    browser: Browser, site: Site, person: Person, locale: str, only: list[str]
) -> Iterator[tuple[Page, list[tuple[int, int]]]]:
    """Yield a page for mice and one for fingers, with the windows of each."""
    sizes = [size for size in WINDOWS if not only or f"{size[0]}x{size[1]}" in only]
    for touched in (False, True):
        windows = [size for size in sizes if is_touched(size) is touched]
        if not windows:
            continue
        context = browser.new_context(
            base_url=site.address,
            locale=locale,
            has_touch=touched,
            is_mobile=touched,
            reduced_motion="reduce",
            service_workers="block",
        )
        cookie: Any = {"name": "sessionid", "value": person.session, "url": site.address}
        context.add_cookies([cookie])
        yield context.new_page(), windows
        context.close()


def _take(
    page: Page, folder: Path, what: tuple[str, tuple[int, int], str, str], themes: list[str]
) -> list[str]:
    """Take the pictures of a table in a window; return its troubles."""
    name, (width, height), locale, effects = what
    page.set_viewport_size({"width": width, "height": height})
    title = f"{name}-{width}x{height}-{locale[:2]}" + ("" if effects == "icons" else f"-{effects}")
    troubles: list[str] = []
    for theme in themes:
        dress(page, theme, effects)
        load_portraits(page)
        page.screenshot(path=folder / f"{title}-{theme}.png")
        troubles += [f"{title}-{theme}: {trouble}" for trouble in page.evaluate(TROUBLES)]
    return troubles


def _write_index(folder: Path) -> None:
    """Write a page with all pictures of a folder."""
    pictures = "".join(
        f'<a href="{path.name}"><img loading="lazy" src="{path.name}">{path.stem}</a>'
        for path in sorted(folder.glob("*.png"))
    )
    style = "body{display:flex;flex-wrap:wrap;gap:1em}a{width:24em}img{width:100%}"
    (folder / "index.html").write_text(f"<!doctype html><style>{style}</style>{pictures}")


if __name__ == "__main__":
    sys.exit(main())
