"""What stands on the table can be read and reached, however much of it there is."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NARROW, WIDE, Visit, at_night
from tests.e2e.sites import Person, Site
from tools.pictures.matrix import load_fonts

LAPTOP = {"width": 1280, "height": 800}
LOCALES = ["en-GB", "fr-FR", "de-DE"]
SIZES = [4, 6, 9]

DEAL = """
import json
from random import Random
from unittest import mock
from accounts.models import User
from django.utils import timezone
from engine import Game as EngineGame, Options, deal
from games.tables.timekeeping.clocks import LockedTable
from games.tables.models import Game
from games.tables import publishing
from games.tables.services.play import store
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table

def begin(position):
    with mock.patch.object(publishing, "wake_bots_of"):
        game = create_table(owner, Wish(secret_agents=True))
        join_table(other, game.pk, 1, game.token)
        game = Game.objects.get(pk=game.pk)
        played = EngineGame.from_position(position)
        game.setup = played.record()
        table = LockedTable(game, list(game.seats.order_by("number")), timezone.now())
        store(table, played, ())
        game.save()
    return game.get_absolute_url()

owner, other = (User.objects.get(username=name) for name in {names})
dealt = EngineGame(deal(Options(secret_agents=True), "looks"))
for seat in (0, 1):
    dealt.play(seat, "redraw")
position = dealt.position() | dict(to_move=0)
cards = sorted(sum(position["hands"], position["deck"]))
cards.remove("magellan")  # no text is longer
made = dict()
for count in {sizes}:
    Random(count).shuffle(cards)
    hand = ["magellan", *cards[: count - 1]]
    rest = cards[count - 1 :]
    made[count] = begin(position | dict(hands=[hand, rest[:4]], deck=rest[4:]))
