"""Users, their vacations, blocks and friends; what is remembered of their addresses."""

from collections.abc import Collection
from datetime import time
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import countries, names

ZONE_AT_FIRST = "UTC"
VACATION_AT_FIRST = 20 * 24
"""The hours of vacation that every user starts with."""


class Theme(models.TextChoices):
    """Colour schemes."""

    DARK = "dark", _("Dark")
    LIGHT = "light", _("Light")
    CONTRAST = "contrast", _("High contrast")
    AUTO = "auto", _("Same as the system")


class TableSize(models.TextChoices):
    """Sizes of the cards and the board."""

    SMALL = "small", _("Small")
    NORMAL = "", _("Normal")
    LARGE = "large", _("Large")


class MotionSpeed(models.TextChoices):
    """Speeds at which the moves of other players are played on the board."""

    CALM = "calm", _("Calm")
    NORMAL = "", _("Normal")
    FAST = "fast", _("Fast")
    OFF = "off", _("Off")


LOUDEST = 100


class EffectDisplay(models.TextChoices):
    """How effects of cards are shown."""

    ICONS = "icons", _("Symbols")
    TEXT = "text", _("Text")
    BOTH = "both", _("Symbols and text")


class MulliganWish(models.TextChoices):
    """Standing answers to the mulligan; numbers are the least price of the cards to replace."""

    ASK = "", _("Ask me")
    KEEP = "keep", _("Keep all cards")
    SEVEN = "7", _("Replace cards for 7 credits and more")
    SIX = "6", _("Replace cards for 6 credits and more")
    FIVE = "5", _("Replace cards for 5 credits and more")


class User(AbstractUser):
    """A user: a player with an account, or a guest without one."""

    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot account"), default=False, db_default=False, editable=False)
    """Whether a program plays in its name, for good: it never plays in people's contests."""
    bot_maker = models.CharField(
        _("maker of the bot"), max_length=60, blank=True, default="", db_default="", editable=False
    )
    language = models.CharField(_("language"), max_length=8, blank=True)
    """The chosen one; empty: the browser's."""
    last_language = models.CharField(max_length=8, blank=True, editable=False)
    """The language of the user's pages when the browser last chose it: that of mails."""
    time_zone = models.CharField(_("time zone"), max_length=64, default=ZONE_AT_FIRST)
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.AUTO)
    safe_colours = models.BooleanField(_("colours for colour blindness"), default=False)
    table_size = models.CharField(
        _("size of cards and board"), max_length=8, choices=TableSize, blank=True
    )
    motion_speed = models.CharField(
        _("speed of animations"),
        max_length=8,
        choices=MotionSpeed,
        blank=True,
        default="",
        db_default="",
    )
    sounds = models.BooleanField(_("sounds"), default=False)
    volume = models.PositiveSmallIntegerField(
        _("volume"), default=60, validators=(MaxValueValidator(LOUDEST),)
    )
    effect_display = models.CharField(
        _("effects of cards"), max_length=8, choices=EffectDisplay, default=EffectDisplay.ICONS
    )
    goes_on = models.BooleanField(_("go to the next game after a move"), default=False)
    undo_send = models.BooleanField(_("take back a sent turn"), default=False)
    """Whether turns of correspondence games wait for some seconds before they are played."""
    mulligan_wish = models.CharField(_("mulligan"), max_length=8, choices=MulliganWish, blank=True)
    """The standing answer to the mulligan of correspondence games."""
    sleep_from = models.TimeField(_("I sleep from"), default=time(23))
    sleep_to = models.TimeField(_("until"), default=time(7))
    """The same as `sleep_from`: no sleep hours."""
    days_off = models.CharField(_("days off"), max_length=7, blank=True)
    """Weekdays as digits, `0` for Monday."""
    vacation_hours = models.PositiveSmallIntegerField(default=VACATION_AT_FIRST)
    """The remaining hours of vacation."""
    watchable = models.BooleanField(
        _("correspondence games shown under “Watch”"), default=True, db_default=True
    )
    """Whether running correspondence games are shown on the page of games to watch."""
    is_named = models.BooleanField(
        _("named in files for download"), default=False, db_default=False
    )
    """Whether files with many games name the user; without it they have a pseudonym."""
    country = models.CharField(_("country"), max_length=2, blank=True)
    """ISO 3166 code; optional, given by the user."""
    about = models.CharField(_("about me"), max_length=300, blank=True)
    face = models.CharField(_("face"), max_length=40, blank=True, default="", db_default="")
    """An agent, or `letter`; empty: the agent that comes with the name."""
    face_colour = models.CharField(
        _("colour of the face"), max_length=8, blank=True, default="", db_default=""
    )
    """The planet whose colour it has; empty: the one that comes with the name."""
    name_key = models.CharField(max_length=names.LONGEST_KEY, editable=False, unique=True)
    """The key that look-alike names share (`accounts.names.key_of`)."""
    last_seen_on = models.DateField(null=True, editable=False)
    """The last day on which the user was on the site (UTC); it outlives their sessions."""

    class Meta:
        """Names are unique regardless of case."""

        constraints = (models.UniqueConstraint(Lower("username"), name="accounts_user_name_once"),)
        permissions = (("close_account", "Can close and reopen accounts"),)

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user, and the key of the name with the name."""
        fields: Collection[str] | None = kwargs.get("update_fields")
        if fields is None or "username" in fields:
            self.name_key = names.key_of(self.username)
            if fields is not None:
                kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    @property
    def country_name(self) -> str:
        """The name of the user's country in the active language, or an empty string."""
        return countries.name_of(self.country)

    @property
    def reads(self) -> str:
        """The language of what is sent to the user."""
        return self.language or self.last_language or settings.LANGUAGE_CODE

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone."""
        return ZoneInfo(self.time_zone)


class Absence(models.Model):
    """A vacation, planned or begun; vacation hours stop the clocks of the games meanwhile."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="absences")
    start = models.DateTimeField()
    end = models.DateTimeField()
    """Moved to the present when the user returns early."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """The latest last."""

        ordering = ("start",)
        indexes = (models.Index(fields=["user", "end"]),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.start} - {self.end}"


class WeekChange(models.Model):
    """A change of the sleep hours, days off or zone; corrections soon after are not recorded."""

    class Kind(models.TextChoices):
        """The part that changed."""

        ZONE = "zone"
        SLEEP = "sleep"
        DAYS_OFF = "days_off"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="week_changes")
    kind = models.CharField(max_length=8, choices=Kind)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"


class VacationHour(models.Model):
    """A spent hour of vacation, for all games of its owner at once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="spent_hours")
    hour = models.DateTimeField()
    """Its first moment, a full hour in UTC."""

    class Meta:
        """No hour is spent twice."""

        constraints = (
            models.UniqueConstraint(fields=["user", "hour"], name="accounts_hour_paid_once"),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.hour}"


