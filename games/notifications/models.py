"""Notifications, their deliveries (the outbox), and mail addresses to which nothing is sent."""

import secrets
from datetime import time

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Digest(models.TextChoices):
    """How often a summary comes by mail."""

    NONE = "", _("none")
    DAILY = "daily", _("every day")
    WEEKLY = "weekly", _("every week")


def alarms_at_first() -> list[int]:
    """Return at which per cent of the usable time left people are reminded if they say nothing."""
    return [20, 5]


def new_feed_token() -> str:
    """Return the secret part of the addresses of a user's feeds."""
    return secrets.token_urlsafe(24)


class NotificationSettings(models.Model):
    """How a user wants to be notified."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notification_settings"
    )
    matrix = models.JSONField(default=dict)
    """What differs from the defaults: `{"talk": {"mail": true}}`."""
    mail_after = models.PositiveSmallIntegerField(_("minutes before a mail"), default=30)
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet until"), null=True, blank=True)
    """Without them: the sleep hours. Twice the same: no quiet hours."""
    alarms = models.JSONField(default=alarms_at_first)
    """Per cent of the usable time left at which to remind; empty list: never."""
    digest = models.CharField(max_length=6, choices=Digest, default=Digest.NONE, blank=True)
    digest_at = models.TimeField(_("digest at"), default=time(8))
    digest_day = models.PositiveSmallIntegerField(_("digest on"), default=0)
    """The weekday of a weekly digest, 0 for Monday."""
    digest_sent_at = models.DateTimeField(null=True)
    digest_again_at = models.DateTimeField(null=True)
    """When a digest that was not taken is tried again."""
    feed_token = models.CharField(max_length=48, unique=True, default=new_feed_token)

    def __str__(self) -> str:
        return f"{self.user_id}"


class Notification(models.Model):
    """Something that happened and concerns one user; written with what happened."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notifications",
        db_index=False,
    )
    game = models.ForeignKey(
        "tables.Game", null=True, on_delete=models.CASCADE, related_name="notifications"
    )
    kind = models.CharField(max_length=40)
    """The key of a `games.notifications.kinds.NotificationKind`."""
    key = models.CharField(max_length=80)
    """What makes it one: `turn 17 42` is told to a user once, however often it is noticed."""
    seq = models.PositiveIntegerField(default=0)
    """The `seq` of the game then."""
    data = models.JSONField(default=dict)
    """What the words need that the game does not say: never a hidden card."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once each."""

        constraints = (
            models.UniqueConstraint(fields=["user", "key"], name="notifications_notification_once"),
        )
        indexes = (models.Index(fields=["user", "at"]),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"


class Delivery(models.Model):
    """One notification on one channel: a row of the outbox, retried until sent or given up."""

    class State(models.TextChoices):
        """Where a delivery is."""

        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not sent")
        DIGEST = "digest", _("in the summary")
        FAILED = "failed", _("failed")

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    channel = models.CharField(max_length=8)
    """The key of a `games.notifications.channels.Channel`."""
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True)
    """Until then one worker has claimed the delivery; the claim of a dead worker ends then."""
    handed_at = models.DateTimeField(null=True)
    """When it was handed to its channel; what came of it is not known before it is settled."""
    unsure = models.PositiveSmallIntegerField(default=0)
    """How often it was sent again because it may not have been sent before."""
    tries = models.PositiveSmallIntegerField(default=0)
    settled_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=40, blank=True)
    """A code of `games.notifications.reasons`: why it was held back, not sent, or failed."""
    said = models.CharField(max_length=200, blank=True)
    """What a mail server or another answered, for the person and for the log."""
    taken = models.JSONField(default=list)
    """The addresses that have it, such as browsers, by their ids: they do not get it again."""
    refused = models.JSONField(default=list)
    """Those that never will take it: they are not asked again."""

    class Meta:
        """Once a channel."""

        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(
                fields=["notification", "channel"], name="notifications_delivery_once"
            ),
        )
        indexes = (models.Index(fields=["state", "due_at"]),)

    def __str__(self) -> str:
        return f"{self.notification_id} {self.channel}: {self.state}"


class BadAddress(models.Model):
    """A mail address that bounced, or whose reader complained: no mail goes there any more."""

    class Why(models.TextChoices):
        """What happened."""

        BOUNCE = "bounce", _("a mail came back")
        COMPLAINT = "complaint", _("a mail was reported as spam")

    address = models.EmailField(unique=True)
    """In small letters."""
    why = models.CharField(max_length=9, choices=Why)
    said = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """The plural of its name."""

        verbose_name_plural = "bad addresses"

    def __str__(self) -> str:
        return self.address
