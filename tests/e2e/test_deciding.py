"""Answers as pictures and where they lie on the board, discounts, and the end of a game."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night
from tests.e2e.playing import click
from tests.e2e.sites import Person, Site
from tests.e2e.tables import new_people

PREPARE = """
import json
from unittest import mock
from accounts.models import User
from games.tables import publishing
from games.tables.services.drafts import add_to_draft
from tests.engine.prepared import prepared
from tools.pictures.positions import _begin
people = [User.objects.get(username=name) for name in {names}]
with mock.patch.object(publishing, "wake_bots_of"):
    game = _begin(people, prepared(**json.loads({position!r})))
    if {draft!r}:
        add_to_draft(people[0], game.pk, {draft!r}, game.seq)
print(json.dumps(game.get_absolute_url()))
"""
ROW = {"hand": ["moussa"], "levels": [{"animod": 1}, {}]}
WON = """
import json
from accounts.models import User
from tools.pictures.positions import DUELS
people = [User.objects.get(username=name) for name in {names}]
print(json.dumps(DUELS["won-absolute"](people)))
"""
"""A rated game that the first of two players has won."""


def prepare(site: Site, people: Sequence[Person], position: dict[str, Any], draft: str = "") -> str:
    """Return the address of a table in a position, with a draft of the first player."""
    names = [person.name for person in people]
    code = PREPARE.format(names=names, position=json.dumps(position), draft=draft)
    return str(site.script(code))


def asked(visit: Visit, site: Site, position: dict[str, Any], draft: str = "") -> Page:
    """Return the page of a player who has begun the turn in a position."""
    people = new_people(site, 2)
    page = visit(people[0]).new_page()
    page.goto(prepare(site, people, position, draft))
    return page


def chosen(page: Page) -> Locator:
    """Return the answers of the draft."""
    return page.locator(".draft-steps > li > b")


@pytest.mark.parametrize(
    ("place", "position", "action", "answer"),
    [
        ("#pick-venus", ROW, "develop moussa", "Choose Venus and Terra."),
        ("#pick-mars", {"hand": ["pkd1ck"]}, "recruit pkd1ck", "Choose Mars."),
        (
            "#column-theirs-mars-pick",
            {"hand": ["caligula"], "columns": [{}, {"mercury": ["nero"], "mars": ["titus"]}]},
            "recruit caligula",
            "Transfer the top card of the Mars column.",
        ),
        (
            "#token-mars",
            {"hand": ["handy-luke"], "tokens": {"mars": "credits_3", "robot": "credits_4"}},
            "recruit handy-luke",
            "Take the bonus token of Mars.",
        ),
        (
            "#tech-human .tech-pick",
            {"hand": ["buj0ld"]},
            "recruit buj0ld",
            "Develop Human technology.",
        ),
        (
            "#hand button.card.pick >> nth=0",
            {"hand": ["elisabeth", "nero", "titus"]},
            "recruit elisabeth",
            "Discard Nero.",
        ),
    ],
    ids=["row", "lane", "column", "token", "technology", "card"],
)
def test_an_answer_is_given_where_it_lies(
    visit: Visit, site: Site, place: str, position: dict[str, Any], action: str, answer: str
) -> None:
    page = asked(visit, site, position, action)
    expect(chosen(page)).to_have_count(1)
    begun = chosen(page).inner_text()
    click(page, page.locator(place))
    expect(chosen(page)).to_have_text([begun, answer])


def test_an_answer_is_a_picture_of_the_planets_it_chooses(visit: Visit, site: Site) -> None:
    """A row too: its discs side by side, its planets in words, and where they go on the board."""
    page = asked(visit, site, ROW, "develop moussa")
    answers = page.locator(".answers .use")
    expect(answers).to_have_count(4)
    first = answers.first
    for planet in ("mercury", "venus"):
        picture = first.locator(f".picture.{planet}")
        expect(picture).to_be_visible()
        assert picture.evaluate("picture => picture.getBBox().width") > 0
    expect(first.locator(".picture")).to_have_count(2)
    expect(first.get_by_text("Mercury + Venus", exact=True)).to_be_visible()
    expect(first).to_have_accessible_name(re.compile(r"^Choose Mercury and Venus\. "))
    for place in (first, page.locator("#pick-mercury")):
        expect(page.locator(".ghost.aimed")).to_have_count(0)
        place.hover()
        expect(page.locator("#lane-mercury .ghost.aimed")).to_be_visible()
        expect(page.locator("#lane-venus .ghost.aimed")).to_be_visible()
        expect(page.locator(".ghost.aimed")).to_have_count(2)
        page.locator("#bar").hover()


def test_an_answer_is_a_picture_of_the_card_it_chooses(visit: Visit, site: Site) -> None:
    position = {"hand": ["elisabeth", "nero", "titus"]}
    page = asked(visit, site, position, "recruit elisabeth")
    answers = page.locator(".answers .use")
    expect(answers).to_have_count(2)
    for answer, card in ((answers.first, "nero"), (answers.last, "titus")):
        portrait = answer.locator(".card-picture svg")
        expect(portrait).to_be_visible()
        expect(portrait).to_have_attribute("data-portrait", re.compile(f"#{card}$"))
        expect(portrait.locator(".bust")).to_be_visible()
        expect(answer).to_have_accessible_name(re.compile(rf"^Discard {card.capitalize()}\."))


@pytest.mark.parametrize("viewport", [*at_night(WIDE), NARROW], ids=["wide", "narrow"])
def test_the_discount_of_a_column_opens_its_cards(
    visit: Visit, site: Site, viewport: dict[str, int]
) -> None:
    people = new_people(site, 2)
    page = visit(people[0], viewport=viewport).new_page()
    page.goto(prepare(site, people, {"columns": [{"mars": ["titus", "bish0p"]}, {}]}))
    discount = page.locator("#lane-mars .zone.mine")
    expect(discount).to_contain_text("−2")
    expect(discount).to_have_attribute("title", "The next agent recruited here costs 2 less.")
    discount.click()
    column = page.locator("#column-mine-mars-all")
    expect(column).to_be_visible()
    expect(column).to_contain_text("The next agent recruited here costs 2 less.")
    expect(column.locator(".plain-list > li")).to_contain_text(["Bish0p", "Titus"])
    page.keyboard.press("Escape")
    expect(column).to_be_hidden()
    expect(page.locator("#lane-mars .zone.theirs")).to_have_text("")


def test_the_end_shows_the_discs_that_won_the_ratings_and_what_to_share(
    visit: Visit, site: Site
) -> None:
    people = new_people(site, 2)
    context = visit(people[0])
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(site.script(WON.format(names=[person.name for person in people])))
    expect(page.locator(".end-title")).to_have_text("Absolute victory")
    expect(page.locator(".lane.crowned")).to_have_count(1)
    crown = page.locator(".lane.crowned .crown.mine.last")
    expect(crown).to_be_visible()
    expect(crown).to_have_text("×3")

    changes = page.get_by_role("list", name="Ratings").get_by_role("listitem")
    expect(changes).to_have_count(2)
    for change, person, sign in zip(changes.all(), people, "+−", strict=True):
        text = change.inner_text()
        shown = re.fullmatch(rf"{person.name} (\d+)\S* → (\d+)\S* ([+−])(\d+)", text)
        assert shown, text
        before, after, by = int(shown[1]), int(shown[2]), int(shown[4])
        assert shown[3] == sign
        assert abs(after - before) == by > 0

    page.get_by_text("Share", exact=True).click()
    shared = page.get_by_label("The result as text").input_value()
    assert shared.startswith(f"Zenith: {people[0].name} won the game: absolute victory")
    assert shared.endswith(page.url)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == shared