print(json.dumps(made))
"""


@pytest.fixture(scope="session")
def hands(site: Site) -> tuple[Person, dict[str, str]]:
    """Return a player whose turn it is at tables with hands of 4, 6 and 9 cards."""
    person, other = site.someone(), site.someone()
    made = site.script(DEAL.format(names=[person.name, other.name], sizes=SIZES))
    return person, made


CUT = """() => [...document.querySelectorAll("#hand .card")].flatMap(card =>
  [card, ...card.querySelectorAll(".card-name, .card-text, .uses")]
    .filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map(one => `${card.id} ${one.className}: ${one.scrollWidth}x${one.scrollHeight}`
      + ` in ${one.clientWidth}x${one.clientHeight}`))"""
"""What of the cards in the hand does not fit into its place."""


def open_table(visit: Visit, hands: tuple[Person, Any], count: int, **options: Any) -> Page:
    """Return the open table of a player with so many cards."""
    person, tables = hands
    page = visit(person, **options).new_page()
    page.goto(tables[str(count)])
    load_fonts(page)
    expect(page.locator("#hand .card")).to_have_count(count)
    return page


@pytest.mark.parametrize("locale", [*at_night("en-GB", "fr-FR"), "de-DE"])
def test_no_text_of_a_card_is_cut(visit: Visit, hands: Any, locale: str) -> None:
    """Not even the longest one, in a crowded hand, in German; and the hand is in the window."""
    person, tables = hands
    page = visit(person, locale=locale).new_page()
    for count in SIZES:
        page.goto(tables[str(count)])
        load_fonts(page)
        expect(page.locator("#hand .card")).to_have_count(count)
        for viewport in (WIDE, LAPTOP):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert page.evaluate(CUT) == [], (count, viewport)
            box = page.locator("#hand").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= viewport["height"], (count, viewport)


def test_the_check_finds_a_cut_text(visit: Visit, hands: Any) -> None:
    """A card that is too low does not pass."""
    page = open_table(visit, hands, 4, viewport=LAPTOP)
    page.evaluate("document.querySelector('#card-magellan').style.height = '80px'")
    assert "card-magellan" in " ".join(page.evaluate(CUT))


def test_an_announcement_leaves_the_hand_in_the_window(visit: Visit, hands: Any) -> None:
    """The table gives up the height that the announcement takes.

    It is put where the pages have it: the site reads announcements once a minute only.
    """
    page = open_table(visit, hands, 4, viewport=LAPTOP)
    page.evaluate(
        """() => document.querySelector("header").insertAdjacentHTML("afterend",
          `<p class="notice">${"The site rests on Sunday. ".repeat(11)}</p>`)"""
    )
    expect(page.locator("header + .notice")).to_be_visible()
    box = page.locator("#hand").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= LAPTOP["height"]
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("count", SIZES)
def test_a_chosen_card_and_its_uses_fit_on_a_phone(visit: Visit, hands: Any, count: int) -> None:
    """The name of the card and the first answer show at once, and the cards do too."""
    page = open_table(visit, hands, count, viewport=NARROW, has_touch=True, is_mobile=True)
    page.locator("#hand .card").last.click()
    for one in ("#ask .ask-card", "#ask button.use", "#hand .card.chosen"):
        expect(page.locator(one).first).to_be_in_viewport(ratio=0.99)


def test_on_a_phone_the_levels_stay_in_sight_and_open_in_a_question(
    visit: Visit, hands: Any
) -> None:
    page = open_table(visit, hands, 4, viewport=NARROW, has_touch=True, is_mobile=True)
    page.locator("#hand .card").last.tap()
    expect(page.locator("#ask button.use").first).to_be_visible()
    for faction in ("animod", "human", "robot"):
        track = page.locator(f"#tech-{faction}")
        expect(track).to_be_in_viewport(ratio=0.99)
        track.tap()
        levels = page.locator(f"#tech-{faction}-says")
        expect(levels.locator("li")).to_have_count(5)
        expect(levels).to_be_visible()
        page.keyboard.press("Escape")
        expect(levels).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/tables/new/"])
def test_the_whole_menu_can_be_reached_in_a_low_window(visit: Visit, site: Site, path: str) -> None:
    """It scrolls, above the bar at the bottom of a phone."""
    viewport = {"width": 740, "height": 360}
    page = visit(site.someone(), viewport=viewport, has_touch=True, is_mobile=True).new_page()
    page.goto(path)
    page.locator(".top .menu > summary").tap()
    last = page.locator(".top .menu").get_by_role("button", name="Log out")
    last.scroll_into_view_if_needed()
    box, bar = last.bounding_box(), page.locator(".bottom-bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]


@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_on_a_phone_the_sites_bar_stands_below_the_table(
    visit: Visit, hands: Any, size: tuple[int, int]
) -> None:
    """It takes the place of the header, so that all of the table stays in the first screen."""
    viewport = {"width": size[0], "height": size[1]}
    page = open_table(visit, hands, 4, viewport=viewport, has_touch=True, is_mobile=True)
    bar = page.get_by_role("navigation", name="Site", exact=True)
    expect(bar.get_by_role("link")).to_have_text(
        [re.compile(name) for name in ("Games", "Find", "Lobby", "Ranked", "Me")]
    )
    expect(page.locator("header.top")).to_be_hidden()
    ends = [page.locator(one).bounding_box() for one in (".dock", ".bottom-bar")]
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[0]["y"] + ends[0]["height"] <= ends[1]["y"] + 1
    assert ends[1]["y"] + ends[1]["height"] == pytest.approx(size[1], abs=1)
    expect(page.locator("#hand .card").first).to_be_in_viewport(ratio=0.99)
    bar.get_by_role("link", name="Lobby").tap()
    expect(page).to_have_url(re.compile("/lobby/"))


def test_a_phone_on_its_side_keeps_the_header_and_no_bar(visit: Visit, hands: Any) -> None:
    """There is no height for both."""
    viewport = {"width": 740, "height": 360}
    page = open_table(visit, hands, 4, viewport=viewport, has_touch=True, is_mobile=True)
    expect(page.locator(".bottom-bar")).to_be_hidden()
    expect(page.locator("header.top").get_by_role("link", name="My games")).to_be_visible()
