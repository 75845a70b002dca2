"""The icon language in a browser: its size, its sentences, its legend, and the preference.

It leaves pictures of all phrases in both themes: `symbols-cards-dark.png`, `…-light.png`.
"""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.conftest import NARROW, Visit, at_night, take_picture
from tests.e2e.playing import state
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table
from tools.pictures.matrix import load_fonts

CARDS = "/symbols/cards/"
LEGEND = "/symbols/"

ROWS = """([letters, width]) => [
  ...document.querySelectorAll(".phrase:not(.frame) .signs")
].map(signs => {
  signs.style.fontSize = `${letters}px`;
  signs.style.width = `${width}px`;
  const edge = signs.getBoundingClientRect().right;
  const units = [...signs.querySelectorAll("i")].map(unit => unit.getBoundingClientRect());
  const rows = new Set(units.map(box => Math.round((box.top + box.height / 2) / letters)));
  const heights = [...signs.querySelectorAll("svg")].map(svg => svg.getBoundingClientRect().height);
  return {
    name: signs.closest("li").querySelector("h3").innerText,
    rows: rows.size,
    low: Math.min(...heights),
    over: Math.max(...units.map(box => box.right)) - edge,
  };
})"""
"""Sets each phrase in letters of a size, on a row of a width."""


def test_no_phrase_needs_more_than_two_short_rows(visit: Visit) -> None:
    """On 104 pixels, what a narrow card leaves, with symbols of 14."""
    page = visit().new_page()
    page.goto(CARDS)
    load_fonts(page)
    phrases = page.evaluate(ROWS, [12, 104])
    assert len(phrases) == 100 + 30 + 8 + 3 + 3
    assert [phrase for phrase in phrases if phrase["rows"] > 2 or phrase["over"] > 0.5] == []
    assert min(phrase["low"] for phrase in phrases) >= 14
    assert sum(phrase["rows"] == 1 for phrase in phrases) > 100
    # The check finds a row that is too short.
    assert max(phrase["rows"] for phrase in page.evaluate(ROWS, [12, 60])) > 2


def test_every_symbol_is_painted(visit: Visit) -> None:
    page = visit().new_page()
    page.goto(LEGEND)
    page.wait_for_function("() => document.querySelector('.legend use').getBBox().width > 0")
    boxes = "uses => uses.map(use => use.getBBox()).filter(box => box.width < 4 || box.height < 4)"
    assert page.locator(".legend use").count() > 60
    assert page.locator(".legend use").evaluate_all(boxes) == []
    page.goto(CARDS)
    schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        take_picture(page, f"symbols-cards-{scheme}", full_page=True)


def test_the_drawings_come_once_and_are_kept(visit: Visit) -> None:
    """One request for all symbols of all pages, of a file that never changes."""
    page = visit().new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "symbols" in answer.url else None)
    for address in (LEGEND, CARDS, LEGEND):
        page.goto(address)
        page.wait_for_load_state("networkidle")
    files = [answer for answer in answers if answer.url.endswith(".svg")]
    assert len({answer.url for answer in files}) == 1
    assert re.search(r"/static/img/symbols\.[0-9a-f]{12}\.svg$", files[0].url)
    assert "immutable" in files[0].headers["cache-control"]


# --- at the table ---


@pytest.fixture(scope="session")
def table(site: Site) -> tuple[Person, str]:
    """Return a person and a table at which it is their turn."""
    person = site.someone()
    return person, make_table(site, person, "noisy", answers=24)


def at_table(visit: Visit, table: tuple[Person, str], **options: object) -> Page:
    """Return the open table."""
    person, address = table
    page = visit(person, **options).new_page()
    page.goto(address)
    expect(page.locator("#hand a.card")).not_to_have_count(0)
    return page


def sentences_of(page: Page, selector: str) -> str:
    """Return the sentences of the phrases in an element."""
    texts = page.locator(selector).locator(".says").all_text_contents()
    return " ".join(text.strip() for text in texts)


