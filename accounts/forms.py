"""Forms for preferences and for deleting an account."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts import countries, weeks
from accounts.models import LOUDEST, MotionSpeed, MulliganWish, TableSize, Theme, User
from common.form_fields import set_choices

MOST_SLEEP = timedelta(hours=12)
MOST_DAYS_OFF = 2
LOOKS = (
    *("theme", "safe_colours", "effect_display", "table_size", "motion_speed"),
    *("sounds", "volume"),
)
"""Preferences of what pages look and sound like."""
MOVES = ("goes_on", "undo_send", "mulligan_wish", "watchable")
"""Preferences of moves."""

SHOWN_AT = {
    weeks.Kind.ZONE: "time_zone",
    weeks.Kind.SLEEP: "sleep_to",
    weeks.Kind.DAYS_OFF: "days_off",
}
TOO_SOON = _(
    "This moves deadlines, so you can't change it often. You can change it again from %(when)s."
)


class PreferencesForm(forms.ModelForm):
    """The preferences form."""

    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("All dates and deadlines are shown in this time zone.")
    )

    country = forms.ChoiceField(
        label=_("Country"),
        required=False,
        help_text=_("Optional. Shown to everyone on your profile and on the leaderboards."),
    )
    days_off = forms.MultipleChoiceField(
        label=_("Days off"),
        required=False,
        choices=[(str(day), name) for day, name in WEEKDAYS.items()],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("At most two a week."),
    )

    class Meta:
        """What a user changes."""

        model = User
        fields = (
            *("language", "time_zone", "sleep_from", "sleep_to", "days_off"),
            *("theme", "safe_colours", "table_size", "effect_display"),
            *("motion_speed", "sounds", "volume"),
            *("goes_on", "undo_send", "mulligan_wish", "watchable"),
            *("country", "about", "is_named"),
        )
        labels = {  # noqa: RUF012
            "theme": _("Colours"),
            "safe_colours": _("Colours for colour blindness"),
            "table_size": _("Size of cards and board"),
            "effect_display": _("Effects of cards"),
            "motion_speed": _("Speed of animations"),
            "sounds": _("Sounds"),
            "volume": _("Volume"),
            "goes_on": _("After my move, go to the next game"),
            "mulligan_wish": _("Mulligan"),
            "undo_send": _("Let me take back a turn for 30 seconds"),
            "watchable": _("Show my correspondence games under “Watch”"),
            "about": _("About me"),
            "is_named": _("Name me in files for download"),
        }
        help_texts = {  # noqa: RUF012
            "about": _("Shown to everyone on your profile."),
            "is_named": _(
                "The site offers its public games in files, for research and bots. Without this,"
                " you have a pseudonym in them."
            ),
            "watchable": _(
                "With the board only, as spectators see it. Tables that you open as not public are"
                " never shown."
            ),
            "safe_colours": _("Colours of planets and sides that all eyes can tell apart."),
            "motion_speed": _(
                "How fast the moves of other players are played on the board. A click or a key goes"
                " to the next turn, a second one to the end."
            ),
            "sounds": _("Your turn, a card, a disc won, low time, the end of a game."),
            "goes_on": _("The game with the least time left. Otherwise you stay at the table."),
            "mulligan_wish": _(
                "A standing answer for correspondence games: sent some minutes after the deal, in"
                " your waking hours. You can take it back until then, and no one can tell."
            ),
            "undo_send": _(
                "In correspondence games a confirmed turn waits, and no one sees it. Your clock"
                " stops at once. Turns that reveal something before their end don't wait."
            ),
            "effect_display": _(
                "Point at symbols, focus them, or press and hold them to read the sentence."
            ),
            "sleep_to": _("At most twelve hours. Enter the same time twice for no sleep hours."),
        }
        widgets = {  # noqa: RUF012
            "about": forms.Textarea(attrs={"rows": 3}),
            "theme": forms.RadioSelect,
            "table_size": forms.RadioSelect,
            "motion_speed": forms.RadioSelect,
            "volume": forms.NumberInput(
                attrs={"type": "range", "min": 0, "max": LOUDEST, "step": 5}
            ),
            "sleep_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "sleep_to": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [("", _("Same as the browser")), *settings.LANGUAGES]
        set_choices(self, "language", languages)
        zones = [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())]
        set_choices(self, "time_zone", zones)
        nations = [("", _("Not specified")), *countries.choices()]
        set_choices(self, "country", nations)
        set_choices(self, "theme", Theme.choices)
        set_choices(self, "table_size", TableSize.choices)
        set_choices(self, "motion_speed", MotionSpeed.choices)
        set_choices(self, "mulligan_wish", MulliganWish.choices)
        self.fields["volume"].required = False
        self.initial["days_off"] = list(self.instance.days_off)

    @property
    def about_me(self) -> list[forms.BoundField]:
        """The fields that have no place of their own on the page."""
        placed = {"language", *LOOKS, *MOVES, *weeks.FIELDS}
        return [field for field in self if field.name not in placed]

    def clean_volume(self) -> int:
        """Return the volume; without one it stays as it was."""
        volume: int | None = self.cleaned_data["volume"]
        return self.instance.volume if volume is None else volume

    def clean_days_off(self) -> str:
        """Return the days as the model stores them."""
        days: Sequence[str] = self.cleaned_data["days_off"]
        if len(days) > MOST_DAYS_OFF:
            raise forms.ValidationError(_("You can set at most two days off a week."))
        return "".join(sorted(days))

    def clean(self) -> None:
        """Refuse more than twelve hours of sleep, and changes of the week that come too soon."""
        super().clean()
        data = self.cleaned_data
        start, end = data.get("sleep_from"), data.get("sleep_to")
        if start is not None and end is not None:
            asleep = datetime.combine(date.min, end) - datetime.combine(date.min, start)
            if asleep % timedelta(days=1) > MOST_SLEEP:
                self.add_error("sleep_to", _("You can set at most twelve sleep hours a day."))
        for kind in weeks.kinds_of(self.changed_data):
            again = weeks.next_change(self.instance, kind, timezone.now())
            if again is not None:
                here = timezone.localtime(again)
                when = date_format(here, "DATETIME_FORMAT")
                self.add_error(SHOWN_AT[kind], TOO_SOON % {"when": when})

    def save(self, commit: bool = True) -> User:
        """Save, and record changes of the week; the caller opens the transaction."""
        weeks.note_changes(self.instance, weeks.kinds_of(self.changed_data), timezone.now())
        user: User = super().save(commit)
        return user


class DeleteAccountForm(forms.Form):
    """The confirmation form for deleting an account: the user types their name."""

    name = forms.CharField(
        label=_("Your username"),
        help_text=_("Type it to confirm."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Refuse any other name."""
        name: str = self.cleaned_data["name"]
        if name != self.user.username:
            raise forms.ValidationError(_("This isn't your username."))
        return name
