"""What moderators tell all visitors."""

from django.db import models
from django.utils import timezone


class SiteAnnouncement(models.Model):
    """A line that the people who run the site show to everybody."""

    text = models.CharField(max_length=300)
    shown_from = models.DateTimeField(default=timezone.now)
    shown_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.text
