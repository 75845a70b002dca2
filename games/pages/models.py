"""Site announcements."""

from django.db import models
from django.utils import timezone


class SiteAnnouncement(models.Model):
    """A line of text shown to all visitors for some time."""

    text = models.CharField(max_length=300)
    shown_from = models.DateTimeField(default=timezone.now)
    shown_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.text
