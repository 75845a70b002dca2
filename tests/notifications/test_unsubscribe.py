"""Stopping mails by a link: GET shows a page, POST stops, without signing in."""

from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from games.notifications.channels import MAIL, channel_of
from games.notifications.kinds import topics
from games.notifications.links import to_stop
from games.notifications.models import Digest, NotificationSettings
from games.notifications.policy import wanted
from games.notifications.unsubscribe import every_topic
from tests.support.factories import player

pytestmark = pytest.mark.django_db

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


@pytest.fixture
def stranger() -> Client:
    """Return a mail program: no cookies, no session."""
    return Client(enforce_csrf_checks=True)


def path(user: User, *topics: str) -> str:
    return urlsplit(to_stop(user, topics)).path


def mails_of(user: User) -> set[str]:
    """Return which mails a user gets."""
    kept = NotificationSettings.objects.filter(user=user).first() or NotificationSettings(user=user)
    keys = {topic.key for topic in topics() if wanted(topic, channel_of(MAIL), kept.matrix)}
    return keys | ({"digest"} if kept.digest else set())


def test_one_click_stops_one_kind(stranger: Client, ada: User) -> None:
    before = mails_of(ada)
    for _twice in range(2):
        done = stranger.post(path(ada, "turn"), ONE_CLICK)
        assert done.status_code == 200
        assert b"no more of these mails" in done.content
        assert mails_of(ada) == before - {"turn"}


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_page_changes_nothing(stranger: Client, ada: User, method: str) -> None:
    before = mails_of(ada)
    assert getattr(stranger, method)(path(ada, "turn", "digest")).status_code == 200
    assert mails_of(ada) == before
    assert not NotificationSettings.objects.exists()


def test_the_page_names_what_it_stops(stranger: Client, ada: User) -> None:
    page = stranger.get(path(ada, "turn", "digest")).content.decode()
    assert "it is my turn" in page
    assert "daily or weekly digest" in page
    assert 'method="post"' in page


def test_what_else_was_chosen_stays(stranger: Client, ada: User) -> None:
    matrix = {"turn": {"push": False, "mail": True}, "talk": {"mail": True}}
    NotificationSettings.objects.create(user=ada, matrix=matrix, digest=Digest.DAILY, mail_after=5)
    stranger.post(path(ada, "turn"))
    kept = NotificationSettings.objects.get(user=ada)
    assert kept.matrix == {"turn": {"push": False, "mail": False}, "talk": {"mail": True}}
    assert (kept.digest, kept.mail_after) == (Digest.DAILY, 5)


def test_a_digest(stranger: Client, ada: User) -> None:
    NotificationSettings.objects.create(user=ada, digest=Digest.WEEKLY)
    before = mails_of(ada)
    stranger.post(path(ada, "digest"), ONE_CLICK)
    assert mails_of(ada) == before - {"digest"}


def test_all_mails(stranger: Client, ada: User) -> None:
    NotificationSettings.objects.create(
        user=ada, digest=Digest.WEEKLY, matrix={"talk": {"mail": True}}
    )
    done = stranger.post(path(ada, "turn"), {"all": "1"})
    assert mails_of(ada) == set()
    assert b"no more mails about games" in done.content
    assert set(every_topic()) == {*(topic.key for topic in topics()), "digest"}


def test_nobody_else_loses_their_mails(stranger: Client, ada: User) -> None:
    bob = player("bob")
    before = mails_of(bob)
    stranger.post(path(ada, "turn"), {"all": "1"})
    assert mails_of(bob) == before


def test_in_the_readers_language(stranger: Client, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(language="de")
    page = stranger.get(path(ada, "turn"), headers={"Accept-Language": "fr"})
    assert b'lang="de"' in page.content


def test_it_lasts_as_long_as_the_account(stranger: Client, ada: User) -> None:
    stop = path(ada, "turn")
    ada.set_password("another horse")
    ada.email = "new@example.org"
    ada.save()
    assert stranger.get(stop).status_code == 200
    ada.delete()
    assert stranger.get(stop).status_code == 404
    assert stranger.post(stop).status_code == 404


def test_a_forged_link(stranger: Client, ada: User) -> None:
    for wrong in ("/mails/stop/nonsense/", path(ada, "turn")[:-2] + "/"):
        assert stranger.post(wrong).status_code == 404
    assert not NotificationSettings.objects.exists()
