"""Records of what moderators do at tables."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.tables.models.game import Game


class Inspection(models.Model):
    """An audit entry: a staff member viewed a running game from a seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="inspections")
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.staff} {self.game_id} {self.at}"


class Annulment(models.Model):
    """An annulment of a finished game by a moderator, with the former result."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="annulment")
    ending = models.CharField(max_length=12, blank=True)
    winner = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.at}"
