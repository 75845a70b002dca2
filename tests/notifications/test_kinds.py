"""The registry of notification kinds: each kind is known wherever its key has to be."""

from collections.abc import Iterator
from datetime import UTC, datetime
from inspect import isabstract

import pytest
from django.http import Http404

from accounts.models import User
from games.notifications import kinds as registry
from games.notifications.channels import channels
from games.notifications.forms import NotificationSettingsForm
from games.notifications.kinds import (
    NEWS,
    NotificationKind,
    PageNotification,
    PageText,
    RetiredKind,
    TableNotification,
    kind_of,
    kinds,
    register,
    topics,
)
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.notifications.policy import Wishes, plan
from games.notifications.reasons import GONE
from games.notifications.record import note
from games.notifications.relevance import relevance_of
from games.notifications.unsubscribe import are_stopped, every_topic, labels_of, stop
from tests.support.factories import player

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def subclasses(of: type[NotificationKind]) -> Iterator[type[NotificationKind]]:
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


@pytest.fixture
def ada(db: None) -> User:
    return player("ada")


def test_every_class_with_a_key_is_registered() -> None:
    concrete = {
        each
        for each in subclasses(NotificationKind)
        if "key" in vars(each) and each.__module__.startswith("games.") and each is not RetiredKind
    }
    assert concrete == set(kinds())
    assert not [kind for kind in kinds() if isabstract(kind)]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.key)
def test_a_kind_is_whole(kind: type[NotificationKind]) -> None:
    limit = Notification._meta.get_field("kind").max_length
    assert 0 < len(kind.key) <= (limit or 0)
    assert issubclass(kind, TableNotification) != issubclass(kind, PageNotification)
    assert str(kind.topic.label)
    assert type(kind_of(Notification(kind=kind.key))) is kind
    everywhere = Wishes(
        zone=NOON.tzinfo,  # type: ignore[arg-type]
        quiet_from=NOON.time(),
        quiet_to=NOON.time(),
        channels=channels(),
    )
    planned = {channel for channel, due, _reason in plan(kind, everywhere, NOON) if due}
    assert planned == {channel.key for channel in channels() if kind.topic.is_default(channel)}


def test_a_topic_has_one_key_and_one_definition() -> None:
    used = {kind.topic for kind in kinds()}
    assert len({topic.key for topic in used}) == len(used)


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.key)
def test_a_topic_is_in_the_settings_and_can_be_stopped(topic: registry.Topic, ada: User) -> None:
    fields = NotificationSettingsForm(ada).fields
    assert all(f"{topic.key}-{channel.key}" in fields for channel in channels())
    assert topic.key in every_topic()
    assert labels_of([topic.key]) == [str(topic.label)]
    stop(ada, [topic.key])
    assert are_stopped(User.objects.get(pk=ada.pk), [topic.key])


def test_a_key_is_taken_once() -> None:
    with pytest.raises(ValueError, match="game_annulled"):

        @register
        class Another(PageNotification):
            """A kind with the key of another."""

            key = "game_annulled"
            topic = NEWS

            def words(self) -> PageText:
                raise AssertionError


def test_a_kind_of_a_subject_that_was_removed(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Removed(PageNotification):
        """A kind of such a subject."""

        key = "removed"
        topic = NEWS

        def words(self) -> PageText:
            raise AssertionError

    monkeypatch.setitem(registry._kinds, Removed.key, Removed)
    notification = note(ada, Removed, "removed 1", now=NOON)
    assert notification is not None
    monkeypatch.delitem(registry._kinds, Removed.key)
    assert relevance_of(notification).stale == GONE
    with pytest.raises(Http404):
        compose(notification, NOON)
