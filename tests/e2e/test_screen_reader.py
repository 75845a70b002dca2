"""A game through the accessibility tree alone: roles and names, and what is spoken."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import wait_until_enabled
from tests.e2e.sites import Site
from tests.e2e.tables import make_table

MOST_ANSWERS = 400
"""A game needs a hundred or so."""
SPOKEN = """() => {
  window.spoken = [];
  const note = node => {
    const text = node.textContent.trim();
    const element = node.closest ? node : node.parentElement;
    if (text) window.spoken.push([element.closest("[id]").id, text]);
  };
  new MutationObserver(records => {
    for (const { addedNodes, target, type } of records) {
      if (type === "characterData") note(target);
      else addedNodes.forEach(note);
    }
  }).observe(document.querySelector("#table [role=status]"), {
    childList: true, characterData: true, subtree: true,
  });
}"""
"""Notes what the table's live region says, and where: what is added, and texts that change."""
TURNS_OF = """
import json
from engine.events import Event, TurnStarted
from games.tables.models import Game
moves = Game.objects.get(pk={pk}).moves.all()
events = [Event.from_json(one) for move in moves for one in move.events]
print(json.dumps(sum(isinstance(one, TurnStarted) and one.seat == 1 for one in events)))
"""
INKS = """() => {
  const marks = ".signs .zenithium, .signs .credits, .shape, .tracks .zenithium, svg.badge";
  const shown = [...document.querySelectorAll(marks)].filter((one) => one.getClientRects().length);
  return shown.map((one) => {
    const [red, green, blue] = getComputedStyle(one).color.match(/[\\d.]+/g).map(Number);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
}"""
"""How light the drawings of goods and factions are, 0 to 255."""
NO_ANSWER = re.compile("^(Undo|Undo all|Decline)|Plan my next turn|Change my plan")


def press(control: Locator) -> None:
    """Press a control as a screen reader does: by focus and a key."""
    control.focus()
    expect(control).to_be_focused()
    wait_until_enabled(control)
    control.press("Enter")


def answer(page: Page) -> bool:
    """Answer the question that the page asks; return whether that ended the turn."""
    ask = page.get_by_role("region", name="What to do")
    question = ask.get_by_role("heading", level=2)
    expect(question).to_have_count(1)
    before = ask.get_attribute("data-region") or ""  # changes with the question, not while it waits
    confirm = ask.get_by_role("button", name="Confirm")
    if confirm.count():
        press(confirm)
        expect(ask).not_to_have_attribute("data-region", before)
        return True
    hand = page.get_by_role("region", name="Your hand")
    answers = ask.get_by_role("button").filter(has_not_text=NO_ANSWER)
    # A name of an agent opens its card: only the buttons of the question answer it.
    named = [one for one in answers.all() if one.get_attribute("value")]
    if named:
        press(next((one for one in named if "Recruit" in one.inner_text()), named[0]))
    elif hand.get_by_role("button", name="Discard").count():
        press(hand.get_by_role("button", name="Discard").first)
    elif hand.get_by_role("link").count():
        press(hand.get_by_role("link").first)
    else:
        press(ask.get_by_role("button", name="Decline"))
    expect(ask).not_to_have_attribute("data-region", before)
    return False


