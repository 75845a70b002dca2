"""The pages of seasons, and what the home page says of them."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.seasons.contest import SeasonContest
from games.seasons.enrolment import enrol, leave
from games.seasons.models import Fixture, Season, SeasonEntry
from games.seasons.quarters import quarter_of
from games.seasons.runner import run_seasons
from tests.seasons.season_factory import (
    BEFORE,
    DAY,
    END,
    Q1,
    START,
    better_wins,
    enrolled,
    old_season,
    people,
    rate,
    running_season,
)
from tests.support.browsing import text
from tests.support.factories import guest

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
DIVISION = "/seasons/2027/1/1/"


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what sets the clock of the pages."""

    def set_clock(now: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now)

    return set_clock


# --- enrolling ---


def test_a_visitor_sees_the_next_season_before_anything_ran(client: Client) -> None:
    said = text(client, reverse("seasons"))
    coming = quarter_of(timezone.now()).next
    assert f"Season {coming.year}/{coming.number}" in said
    assert "No one has enrolled yet." in said
    assert "Log in to enrol" in said
    assert not Season.objects.exists()


def test_a_guest_is_told_to_sign_up(client: Client) -> None:
    client.force_login(guest())
    assert "Guests can't play in a season. Sign up first." in text(client, "/seasons/")


def test_enrolling_and_taking_it_back(client: Client, at: Any) -> None:
    (ada,) = people(1)
    client.force_login(ada)
    at(BEFORE)
    page = client.post("/seasons/2027/1/enrol/", follow=True)
    assert page.redirect_chain == [("/seasons/", 302)]
    assert "enrolled in Season 2027/1." in page.content.decode()
    said = text(client, "/seasons/")
    assert "You are enrolled." in said
    assert "1 player has enrolled" in said
    assert "p00" in text(client, "/seasons/2027/1/")
    client.post("/seasons/2027/1/leave/")
    assert not SeasonEntry.objects.exists()


def test_getting_changes_nothing(client: Client, at: Any) -> None:
    (ada,) = people(1)
    client.force_login(ada)
    at(BEFORE)
    for path in ("/seasons/2027/1/enrol/", "/seasons/2027/1/leave/"):
        assert client.get(path).status_code == 405
    assert not Season.objects.exists()


def test_strangers_are_sent_to_the_login(client: Client) -> None:
    page = client.post("/seasons/2027/1/enrol/")
    assert page.status_code == 302
    assert "login" in page.headers["Location"]


def test_a_late_click_gets_a_sentence(client: Client, at: Any) -> None:
    running_season(people(4))
    (late,) = people(1, "late")
    client.force_login(late)
    at(START + DAY)
    page = client.post("/seasons/2027/1/enrol/")
    assert page.status_code == 409
    assert "You can enrol in the next one." in page.content.decode()
    assert "Season 2027/1 has already begun" in text(client, "/seasons/")
    assert "Enrol for Season 2027/2" in text(client, "/seasons/")


