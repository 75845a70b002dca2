"""Who is good: a profile, two players compared and the leaderboard, on a phone."""

from playwright.sync_api import expect

from tests.e2e.conftest import NARROW, Visit, take_picture
from tests.e2e.sites import Person, Site
from tests.e2e.tables import new_people
from tests.e2e.test_pages import sideways

PLAYED = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from tests.ratings.results_factory import over

one, *others = [User.objects.get(username=name) for name in {names}]
start = timezone.now() - timedelta(days=44)
for number in range(42):
    other = others[number % len(others)]
    seats = (one, other) if number % 2 else (other, one)
    winner = seats.index(one if number % 3 else other)
    over(*seats, winner=winner, now=start + timedelta(days=number), live=number % 14 == 13)
"""


def ranked(site: Site) -> list[Person]:
    """Return a player with dozens of rated games, and the six opponents."""
    people = new_people(site, 7)
    site.script(PLAYED.format(names=[person.name for person in people]))
    return people


def test_a_profile_on_a_phone(visit: Visit, site: Site) -> None:
    player, other, *_more = ranked(site)
    page = visit(other, viewport=NARROW, has_touch=True).new_page()
    page.goto(f"/players/{player.name}/")
    expect(page.get_by_role("heading", level=1, name=player.name)).to_be_visible()

    pools = page.get_by_role("navigation", name="Kinds of games")
    expect(pools.get_by_role("link")).to_have_count(2)
    expect(pools.locator("[aria-current]")).to_contain_text("Correspondence")
    chart = page.locator(".chart svg")
    expect(chart).to_be_visible()
    pools.get_by_role("link", name="Live").tap()
    expect(pools.locator("[aria-current]")).to_contain_text("Live")
    expect(pools.locator("[aria-current]")).to_contain_text("?")

    opponents = page.get_by_role("table").filter(has_text="Opponents")
    expect(opponents.get_by_role("row")).to_have_count(7)
    assert sideways(page) == []
    take_picture(page, "360-ranked-profile", full_page=True)

    page.get_by_role("button", name="Follow").tap()
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    page.get_by_role("link", name="Compare with me").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text(player.name)
    expect(page.get_by_role("main")).to_contain_text(other.name)
    assert sideways(page) == []


def test_my_place_on_a_phone(visit: Visit, site: Site) -> None:
    player, other, *_more = ranked(site)
    page = visit(player, viewport=NARROW, has_touch=True).new_page()
    page.goto("/leaderboard/days/")
    expect(page.locator(".my-place")).to_contain_text("Your place")
    page.goto("/leaderboard/live/")
    expect(page.locator(".my-place")).to_contain_text("more rated games")
    assert sideways(page) == []
    stranger = visit(other, viewport=NARROW).new_page()
    stranger.goto("/leaderboard/days/?who=friends")
    expect(stranger.locator("#places")).to_contain_text("You don't follow anyone yet.")
