"""Final buttons: no answer stands in the place of one, and a click meant for another counts not."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night
from tests.e2e.playing import click
from tests.e2e.sites import Person, Site
from tests.e2e.tables import new_people
from tests.e2e.test_deciding import prepare
from tools.pictures.matrix import EFFECTS, WINDOWS, dress, is_touched, load_fonts

QUESTIONS = """
import json
from tools.pictures.questions import make
print(json.dumps(make({names})))
"""
FINAL = ".final [data-final]"
CHOICES = '#answer button[name="action"], button[form="answer"], #undo, #undo-all, #use-plan'
"""Answers, and what undoes them."""
BOX = """
(what) => {
  const { left, top, right, bottom } = document.querySelector(what).getBoundingClientRect();
  return [left, top, right, bottom];
}
"""
POINTS = """
(what) => {
  const asks = [document.querySelector("#dock"), document.querySelector("#ask")];
  const points = [];
  for (const end of [0, 10_000]) {
    for (const one of asks) one.scrollTop = end;
    for (const choice of document.querySelectorAll(what)) {
      const { left, top, width, height } = choice.getBoundingClientRect();
      for (const across of [0.02, 0.5, 0.98]) {
        for (const down of [0.02, 0.5, 0.98]) {
          const [x, y] = [left + across * width, top + down * height];
          const hit = document.elementFromPoint(x, y);
          if (hit && choice.contains(hit)) points.push([choice.id || choice.value, x, y]);
        }
      }
    }
  }
  return points;
}
"""
"""The nine points of each choice that a pointer can hit, wherever the question is scrolled to."""

type Box = list[float]
type Asked = tuple[Person, dict[str, str], dict[str, str]]


@pytest.fixture(scope="module")
def asked(site: Site) -> Asked:
    """Return a player, the addresses of all kinds of questions, and those of turns to confirm."""
    people = new_people(site, 4)
    questions, finals = site.script(QUESTIONS.format(names=[person.name for person in people]))
    return people[0], questions, finals


@pytest.mark.parametrize(("every", "touched"), [(4, True), *at_night((1, False), (1, True))])
def test_no_answer_of_any_question_stands_where_a_turn_is_made_final(
    visit: Visit, asked: Asked, every: int, *, touched: bool
) -> None:
    """Nine points of each answer to each kind of question, in German, which is the longest.

    By day in a quarter of the windows that are touched.
    """
    person, questions, finals = asked
    page = visit(person, locale="de-DE", has_touch=touched, is_mobile=touched).new_page()
    windows = [size for size in WINDOWS if is_touched(size) is touched]
    places: dict[tuple[int, int], list[Box]] = {size: [] for size in windows}
    for address in finals.values():
        page.goto(address)
        load_fonts(page)
        for width, height in windows:
            page.set_viewport_size({"width": width, "height": height})
            places[width, height].append(page.evaluate(BOX, FINAL))
    troubles = []
    for number, (name, address) in enumerate(questions.items()):
        page.goto(address)
        load_fonts(page)
        for count, (width, height) in enumerate(windows[number % every :: every], number):
            page.set_viewport_size({"width": width, "height": height})
            dress(page, "dark", EFFECTS[count % 3])
            points = page.evaluate(POINTS, CHOICES)
            assert points, (name, width, height)
            if page.locator("#undo").count():
                assert "undo" in [choice for choice, *_place in points], (name, width, height)
            troubles += [
                f"{name} {width}x{height}: {choice} at {x:.0f}, {y:.0f} lies in {place}"
                for choice, x, y in points
                for place in places[width, height]
                if place[0] <= x <= place[2] and place[1] <= y <= place[3]
            ]
    assert troubles == [], "\n".join(troubles)


PACES = (60, 150, 250, 390)
"""Milliseconds between the clicks of a double click."""
LAST_ANSWER = ".answers .use >> nth=0"
CLOCK = "window.clock = 10_000; performance.now = () => window.clock;"
PASS = "(milliseconds) => { window.clock += milliseconds; }"
UNDO_SEND = """
from accounts.models import User
User.objects.filter(username={name!r}).update(undo_send=True)
"""


def asked_last(visit: Visit, site: Site, viewport: dict[str, int], script: str = "") -> Page:
    """Return the page of a player whose next answer is the last of the turn; its clock stands."""
    people = new_people(site, 2)
    site.script(script.format(name=people[0].name))
    page = visit(people[0], viewport=viewport, has_touch=True).new_page()
    page.add_init_script(CLOCK)
    page.goto(prepare(site, people, {"hand": ["geta"]}, "recruit geta"))
    expect(page.locator("#ask")).to_contain_text("Choose one of the two effects.")
    return page


def middle(what: Locator) -> tuple[float, float]:
    """Return the middle of an element."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("viewport", [*at_night(WIDE), NARROW], ids=["wide", "narrow"])
def test_a_second_click_or_tap_on_an_answer_never_plays_the_turn(
    visit: Visit, site: Site, viewport: dict[str, int]
) -> None:
    """At any pace: in the same place, and on the button itself, which has only just appeared."""
    page = asked_last(visit, site, viewport)
    confirm = page.locator("#confirm")
    press = page.mouse.click if viewport is WIDE else page.touchscreen.tap
    for pace in PACES:
        place = middle(page.locator(LAST_ANSWER))
        press(*place)
        expect(confirm).to_be_visible()
        page.evaluate(PASS, pace)
        press(*place)
        press(*middle(confirm))
        confirm.dispatch_event("click")  # as of a key or a screen reader
        click(page, page.locator("#undo"))
    click(page, page.locator(LAST_ANSWER))
    expect(confirm).to_have_attribute("aria-disabled", "true")
    page.evaluate(PASS, 400)
    confirm.dispatch_event("click", {"detail": 2})
    expect(confirm).to_be_enabled()
    confirm.click()
    expect(confirm).to_have_count(0)
    expect(page.locator("#table")).to_have_attribute("data-asks", "wait")


def test_a_key_that_is_held_down_never_plays_the_turn(visit: Visit, site: Site) -> None:
    page = asked_last(visit, site, WIDE)
    page.locator(LAST_ANSWER).focus()
    page.keyboard.down("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    for _repeat in range(20):
        page.evaluate(PASS, 35)
        page.keyboard.down("Enter")
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator("#confirm").focus()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#ask").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-asks", "wait")


@pytest.mark.parametrize("viewport", [WIDE, *at_night(NARROW)], ids=["wide", "narrow"])
def test_sending_at_once_is_not_offered_where_the_turn_was_confirmed(
    visit: Visit, site: Site, viewport: dict[str, int]
) -> None:
    page = asked_last(visit, site, viewport, UNDO_SEND)
    click(page, page.locator(LAST_ANSWER))
    page.evaluate(PASS, 400)
    left, top, right, bottom = page.evaluate(BOX, "#confirm")
    page.locator("#confirm").click()
    expect(page.locator("#send-now")).to_be_visible()
    for other in ("#send-now", "#take-back"):
        box = page.evaluate(BOX, other)
        assert box[0] >= right or box[2] <= left or box[1] >= bottom or box[3] <= top, other
    page.locator("#send-now").dispatch_event("click")
    expect(page.locator("#ask")).to_contain_text("Time to take it back")
    page.evaluate(PASS, 400)
    page.locator("#send-now").click()
    expect(page.locator("#table")).to_have_attribute("data-asks", "wait")
