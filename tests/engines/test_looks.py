"""Pages of Firefox and WebKit look like those of Chromium."""

import pytest

from tests.e2e.sites import Site
from tests.engines.browser import Window
from tests.engines.conftest import ENGINES, Enter
from tests.engines.pictures import difference, unlike
from tools.pictures.matrix import MAKE

WINDOWS = ((1440, 900), (820, 1180), (390, 844))
PAGES = ("/", "/notifications/", "/rules/")
POSITIONS = ("start", "middle", "question", "tall", "crowded", "won-absolute", "four", "replay")
UNLIKE_PAGE = 0.3
"""Text differs by up to 0.16 where lines break elsewhere, a page without colours by 0.9."""
UNLIKE_PORTRAIT = 0.06
"""Equal ones differ by 0.01 to 0.03, an empty frame or a bust of another size by more than 0.1."""
READY = """async () => {
  const faces = [...document.fonts].filter((face) => !face.family.includes("fallback"));
  await Promise.all(faces.map((face) => face.load()));
  const isInSight = ({ top, bottom, left, right, width }) =>
    width && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return document.readyState === "complete" && [...document.querySelectorAll("[data-portrait]")]
    .filter((one) => isInSight(one.getBoundingClientRect()))
    .every((one) => one.firstElementChild);
}"""
PORTRAITS = """() => [...document.querySelectorAll("svg.portrait")]
  .map((one) => one.getBoundingClientRect())
  .filter(({ top, left, bottom, right, width }) =>
    width > 40 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth)
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


def compare(window: Window, chromium: Window, path: str) -> list[str]:
    """Open a page in both; return what looks different."""
    pictures, boxes = [], []
    for each in (window, chromium):
        each.open(path)
        each.wait(READY)
        boxes.append(each.value(PORTRAITS))
        pictures.append(each.driver.picture())
    troubles = []
    if (far := difference(*pictures)) > UNLIKE_PAGE:
        troubles.append(f"{path}: {far:.3f} of the page")
    if len(boxes[0]) != len(boxes[1]):
        troubles.append(f"{path}: {len(boxes[0])} portraits in sight, Chromium has {len(boxes[1])}")
    for number, (own, its) in enumerate(zip(*boxes, strict=False), 1):
        if (far := unlike(pictures[0], own, pictures[1], its)) > UNLIKE_PORTRAIT:
            troubles.append(f"{path}: {far:.3f} of portrait {number}")
    return troubles


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.slow
def test_pages_look_alike(enter: Enter, site: Site, engine: str) -> None:
    person = site.someone()
    people = [person, *(site.someone() for _ in range(3))]
    addresses = site.script(MAKE.format(names=[each.name for each in people]))
    window, chromium = enter(engine, person), enter("chromium", person)
    troubles = []
    for size in WINDOWS:
        window.driver.resize(*size)
        chromium.driver.resize(*size)
        for path in [*PAGES, *(addresses[name] for name in POSITIONS)]:
            troubles += [f"{size}: {each}" for each in compare(window, chromium, path)]
    assert troubles == [], "\n".join(troubles)
