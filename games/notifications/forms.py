"""Forms of the notification settings and of the notification log."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any

from django import forms
from django.db import transaction
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notifications import alarms, digest
from games.notifications.kinds import topics
from games.notifications.models import (
    Channel,
    Digest,
    NotificationSettings,
    Webhook,
)
from games.notifications.policy import wanted
from games.notifications.preferences import settings_of

SHARES = (50, 20, 5)
"""Per cent of the usable time left at which somebody can be reminded."""
LONGEST_WAIT = 24 * 60
"""Minutes."""

SLEEP, OWN, NEVER = "sleep", "own", "never"
QUIET = [(SLEEP, _("my sleep hours")), (OWN, _("other hours")), (NEVER, _("no quiet hours"))]


def clock_input() -> forms.TimeInput:
    """Return an input for a time of the day."""
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class NotificationSettingsForm(forms.Form):
    """How somebody wants to be notified. The cells of the matrix are fields like `turn-mail`."""

    mail_after = forms.IntegerField(
        label=_("Minutes before a mail"),
        min_value=0,
        max_value=LONGEST_WAIT,
        help_text=_("If you look at the table before, no mail is sent. 0: at once."),
    )
    quiet = forms.ChoiceField(label=_("Quiet hours"), choices=QUIET, widget=forms.RadioSelect)
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False, widget=clock_input())
    quiet_to = forms.TimeField(label=_("until"), required=False, widget=clock_input())
    alarms = forms.TypedMultipleChoiceField(
        label=_("Remind me when so much of my time is left"),
        required=False,
        coerce=int,
        choices=[(share, f"{share} %") for share in SHARES],
        widget=forms.CheckboxSelectMultiple,
    )
    digest = forms.ChoiceField(label=_("Summary by mail"), required=False, choices=Digest.choices)
    digest_at = forms.TimeField(label=_("at"), widget=clock_input())
    digest_day = forms.TypedChoiceField(label=_("on"), coerce=int, choices=list(WEEKDAYS.items()))

    def __init__(self, user: User, data: Any = None) -> None:
        self.user = user
        self.kept = settings_of(user)
        super().__init__(data, initial=self._initial())
        for topic in topics():
            for channel in Channel:
                self.fields[f"{topic.key}-{channel}"] = forms.BooleanField(
                    required=False,
                    initial=wanted(topic, channel, self.kept.matrix),
                    widget=forms.CheckboxInput(
                        attrs={"aria-labelledby": f"row-{topic.key} column-{channel}"}
                    ),
                )

    def _initial(self) -> dict[str, Any]:
        kept, user = self.kept, self.user
        quiet, start, end = SLEEP, user.sleep_from, user.sleep_to
        if kept.quiet_from is not None and kept.quiet_from == kept.quiet_to:
            quiet = NEVER
        elif kept.quiet_from is not None and kept.quiet_to is not None:
            quiet, start, end = OWN, kept.quiet_from, kept.quiet_to
        names = ("mail_after", "alarms", "digest", "digest_at", "digest_day")
        own = {name: getattr(kept, name) for name in names}
        return {**own, "quiet": quiet, "quiet_from": start, "quiet_to": end}

    def rows(self) -> Iterable[dict[str, Any]]:
        """Return the matrix: of each row what it is about, and of its cells whether it is kept
        as everybody has it at first.
        """
        for topic in topics():
            cells = [
                {
                    "field": self[f"{topic.key}-{channel}"],
                    "changed": wanted(topic, channel, self.kept.matrix)
                    != (channel in topic.channels),
                }
                for channel in Channel
            ]
            yield {"topic": topic, "cells": cells}

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours of one's own without their times."""
        data = super().clean() or {}
        start, end = data.get("quiet_from"), data.get("quiet_to")
        if data.get("quiet") == OWN and not self.errors.keys() & {"quiet_from", "quiet_to"}:
            if start is None or end is None:
                self.add_error("quiet_from", _("From when until when?"))
            elif start == end:
                self.add_error("quiet_to", _("From and until are the same time."))
        return data

    def save(self, now: datetime) -> None:
        """Keep it; a summary at another time begins with the next one."""
        data = self.cleaned_data
        kept = NotificationSettings()
        kept.matrix = self._matrix()
        for name in ("mail_after", "alarms", "digest", "digest_at", "digest_day"):
            setattr(kept, name, data[name])
        if data["quiet"] == OWN:
            kept.quiet_from, kept.quiet_to = data["quiet_from"], data["quiet_to"]
        elif data["quiet"] == NEVER:
            kept.quiet_from = kept.quiet_to = time(0)
        keep(self.user, kept, now)

    def _matrix(self) -> dict[str, dict[str, bool]]:
        matrix: dict[str, dict[str, bool]] = {}
        for topic in topics():
            for channel in Channel:
                on = self.cleaned_data[f"{topic.key}-{channel}"]
                if on != (channel in topic.channels):
                    matrix.setdefault(topic.key, {})[channel.value] = on
        return matrix


SUMMARY = ("digest", "digest_at", "digest_day")
CHOSEN = ("matrix", "mail_after", "quiet_from", "quiet_to", "alarms", *SUMMARY)
"""What of `NotificationSettings` somebody chooses."""


def keep(user: User, chosen: NotificationSettings, now: datetime) -> None:
    """Let a user have the choices of `chosen`; `NotificationSettings()` has those of everybody."""
    with transaction.atomic():
        NotificationSettings.objects.get_or_create(user=user)
        kept = NotificationSettings.objects.select_for_update().get(user=user)
        if any(getattr(kept, name) != getattr(chosen, name) for name in SUMMARY):
            digest.begin(kept, now)
        if kept.alarms != chosen.alarms:
            alarms.sound_anew(user, now)
        for name in CHOSEN:
            setattr(kept, name, getattr(chosen, name))
        kept.save(update_fields=[*CHOSEN, "digest_sent_at"])


class WebhookForm(forms.Form):
    """A webhook to be added; the service judges its address."""

    url = forms.CharField(
        label=_("Address"),
        widget=forms.URLInput(
            attrs={"placeholder": "https://", "pattern": "https?://.+", "autocomplete": "off"}
        ),
    )
    form = forms.ChoiceField(label=_("It gets"), choices=Webhook.Form.choices)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="webhook-%s")


class HistoryFilterForm(forms.Form):
    """A filter of the notification history by game and channel."""

    game = forms.TypedChoiceField(label=_("Game"), required=False, coerce=int, empty_value=None)
    channel = forms.ChoiceField(label=_("Channel"), required=False)

    def __init__(self, data: Any, games: dict[int, str]) -> None:
        super().__init__(data)
        every = [("", _("all"))]
        self.fields["game"].choices = [*every, *games.items()]  # type: ignore[attr-defined]
        self.fields["channel"].choices = [*every, *Channel.choices]  # type: ignore[attr-defined]

    def chosen(self, name: str) -> Any:
        """Return a choice; `None` or empty for an invalid one."""
        self.full_clean()
        return self.cleaned_data.get(name)
