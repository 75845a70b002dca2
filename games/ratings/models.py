"""What the site remembers of how good people are: ratings, the games that moved them, results."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ratings import glicko2

UNSURE = 109.5
"""From this deviation on, which pages round to 110, a rating has a question mark."""


class Pool(models.TextChoices):
    """Games that are rated together."""

    DAYS = "days", _("correspondence")
    LIVE = "live", _("live")
    TEAMS = "teams", _("teams")
    SOLO = "solo", _("against bots")


def is_sure(rating: glicko2.GlickoRating) -> bool:
    """Whether a rating has no question mark."""
    return rating.deviation < UNSURE


def periods(since: datetime | None, until: datetime) -> float:
    """Return the rating periods between two moments; none without a first one."""
    if since is None:
        return 0
    days = (until - since).total_seconds() / 86400
    return max(0, days) * glicko2.PERIODS_A_DAY


class Rating(models.Model):
    """How good somebody is in a pool, after their last rated game there.

    A bot's never changes. The row of somebody whose account is gone stays, without a name: the
    ratings of others rest on it.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="ratings"
    )
    bot = models.CharField(max_length=16, blank=True)
    pool = models.CharField(max_length=5, choices=Pool)
    value = models.FloatField(default=glicko2.GlickoRating().value)
    deviation = models.FloatField(default=glicko2.GlickoRating().deviation)
    volatility = models.FloatField(default=glicko2.GlickoRating().volatility)
    games = models.PositiveIntegerField(default=0)
    """Games that counted."""
    opponents = models.PositiveIntegerField(default=0)
    """How many different ones they were against."""
    last_at = models.DateTimeField(null=True)
    """When the last of them ended."""

    class Meta:
        """One a person and pool."""

        constraints = (
            models.UniqueConstraint(fields=["user", "pool"], name="ratings_rating_once"),
            models.UniqueConstraint(
                fields=["bot", "pool"], condition=~models.Q(bot=""), name="ratings_anchor_once"
            ),
        )
        indexes = (models.Index(fields=["pool", "last_at"]),)

    def __str__(self) -> str:
        return f"{self.user or self.bot} {self.pool} {self.value:.0f}"

    @property
    def glicko(self) -> glicko2.GlickoRating:
        """The numbers, as after the last game."""
        return glicko2.GlickoRating(self.value, self.deviation, self.volatility)

    @glicko.setter
    def glicko(self, rating: glicko2.GlickoRating) -> None:
        self.value, self.deviation = rating.value, rating.deviation
        self.volatility = rating.volatility

    def at(self, now: datetime) -> glicko2.GlickoRating:
        """Return the numbers now: less sure with every day since the last game."""
        return self.glicko if self.bot else glicko2.aged(self.glicko, periods(self.last_at, now))


class Ledger(models.Model):
    """The order in which the rated games of a pool ended; its row is locked while one is added."""

    pool = models.CharField(max_length=5, choices=Pool, primary_key=True)
    last = models.PositiveIntegerField(default=0)
    """The place of the latest game."""

    def __str__(self) -> str:
        return f"{self.pool} {self.last}"


class RatedGame(models.Model):
    """A finished game that could move ratings, and its place in the order of its pool."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="rated_game")
    pool = models.CharField(max_length=5, choices=Pool)
    place = models.PositiveIntegerField()
    at = models.DateTimeField()
    """When the game ended."""
    counts = models.BooleanField(default=True)
    """False for what is over the limit of games between the same two."""

    class Meta:
        """A place is taken once; fair play looks at those of late."""

        constraints = (
            models.UniqueConstraint(fields=["pool", "place"], name="ratings_place_once"),
        )
        indexes = (models.Index(fields=["at"], name="ratings_rated_at"),)

    def __str__(self) -> str:
        return f"{self.pool} {self.place}"


class RatingChange(models.Model):
    """What a game did to one rating. If it did not count, before and after are the same."""

    rated = models.ForeignKey(
        RatedGame, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    side = models.PositiveSmallIntegerField()
    score = models.FloatField()
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    before_value = models.FloatField()
    before_deviation = models.FloatField()
    before_volatility = models.FloatField()
    before_at = models.DateTimeField(null=True)
    """The `last_at` of the rating before."""
    after_value = models.FloatField()
    after_deviation = models.FloatField()
    after_volatility = models.FloatField()

    class Meta:
        """Once a game and rating."""

        constraints = (
            models.UniqueConstraint(fields=["rated", "rating"], name="ratings_change_once"),
        )

    def __str__(self) -> str:
        return f"{self.before_value:.0f} → {self.after_value:.0f}"

    @property
    def before(self) -> glicko2.GlickoRating:
        """The numbers before the game."""
        return glicko2.GlickoRating(
            self.before_value, self.before_deviation, self.before_volatility
        )

    @before.setter
    def before(self, rating: glicko2.GlickoRating) -> None:
        self.before_value, self.before_deviation = rating.value, rating.deviation
        self.before_volatility = rating.volatility

    @property
    def after(self) -> glicko2.GlickoRating:
        """The numbers after it."""
        return glicko2.GlickoRating(self.after_value, self.after_deviation, self.after_volatility)

    @after.setter
    def after(self, rating: glicko2.GlickoRating) -> None:
        self.after_value, self.after_deviation = rating.value, rating.deviation
        self.after_volatility = rating.volatility


class AnnulledRating(models.Model):
    """What an annulled game had done to ratings: all that is needed to let it count again."""

    game = models.OneToOneField(
        "tables.Game", on_delete=models.CASCADE, related_name="annulled_rating"
    )
    pool = models.CharField(max_length=5, choices=Pool)
    place = models.PositiveIntegerField()
    """Its place in the order of the pool, which no other game gets."""
    changes = models.JSONField(default=list)
    """A rating, a side and a score for each change."""

    def __str__(self) -> str:
        return f"{self.game_id}: {self.pool} {self.place}"


class PlayerResult(models.Model):
    """How a finished game went for one person at it: what profiles are counted from."""

    game = models.ForeignKey(
        "tables.Game", on_delete=models.CASCADE, related_name="results", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="results",
        db_index=False,
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """The other one, one against one."""
    pool = models.CharField(max_length=5, choices=Pool)
    """Where the game belongs, rated or not."""
    first = models.BooleanField()
    """Whether their side had the first turn."""
    score = models.FloatField()
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    completed = models.BooleanField(default=True)
    """Whether it speaks for their reliability: both sides have completed a turn, and they did not
    let their time pass."""
    answer_seconds = models.PositiveIntegerField(null=True)
    """The median time between a question and their answer, as the wall clock has it."""
    agents = models.JSONField(default=list)
    """The slugs of the agents they recruited."""
    technologies = models.JSONField(default=list)
    """The factions whose technology they developed, one for each level."""
    at = models.DateTimeField()
    """When the game ended."""

    class Meta:
        """Once a seat; profiles look people up."""

        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="ratings_result_once"),
        )
        indexes = (models.Index(fields=["user", "at"]),)

    def __str__(self) -> str:
        return f"{self.user} {self.score}"


def ratings_of(users: Iterable[int | None], pool: str) -> dict[int, Rating]:
    """Return the ratings that people have in a pool, by their ids."""
    known = {user for user in users if user is not None}
    found = Rating.objects.filter(user__in=known, pool=pool) if known else ()
    return {rating.user_id: rating for rating in found if rating.user_id is not None}
