"""Measure the questions of games that bots play by seed, in windows of desktops and phones.

Each question is put into the page of a table in the language of its number, with the display of
effects of its number. What of the dock can't be seen or hit, and which tips stand wrong, is
printed; the exit code is 1 then. Needs Debian's chromium.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.sites import Person, Site, running_site
from tests.e2e.tables import make_table
from tools.pictures.matrix import EFFECTS, LOCALES, dress, is_touched, load_fonts

CHROMIUM = "/usr/bin/chromium"
WINDOWS = ((1440, 900), (1366, 768), (1280, 720), (390, 844), (360, 740))
DOCK = (Path(__file__).parent / "dock.js").read_text()
"""A function in JavaScript: what is wrong with the dock and the tips of the table that is open."""
BATCH = 60
"""The questions that are made and measured at once; a multiple of languages and displays."""
END = 100_000
"""After the last question of any run."""
PAGES = """
import json
from tools.pictures.played import pages
print(json.dumps(pages({games}, {first}, {every}, {start}, {stop})))
"""
PUT = """
(html) => {
  document.querySelector("#table").outerHTML = html;
  const isFinal = document.querySelector("#table").classList.contains("is-final");
  document.documentElement.classList.toggle("has-final", isFinal);
  dispatchEvent(new Event("resize")); // the panel fits its question
}
"""

type Pages = list[dict[str, str]]


def batches_of(
    site: Site, games: int, *, first: int = 0, every: int = 1, numbers: tuple[int, int] = (0, END)
) -> Iterator[Pages]:
    """Yield every so many questions of games, made beside the site, a batch at a time.

    `numbers`: of the first of them, and of the one after the last.
    """
    begin, end = numbers
    for start in range(begin, end, BATCH):
        stop = min(start + BATCH, end)
        batch: Pages = site.script(
            PAGES.format(games=games, first=first, every=every, start=start, stop=stop)
        )
        if not batch:
            return
        yield batch


def open_shell(page: Page, address: str) -> Page:
    """Open a table, to put others in its place; its socket and its motion are off."""
    page.route("**/table-socket/**", lambda route: route.abort())
    page.goto(address)
    load_fonts(page)
    return page


def troubles_of(page: Page, questions: Pages, *, language: str, touched: bool) -> list[str]:
    """Return what is wrong with the questions of a language, in all windows for a mouse or touch.

    `page`: of a table, in that language.
    """
    troubles = []
    for width, height in WINDOWS:
        if is_touched((width, height)) is not touched:
            continue
        page.set_viewport_size({"width": width, "height": height})
        for question in questions:
            if question["language"] != language:
                continue
            number = int(question["number"])
            effects = EFFECTS[number // len(LOCALES) % len(EFFECTS)]
            dress(page, ("dark", "light")[number % 2], effects)
            page.evaluate(PUT, question["html"])
            troubles += [
                f"{number} {width}x{height} {language} {effects} {question['kind']}: {trouble}"
                for trouble in page.evaluate(DOCK)
            ]
    return troubles


def main() -> int:
    """Measure the questions of as many games as the arguments say; return 1 if one has troubles."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures.windows", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--every", type=int, default=1, help="measure one of so many questions")
    parser.add_argument(
        "--numbers",
        type=int,
        nargs=2,
        default=(0, END),
        metavar=("START", "STOP"),
        help="measure these of them only, from the first up to the second",
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, running_site(Path(data)) as site:
        people = [site.someone() for _ in range(2)]
        address = make_table(site, *people, answers=20)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
            shells = [
                open_shell(new_page(browser, site, people[0], locale, touched=touched), address)
                for locale, touched in product(LOCALES, (False, True))
            ]
            positions = troubled = 0
            for batch in batches_of(
                site, chosen.games, first=chosen.first, every=chosen.every, numbers=chosen.numbers
            ):
                positions += len(batch)
                for page, (locale, touched) in zip(
                    shells, product(LOCALES, (False, True)), strict=True
                ):
                    troubles = troubles_of(page, batch, language=locale[:2], touched=touched)
                    troubled += len(troubles)
                    print(*troubles, sep="\n", end="\n" if troubles else "", flush=True)
            browser.close()
    print(f"{positions} positions, {len(WINDOWS)} windows: {troubled} troubles.")
    return 1 if troubled else 0


def new_page(browser: Browser, site: Site, person: Person, locale: str, *, touched: bool) -> Page:
    """Return a page of a person in a language, for a mouse or for fingers."""
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
    return context.new_page()


if __name__ == "__main__":
    sys.exit(main())
