"""Seasons, their divisions, entries and fixtures."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.seasons.quarters import Quarter
from games.tables.occasions import Occasion

SEASON_GAME = Occasion("season", gettext_lazy("season game"))


class Season(models.Model):
    """A season: one quarter of a year."""

    class State(models.TextChoices):
        """The state of a season."""

        OPEN = "open", gettext_lazy("enrolment is open")
        RUNNING = "running", gettext_lazy("running")
        CLOSED = "closed", gettext_lazy("over")
        TOO_FEW = "few", gettext_lazy("cancelled: too few players")
        MISSED = "missed", gettext_lazy("cancelled: the site was down")

    year = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    """1 begins in January, 4 in October."""
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)

    class Meta:
        """One season per quarter; the periodic task queries by state."""

        constraints = (
            models.UniqueConstraint(fields=["year", "number"], name="seasons_season_once"),
        )
        indexes = (models.Index(fields=["state", "starts_at"]),)

    def __str__(self) -> str:
        return _("Season %(year)d/%(number)d") % {"year": self.year, "number": self.number}

    def get_absolute_url(self) -> str:
        """Return the path of its page."""
        return reverse("season", args=[self.year, self.number])

    @property
    def last_day(self) -> datetime:
        """A time on its last day."""
        return self.ends_at - timedelta(seconds=1)


def season_in(quarter: Quarter) -> Season:
    """Return an unsaved season for a quarter."""
    return Season(
        year=quarter.year, number=quarter.number, starts_at=quarter.start, ends_at=quarter.end
    )


class Division(models.Model):
    """A division of a season. Its row is locked while its fixtures change."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    """1 is the highest."""

    class Meta:
        """The highest first."""

        ordering = ("level",)
        constraints = (
            models.UniqueConstraint(fields=["season", "level"], name="seasons_division_once"),
        )

    def __str__(self) -> str:
        return _("Division %(level)d") % {"level": self.level}

    def get_absolute_url(self) -> str:
        """Return the path of its page."""
        return reverse("season_division", args=[self.season.year, self.season.number, self.level])


class SeasonEntry(models.Model):
    """A player's entry in a season. The row stays without a user if the account is deleted."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seasons"
    )
    entered_at = models.DateTimeField(default=timezone.now)
    division = models.ForeignKey(
        Division, null=True, on_delete=models.CASCADE, related_name="entries"
    )
    """Set when the season starts."""
    strength = models.FloatField(default=0)
    """Correspondence rating at the start, minus twice its deviation."""
    unsure = models.BooleanField(default=False)
    """Whether that rating was provisional: the next season then places the player by rating."""
    withdrawn_at = models.DateTimeField(null=True)
    struck = models.BooleanField(default=False)
    """Whether the player withdrew so early that none of their results count."""
    place = models.PositiveSmallIntegerField(null=True)
    """Final place in the division."""
    step = models.SmallIntegerField(default=0)
    """−1 for promotion, 1 for relegation."""

    class Meta:
        """One entry per user and season."""

        verbose_name_plural = "season entries"
        ordering = ("entered_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=["season", "user"], name="seasons_seasonentry_once"),
        )

    def __str__(self) -> str:
        return self.user.username if self.user else _("gone")

    @property
    def is_gone(self) -> bool:
        """Whether the player plays no further games."""
        return self.withdrawn_at is not None or self.user_id is None


class Fixture(models.Model):
    """A scheduled game of two players in a division, and its outcome."""

    class Outcome(models.TextChoices):
        """The outcome; values are the keys of `games.seasons.standings.POINTS`."""

        FIRST = "first"
        SECOND = "second"
        DRAW = "draw"
        NOBODY = "nobody"

    class Reason(models.TextChoices):
        """Why the game was decided otherwise than by playing it to the end."""

        TIME = "time", gettext_lazy("time ran out")
        WITHDRAWN = "withdrawn", gettext_lazy("withdrawn")
        BARRED = "barred", gettext_lazy("barred from rated games")
        REVOKED = "revoked", gettext_lazy("annulled by a moderator")
        UNFINISHED = "unfinished", gettext_lazy("unfinished when the season ended")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    first = models.ForeignKey(SeasonEntry, on_delete=models.CASCADE, related_name="+")
    """The player with the first turn."""
    second = models.ForeignKey(SeasonEntry, on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField()
    """Start of the round."""
    game = models.OneToOneField(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="fixture"
    )
    outcome = models.CharField(max_length=6, choices=Outcome, blank=True)
    reason = models.CharField(max_length=10, choices=Reason, blank=True)

    class Meta:
        """Players meet once with the same sides; the periodic task queries due fixtures."""

        ordering = ("round", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["division", "first", "second"], name="seasons_fixture_once"
            ),
        )
        indexes = (
            models.Index(
                fields=["due_at"], condition=Q(game=None, outcome=""), name="seasons_fixture_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.first_id} {self.second_id} {self.outcome}"