@pytest.mark.parametrize(
    "path",
    [
        "/seasons/1999/1/",
        "/seasons/0/0/",
        "/seasons/99999999999999999999999/1/",
        "/seasons/2027/99999999999999999999/",
        "/seasons/2027/1/9/",
        "/seasons/2027/1/99999999999999999999/",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, path: str) -> None:
    running_season(people(4))
    assert client.get(path).status_code == 404


def test_odd_enrolments_are_refused(client: Client) -> None:
    client.force_login(people(1)[0])
    for path in ("/seasons/99999999999999999999999/1/", "/seasons/0/99999999999999999999/"):
        assert client.post(f"{path}enrol/").status_code == 404
        assert client.post(f"{path}leave/").status_code == 404


# --- a division ---


def test_a_division_shows_table_schedule_and_results(client: Client, at: Any) -> None:
    players = people(16)
    season = running_season(players)
    at(START + 2 * DAY)
    better_wins(season, START + DAY)
    said = text(client, DIVISION)
    assert "4 of 56 games are over" in said
    assert re.search(r"1 p0\d 1 1 0 0 3", said)
    assert "promoted" not in said.partition("How a season works")[0]
    assert re.search(r"relegated \d p0\d", said)
    assert said.count("Round ") == 14
    assert len(re.findall(r"(?:3 : 0|0 : 3) p0\d – p0\d", said)) == 4
    below = text(client, "/seasons/2027/1/2/")
    assert re.search(r"promoted 1 p", below)
    assert "Division 1" in below
    page = client.get(DIVISION).content.decode()
    for game in Fixture.objects.filter(division__level=1).exclude(game=None):
        assert f'href="/tables/{game.game_id}/"' in page


def test_my_division_comes_first(client: Client, at: Any) -> None:
    players = people(16)
    running_season(players)
    client.force_login(players[12])
    at(START + DAY)
    said = text(client, "/seasons/")
    assert said.index("Season 2027/1 · Division 2") < said.index("Season 2027/2")
    assert "0 of your 14 games are over." in said
    assert "my division" in said
    mine = text(client, "/seasons/2027/1/2/")
    assert "My games" in mine
    assert "none of your results would count" in mine
    assert "My games" not in text(client, DIVISION)


def test_withdrawing_on_the_page(client: Client, at: Any) -> None:
    players = people(4)
    running_season(players)
    client.force_login(players[0])
    at(START + DAY)
    assert "Yes, withdraw" in text(client, DIVISION)
    page = client.post("/seasons/2027/1/leave/", follow=True)
    assert "You have left Season 2027/1." in page.content.decode()
    said = text(client, DIVISION)
    assert "p00 withdrawn: results struck" in said
    assert "does not count" in said
    assert "Yes, withdraw" not in said


def test_a_season_that_is_over_has_a_winner(client: Client, at: Any) -> None:
    season = running_season(people(4))
    for week in range(7):
        run_seasons(START + 7 * week * DAY)
        better_wins(season, START + (7 * week + 1) * DAY)
    run_seasons(END)
    at(END + DAY)
    said = text(client, "/seasons/")
    assert "Season 2027/1 4 players won by p00" in said
    assert "won by p00" in text(client, "/seasons/2027/1/")
    assert "1 p00 6 6 0 0 18" in text(client, DIVISION)


def test_a_season_that_did_not_take_place_says_why(client: Client, at: Any) -> None:
    enrolled(people(3))
    run_seasons(START)
    at(START)
    assert "cancelled: too few players" in text(client, "/seasons/")
    assert "cancelled: too few players" in text(client, "/seasons/2027/1/")


def test_names_of_who_has_gone(client: Client) -> None:
    players = people(4)
    running_season(players)
    players[0].delete()
    assert "p00" not in text(client, DIVISION)
    assert "gone" in text(client, DIVISION)


@pytest.mark.parametrize("number", [5, 40])
def test_pages_ask_little_whatever_the_size(
    client: Client, at: Any, django_assert_max_num_queries: Any, number: int
) -> None:
    for year in range(2020, 2026):
        old_season(quarter_of(datetime(year, 2, 1, tzinfo=START.tzinfo)), [])
    players = people(number)
    season = running_season(players)
    better_wins(season, START + DAY)
    client.force_login(players[0])
    at(START + 2 * DAY)
    mine = SeasonEntry.objects.get(user=players[0]).division
    assert mine is not None
    for path in ("/seasons/", "/seasons/2027/1/", mine.get_absolute_url(), "/seasons/2027/1/1/"):
        client.get("/rules/")  # the first page writes down where one is logged in
        with django_assert_max_num_queries(MOST_QUERIES):
            assert client.get(path).status_code == 200


# --- the home page ---


def home(user: User, now: datetime) -> list[tuple[str, str, str]]:
    return [(line.text, line.path, line.do) for line in SeasonContest().home(user, now)]


def test_home_speaks_of_the_next_season_in_its_last_two_weeks(
    django_assert_num_queries: Any,
) -> None:
    ada, new = people(2)
    run_seasons(BEFORE)
    rate(ada, 1500)
    soon = START - 14 * DAY
    assert home(ada, soon - timedelta(seconds=1)) == []
    assert home(new, soon) == []
    with django_assert_num_queries(1):
        ((said, path, do),) = home(ada, soon)
    assert said.startswith("Season 2027/1 starts soon")
    assert (path, do) == ("/seasons/", "See seasons")
    enrol(ada, 2027, 1, now=soon)
    assert home(ada, soon) == []
    leave(ada, 2027, 1, now=soon)
    assert len(home(ada, soon)) == 1
    run_seasons(START)
    assert home(ada, START) == []


def test_home_speaks_of_my_division_while_it_runs(django_assert_num_queries: Any) -> None:
    players = people(4)
    running_season(players)
    with django_assert_num_queries(1):
        found = home(players[0], START + DAY)
    assert found == [("Season 2027/1: you're playing in division 1.", DIVISION, "")]
    assert home(people(1, "other")[0], START + DAY) == []
    assert home(guest(), START + DAY) == []
    leave(players[0], 2027, 1, now=START + DAY)
    assert home(players[0], START + DAY) == []
    run_seasons(END)
    assert home(players[1], END) == []
    assert Q1.end == END