def test_a_sentence_is_shown_by_pointing_and_hidden_by_escape(
    visit: Visit, table: tuple[Person, str]
) -> None:
    page = at_table(visit, table)
    page.clock.install()
    expect(page.locator(".tip")).to_be_hidden()
    card = page.locator("#hand .card").first
    card.locator(".card-name").hover()
    expect(page.locator(".tip")).to_have_text(sentences_of(page, "#hand .card >> nth=0"))
    phrase = card.locator(".card-text .phrase")
    phrase.hover()
    expect(page.locator(".tip")).to_have_text(phrase.locator(".says").text_content() or "")
    page.locator(".tip").hover()
    page.clock.run_for(1000)  # longer than it stays without the pointer
    expect(page.locator(".tip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tip")).to_be_hidden()


def test_a_sentence_is_shown_by_focus(visit: Visit, table: tuple[Person, str]) -> None:
    page = at_table(visit, table)
    card = page.locator("#hand .card").first
    page.locator("#hand .card").nth(1).focus()
    page.keyboard.press("Shift+Tab")
    expect(card).to_be_focused()
    expect(page.locator(".tip")).to_have_text(sentences_of(page, "#hand .card >> nth=0"))
    page.keyboard.press("Tab")
    expect(page.locator(".tip")).to_have_text(sentences_of(page, "#hand .card >> nth=1"))


def test_a_level_shows_its_sentence(visit: Visit, table: tuple[Person, str]) -> None:
    """The button of the level lies over the phrase."""
    page = at_table(visit, table)
    page.locator("#tech-human-5").hover()
    expect(page.locator(".tip")).to_have_text("Gain 2 influence on one planet of your choice.")


MISPLACED = """element => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const answer = over.closest("#ask .use, .pick");
  const what = answer ?? over.closest(".phrase") ?? over.closest("[data-phrase]") ?? element;
  const own = what.getBoundingClientRect();
  const tip = document.querySelector(".tip").getBoundingClientRect();
  const away = Math.max(
    tip.left - own.right, own.left - tip.right, tip.top - own.bottom, own.top - tip.bottom,
  );
  const isUnder = ({ left, top, right, bottom }) =>
    Math.min(right, tip.right) > Math.max(left, tip.left)
    && Math.min(bottom, tip.bottom) > Math.max(top, tip.top);
  const answers = [...document.querySelectorAll("#ask button, .pick")].filter(
    one => one.offsetWidth && !one.contains(element),
  );
  const name = element.id || element.className;
  return [
    ...(away > 12 ? [`the tip of ${name} is ${away} away`] : []),
    ...(isUnder(own) ? [`${name} is under its tip`] : []),
    ...answers.filter(one => isUnder(one.getBoundingClientRect()))
      .map(one => `the tip of ${name} is over ${one.id || one.className}`),
  ];
}"""
"""What is wrong with the place of an element's tip."""


@pytest.mark.parametrize("width", [1024, *at_night(1280, 1440, 1920)])
def test_a_tip_stands_beside_what_it_explains_and_over_no_answer(
    visit: Visit, table: tuple[Person, str], width: int
) -> None:
    page = at_table(visit, table, viewport={"width": width, "height": width * 9 // 16})
    load_fonts(page)
    page.locator("#hand a.card").first.dispatch_event("click")
    expect(page.locator("#ask .use").first).to_be_visible()
    page.clock.install()
    anchors = "#hand .card, .level, .line-bonuses li, .strip, #ask .use, .token"
    phrases = page.locator(f":is({anchors}):visible")
    assert phrases.count() > 20
    misplaced, tips = [], 0
    for number in range(phrases.count()):
        phrase = phrases.nth(number)
        page.mouse.move(0, 0)
        page.clock.run_for(1000)
        phrase.hover(force=True)
        page.clock.run_for(1000)
        if page.locator(".tip").is_visible():
            tips += 1
            misplaced += phrase.evaluate(MISPLACED)
    assert tips > 15
    assert misplaced == []


def test_a_long_press_reads_and_does_not_choose(visit: Visit, table: tuple[Person, str]) -> None:
    page = at_table(visit, table, viewport={"width": 820, "height": 1180}, has_touch=True)
    card = page.locator("#hand .card").first
    box = card.locator(".card-text .phrase").bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 5, "y": box["y"] + 5}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator(".tip")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".tip")).to_have_text(card.locator(".card-text .says").text_content() or "")
    expect(card).not_to_have_attribute("aria-current", "true")
    card.tap()
    expect(page.locator(".tip")).to_be_hidden()
    expect(card).to_have_attribute("aria-current", "true")