@pytest.mark.parametrize("most", [8, pytest.param(MOST_ANSWERS, marks=pytest.mark.slow)])
def test_a_game_by_roles_and_names(visit: Visit, site: Site, most: int) -> None:
    """From the mulligan on; each turn of the opponent is spoken once, and so is the end.

    `most`: answers, after which the game need not be over.
    """
    person = site.someone()
    address = make_table(site, person, "noisy")
    page = visit(person).new_page()
    page.goto(address)
    page.evaluate(SPOKEN)
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    tick = page.get_by_role("region", name="Your hand").get_by_role("checkbox").first
    tick.focus()
    page.keyboard.press("Space")
    expect(tick).to_be_checked()
    press(page.get_by_role("button", name="Replace the ticked cards"))
    confirm = page.get_by_role("button", name="Confirm")
    press(confirm)
    expect(confirm).to_have_count(0)
    ended = re.compile("won (the game: |with )|No player can move")
    over = page.get_by_role("heading", level=2, name=ended)
    mine = page.get_by_text("Your turn", exact=True)
    for _ in range(most):
        expect(mine.or_(over).first).to_be_visible()
        if over.count():
            break
        answer(page)
    expect((over if most == MOST_ANSWERS else mine).first).to_be_visible()
    spoken = page.evaluate("window.spoken")
    turns = [place for place, text in spoken if text == "Bot Moon:"]
    assert len(turns) == len(set(turns)) == site.script(TURNS_OF.format(pk=address.split("/")[2]))
    said = [place for place, _text in spoken if place.startswith("said-")]
    assert sorted(said) == sorted(set(said)), spoken
    ends = sum("won the game: " in text for _place, text in spoken)
    assert ends == (most == MOST_ANSWERS), spoken[-4:]


def test_the_table_has_headings_lists_and_named_groups(visit: Visit, site: Site) -> None:
    """Everything on the board can be found by its heading, and read as text."""
    person = site.someone()
    page = visit(person).new_page()
    page.goto(make_table(site, person, "noisy", answers=14))
    for name in ("Mercury", "Venus", "Terra", "Mars", "Jupiter"):
        planet = page.get_by_role("region", name=name, exact=True)
        expect(planet.get_by_role("heading", level=3, name=name)).to_be_attached()
        expect(planet.get_by_role("group", name=re.compile(f"^{name}, you: "))).to_be_attached()
        expect(planet.get_by_text(re.compile(f"^{name}: "))).to_be_attached()
    assert page.get_by_role("region", name="Log").get_by_role("listitem").count() > 3
    for heading in (person.name, "Planets", "Animod", "Your hand", "Log"):
        expect(page.get_by_role("heading", level=2, name=heading, exact=True)).to_be_attached()
    page.keyboard.press("Tab")
    for link, target in (("question", "#ask"), ("hand", "#hand"), ("log", "#log")):
        press(page.get_by_role("link", name=re.compile(f"^Skip to .*{link}")))
        expect(page).to_have_url(re.compile(f"{target}$"))
        expect(page.locator(target)).to_be_focused()


def test_a_chosen_card_is_in_the_name_of_the_question(visit: Visit, site: Site) -> None:
    """The question has the focus after a choice, and in a window at 400 % it is in sight."""
    person = site.someone()
    page = visit(person, viewport={"width": 320, "height": 256}).new_page()
    page.goto(make_table(site, person, "noisy", answers=20))
    card = page.get_by_role("region", name="Your hand").get_by_role("link").first
    name = card.locator(".card-name").inner_text()
    expect(card).to_have_accessible_name(re.compile(r"^costs \d+ credits?"))
    press(card)
    ask = page.get_by_role("region", name=f"What to do: {name}")
    expect(ask).to_be_focused()
    top = ask.evaluate("ask => ask.getBoundingClientRect().top")
    assert 0 <= top < 256 - 44


def test_a_game_that_waits_is_named_by_its_opponent_and_deadline(visit: Visit, site: Site) -> None:
    """What is on its board is said after that."""
    person = site.someone()
    make_table(site, person, "noisy", answers=20)
    page = visit(person).new_page()
    page.goto("/")
    game = page.locator("a.turn")
    expect(game).to_have_accessible_name(re.compile("^Against Bot .* until .*Play$"))
    expect(game).to_have_accessible_description(re.compile("Mercury"))


def test_forced_colours_show_what_drawings_mean(visit: Visit, site: Site) -> None:
    """In a light palette nothing is drawn in white, in a dark one nothing in black."""
    person = site.someone()
    address = make_table(site, person, "noisy", answers=20)
    for scheme, is_legible in (
        ("light", lambda light: light < 140),
        ("dark", lambda light: light > 110),
    ):
        page = visit(person, forced_colors="active", color_scheme=scheme).new_page()
        page.goto(address)
        colours = page.evaluate(INKS)
        assert len(colours) > 20
        assert all(map(is_legible, colours)), (scheme, colours)
