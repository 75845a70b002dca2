"""Puzzles, the puzzles of the days, and the attempts and ratings of users who solve them."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.analysis import puzzles
from games.ratings import glicko2


class RatedRow(models.Model):
    """A row with a Glicko-2 rating of its own."""

    value = models.FloatField(default=glicko2.GlickoRating().value)
    deviation = models.FloatField(default=glicko2.GlickoRating().deviation)
    volatility = models.FloatField(default=glicko2.GlickoRating().volatility)
    tries = models.PositiveIntegerField(default=0)
    """Number of rated attempts."""
    solved = models.PositiveIntegerField(default=0)
    """How many of them succeeded."""

    class Meta:
        """No table of its own."""

        abstract = True

    @property
    def glicko(self) -> glicko2.GlickoRating:
        """The rating after the last rated attempt."""
        return glicko2.GlickoRating(self.value, self.deviation, self.volatility)

    @glicko.setter
    def glicko(self, rating: glicko2.GlickoRating) -> None:
        self.value, self.deviation = rating.value, rating.deviation
        self.volatility = rating.volatility


class Goal(models.TextChoices):
    """What the turn has to achieve."""

    GAME = puzzles.GAME, _("Win the game this turn")
    DISC = puzzles.DISC, _("Win a disc this turn")
    BEST = puzzles.BEST, _("Find the best turn")


class Origin(models.TextChoices):
    """The kind of game that a puzzle is taken from."""

    BOTS = "bots", _("a game between bots")
    SITE = "site", _("a finished game of this site")


class Puzzle(RatedRow):
    """A position with a goal and a solution (`engine/analysis/puzzles.py`)."""

    key = models.CharField(max_length=64, unique=True)
    """The hash of goal and position, so that no puzzle is stored twice."""
    goal = models.CharField(max_length=4, choices=Goal)
    position = models.JSONField()
    """In the public notation. Its hidden cards have been dealt anew."""
    solution = models.JSONField()
    """A line of answers that reaches the goal."""
    origin = models.CharField(max_length=4, choices=Origin)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    """Whether staff have taken it out of the selection."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """The next puzzle is looked up by its rating."""

        ordering = ("pk",)
        indexes = (models.Index(fields=["withdrawn", "value"], name="puzzles_by_rating"),)

    def __str__(self) -> str:
        return gettext("Puzzle %(number)d") % {"number": self.pk}

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("puzzle", args=[self.pk])

    @property
    def seat(self) -> int:
        """The seat that has the turn."""
        seat: int = self.position["to_move"]
        return seat


class DailyPuzzle(models.Model):
    """The puzzle of a day (UTC), the same for everyone."""

    date = models.DateField(primary_key=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")

    def __str__(self) -> str:
        return f"{self.date}: {self.puzzle_id}"


class Solver(RatedRow):
    """A user's puzzle rating."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_solver"
    )
    last_at = models.DateTimeField(null=True)
    """The time of the last rated attempt."""

    def __str__(self) -> str:
        return f"{self.user} {self.value:.0f}"


class Attempt(models.Model):
    """What a user has made of a puzzle; only the first try is rated."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_attempts"
    )
    puzzle = models.ForeignKey(
        Puzzle, on_delete=models.CASCADE, related_name="attempts", db_index=False
    )
    at = models.DateTimeField()
    """The end of the first try."""
    at_once = models.BooleanField()
    """Whether the first try succeeded."""
    solved_on = models.DateField(null=True)
    """The day (UTC) on which it was solved, without a look at the solution."""
    before = models.FloatField()
    after = models.FloatField()
    """The user's rating before and after the first try."""

    class Meta:
        """One attempt per user and puzzle."""

        constraints = (
            models.UniqueConstraint(fields=["puzzle", "user"], name="puzzles_attempt_once"),
        )
        indexes = (models.Index(fields=["user", "solved_on"], name="puzzles_attempt_days"),)

    def __str__(self) -> str:
        return f"{self.puzzle_id} {self.user}"


class MinedGame(models.Model):
    """A finished game in which puzzles have been looked for."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="mined")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.game_id)
