"""The chat of tables, and reports of its messages."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.tables.models.game import Game


class Message(models.Model):
    """A chat message at a table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    hidden = models.BooleanField(default=False)

    class Meta:
        """In the order of writing."""

        ordering = ("at", "pk")

    def __str__(self) -> str:
        return self.text[:50]


class Report(models.Model):
    """A user's report of a chat message."""

    message = models.ForeignKey(
        Message, on_delete=models.CASCADE, related_name="reports", db_index=False
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A user reports a message once."""

        constraints = (
            models.UniqueConstraint(fields=["message", "reporter"], name="tables_report_once"),
        )

    def __str__(self) -> str:
        return f"{self.reporter}: {self.message}"
