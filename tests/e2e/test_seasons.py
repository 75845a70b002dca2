"""A season in real browsers: enrolling, its start, and the page of a division with a result."""

from playwright.sync_api import expect

from tests.e2e.conftest import NARROW, WIDE, Visit, take_picture
from tests.e2e.sites import Site
from tests.e2e.test_pages import CONTRAST, faults, sideways

BEGIN = """
import json
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.seasons.models import Season, SeasonEntry
from games.seasons.runner import run_seasons
from games.seasons.quarters import quarter_of
now = timezone.now()
coming, here = quarter_of(now).next, quarter_of(now)
season = Season.objects.get(year=coming.year, number=coming.number)
for name in {names}:
    SeasonEntry.objects.create(season=season, user=User.objects.get(username=name))
# It becomes the season of this quarter, which begins just now.
season.year, season.number = here.year, here.number
season.starts_at, season.ends_at = now, now + timedelta(days=90)
season.save()
run_seasons(now)
print(json.dumps(f"/seasons/{{here.year}}/{{here.number}}/1/"))
"""
RESIGN = """
from django.utils import timezone
from accounts.models import User
from games.seasons.models import Fixture
from games.tables.services.ending import resign
fixture = Fixture.objects.filter(round=1, first__user__username="{name}") | Fixture.objects.filter(
    round=1, second__user__username="{name}"
)
resign(User.objects.get(username="{name}"), fixture.get().game_id)
"""
PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True}


def test_a_season_from_enrolment_to_the_first_result(visit: Visit, site: Site) -> None:
    one, *others = (site.someone() for _ in range(5))
    page = visit(one, **PHONE).new_page()
    page.goto("/leaderboard/")
    page.get_by_role("link", name="Seasons", exact=True).click()
    page.get_by_role("button", name="Enrol for Season").click()
    expect(page.locator("#coming")).to_contain_text("You are enrolled.")
    page.get_by_role("button", name="Cancel my enrolment").click()
    expect(page.locator("#coming")).to_contain_text("No one has enrolled yet.")
    page.get_by_role("button", name="Enrol for Season").click()
    expect(page.locator("#coming")).to_contain_text("1 player has enrolled")

    address = site.script(BEGIN.format(names=[other.name for other in others]))
    page.goto("/")
    page.get_by_role("link", name="you're playing in division 1").click()
    expect(page).to_have_url(f"{site.address}{address}")
    loser = page.locator("#schedule .round").first.locator("li .what").first.inner_text()
    first = loser.split(" – ")[0]
    site.script(RESIGN.format(name=first))

    wide = visit(one, viewport=WIDE).new_page()
    for each, name in ((page, "360"), (wide, "1440")):
        each.goto(address)
        score = each.locator("#schedule .round").first.locator("li").first
        expect(score).to_contain_text("0 : 3")
        table = each.locator("#standing tbody tr")
        expect(table).to_have_count(5)
        expect(table.first.locator("td").last).to_have_text("3")
        assert sideways(each) == []
        assert faults(each) == []
        take_picture(each, f"{name}-season-division", full_page=True)
        each.emulate_media(color_scheme="dark")
        assert faults(each, *CONTRAST) == []
    score.get_by_role("link").click()
    expect(wide.locator("#table")).to_be_visible()
    wide.locator("#bar").get_by_role("link", name="division 1, round 1").click()
    expect(wide).to_have_url(f"{site.address}{address}")

    page.get_by_text("Withdraw from the season").click()
    page.get_by_role("button", name="Yes, withdraw").click()
    expect(page.get_by_text("You have left Season")).to_be_visible()
    wide.reload()
    expect(wide.locator("#standing")).to_contain_text("withdrawn")
