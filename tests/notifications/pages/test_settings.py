"""The settings of notifications: presets, topics, quiet hours, alarms."""

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications import bounces
from games.notifications.channels import channels
from games.notifications.forms import NotificationPresetForm
from games.notifications.kinds import topics
from games.notifications.models import BadAddress, Digest, NotificationSettings
from games.notifications.policy import wanted
from games.notifications.preferences import settings_of, wishes_of
from tests.notifications.pages.forms import NOON, save, signed_in, text_of, wishes_on
from tests.support.browsing import forms_to
from tests.support.factories import guest

pytestmark = pytest.mark.django_db


# The wishes of a user.


def test_saving_the_page_as_it_is_changes_nothing(client: Client, ada: User) -> None:
    assert save(client).status_code == 302
    kept = NotificationSettings.objects.get(user=ada)
    first = NotificationSettings(user=ada)
    for name in ("matrix", "mail_after", "quiet_from", "quiet_to", "alarms", "digest", "digest_at"):
        assert getattr(kept, name) == getattr(first, name), name
    assert wishes_of(ada.pk, None).matrix == {}


def test_looking_writes_nothing(client: Client) -> None:
    assert client.get("/notifications/").status_code == 200
    assert client.get("/notifications/history/").status_code == 200
    assert not NotificationSettings.objects.exists()


def on(settings: NotificationSettings) -> set[tuple[str, str]]:
    """Return the cells of the matrix that are on."""
    return {
        (topic.key, channel.key)
        for topic in topics()
        for channel in channels()
        if wanted(topic, channel, settings.matrix)
    }


def test_a_preset_sets_topics_and_keeps_the_rest(client: Client, ada: User) -> None:
    every = [channel.key for channel in channels()]
    save(client, mail_after="7", talk__mail="on", alarms=["50"])
    assert b'id="advanced" open' in client.get("/notifications/").content
    for preset, cells in {
        "turns": {(key, c) for key in ("turn", "question", "time") for c in every},
        "digest": {("time", c) for c in every},
        "everything": {
            (topic.key, c.key) for topic in topics() for c in channels() if topic.is_default(c)
        },
    }.items():
        assert client.post("/notifications/", {"preset": preset}).status_code == 302
        kept = NotificationSettings.objects.get(user=ada)
        assert on(kept) == cells
        assert (kept.mail_after, kept.alarms) == (7, [50])
        assert kept.digest == ("" if preset == "turns" else "daily"), "a digest is never ended"
        page = client.get("/notifications/")
        assert page.context["presets"].initial == {"preset": preset}
        assert b'id="advanced" open' not in page.content


def test_a_preset_keeps_what_was_changed_since_its_form_was_made(ada: User) -> None:
    form = NotificationPresetForm(ada, {"preset": "turns"})
    assert form.is_valid()
    NotificationSettings.objects.create(user_id=ada.pk, mail_after=5)
    form.save(NOON)
    assert NotificationSettings.objects.get().mail_after == 5


def test_own_settings_are_a_choice_that_changes_nothing(client: Client, ada: User) -> None:
    assert b'value="custom"' not in client.get("/notifications/").content
    assert client.post("/notifications/", {"preset": "custom"}).status_code == 422
    save(client, talk__mail="on")
    before = NotificationSettings.objects.values().get(user=ada)
    assert client.post("/notifications/", {"preset": "custom"}).status_code == 302
    assert NotificationSettings.objects.values().get(user=ada) == before


def test_a_preset_leaves_a_weekly_digest(client: Client, ada: User) -> None:
    save(client, digest="weekly")
    client.post("/notifications/", {"preset": "digest"})
    assert NotificationSettings.objects.get(user=ada).digest == "weekly"


def test_every_cell_is_kept_by_itself(client: Client, ada: User) -> None:
    page = client.get("/notifications/").content.decode()
    for topic in topics():
        for channel in channels():
            assert f'name="{topic.key}-{channel.key}"' in page
    save(client, turn__mail=None, talk__mail="on")
    kept = NotificationSettings.objects.get(user=ada).matrix
    assert kept == {"turn": {"mail": False}, "talk": {"mail": True}}
    for topic in topics():
        for channel in channels():
            at_first = topic.is_default(channel)
            changed = (topic.key, channel.key) in [("turn", "mail"), ("talk", "mail")]
            assert wanted(topic, channel, kept) == (at_first != changed)
    page = client.get("/notifications/").content.decode()
    assert page.count("<small>changed</small>") == 2
    save(client, turn__mail="on")
    assert NotificationSettings.objects.get(user=ada).matrix == {"talk": {"mail": True}}


