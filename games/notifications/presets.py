"""Presets of the notification settings: three choices that set every topic at once.

A preset changes topics, and the digest if it needs one. Quiet hours, reminders and times stay.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.notifications.kinds import EVERY_CHANNEL, Topic, kinds, topics
from games.notifications.models import Channel, Digest, NotificationSettings
from games.notifications.notifications import TIME
from games.notifications.policy import wanted


@dataclass(frozen=True, slots=True)
class NotificationPreset:
    """A preset: the channels of each topic, and whether it needs a digest."""

    key: str
    label: Promise
    help: Promise
    channels: Callable[[Topic], frozenset[Channel]]
    digest: bool = False

    def matches(self, settings: NotificationSettings) -> bool:
        """Whether a user's settings are those of this preset."""
        same = all(
            wanted(topic, channel, settings.matrix) == (channel in self.channels(topic))
            for topic in topics()
            for channel in Channel
        )
        return same and (bool(settings.digest) or not self.digest)

    def apply(self, settings: NotificationSettings) -> None:
        """Change settings to this preset; saves nothing."""
        settings.matrix = matrix_of(lambda topic, channel: channel in self.channels(topic))
        if self.digest and not settings.digest:
            settings.digest = Digest.DAILY


def matrix_of(is_on: Callable[[Topic, Channel], bool]) -> dict[str, dict[str, bool]]:
    """Return `NotificationSettings.matrix` of cells: those that differ from the defaults."""
    matrix: dict[str, dict[str, bool]] = {}
    for topic in topics():
        for channel in Channel:
            on = is_on(topic, channel)
            if on != (channel in topic.channels):
                matrix.setdefault(topic.key, {})[channel.value] = on
    return matrix


def _turns_only(topic: Topic) -> frozenset[Channel]:
    pressing = {kind.topic for kind in kinds() if kind.pressing}
    return EVERY_CHANNEL if topic in pressing else frozenset()


def _time_only(topic: Topic) -> frozenset[Channel]:
    return EVERY_CHANNEL if topic == TIME else frozenset()


PRESETS = (
    NotificationPreset(
        "everything",
        _("Everything"),
        _("Your turns, invitations, results and news. The default."),
        lambda topic: topic.channels,
    ),
    NotificationPreset(
        "turns",
        _("My turns only"),
        _("Only when a game waits for you, or your time is running short."),
        _turns_only,
    ),
    NotificationPreset(
        "digest",
        _("One digest"),
        _("A mail with everything that waits for you, and a warning when your time runs short."),
        _time_only,
        digest=True,
    ),
)


def preset_of(settings: NotificationSettings) -> NotificationPreset | None:
    """Return the preset that a user's settings are those of."""
    return next((preset for preset in PRESETS if preset.matches(settings)), None)
