"""What helps to decide and to notice: ghosts of discs, ways to win, what is missing, sounds."""

from random import Random

from playwright.sync_api import expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import play_turn, wait_for_one
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people

PHONE = {"width": 390, "height": 844}


def test_an_answer_shows_its_ghosts_while_it_is_pointed_at(visit: Visit, site: Site) -> None:
    """By pointer and by focus; those of other answers are hidden meanwhile."""
    [person] = new_people(site, 1)
    page = visit(person).new_page()
    page.goto(make_table(site, person, "noisy", answers=2))
    page.locator("#hand a.card").first.click()
    recruit = page.locator("[data-ghosts]").first
    expect(recruit).to_be_visible()
    planet, at = (recruit.get_attribute("data-ghosts") or "").split(" ")[0].split(":")
    ghost = page.locator(f"#lane-{planet} .ghost.aimed")
    expect(ghost).to_have_count(0)
    recruit.hover()
    expect(ghost).to_have_attribute("data-at", at)
    expect(page.locator(".ghost:not(.aimed)").filter(visible=True)).to_have_count(0)
    page.locator("#bar").hover()
    expect(ghost).to_have_count(0)
    recruit.focus()
    expect(ghost).to_have_attribute("data-at", at)


def test_an_answer_marks_the_column_the_level_and_the_side_that_it_changes(
    visit: Visit, site: Site
) -> None:
    [person] = new_people(site, 1)
    page = visit(person).new_page()
    page.goto(make_table(site, person, "noisy", answers=2))
    page.locator("#hand a.card").first.click()
    expect(page.locator("#use-recruit")).to_be_visible()
    for verb, place in (("recruit", ".column.mine"), ("lead", "#side-mine")):
        page.locator(f"#use-{verb}").hover()
        expect(page.locator(f"{place}.foreseen")).to_have_count(1)
    page.locator("#bar").hover()
    expect(page.locator(".foreseen")).to_have_count(0)


def test_the_signs_of_the_victories_are_explained_by_a_tap(visit: Visit, site: Site) -> None:
    [person] = new_people(site, 1)
    page = visit(person, viewport=PHONE, has_touch=True).new_page()
    page.goto(make_table(site, person, "noisy", answers=10))
    side = page.locator("#side-mine")
    expect(side.get_by_role("listitem").first).to_contain_text("one planet")
    side.get_by_role("button", name="Ways to win").tap()
    expect(page.locator("#ways-mine")).to_contain_text("3 discs of one planet")
    page.keyboard.press("Escape")
    expect(page.locator("#ways-mine")).to_be_hidden()


def test_sounds_of_a_card_and_of_the_turn_also_without_motion(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12)
    pages = [visit(person).new_page() for person in people]
    for page in pages:
        page.goto(address)
        page.evaluate(
            """() => {
              window.sounds = [];
              document.addEventListener("sound", ({ detail }) => window.sounds.push(detail));
            }"""
        )
    mover = wait_for_one(pages)
    waiting = pages[1 - pages.index(mover)]
    play_turn(mover, Random(3))
    expect(waiting.locator("#table.is-mine")).to_be_visible()
    waiting.wait_for_function("() => window.sounds.includes('turn')")
    waiting.wait_for_function("() => /card|disc/.test(window.sounds)")
    assert mover.evaluate("window.sounds") == ["card"]  # which is drawn
