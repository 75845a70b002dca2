"""A game through the accessibility tree alone: roles and names, and what is spoken."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
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
NO_ANSWER = re.compile("^(Undo|Undo all|Decline)|Plan my next turn|Change my plan")


def press(control: Locator) -> None:
    """Press a control as a screen reader does: by focus and a key."""
    control.focus()
    expect(control).to_be_focused()
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


def test_a_whole_game_by_roles_and_names(visit: Visit, site: Site) -> None:
    """From the mulligan to the end; each turn of the opponent is spoken once, and so is the end."""
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
    for _ in range(MOST_ANSWERS):
        expect(mine.or_(over).first).to_be_visible()
        if over.count():
            break
        answer(page)
    expect(over).to_be_visible()
    spoken = page.evaluate("window.spoken")
    turns = [place for place, text in spoken if text == "Bot Moon:"]
    assert len(turns) == len(set(turns)) == site.script(TURNS_OF.format(pk=address.split("/")[2]))
    said = [place for place, _text in spoken if place.startswith("said-")]
    assert sorted(said) == sorted(set(said)), spoken
    assert sum("won the game: " in text for _place, text in spoken) == 1, spoken[-4:]


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
