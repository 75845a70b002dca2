"""What the site remembers of time, beside the clock on the game itself."""

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LIVE_OFFER = timedelta(minutes=5)
"""How long an offer about live play holds."""


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

    @property
    def is_live(self) -> bool:
        """Whether it is about live play."""
        return self.game.live or bool(self.pace and self.pace["live"])

    def has_lapsed(self, now: datetime) -> bool:
        """Whether an offer about live play is too old to be accepted.

        Any offer lapses at the next move, which deletes it.
        """
        return self.is_live and now - self.at > LIVE_OFFER


class Outage(models.Model):
    """A period in which the clock sweep did not run, to be given back to the running games."""

    start = models.DateTimeField()
    end = models.DateTimeField()
    live = models.BooleanField(default=False)
    """Whether it concerns the live games; if not, all others."""
    done = models.BooleanField(default=False)
    """Whether every running game has its time back. Until then each gets it when it is next
    locked, at the latest by the sweep."""
    games = models.PositiveIntegerField(default=0)
    """How many running games the batches gave it back to, counted at the latest of several."""

    class Meta:
        """The latest first; every move asks whether one is still to be given back."""

        ordering = ("-end",)
        indexes = (
            models.Index(
                fields=["live", "id"], condition=models.Q(done=False), name="games_outage_open"
            ),
        )

    def __str__(self) -> str:
        return f"{self.start} - {self.end}"
