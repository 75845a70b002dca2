"""Browsers that get pushes."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext


class Browsers(models.QuerySet["PushSubscription"]):
    """Browsers that were subscribed to pushes."""

    def awake(self) -> "Browsers":
        """Return those whose user is signed in there, and that the push service takes."""
        return self.filter(stopped_at=None).exclude(session="")


class PushSubscription(models.Model):
    """A browser that wants pushes (RFC 8030, 8291)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.URLField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=200)
    auth = models.CharField(max_length=50)
    browser = models.CharField(max_length=80, blank=True)
    device = models.CharField(max_length=32, blank=True)
    """A keyed hash of the cookie by which the site knows the browser again at a log-in."""
    session = models.CharField(max_length=32, blank=True)
    """A random name that the session there knows; empty after it has ended: no pushes."""
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    """How often in a row its push service has refused it."""
    stopped_at = models.DateTimeField(null=True)
    """Since then it gets no pushes: they were refused too often, or the subscription is gone."""
    said = models.CharField(max_length=200, blank=True)
    """The push service's last refusal."""

    objects = Browsers.as_manager()

    class Meta:
        """The oldest first. The table is older than this app."""

        db_table = "notifications_pushsubscription"
        ordering = ("created_at",)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.browser}"

    @property
    def name(self) -> str:
        """What the browser is called on pages."""
        return self.browser or gettext("a browser")
