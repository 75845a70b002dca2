"""Proposals of players about the time of their game."""

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LIVE_OFFER = timedelta(minutes=5)
"""The time after which a proposal about live play expires."""


class ProposalKind(models.TextChoices):
    """The subjects of proposals."""

    PAUSE = "pause", _("pause the game")
    RESUME = "resume", _("resume the game")
    PACE = "pace", _("change the pace")


class Proposal(models.Model):
    """An open proposal of one side; a game has at most one."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="proposal")
    side = models.PositiveSmallIntegerField()
    """The side that has made it."""
    kind = models.CharField(max_length=6, choices=ProposalKind)
    pace = models.JSONField(null=True)
    """The new `games.clock.Pace` for a change of pace; `None` for no clock."""
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"

    @property
    def is_live(self) -> bool:
        """Whether it is about live play."""
        return self.game.live or bool(self.pace and self.pace["live"])

    def has_lapsed(self, now: datetime) -> bool:
        """Whether a proposal about live play is too old to be accepted.

        Any proposal lapses with the next move, which deletes it.
        """
        return self.is_live and now - self.at > LIVE_OFFER
