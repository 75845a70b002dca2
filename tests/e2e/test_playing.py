"""Whole games in real browsers, against the site as it really runs."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import NARROW, Visit
from tests.e2e.playing import (
    ANSWERS,
    CARDS,
    CONFIRM,
    TICKS,
    act,
    changed,
    click,
    is_asked,
    play_to_the_end,
    play_turn,
    state,
    tab_to,
    wait_for_one,
    wait_for_turn,
    wait_until_enabled,
)
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people, open_tables


def version(page: Page) -> int:
    """Return which version of the table a page shows."""
    return int(page.locator("#table").get_attribute("data-version") or 0)


def mark(page: Page) -> None:
    """Leave a mark that a reload would wipe out."""
    page.evaluate("window.notReloaded = true")


def is_marked(page: Page) -> bool:
    """Whether the page has not been loaded again since."""
    return bool(page.evaluate("window.notReloaded === true"))


def goods(page: Page) -> list[str]:
    """Return where the discs are and what the sides have."""
    discs = page.locator("#lanes .disc").all()
    at = [disc.get_attribute("data-at") or "" for disc in discs]
    return [*at, *page.locator(".good").all_inner_texts()]


@pytest.mark.slow
def test_a_guest_plays_a_bot_to_the_end(guest: Page) -> None:
    """From the front page to the result and the replay, by clicking only."""
    guest.goto("/")
    start = guest.locator('form[action$="/play-a-bot/"]')
    start.locator("button").first.click()
    expect(guest).to_have_url(re.compile(r"/tables/\d+/"))
    mark(guest)
    clicks = play_to_the_end([guest], seed=1)
    assert clicks > 20
    assert is_marked(guest)
    expect(guest.locator("#ask")).to_contain_text(re.compile("won|drawn", re.IGNORECASE))
    guest.goto(guest.url.split("?")[0].split("#")[0] + "replay/")
    for move in (1, 2, 3):
        guest.locator("#step-on").click()
        expect(guest).to_have_url(re.compile(rf"/replay/{move}/"))
    guest.locator("#step-last").click()
    expect(guest.locator("#ask")).to_contain_text(re.compile("won|drawn", re.IGNORECASE))


@pytest.mark.slow
def test_two_people_play_a_game_to_its_end(visit: Visit, site: Site) -> None:
    """A move shows on the other's open page, without loading it again, until the end."""
    pages = open_tables(visit, site, "person", "person", boards="SUN", answers=84)
    for page in pages:
        mark(page)
    play_to_the_end(pages, seed=2)
    assert all(is_marked(page) for page in pages)
    wait_for_one(pages)  # the same version on both


def test_a_move_shows_at_once_on_the_other_page(visit: Visit, site: Site) -> None:
    """And nothing shows there before it is confirmed."""
    pages = open_tables(visit, site, "person", "person", answers=12)
    mover = wait_for_one(pages)
    watcher = pages[1 - pages.index(mover)]
    mark(watcher)
    seen = state(watcher)
    random = Random(3)
    while mover.locator(CONFIRM).count() == 0:
        act(mover, random)
    assert state(watcher) == seen
    click(mover, mover.locator(CONFIRM))
    changed(watcher, seen)
    assert is_marked(watcher)


def test_what_is_typed_survives_a_move(visit: Visit, site: Site) -> None:
    """A line of talk half written, and where the cursor is, outlive the change of the table."""
    pages = open_tables(visit, site, "person", "person", answers=12)
    mover = wait_for_one(pages)
    writer = pages[1 - pages.index(mover)]
    talk = writer.locator("#talk")
    if talk.get_attribute("open") is None:
        talk.locator("summary").click()
    field = writer.locator("#talk-text")
    field.press_sequentially("half a sent")
    seen = state(writer)
    play_turn(mover, Random(4))
    changed(writer, seen)
    expect(field).to_have_value("half a sent")
    expect(field).to_be_focused()
    field.press_sequentially("ence")
    field.press("Enter")
    expect(writer.locator("#talk-lines")).to_contain_text("half a sentence")
    expect(mover.locator("#talk-lines")).to_contain_text("half a sentence")


def test_a_dropped_connection_comes_back_and_catches_up(visit: Visit, site: Site) -> None:
    """Moves made while a page could not hear are on it soon after it can again."""
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12)
    mover, deaf = visit(people[0]).new_page(), visit(people[1]).new_page()
    open_sockets: list[WebSocketRoute] = []
    down = False

    def between(route: WebSocketRoute) -> None:
        if down:
            route.close(code=1011)
            return
        route.connect_to_server()
        open_sockets.append(route)

    deaf.route_web_socket(re.compile(r"/ws/tables/"), between)
    mover.goto(address)
    with deaf.expect_websocket():
        deaf.goto(address)
    mark(deaf)
    wait_for_turn(mover)
    deaf.wait_for_function("() => document.readyState === 'complete'")
    assert open_sockets
    down = True
    for route in open_sockets:
        route.close(code=1011)
    before = version(deaf)
    play_turn(mover, Random(5))
    now = version(mover)
    assert now > before
    assert version(deaf) == before
    down = False
    expect(deaf.locator(f'#table[data-version="{now}"]')).to_be_visible(timeout=90_000)
    assert is_marked(deaf)


