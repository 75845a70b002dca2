"""Stored reviews of finished games, games tried from a position, and hints that were taken."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tables.occasions import Occasion

TRIAL = Occasion(
    "trial",
    _("tried from a finished game"),
    abortable=True,
    practice=True,
    news=_("Your try from a finished game starts."),
)
"""The occasion of a game that begins with the moves of a finished one."""


class State(models.TextChoices):
    """The state of a review."""

    QUEUED = "queued", _("waiting")
    RUNNING = "running", _("in progress")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Review(models.Model):
    """The review of a finished game: its turns as the engine judges them."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="review")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    judge = models.CharField(max_length=32)
    """The judge that it is made with (`engine.analysis.review.judging.NAME`)."""
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True)
    """The last sign of life of the worker that makes it."""
    done_at = models.DateTimeField(null=True)
    total = models.PositiveSmallIntegerField(default=0)
    """The number of turns of the game."""
    turns = models.JSONField(default=list)
    """The turns that have been reviewed (`games.review.stored`)."""
    agreement = models.JSONField(default=list)
    """Seat -> [its turns, those for which the judge alone knows no better one], when it is done."""

    class Meta:
        """An index for the reviews that are not made yet."""

        indexes = (
            models.Index(
                fields=["asked_at"],
                condition=models.Q(state__in=("queued", "running")),
                name="review_waiting",
            ),
            models.Index(fields=["asked_by", "asked_at"], name="review_asked"),
        )

    def __str__(self) -> str:
        return gettext("Review of game %(game)s") % {"game": self.game_id}


class Trial(models.Model):
    """A game that begins with the moves of a finished one."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="trial")
    original = models.ForeignKey("tables.Game", on_delete=models.CASCADE, related_name="trials")
    seq = models.PositiveIntegerField()
    """The number of moves that it has taken over."""

    def __str__(self) -> str:
        return gettext("Try from game %(game)s") % {"game": self.original_id}


class Hint(models.Model):
    """The hints that a seat has taken for one question."""

    NUDGE, TURN, REASONS = 1, 2, 3

    game = models.ForeignKey(
        "tables.Game", on_delete=models.CASCADE, related_name="hints", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    """The number of moves before the question."""
    stage = models.PositiveSmallIntegerField(default=NUDGE)
    """What has been shown: the card, then the turn, then why."""
    advice = models.JSONField(default=dict)
    """What the engine advises, in full."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """A seat has one row a question."""

        constraints = (
            models.UniqueConstraint(fields=["game", "seat", "seq"], name="review_hint_once"),
        )

    def __str__(self) -> str:
        return gettext("Hint in game %(game)s") % {"game": self.game_id}
