"""Coming back: what several turns did meanwhile, and a turn that is sent by a closed laptop."""

import re
from random import Random

from playwright.sync_api import expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import confirm_with_time_to_undo, play_turn, wait_for_turn
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

TIME_HAS_PASSED = """
from datetime import timedelta
from django.db.models import F
from games.tables.models import Seat
Seat.objects.filter(game={pk}, sends_at__isnull=False).update(
    sealed_at=F("sealed_at") - timedelta(seconds=31), sends_at=F("sends_at") - timedelta(seconds=31)
)
"""


def test_the_recap_has_a_line_for_each_of_several_turns(visit: Visit, site: Site) -> None:
    """Between two turns of a player in a team game the three others have had theirs."""
    people = new_people(site, 4)
    page = visit(people[0], **PHONE).new_page()
    turns = page.locator("#recap .recap-turn")
    for answers in range(50, 75, 4):  # in some positions the player has just had a turn
        page.goto(make_table(site, *people, answers=answers))
        expect(page.locator("#table.is-mine")).to_be_visible()
        if turns.count() > 1:
            break
    expect(turns.nth(1)).to_be_visible()
    names = [turn.locator("b").first.inner_text() for turn in turns.all()]
    assert people[0].name not in names
    assert set(names) <= {person.name for person in people[1:]}
    expect(page.locator("#ask")).to_be_in_viewport()


def test_a_turn_is_sent_though_the_laptop_has_been_closed(visit: Visit, site: Site) -> None:
    """The site sends it when the time to take it back is over; until then no one sees anything."""
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    laptop = visit(ada)
    page = laptop.new_page()
    confirm_with_time_to_undo(page, address)
    page.close()

    opponent = visit(bob).new_page()
    opponent.goto(address)
    expect(opponent.locator("#table")).not_to_have_class(re.compile("is-mine"))
    site.script(TIME_HAS_PASSED.format(pk=address.rstrip("/").rpartition("/")[2]))
    wait_for_turn(opponent)
    page = laptop.new_page()
    page.goto(address)
    expect(page.locator("#take-back")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("leadership")


def test_after_confirming_the_next_game_comes_by_itself(visit: Visit, site: Site) -> None:
    """For a player who prefers it."""
    ada, bob = new_people(site, 2)
    first, second = make_table(site, ada, bob), make_table(site, ada, bob)
    page = visit(ada).new_page()
    page.goto("/preferences/")
    page.locator("[name=goes_on]").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.goto(first)
    play_turn(page, Random(1))
    expect(page).to_have_url(re.compile(f"{second}$"))
