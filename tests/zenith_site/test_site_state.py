"""The state of the site: lights that say what is wrong, and what to do."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.notifications.models import BadAddress, Delivery, Notification
from games.review.models import Review, State
from games.tables.models import Heartbeat, Message, Outage, Report
from games.tables.timekeeping.outages import CLOCKS
from tests.support.factories import player, table
from zenith_site import site_state
from zenith_site.backlogs import Backlog
from zenith_site.site_state import Light, LightLevel, lights

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _all_well(settings: Any) -> None:
    """Let all workers live, and nothing be wrong."""
    settings.CONTACT = "mailto:ada@example.org"
    settings.MAILERS = {"default": {"BACKEND": "common.mailers.Smtp"}}
    beat()


def beat(*dead: str) -> None:
    """Write a heartbeat of each worker but the dead ones, whose last one is old."""
    now = timezone.now()
    for worker in (*settings.WORKERS, CLOCKS):
        at = now - timedelta(hours=1) if worker in dead else now
        Heartbeat.objects.update_or_create(worker=worker, defaults={"at": at})


def not_good() -> dict[str, Light]:
    """Return the lights that are not good, by part."""
    shown = lights(timezone.now())
    assert all(bool(light.advice) == (light.level != LightLevel.GOOD) for light in shown)
    return {light.part: light for light in shown if light.level != LightLevel.GOOD}


def test_all_is_well() -> None:
    outage(lasts=timedelta(minutes=3))  # a restart
    assert not_good() == {}
    parts = {light.part for light in lights(timezone.now())}
    assert {"database", "disk", "worker mail", "clocks", "deliveries: mail", "outages"} <= parts


def late_delivery() -> None:
    notification = Notification.objects.create(user=player("ada"), kind="turn", key="turn 1")
    due_at = timezone.now() - timedelta(hours=1)
    Delivery.objects.create(notification=notification, channel="mail", due_at=due_at)


def lost_delivery() -> None:
    late_delivery()
    Delivery.objects.update(state=Delivery.State.FAILED, reason="unsure")


def late_review() -> None:
    asked_at = timezone.now() - timedelta(hours=2)
    Review.objects.create(
        game=table(player("ada"), None), state=State.QUEUED, judge="x", asked_at=asked_at
    )


def outage(done: bool = True, lasts: timedelta = DAY / 2) -> None:
    start = timezone.now() - DAY
    Outage.objects.create(start=start, end=start + lasts, done=done)


def many_bad_addresses() -> None:
    BadAddress.objects.bulk_create(
        BadAddress(address=f"{n}@example.org", why=BadAddress.Why.BOUNCE) for n in range(12)
    )


def old_report() -> None:
    line = Message.objects.create(game=table(player("ada"), None), text="x")
    Report.objects.create(message=line, at=timezone.now() - 4 * DAY)


@pytest.mark.parametrize(
    ("trouble", "part", "level"),
    [
        (lambda: beat("mail"), "worker mail", LightLevel.ACT),
        (lambda: beat(CLOCKS), "clocks", LightLevel.ACT),
        (late_delivery, "deliveries: mail", LightLevel.ACT),
        (lost_delivery, "deliveries: mail", LightLevel.LOOK),
        (late_review, "reviews", LightLevel.LOOK),
        (outage, "outages", LightLevel.LOOK),
        (lambda: outage(done=False), "outages", LightLevel.LOOK),
        (many_bad_addresses, "bad addresses", LightLevel.LOOK),
        (old_report, "reported messages", LightLevel.LOOK),
    ],
    ids=range(9),
)
def test_a_trouble_turns_its_light_and_no_other(
    trouble: Callable[[], None], part: str, level: LightLevel
) -> None:
    trouble()
    assert {name: light.level for name, light in not_good().items()} == {part: level}
    assert lights(timezone.now())[0].part == part, "what needs something comes first"


def test_settings_that_leave_something_out(settings: Any) -> None:
    settings.SITE_URL, settings.CONTACT = "https://zenith.example.org", ""
    settings.MAILERS = {"default": {"BACKEND": "common.mailers.Console"}}
    settings.DEBUG = False
    levels = {part: light.level for part, light in not_good().items()}
    assert levels.pop("EMAIL_URL") == LightLevel.ACT
    warned = {"legal.W001": LightLevel.LOOK} if apps.is_installed("games.legal") else {}
    assert levels == warned


def test_queues_that_are_full_or_away(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        site_state,
        "tasks_queued",
        lambda: {"bots": Backlog(200), "mail": Backlog(1)},
    )
    levels = {light.part: light.level for light in site_state.queues(timezone.now())}
    assert levels == {"queue: bots": LightLevel.LOOK, "queue: mail": LightLevel.GOOD}

    def away() -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(site_state, "tasks_queued", away)
    (light,) = site_state.read(site_state.queues, timezone.now())
    assert (light.part, light.level) == ("queues", LightLevel.ACT)


def test_the_page_is_for_staff_with_the_permission(client: Client) -> None:
    page = reverse("site_state")
    assert client.get(page).status_code == 302
    mod = player("mod", is_staff=True)
    client.force_login(mod)
    assert client.get(page).status_code == 403
    assert page not in client.get(reverse("admin:index")).content.decode()
    mod.user_permissions.add(Permission.objects.get(codename="view_heartbeat"))
    beat("bots")
    shown = client.get(page).content.decode()
    assert "act now" in shown, "colour alone says nothing"
    assert "Start this worker and beat anew." in shown
    assert page in client.get(reverse("admin:index")).content.decode()
