"""Webhooks of users."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Webhook(models.Model):
    """An address of a user's own to which is posted what concerns them, or news of a subject."""

    class Form(models.TextChoices):
        """What is posted there."""

        JSON = "json", _("plain JSON")
        DISCORD = "discord", _("for Discord")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.URLField(max_length=500)
    form = models.CharField(max_length=8, choices=Form, default=Form.JSON)
    created_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveSmallIntegerField(default=0)
    stopped_at = models.DateTimeField(null=True)
    """After too many failures nothing is sent any more until its owner says so."""
    said = models.CharField(max_length=200, blank=True)
    mention = models.CharField(max_length=20, blank=True, default="", db_default="")
    """The Discord user whom a text mentions: a number; empty for no one."""
    skipped = models.TextField(blank=True, default="", db_default="")
    """The keys of the topics that are not posted there, with spaces between them."""
    salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What its secret is made of (`signing`); empty: it has none, and nothing is signed."""
    former_salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    renewed_at = models.DateTimeField(null=True, db_default=None)
    """When its secret was made anew; the former one still signs for a day."""
    sort = models.CharField(max_length=12, blank=True, default="", db_default="")
    """The key of a `games.notifications.subjects.FollowedSubject`, if it follows one; a webhook of
    the user's own notifications has none."""
    subject = models.CharField(max_length=20, blank=True, default="", db_default="")
    """The id of the subject."""
    game = models.ForeignKey(
        "tables.Game", null=True, on_delete=models.CASCADE, related_name="following_webhooks"
    )
    """The game, if the subject is a table."""
    posted_seq = models.PositiveIntegerField(default=0, db_default=0)
    """The `seq` of the game up to which its moves have been handed to the outbox."""
    over_at = models.DateTimeField(null=True, db_default=None)
    """When the last news of the subject was handed to the outbox."""

    class Meta:
        """The oldest first. The table is older than this app."""

        db_table = "notifications_webhook"
        ordering = ("created_at",)
        indexes = (
            models.Index(
                fields=["sort", "subject"],
                condition=~models.Q(sort=""),
                name="notifications_webhook_of",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.form}"

    @property
    def follows(self) -> bool:
        """Whether it follows a subject; else it is of its user's own notifications."""
        return bool(self.sort)

    def carries(self, topic: str) -> bool:
        """Whether a topic, named by its key, is posted there if the channel carries it."""
        return topic not in self.skipped.split()
