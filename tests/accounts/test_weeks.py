"""The week that people live in may change, but not before each answer."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, WeekChange
from accounts.weeks import Kind, next_change, note_changes
from games.clock import usable
from games.tables.timekeeping.clocks import week_of
from tests.support.factories import player

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Stop the clock on the wall at `T0`; its only entry can be changed."""
    at = [T0]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    return at


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


def change(user: User, kind: Kind, now: datetime) -> bool:
    """Change something, if that may be."""
    if next_change(user, kind, now) is not None:
        return False
    note_changes(user, [kind], now)
    return True


@pytest.mark.parametrize(
    ("kind", "changes", "days"), [(Kind.ZONE, 2, 7), (Kind.SLEEP, 1, 7), (Kind.DAYS_OFF, 1, 28)]
)
def test_only_so_many_changes_in_a_time(ada: User, kind: Kind, changes: int, days: int) -> None:
    assert change(ada, kind, T0 - 2 * HOUR)  # the first is free
    for n in range(changes):
        assert change(ada, kind, T0 + n * 2 * HOUR)
    later, again = T0 + changes * 2 * HOUR, T0 + timedelta(days=days)
    assert next_change(ada, kind, later) == again
    assert next_change(ada, kind, again - SECOND) == again
    assert next_change(ada, kind, again) is None
    for other in set(Kind) - {kind}:
        assert next_change(ada, other, later) is None
    assert next_change(player("bob"), kind, later) is None


def test_corrections_within_an_hour_are_free_and_do_not_go_on_for_ever(ada: User) -> None:
    for at in (T0 - DAY, T0):
        assert change(ada, Kind.SLEEP, at)
    for minutes in (1, 30, 59):
        assert change(ada, Kind.SLEEP, T0 + timedelta(minutes=minutes))
    assert next_change(ada, Kind.SLEEP, T0 + HOUR) == T0 + 7 * DAY
    assert ada.week_changes.count() == 2


def test_time_passes_for_who_moves_sleep_and_zone_before_each_answer(ada: User) -> None:
    """A question each 12 hours, answered just before the next: free of charge if all were slept."""
    spent = 0
    for step in range(8 * 14):
        asked = T0 + step * 12 * HOUR
        now = asked + 12 * HOUR - SECOND
        if usable(week_of(ada), asked, now) and change(ada, Kind.SLEEP, now):
            ada.sleep_from, ada.sleep_to = asked.time(), (asked + 12 * HOUR).time()
            ada.time_zone = "UTC"
        if usable(week_of(ada), asked, now) and change(ada, Kind.ZONE, now):
            ada.time_zone = "Etc/GMT+12" if ada.time_zone == "UTC" else "UTC"
        spent += usable(week_of(ada), asked, now)
    assert spent / 8 > 36 * 3600


def preferences(client: Client, **fields: object) -> dict[str, object]:
    form = client.get(reverse("preferences")).context["form"]
    return {name: value for name, value in form.initial.items() if value} | fields


def test_a_refused_change_says_from_when_and_changes_nothing(
    client: Client, ada: User, clock: list[datetime]
) -> None:
    client.force_login(ada)
    for day in range(2):
        clock[0] = T0 + day * DAY
        form = preferences(client, sleep_from=f"2{day}:00", days_off=[str(day)])
        assert client.post(reverse("preferences"), form).status_code == 302
    clock[0] = T0 + 2 * DAY
    form = preferences(client, sleep_from="20:30", days_off=["3"], about="Hello")
    answer = client.post(reverse("preferences"), form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "You can change it again from 10 March 2026, 12:00." in page
    assert "You can change it again from 31 March 2026, 12:00." in page
    ada.refresh_from_db()
    assert (ada.sleep_from, ada.days_off, ada.about) == (time(21), "1", "")
    clock[0] = T0 + 8 * DAY
    assert client.post(reverse("preferences"), {**form, "days_off": ["1"]}).status_code == 302
    ada.refresh_from_db()
    assert (ada.sleep_from, ada.about) == (time(20, 30), "Hello")


def test_what_does_not_change_counts_for_nothing(
    client: Client, ada: User, clock: list[datetime]
) -> None:
    client.force_login(ada)
    for day in range(3):
        clock[0] = T0 + day * DAY
        form = preferences(client, about=f"Day {day}", days_off=[])
        assert client.post(reverse("preferences"), form).status_code == 302
    assert not WeekChange.objects.exists()


def test_a_guest_who_signs_up_keeps_the_zone_they_chose(client: Client) -> None:
    client.post(reverse("play_a_bot"), {"strength": "novice"})
    guest = User.objects.get(is_guest=True)
    wish = {"username": "cleo", "email": "cleo@example.org"}
    wish |= dict.fromkeys(("password1", "password2"), "a long sentence")
    wish |= {"time_zone": "Asia/Tokyo"}
    User.objects.filter(pk=guest.pk).update(time_zone="Europe/Paris")
    client.post(reverse("account_signup"), wish)
    guest.refresh_from_db()
    assert (guest.username, guest.time_zone) == ("cleo", "Europe/Paris")