def test_a_page_that_was_offline_catches_up(visit: Visit, site: Site) -> None:
    """The same with a browser that has no network for a while."""
    pages = open_tables(visit, site, "person", "person", answers=12)
    mover = wait_for_one(pages)
    away = pages[1 - pages.index(mover)]
    mark(away)
    away.context.set_offline(True)
    play_turn(mover, Random(6))
    now = version(mover)
    away.context.set_offline(False)
    away.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(away.locator(f'#table[data-version="{now}"]')).to_be_visible(timeout=90_000)
    assert is_marked(away)


@pytest.mark.slow
def test_four_people_play_a_round_of_a_team_game(visit: Visit, site: Site) -> None:
    """Mulligan, then every seat has had a turn."""
    pages = open_tables(visit, site, *["person"] * 4, secret_agents=True)
    random = Random(7)
    confirmed = dict.fromkeys(range(4), 0)
    for page in pages:
        wait_for_turn(page)
        play_turn(page, random)
    for _ in range(400):
        page = wait_for_one(pages)
        if act(page, random) == "confirm":
            confirmed[pages.index(page)] += 1
        if all(confirmed.values()):
            break
    assert all(confirmed.values()), confirmed
    final = max(version(page) for page in pages)
    for page in pages:
        expect(page.locator(f'#table[data-version="{final}"]')).to_be_visible()


def test_a_team_game_on_a_phone(visit: Visit, site: Site) -> None:
    """One person and three bots, on a narrow page, for three turns."""
    person = site.someone()
    address = make_table(site, person, "noisy", "noisy", "noisy")
    page = visit(person, viewport=NARROW, has_touch=True, is_mobile=True).new_page()
    page.goto(address)
    for _ in range(4):
        if wait_for_turn(page):
            play_turn(page, Random(8))


def test_undo_takes_back_one_answer_and_all(visit: Visit, site: Site) -> None:
    """Until it is confirmed, everything can be undone; and a draft survives a closed tab."""
    [page] = open_tables(visit, site, "person", "greedy", answers=10)
    wait_for_turn(page)
    before = goods(page)
    random = Random(9)
    while page.locator("#undo").count() == 0:
        act(page, random)
    page.reload()
    expect(page.locator("#undo")).to_be_visible()
    while page.locator("#undo").count():
        click(page, page.locator("#undo"))
    assert goods(page) == before
    play_turn(page, random)


def test_a_double_click_plays_once(visit: Visit, site: Site) -> None:
    """The second click on Confirm finds the move played."""
    [page] = open_tables(visit, site, "person", "greedy", answers=10)
    wait_for_turn(page)
    random = Random(10)
    while page.locator(CONFIRM).count() == 0:
        act(page, random)
    before = state(page)
    page.locator(CONFIRM).dblclick()
    changed(page, before)
    expect(page.locator("#ask .refusal")).to_have_count(0)
    wait_for_turn(page)


def test_a_turn_without_javascript(visit: Visit, site: Site) -> None:
    """Every step is a plain form or a plain link."""
    person = site.someone()
    address = make_table(site, person, "greedy", answers=0)
    page = visit(person, java_script_enabled=False).new_page()
    page.goto(address)
    for _ in range(3):  # the mulligan and two turns
        for _ in range(200):
            if is_asked(page):
                break
            page.goto(address)
        confirmed = False
        for _ in range(40):
            confirmed = page.locator(CONFIRM).count() > 0
            if confirmed:
                found = page.locator(CONFIRM)
            else:
                for tick in page.locator(TICKS).all()[:1]:
                    tick.check()
                found = page.locator(ANSWERS).filter(visible=True)
                found = found if found.count() else page.locator(CARDS)
            with page.expect_navigation():
                found.first.click()
            if confirmed:
                break
        assert confirmed
    expect(page.locator("#log")).to_be_visible()


