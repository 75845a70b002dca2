"""The pages of vacation and of the week of a player."""

import re
from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.urls import reverse

from accounts.forms import MOST_DAYS_OFF, MOST_SLEEP
from accounts.models import Absence, User, VacationHour
from games.clock import week
from games.tables.timekeeping.absences import plan_absence
from tests.support.factories import running_game, table
from tests.tables.page.pages import signed_in
from tests.tables.time_pages.pages import ONE_DAY, ONE_HOUR, T0, text_of

pytestmark = pytest.mark.django_db


# --- vacation ---


def form_time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M")


def test_vacation_is_planned_and_called_off_in_my_zone(ada: User) -> None:
    ada.time_zone = "America/New_York"
    ada.save()
    client = signed_in(ada)
    page = text_of(client.get(reverse("vacation")))
    assert "You have 20 days of vacation." in page
    assert "Your vacation covers all your games." in page
    plan = {"start": "2026-03-10T08:00", "end": "2026-03-20T08:00"}
    assert client.post(reverse("vacation"), plan).status_code == 302
    absence = Absence.objects.get()
    assert absence.start == datetime(2026, 3, 10, 12, tzinfo=UTC)
    assert "Away from Tue 10 Mar, 08:00 until Fri 20 Mar, 08:00" in text_of(
        client.get(reverse("vacation"))
    )
    assert client.post(reverse("come_back", args=[absence.pk])).status_code == 302
    assert not Absence.objects.exists()
    assert client.post(reverse("come_back", args=[absence.pk])).status_code == 404


@pytest.mark.parametrize(
    ("plan", "status", "says"),
    [
        ({"start": "2026-03-10T08:00", "end": "2026-03-09T08:00"}, 422, "ends before it starts"),
        ({"start": "2026-02-10T08:00", "end": "2026-03-09T08:00"}, 422, "starts in the past"),
        (
            {"start": "2026-03-05T08:00", "end": "2026-03-09T08:00"},
            409,
            "already have a vacation planned",
        ),
        ({"start": "soon", "end": "2026-03-09T08:00"}, 422, "Enter a valid date/time."),
    ],
)
def test_a_plan_that_cannot_be_says_why_and_keeps_what_was_typed(
    ada: User, plan: dict[str, str], status: int, says: str
) -> None:
    plan_absence(ada, T0 + 2 * ONE_DAY, T0 + 4 * ONE_DAY, now=T0)
    answered = signed_in(ada).post(reverse("vacation"), plan)
    assert answered.status_code == status
    assert says in text_of(answered)
    assert f'value="{plan["start"]}"' in answered.content.decode()
    assert Absence.objects.count() == 1


def test_leaving_now_and_coming_back(ada: User, clock: list[datetime]) -> None:
    client = signed_in(ada)
    late = client.post(reverse("leave_now"), {"now-end": form_time(T0 - ONE_DAY)})
    assert late.status_code == 422
    assert "ends before it starts" in text_of(late)
    assert f'value="{form_time(T0 - ONE_DAY)}"' in late.content.decode()
    client.post(reverse("leave_now"), {"now-end": form_time(T0 + 3 * ONE_DAY)})
    page = client.get(reverse("vacation"))
    assert "You are on vacation Away until Thursday 12:00" in text_of(page)
    clock[0] = T0 + ONE_DAY
    assert client.post(reverse("come_back", args=[page.context["away"]["pk"]])).status_code == 302
    assert Absence.objects.get().end == clock[0]


def test_spent_hours_and_games_that_are_not_covered(ada: User, bob: User) -> None:
    for hour in (1, 2, 30):
        VacationHour.objects.create(user=ada, hour=T0 - hour * ONE_HOUR)
    running_game(ada, bob, now=T0)
    league = running_game(ada, bob, league=True, now=T0)
    response = signed_in(ada).get(reverse("vacation"))
    page_text = text_of(response)
    assert "2 March 2026 2 hours 1 March 2026 1 hour" in page_text
    assert [card.game for card in response.context["uncovered"]] == [league]


@pytest.mark.parametrize("name", ["vacation", "leave_now"])
def test_vacation_is_for_those_who_are_signed_in(name: str) -> None:
    answered = signed_in(None).post(reverse(name))
    assert answered.status_code == 302
    assert reverse("account_login") in answered["Location"]


def test_looking_at_what_changes_time_changes_nothing(ada: User, bob: User) -> None:
    game = table(ada, bob, now=T0)
    client = signed_in(ada)
    for name in (
        *("give_time", "propose", "accept_proposal", "decline_proposal"),
        *("take_over", "notification_level", "come_back"),
    ):
        assert client.get(reverse(name, args=[game.pk])).status_code == 405


# --- the week I live in ---

PREFERENCES = {
    "language": "en",
    "time_zone": "Europe/Berlin",
    "theme": "auto",
    "effect_display": "icons",
    "sleep_from": "22:30",
    "sleep_to": "06:00",
    "days_off": ["6", "5"],
}


def test_the_week_is_kept_and_shown(ada: User) -> None:
    client = signed_in(ada)
    assert client.post(reverse("preferences"), PREFERENCES).status_code == 302
    ada.refresh_from_db()
    assert (ada.sleep_from, ada.sleep_to, ada.days_off) == (time(22, 30), time(6), "56")
    page = client.get(reverse("preferences")).content.decode()
    assert 'value="22:30"' in page
    assert len(re.findall(r'name="days_off"[^>]*checked', page)) == 2


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (
            {"sleep_from": "12:00", "sleep_to": "00:01"},
            "You can set at most twelve sleep hours a day.",
        ),
        ({"days_off": ["0", "5", "6"]}, "You can set at most two days off a week."),
    ],
)
def test_a_week_that_cannot_be(ada: User, wish: dict[str, Any], says: str) -> None:
    answered = signed_in(ada).post(reverse("preferences"), PREFERENCES | wish)
    assert answered.status_code == 422
    assert says in text_of(answered)
    ada.refresh_from_db()
    assert (ada.sleep_from, ada.days_off) == (time(0), "")


def test_people_and_clocks_agree_on_the_week() -> None:
    """`accounts` does not import `games`, so the limits are defined twice."""
    assert (MOST_SLEEP.total_seconds(), MOST_DAYS_OFF) == (week.MOST_SLEEP, week.MOST_DAYS_OFF)
