"""Tournaments, their entrants, rounds and pairings."""

import calendar
from datetime import date, timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.portraits.faces import PlayerFace, face_of, face_of_bot
from games.tables import time_words
from games.tables.models import BOT_NAMES
from games.tables.occasions import Occasion

TOURNAMENT_GAME = Occasion("tournament", _("tournament game"), others_wait=True)
LEAST, MOST = 4, 128
"""Fewest and most players."""


class TournamentKind(models.TextChoices):
    """The system of pairing."""

    SWISS = "swiss", _("Swiss system")
    KNOCKOUT = "knockout", _("knock-out")


class TournamentStage(models.TextChoices):
    """The stage of a tournament."""

    ENROLLING = "enrolling", _("open for enrolment")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Tournament(models.Model):
    """A tournament, from the opening of its enrolment."""

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted_tournaments",
    )
    month = models.DateField(null=True, unique=True)
    """First day of the month, if this is the site's own monthly tournament."""
    day = models.DateField(null=True, unique=True, db_default=None)
    """Its Monday, Friday or Sunday, if this is one of the site's own weekly cups."""
    hour_fixed = models.BooleanField(default=False, db_default=False)
    """Whether the hour of a live weekly cup is fixed."""
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=8, choices=TournamentKind)
    pace = models.JSONField()
    """A `games.clock.Pace`."""
    live = models.BooleanField(default=False)
    rounds = models.PositiveSmallIntegerField(default=0)
    """Number of rounds; before the start, 0 to derive it from the number of players."""
    duplicate = models.BooleanField(default=False)
    """Whether all tables of a round have the same deal."""
    most = models.PositiveSmallIntegerField(default=MOST)
    """Number of places."""
    stage = models.CharField(
        max_length=9, choices=TournamentStage, default=TournamentStage.ENROLLING
    )
    starts_at = models.DateTimeField(null=True)
    """`None` to start when the host decides or all places are taken."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """The periodic task queries due tournaments."""

        indexes = (models.Index(fields=["stage", "starts_at"], name="tournaments_tournament_due"),)

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """The name; of the site's own tournaments in the current language."""
        if self.month is not None:
            month = date_format(self.month, "YEAR_MONTH_FORMAT")
            return gettext("Cup of %(month)s") % {"month": month}
        if self.day is not None:
            return _weekly_title(self.day)
        return self.name

    @property
    def fills_up(self) -> bool:
        """Whether bots take empty places at the start."""
        return self.day is not None

    @property
    def by_evening(self) -> bool:
        """Whether the hour of its start is still to be chosen for those who have joined."""
        return self.day is not None and self.live and not self.hour_fixed

    @property
    def starts_in(self) -> str:
        """The time until its start in words; empty if that is over, or not known."""
        if self.stage != TournamentStage.ENROLLING or self.starts_at is None:
            return ""
        left = self.starts_at - timezone.now()
        return time_words.span(int(left.total_seconds())) if left > timedelta() else ""

    def get_absolute_url(self) -> str:
        """Return the path of its page."""
        return reverse("tournament", args=[self.pk])

    @property
    def pace_words(self) -> str:
        """The pace, in words."""
        return time_words.pace(self.pace)


def _weekly_title(day: date) -> str:
    words = {"date": date_format(day, "MONTH_DAY_FORMAT")}
    match day.weekday():
        case calendar.FRIDAY:
            return gettext("Friday Night Cup, %(date)s") % words
        case calendar.SUNDAY:
            return gettext("Sunday Night Cup, %(date)s") % words
    return gettext("Weekly Cup, %(date)s") % words


class Entrant(models.Model):
    """A player in a tournament, or a bot that takes an empty place.

    The row stays without a user if the account is deleted.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    bot = models.CharField(max_length=20, blank=True, default="", db_default="")
    """The key of a bot in `engine.bots.BOTS`."""
    joined_at = models.DateTimeField()
    number = models.PositiveSmallIntegerField(null=True)
    """Seed, set at the start: 1 for the highest rating."""
    rating = models.PositiveSmallIntegerField(null=True)
    """Rating at the start; `None` if the player had none in this pool."""
    withdrew_at = models.DateTimeField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    """Final place; players eliminated in the same round share one."""

    class Meta:
        """Users, bots and seeds are unique per tournament."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "user"], name="tournaments_entrant_once"),
            models.UniqueConstraint(
                fields=["tournament", "bot"],
                condition=~models.Q(bot=""),
                name="tournaments_bot_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_number_once"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The player's username, or the bot's name."""
        if self.bot:
            return str(BOT_NAMES[self.bot])
        return self.user.username if self.user else gettext("gone")

    @property
    def face(self) -> PlayerFace | None:
        """The face of the player or bot."""
        if self.bot:
            return face_of_bot(self.bot)
        return face_of(self.user) if self.user else None

    @property
    def is_here(self) -> bool:
        """Whether the player still takes part."""
        if self.bot:
            return True
        return self.user is not None and self.user.is_active and self.withdrew_at is None


class TournamentRound(models.Model):
    """A round: pairings that are played at the same time."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="all_rounds")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, blank=True)
    """Seed of all games, if they have the same deal; secret until the round is over."""
    started_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True)

    class Meta:
        """Round numbers are unique per tournament."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_round_once"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class PairingScore(models.TextChoices):
    """The result of a pairing."""

    OPEN = "", _("open")
    FIRST = "first", _("1 – 0")
    SECOND = "second", _("0 – 1")
    DRAW = "draw", _("½ – ½")
    NONE = "none", _("0 – 0")
    BYE = "bye", _("bye")


class Pairing(models.Model):
    """Two players who meet in one game, or a player with a bye."""

    round = models.ForeignKey(TournamentRound, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    """1 for the top table; in a knock-out the position in the bracket."""
    nth = models.PositiveSmallIntegerField(default=1)
    """2 for the replay of a drawn game."""
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    """The player with the first turn, or with the bye."""
    second = models.ForeignKey(Entrant, null=True, on_delete=models.CASCADE, related_name="+")
    game = models.OneToOneField(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="pairing"
    )
    score = models.CharField(
        max_length=6, choices=PairingScore, blank=True, default=PairingScore.OPEN
    )

    class Meta:
        """Games are numbered uniquely per table and round."""

        ordering = ("table", "nth")
        constraints = (
            models.UniqueConstraint(
                fields=["round", "table", "nth"], name="tournaments_pairing_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.round_id}: {self.table}"
