"""What the site keeps of tournaments: who is in, the rounds, who met whom and how it went."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tables import time_words

LEAST, MOST = 4, 128
"""Players."""


class TournamentKind(models.TextChoices):
    """Who meets whom."""

    SWISS = "swiss", _("Swiss system")
    KNOCKOUT = "knockout", _("knock-out")


class TournamentStage(models.TextChoices):
    """Where a tournament is in its life."""

    ENROLLING = "enrolling", _("open for enrolment")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Tournament(models.Model):
    """A tournament, from the moment somebody calls for players."""

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted_tournaments",
    )
    month = models.DateField(null=True, unique=True)
    """The first day of the month of which this is the site's own tournament."""
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=8, choices=TournamentKind)
    pace = models.JSONField()
    """A `games.clock.Pace`."""
    live = models.BooleanField(default=False)
    rounds = models.PositiveSmallIntegerField(default=0)
    """How many are played; 0 until the start: as many as the number of players asks for."""
    duplicate = models.BooleanField(default=False)
    """The same deal at every table of a round."""
    most = models.PositiveSmallIntegerField(default=MOST)
    """Places."""
    stage = models.CharField(
        max_length=9, choices=TournamentStage, default=TournamentStage.ENROLLING
    )
    starts_at = models.DateTimeField(null=True)
    """`None`: when the host says so, or all places are taken."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """The periodic task looks up what is due."""

        indexes = (models.Index(fields=["stage", "starts_at"], name="tournaments_tournament_due"),)

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """Its name; that of the site's own is in the language of this moment."""
        if self.month is None:
            return self.name
        return gettext("Cup of %(month)s") % {"month": date_format(self.month, "YEAR_MONTH_FORMAT")}

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("tournament", args=[self.pk])

    @property
    def pace_words(self) -> str:
        """The pace, in words."""
        return time_words.pace(self.pace)


class Entrant(models.Model):
    """Somebody in a tournament. The row of somebody whose account is gone stays, without a name."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    joined_at = models.DateTimeField()
    number = models.PositiveSmallIntegerField(null=True)
    """From the start on: 1 for who had the best rating then, and so on."""
    rating = models.PositiveSmallIntegerField(null=True)
    """At the start; `None` for who had none in the pool of this pace."""
    withdrew_at = models.DateTimeField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    """At the end; who is out together shares a place."""

    class Meta:
        """A person enters once."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "user"], name="tournaments_entrant_once"),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_number_once"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Who this is."""
        return self.user.username if self.user else gettext("gone")

    @property
    def is_here(self) -> bool:
        """Whether they still play."""
        return self.user is not None and self.user.is_active and self.withdrew_at is None


class TournamentRound(models.Model):
    """Pairings that are played at the same time."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="all_rounds")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, blank=True)
    """Of all its games, if they have the same deal; a secret until the round is over."""
    started_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True)

    class Meta:
        """No round twice."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_round_once"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class PairingScore(models.TextChoices):
    """How a pairing went."""

    OPEN = "", _("open")
    FIRST = "first", _("1 – 0")
    SECOND = "second", _("0 – 1")
    DRAW = "draw", _("½ – ½")
    NONE = "none", _("0 – 0")
    BYE = "bye", _("bye")


class Pairing(models.Model):
    """Two who meet, in one game; or somebody who has a bye."""

    round = models.ForeignKey(TournamentRound, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    """1 for the table of the best; in a knock-out the place in the bracket."""
    nth = models.PositiveSmallIntegerField(default=1)
    """2 for the second game of two whose first one was drawn."""
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    """Who has the first turn; who has the bye."""
    second = models.ForeignKey(Entrant, null=True, on_delete=models.CASCADE, related_name="+")
    game = models.OneToOneField(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="pairing"
    )
    score = models.CharField(
        max_length=6, choices=PairingScore, blank=True, default=PairingScore.OPEN
    )

    class Meta:
        """A table has each of its games once."""

        ordering = ("table", "nth")
        constraints = (
            models.UniqueConstraint(
                fields=["round", "table", "nth"], name="tournaments_pairing_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.round_id}: {self.table}"