def test_a_card_is_called_by_its_sentences(visit: Visit, table: tuple[Person, str]) -> None:
    """The accessible name of a card holds the frame's sentence and the effects'."""
    page = at_table(visit, table)
    name = page.locator("#hand .card").first.aria_snapshot()
    assert "Gain 1 influence on" in name
    for text in page.locator("#hand .card").first.locator(".says").all_text_contents():
        assert text in name


@pytest.mark.parametrize(("width", "height", "words"), [(1920, 1080, True), (1440, 900, False)])
def test_technologies_are_sentences_where_they_have_room(
    visit: Visit, table: tuple[Person, str], width: int, height: int, words: bool
) -> None:
    """In the display of text; in smaller windows they stay symbols."""
    page = at_table(visit, table, viewport={"width": width, "height": height})
    page.evaluate("document.documentElement.dataset.effects = 'text'")
    for says in page.locator("#tracks .level .level-says").all():
        expect(says.locator(".signs")).to_be_visible(visible=not words)
        place = says.locator(".says").bounding_box()
        assert place is not None
        assert (place["width"] > 20) == words
    assert page.locator("#tracks .level .level-says").count() == 15


def test_the_legend_opens_over_the_table(visit: Visit, table: tuple[Person, str]) -> None:
    page = at_table(visit, table)
    dialog = page.get_by_role("dialog", name="Symbols")
    before = state(page)
    page.locator("#hand .card").first.focus()
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".legend")).to_contain_text("Exile one of your own cards")
    for way in ("Enter confirm", "Escape put the card back", "drag the card"):
        expect(dialog.get_by_text(way)).to_be_visible()
    page.keyboard.press("1")  # a key of the table, which is not meant now
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#hand .card").first).to_be_focused()
    assert state(page) == before
    expect(page.locator("#hand [aria-current]")).to_have_count(0)

    link = page.get_by_role("link", name="Symbols")
    link.click()
    expect(dialog.locator(".legend")).to_have_count(1)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()
    link.click()
    page.mouse.click(3, 3)
    expect(dialog).to_be_hidden()


def test_fingers_are_told_nothing_of_keys_and_mouse(
    visit: Visit, table: tuple[Person, str]
) -> None:
    page = at_table(visit, table, viewport=NARROW, has_touch=True, is_mobile=True)
    page.get_by_role("link", name="Symbols").tap()
    expect(page.locator("#legend-dialog .legend")).to_be_visible()
    expect(page.locator("#legend-dialog").get_by_text("drag the card")).to_be_hidden()
    page.locator("#legend-dialog").get_by_role("button", name="Close").tap()
    page.locator("#more > summary").tap()
    expect(page.locator("#more").get_by_role("link", name="Rules")).to_be_visible()
    expect(page.locator("#more").get_by_text("Enter confirm")).to_be_hidden()


def test_without_scripts_the_legend_is_a_page(visit: Visit, table: tuple[Person, str]) -> None:
    page = at_table(visit, table, java_script_enabled=False, viewport=NARROW)
    page.get_by_role("link", name="Symbols").click()
    expect(page.get_by_role("heading", name="Symbols", exact=True)).to_be_visible()


@pytest.mark.parametrize(("display", "signs", "says"), [("text", 0, 1), ("both", 1, 1)])
def test_text_instead_of_symbols_or_beside_them(
    visit: Visit, site: Site, table: tuple[Person, str], display: str, signs: int, says: int
) -> None:
    person, address = table
    update = "from accounts.models import User; User.objects.filter(username={!r}).update({})"
    site.script(update.format(person.name, f"effect_display={display!r}"))
    try:
        page = visit(person).new_page()
        page.goto(address)
        page.clock.install()
        phrase = page.locator("#hand .card").first.locator(".card-text .phrase")
        assert phrase.locator("> .signs").is_visible() == bool(signs)
        box = phrase.locator(".says").bounding_box()
        assert box is not None
        assert (box["width"] > 1) == bool(says)
        phrase.hover()
        page.clock.run_for(1000)  # longer than a tip waits
        expect(page.locator(".tip")).to_be_hidden()
    finally:
        site.script(update.format(person.name, "effect_display='icons'"))
