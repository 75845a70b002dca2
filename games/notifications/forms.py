"""Forms of the notification settings and of the notification log."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any

from django import forms
from django.db import transaction
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.form_fields import set_choices
from games.notifications import alarms, digest
from games.notifications.channels import Channel, channels
from games.notifications.kinds import Topic, topics
from games.notifications.models import Digest, NotificationSettings
from games.notifications.policy import wanted
from games.notifications.preferences import locked_settings, settings_of
from games.notifications.presets import PRESETS, matrix_of, preset_of

SHARES = (50, 20, 5)
"""Per cent of the usable time left at which a player can be reminded."""
LONGEST_WAIT = 24 * 60
"""Minutes."""

SLEEP, OWN, NEVER = "sleep", "own", "never"
QUIET = [(SLEEP, _("my sleep hours")), (OWN, _("other hours")), (NEVER, _("no quiet hours"))]


def clock_input() -> forms.TimeInput:
    """Return an input for a time of the day."""
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class NotificationSettingsForm(forms.Form):
    """The notification settings in detail. The cells of the matrix are fields like `turn-mail`."""

    mail_after = forms.IntegerField(
        label=_("Wait before a mail, in minutes"),
        min_value=0,
        max_value=LONGEST_WAIT,
        help_text=_("No mail is sent if you look at the table before. 0 sends it at once."),
    )
    quiet = forms.ChoiceField(label=_("Quiet hours"), choices=QUIET, widget=forms.RadioSelect)
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False, widget=clock_input())
    quiet_to = forms.TimeField(label=_("until"), required=False, widget=clock_input())
    alarms = forms.TypedMultipleChoiceField(
        label=_("Remind me when this much of my time is left"),
        required=False,
        coerce=int,
        choices=[(share, f"{share} %") for share in SHARES],
        widget=forms.CheckboxSelectMultiple,
    )
    digest = forms.ChoiceField(label=_("Digest by mail"), required=False, choices=Digest.choices)
    digest_at = forms.TimeField(label=_("at"), widget=clock_input())
    digest_day = forms.TypedChoiceField(label=_("on"), coerce=int, choices=list(WEEKDAYS.items()))

    def __init__(self, user: User, data: Any = None) -> None:
        self.user = user
        self.kept = settings_of(user)
        super().__init__(data, initial=self._initial())
        for topic in topics():
            for channel in channels():
                self.fields[_cell(topic, channel)] = forms.BooleanField(
                    required=False,
                    initial=wanted(topic, channel, self.kept.matrix),
                    widget=forms.CheckboxInput(
                        attrs={"aria-labelledby": f"row-{topic.key} column-{channel.key}"}
                    ),
                )

    def _initial(self) -> dict[str, object]:
        kept, user = self.kept, self.user
        quiet, start, end = SLEEP, user.sleep_from, user.sleep_to
        if kept.quiet_from is not None and kept.quiet_from == kept.quiet_to:
            quiet = NEVER
        elif kept.quiet_from is not None and kept.quiet_to is not None:
            quiet, start, end = OWN, kept.quiet_from, kept.quiet_to
        names = ("mail_after", "alarms", "digest", "digest_at", "digest_day")
        own = {name: getattr(kept, name) for name in names}
        return {**own, "quiet": quiet, "quiet_from": start, "quiet_to": end}

    def rows(self) -> Iterable[dict[str, object]]:
        """Return the matrix: each topic with its cells, marked if they differ from the default."""
        for topic in topics():
            cells = [
                {
                    "field": self[_cell(topic, channel)],
                    "changed": wanted(topic, channel, self.kept.matrix)
                    != topic.is_default(channel),
                }
                for channel in channels()
            ]
            yield {"topic": topic, "cells": cells}

    def clean(self) -> None:
        """Refuse own quiet hours without their times."""
        super().clean()
        data = self.cleaned_data
        start, end = data.get("quiet_from"), data.get("quiet_to")
        if data.get("quiet") == OWN and not self.errors.keys() & {"quiet_from", "quiet_to"}:
            if start is None or end is None:
                self.add_error("quiet_from", _("Enter both times."))
            elif start == end:
                self.add_error("quiet_to", _("The two times are the same."))

    def save(self, now: datetime) -> None:
        """Save the settings."""
        data = self.cleaned_data
        kept = NotificationSettings()
        data_of = self.cleaned_data
        kept.matrix = matrix_of(lambda topic, channel: data_of[_cell(topic, channel)])
        for name in ("mail_after", "alarms", "digest", "digest_at", "digest_day"):
            setattr(kept, name, data[name])
        if data["quiet"] == OWN:
            kept.quiet_from, kept.quiet_to = data["quiet_from"], data["quiet_to"]
        elif data["quiet"] == NEVER:
            kept.quiet_from = kept.quiet_to = time(0)
        keep(self.user, kept, now)


def _cell(topic: Topic, channel: Channel) -> str:
    """Return the name of a field of the matrix."""
    return f"{topic.key}-{channel.key}"


SUMMARY = ("digest", "digest_at", "digest_day")
CHOSEN = ("matrix", "mail_after", "quiet_from", "quiet_to", "alarms", *SUMMARY)
"""The fields of `NotificationSettings` that a user chooses."""


def keep(user: User, chosen: NotificationSettings, now: datetime) -> None:
    """Save the choices of `chosen` for a user; `NotificationSettings()` has the defaults.

    A digest at another time begins with the next one.
    """
    with transaction.atomic():
        kept = locked_settings(user)
        if any(getattr(kept, name) != getattr(chosen, name) for name in SUMMARY):
            digest.begin(kept, now)
        if kept.alarms != chosen.alarms:
            alarms.sound_anew(user, now)
        for name in CHOSEN:
            setattr(kept, name, getattr(chosen, name))
        kept.save(update_fields=[*CHOSEN, "digest_sent_at"])


CUSTOM = "custom"


class NotificationPresetForm(forms.Form):
    """The presets; a user with own settings has them as a fourth choice, which changes nothing."""

    preset = forms.ChoiceField(label=_("Send me"), widget=forms.RadioSelect)

    def __init__(self, user: User, data: Any = None) -> None:
        self.user, self.kept = user, settings_of(user)
        current = preset_of(self.kept)
        super().__init__(data, initial={"preset": current.key if current else CUSTOM})
        choices = [(preset.key, preset.label) for preset in PRESETS]
        own = [] if current else [(CUSTOM, _("My own settings"))]
        set_choices(self, "preset", [*choices, *own])

    def options(self) -> list[dict[str, object]]:
        """Return the choices with their explanations."""
        helps: dict[str, object] = {preset.key: preset.help for preset in PRESETS}
        helps[CUSTOM] = _("As you have set them under Advanced.")
        return [{"radio": radio, "help": helps[radio.data["value"]]} for radio in self["preset"]]

    @property
    def is_own(self) -> bool:
        """Whether the user's settings are those of no preset."""
        return bool(self.initial["preset"] == CUSTOM)

    def save(self, now: datetime) -> None:
        """Apply the preset to the settings as they are now."""
        with transaction.atomic():
            kept = locked_settings(self.user)
            chosen = NotificationSettings(**{name: getattr(kept, name) for name in CHOSEN})
            for preset in PRESETS:
                if preset.key == self.cleaned_data["preset"]:
                    preset.apply(chosen)
            keep(self.user, chosen, now)


class HistoryFilterForm(forms.Form):
    """A filter of the notification history by game and channel."""

    game = forms.TypedChoiceField(label=_("Game"), required=False, coerce=int, empty_value=None)
    channel = forms.ChoiceField(label=_("Channel"), required=False)

    def __init__(self, data: Any, games: dict[int, str]) -> None:
        super().__init__(data)
        every = [("", _("all"))]
        set_choices(self, "game", [*every, *games.items()])
        set_choices(
            self, "channel", [*every, *((channel.key, channel.label) for channel in channels())]
        )

    def chosen(self, name: str) -> Any:
        """Return a choice; `None` or empty for an invalid one."""
        self.full_clean()
        return self.cleaned_data.get(name)