def test_a_cell_is_named_by_its_row_and_its_column(client: Client) -> None:
    page = client.get("/notifications/").content.decode()
    assert 'aria-labelledby="row-turn column-mail"' in page
    assert re.search(r'<th scope="row" id="row-turn">It is my turn</th>', page)
    assert re.search(r'<th scope="col"><span id="column-mail">Mail</span></th>', page)


def test_all_as_at_first(client: Client, ada: User) -> None:
    save(client, turn__mail=None, mail_after="5", digest="daily", alarms=["50"], quiet="never")
    token = NotificationSettings.objects.get(user=ada).feed_token
    client.post("/notifications/", {"first": "1"})
    kept = NotificationSettings.objects.get(user=ada)
    assert (kept.matrix, kept.mail_after, kept.digest, kept.alarms) == ({}, 30, "", [20, 5])
    assert kept.quiet_from is None
    assert kept.feed_token == token, "the feeds stay where they are"


def test_quiet_hours(client: Client, ada: User) -> None:
    """The sleep hours, hours of one's own, or none; each is read again as it was written."""
    asleep = (ada.sleep_from, ada.sleep_to)
    for quiet, start, end, meant in (
        ("own", "21:30", "08:00", (time(21, 30), time(8))),
        ("never", "21:30", "08:00", None),
        ("sleep", "21:30", "08:00", asleep),
    ):
        save(client, quiet=quiet, quiet_from=start, quiet_to=end)
        own = wishes_of(ada.pk, None)
        if meant is None:
            assert own.quiet_from == own.quiet_to
        else:
            assert (own.quiet_from, own.quiet_to) == meant
        assert wishes_on(client)["quiet"] == [quiet]
    User.objects.filter(pk=ada.pk).update(sleep_from=time(1))
    assert wishes_of(ada.pk, None).quiet_from == time(1), "they follow the sleep hours"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"quiet": "own", "quiet_from": ""}, "Enter both times."),
        ({"quiet": "own", "quiet_from": "22:00", "quiet_to": "22:00"}, "two times are the same"),
        ({"mail_after": "-1"}, "greater than or equal to 0"),
        ({"mail_after": "1441"}, "less than or equal to 1440"),
        ({"alarms": ["17"]}, "17"),
        ({"digest": "hourly"}, "hourly"),
        ({"digest_day": "7"}, "7"),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: Client, ada: User, changed: dict[str, Any], sentence: str
) -> None:
    response = save(client, **changed)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert not NotificationSettings.objects.exists()


def test_alarms_and_the_wait_for_a_mail(client: Client, ada: User) -> None:
    save(client, alarms=["50", "5"], mail_after="0")
    kept = NotificationSettings.objects.get(user=ada)
    assert (kept.alarms, kept.mail_after) == ([50, 5], 0)
    save(client, alarms=None)
    assert NotificationSettings.objects.get(user=ada).alarms == []


def test_a_summary_begins_with_the_next_one(client: Client, ada: User, clock: Any) -> None:
    save(client, digest="weekly", digest_day="3", digest_at="19:15")
    kept = NotificationSettings.objects.get(user=ada)
    assert (kept.digest, kept.digest_day, kept.digest_at) == (Digest.WEEKLY, 3, time(19, 15))
    assert kept.digest_sent_at == NOON
    clock[0] = NOON + timedelta(hours=1)
    save(client, mail_after="10")
    assert NotificationSettings.objects.get(user=ada).digest_sent_at == NOON, (
        "it is the same summary"
    )


def test_guests_are_told_why_they_get_nothing(ada: User) -> None:
    page = signed_in(guest()).get("/notifications/")
    assert "Guests get no notifications" in text_of(page)
    assert b"turn-mail" not in page.content


def test_it_is_for_who_is_signed_in() -> None:
    for path in ("/notifications/", "/notifications/history/"):
        assert "/accounts/login/" in Client().get(path).headers["Location"]


def test_a_bad_address_is_told_with_what_to_do(client: Client, ada: User) -> None:
    bounces.note_bad(ada.email, BadAddress.Why.BOUNCE, "550 No such user")
    page = client.get("/notifications/")
    assert "A mail to ada@example.org came back" in text_of(page)
    assert "550 No such user" in text_of(page)
    assert forms_to(page, reverse("mails_again"))


def test_pages_lead_here(client: Client, ada: User) -> None:
    for path in ("/", "/preferences/", "/notifications/history/"):
        assert b'href="/notifications/"' in client.get(path).content
    assert b'href="/notifications/history/"' in client.get("/notifications/").content


def test_settings_are_made_once_however_often_it_is_saved(client: Client, ada: User) -> None:
    for minutes in (1, 2, 3):
        save(client, mail_after=str(minutes))
    assert settings_of(User.objects.get(pk=ada.pk)).mail_after == 3
    assert NotificationSettings.objects.count() == 1