class Block(models.Model):
    """A block: the two users are never paired."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once is enough."""

        constraints = (
            models.UniqueConstraint(fields=["user", "blocked"], name="accounts_block_once"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.blocked_id}"


class Follow(models.Model):
    """A user follows another one as a friend."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followers")

    class Meta:
        """Once is enough."""

        constraints = (
            models.UniqueConstraint(fields=["user", "followed"], name="accounts_follow_once"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.followed}"


class UnconfirmedAddress(models.Model):
    """Since when an account has had an email address without confirming it."""

    address = models.OneToOneField(
        "account.EmailAddress", on_delete=models.CASCADE, related_name="unconfirmed"
    )
    since = models.DateTimeField(db_index=True)
    """Or when the latest link was mailed to it."""

    def __str__(self) -> str:
        return f"{self.address_id}: {self.since}"


class AccountMail(models.Model):
    """A mail that any visitor can cause, one of those allowed a day (`accounts.mail_limits`)."""

    key = models.CharField(max_length=64)
    """A keyed hash of the address and of what is counted."""
    slot = models.PositiveSmallIntegerField()
    sent_at = models.DateTimeField(db_index=True)

    class Meta:
        """A row for each mail that is allowed."""

        constraints = (
            models.UniqueConstraint(fields=["key", "slot"], name="accounts_mail_slot_once"),
        )

    def __str__(self) -> str:
        return f"{self.key} {self.slot}"


class AddressChange(models.Model):
    """A change of an account's email address, kept while the former address can undo it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="address_changes")
    former = models.EmailField(max_length=254)
    at = models.DateTimeField(db_index=True)
    undone_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.at}"


class FormerName(models.Model):
    """A name that an account has given up, by a deletion or a new name."""

    name = models.CharField(max_length=150)
    key = models.CharField(max_length=names.LONGEST_KEY, unique=True)
    """The key that look-alike names share."""
    user = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="former_names"
    )
    """The player who was renamed; `None` after the account was deleted."""
    until = models.DateTimeField(db_index=True)
    """Until then no other player can take it."""

    def __str__(self) -> str:
        return self.name
