"""Presets of the notification settings: three choices that set every topic at once.

A preset changes topics, and the digest if it needs one. Quiet hours, reminders and times stay.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.notifications.channels import Channel, channels
from games.notifications.kinds import Topic, kinds, topics
from games.notifications.models import Digest, NotificationSettings
from games.notifications.notifications import TIME
from games.notifications.policy import wanted


@dataclass(frozen=True, slots=True)
class NotificationPreset:
    """A preset: whether a channel carries a topic, and whether it needs a digest."""

    key: str
    label: Promise
    help: Promise
    carries: Callable[[Topic, Channel], bool]
    digest: bool = False

    def matches(self, settings: NotificationSettings) -> bool:
        """Whether a user's settings are those of this preset."""
        same = all(
            wanted(topic, channel, settings.matrix) == self.carries(topic, channel)
            for topic in topics()
            for channel in channels()
        )
        return same and (bool(settings.digest) or not self.digest)

    def apply(self, settings: NotificationSettings) -> None:
        """Change settings to this preset; saves nothing."""
        settings.matrix = matrix_of(self.carries)
        if self.digest and not settings.digest:
            settings.digest = Digest.DAILY


def matrix_of(is_on: Callable[[Topic, Channel], bool]) -> dict[str, dict[str, bool]]:
    """Return `NotificationSettings.matrix` of cells: those that differ from the defaults."""
    matrix: dict[str, dict[str, bool]] = {}
    for topic in topics():
        for channel in channels():
            on = is_on(topic, channel)
            if on != topic.is_default(channel):
                matrix.setdefault(topic.key, {})[channel.key] = on
    return matrix


def _turns_only(topic: Topic, _channel: Channel) -> bool:
    return topic in {kind.topic for kind in kinds() if kind.pressing}


def _time_only(topic: Topic, _channel: Channel) -> bool:
    return topic == TIME


PRESETS = (
    NotificationPreset(
        "everything",
        _("Everything"),
        _("Your turns, invitations, results and news. The default."),
        Topic.is_default,
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
