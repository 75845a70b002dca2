"""What the site remembers of time, beside the clock on the game itself."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ProposalKind(models.TextChoices):
    """What both sides have to agree on."""

    PAUSE = "pause", _("pause the game")
    RESUME = "resume", _("go on")
    PACE = "pace", _("change the pace")


class Proposal(models.Model):
    """One side proposes, the other accepts or not; a game has one open proposal at most."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="proposal")
    side = models.PositiveSmallIntegerField()
    """The side that proposes."""
    kind = models.CharField(max_length=6, choices=ProposalKind)
    pace = models.JSONField(null=True)
    """For a change of pace: the new `games.clock.Pace`; `None`: no clock."""
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"


class Outage(models.Model):
    """A time in which nobody minded the clocks: it was given back to everybody."""

    start = models.DateTimeField()
    end = models.DateTimeField()
    games = models.PositiveIntegerField(default=0)
    """How many running games got it back."""

    class Meta:
        """The latest first."""

        ordering = ("-end",)

    def __str__(self) -> str:
        return f"{self.start} - {self.end}"
