"""Access tokens of the API, and writes that must not happen twice."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.endpoints.access import Scope

OFFERED = tuple(Scope)
"""The scopes of new tokens."""


class ApiToken(models.Model):
    """An access token: a program uses the API with it in its owner's name.

    A user has made it, or an app has asked for it (`games.api.oauth`).

    Only a hash is stored: the token itself is shown once.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=255)
    client_id = models.CharField(max_length=100, blank=True, default="", db_default="")
    """What an app calls itself; empty for a personal token."""
    code_digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The SHA-256 of the authorization code that an app got it for; empty for a personal token."""
    digest = models.CharField(max_length=64, unique=True)
    """The SHA-256 of the token, in hexadecimal."""
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True)
    used_on = models.DateField(null=True)
    """The last day on which it was used (UTC)."""

    class Meta:
        """The oldest first."""

        ordering = ("created_at", "pk")
        indexes = (
            models.Index(
                fields=["code_digest"], condition=~models.Q(code_digest=""), name="api_token_code"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def has(self, scope: str) -> bool:
        """Whether it may do this."""
        return scope in self.scopes

    def is_valid(self, now: datetime) -> bool:
        """Whether it has not expired, and its owner's account is open."""
        return self.user.is_active and (self.expires_at is None or now < self.expires_at)

    @property
    def scope_labels(self) -> list[str]:
        """What it may do, in words."""
        return [str(scope.label) for scope in Scope if scope in self.scopes]


class IdempotentWrite(models.Model):
    """A write with an `Idempotency-Key`, and its answer: the same request again gets the same."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="idempotent_writes"
    )
    key = models.CharField(max_length=100)
    """The SHA-256 of the number of the token and of its key."""
    request_digest = models.CharField(max_length=64)
    """The SHA-256 of method, address and body."""
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.TextField(blank=True)
    location = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """A key is used once; old ones are deleted."""

        constraints = (models.UniqueConstraint(fields=["user", "key"], name="api_write_once"),)
        indexes = (models.Index(fields=["at"], name="api_write_at"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"