def test_a_turn_with_tab_and_enter(visit: Visit, site: Site) -> None:
    """A player without a mouse can play, and sees the focus."""
    [page] = open_tables(visit, site, "person", "greedy", answers=6)
    wait_for_turn(page)
    for _ in range(40):
        before = state(page)
        if page.locator(CONFIRM).count():
            tab_to(page, CONFIRM)
            wait_until_enabled(page.locator(CONFIRM))
            visible = page.evaluate(
                "() => { const s = getComputedStyle(document.activeElement);"
                " return s.outlineStyle !== 'none' || s.boxShadow !== 'none' }"
            )
            assert visible, "the focus cannot be seen"
            page.keyboard.press("Enter")
            changed(page, before)
            return
        if page.locator(ANSWERS).filter(visible=True).count():
            tab_to(page, '[name="action"]')
        else:
            tab_to(page, CARDS)
        page.keyboard.press("Enter")
        changed(page, before)
    pytest.fail("40 answers and nothing to confirm")


def test_a_turn_with_shortcuts(visit: Visit, site: Site) -> None:
    """1 chooses a card, R, D or L its use, a number the answer, Enter confirms, U undoes."""
    [page] = open_tables(visit, site, "person", "greedy", answers=6)
    wait_for_turn(page)
    page.locator("h1").evaluate("title => title.focus()")
    for _ in range(40):
        before = state(page)
        keys = page.locator('[data-key]:is(button, a)[name="action"], #confirm, #hand a[data-key]')
        if page.locator(CONFIRM).count():
            wait_until_enabled(page.locator(CONFIRM))
            page.keyboard.press("Enter")
            changed(page, before)
            return
        answers = page.locator('#answer button[name="action"][data-key]')
        key = (answers if answers.count() else keys).first.get_attribute("data-key") or ""
        page.keyboard.press(key)
        changed(page, before)
    pytest.fail("40 keys and nothing to confirm")


def test_ticks_of_a_mulligan_outlive_the_opponents_choice(visit: Visit, site: Site) -> None:
    """The page hears that the other has chosen, and what is ticked stays and can be confirmed."""
    pages = open_tables(visit, site, "person", "person", boards="SUN")
    mine, other = pages
    for place in (0, 2):
        mine.locator(TICKS).nth(place).check()
    before = version(mine)
    click(other, other.locator("#answer-keep"))
    click(other, other.locator(CONFIRM))
    expect(mine.locator("#table")).not_to_have_attribute("data-version", str(before))
    expect(mine.locator(f"{TICKS}:checked")).to_have_count(2)
    click(mine, mine.locator("#answer-ticked"))
    expect(mine.locator(".refusal")).to_have_count(0)
    click(mine, mine.locator(CONFIRM))
    expect(mine.locator("#log")).to_contain_text("You replace")


def test_the_answer_that_stands_out_follows_the_ticks(visit: Visit, site: Site) -> None:
    """It keeps all cards until one is ticked."""
    page, _other = open_tables(visit, site, "person", "person", boards="SUN")
    keep, replace = page.locator("#answer-keep"), page.locator("#answer-ticked")
    expect(keep).to_have_css("font-weight", "600")
    expect(replace).not_to_have_css("font-weight", "600")
    page.locator(TICKS).first.check()
    expect(replace).to_have_css("font-weight", "600")
    expect(keep).not_to_have_css("font-weight", "600")


def test_the_draft_of_a_mulligan_outlives_the_opponents_choice(visit: Visit, site: Site) -> None:
    """And so does its draft, which says nothing of what the other has replaced."""
    pages = open_tables(visit, site, "person", "person", boards="SUN")
    mine, other = pages
    mine.locator(TICKS).nth(1).check()
    click(mine, mine.locator("#answer-ticked"))
    before = version(mine)
    other.locator(TICKS).nth(0).check()
    click(other, other.locator("#answer-ticked"))
    click(other, other.locator(CONFIRM))
    expect(mine.locator("#table")).not_to_have_attribute("data-version", str(before))
    expect(mine.locator(CONFIRM)).to_be_visible()
    expect(mine.locator(".draft-steps")).not_to_contain_text("discarded")
    click(mine, mine.locator(CONFIRM))
    expect(mine.locator("#log")).to_contain_text("You replace")


def test_escape_puts_a_chosen_card_back(visit: Visit, site: Site) -> None:
    """But first it closes what is open over the table; the sentence of a card goes with it."""
    [page] = open_tables(visit, site, "person", "greedy", answers=6)
    wait_for_turn(page)
    chosen = page.locator("#hand [aria-current]")
    click(page, page.locator("#hand a.card").first)
    expect(chosen).to_have_count(1)
    page.locator("#more > summary").click()
    page.keyboard.press("Escape")
    expect(page.locator("#more[open]")).to_have_count(0)
    state(page)  # no request is on its way
    expect(chosen).to_have_count(1)
    page.locator("#answer button").first.focus()
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    expect(page.locator("#ask")).to_be_focused()
    click(page, page.locator("#hand a.card").first)
    expect(page.locator(".tip:popover-open")).to_be_visible()  # the mouse points at the card
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    expect(page.locator(".tip:popover-open")).to_have_count(0)
