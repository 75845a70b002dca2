"""Ratings, the rated games that changed them, and the results of all finished games."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.ratings import glicko2

UNSURE = 109.5
"""From this deviation on (shown as 110) a rating is provisional and has a question mark."""


class Pool(models.TextChoices):
    """A kind of game with ratings of its own."""

    DAYS = "days", _("correspondence")
    LIVE = "live", _("live")
    TEAMS = "teams", _("teams")
    SOLO = "solo", _("against bots")
    BOTS = "bots", _("bot accounts")


def is_sure(rating: glicko2.GlickoRating) -> bool:
    """Whether a rating is certain enough to be shown without a question mark."""
    return rating.deviation < UNSURE


def periods(since: datetime | None, until: datetime) -> float:
    """Return the rating periods between two times; 0 if there is no start."""
    if since is None:
        return 0
    days = (until - since).total_seconds() / 86400
    return max(0, days) * glicko2.PERIODS_A_DAY


@dataclass(frozen=True, slots=True)
class RatingState:
    """A rating after a player's last game, and the end of the last counted one."""

    glicko: glicko2.GlickoRating = field(default_factory=glicko2.GlickoRating)
    last_at: datetime | None = None


class Rating(models.Model):
    """A player's rating in a pool after their last rated game there.

    A bot's rating is the fixed one that it had in its last rated game. When an account is deleted
    its rows stay without a user, because the ratings of its opponents depend on them.
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
    """Number of counted games."""
    opponents = models.PositiveIntegerField(default=0)
    """Number of different opponents in them."""
    last_at = models.DateTimeField(null=True)
    """End of the last counted game."""
    tallied = models.CharField(max_length=80, default="", db_default="", blank=True)
    """`tally_mark` as of the last change of its meetings.

    A version of the site without meetings changes the rating and not this: then the meetings are
    counted anew.
    """

    class Meta:
        """One rating per player and pool."""

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
        """The rating as of the last game."""
        return glicko2.GlickoRating(self.value, self.deviation, self.volatility)

    @glicko.setter
    def glicko(self, rating: glicko2.GlickoRating) -> None:
        self.value, self.deviation = rating.value, rating.deviation
        self.volatility = rating.volatility

    @property
    def tally_mark(self) -> str:
        """What a change of the rating changes."""
        last_at = self.last_at and self.last_at.timestamp()
        return f"{self.games} {self.opponents} {float(self.value)!r} {last_at!r}"

    @property
    def has_tally(self) -> bool:
        """Whether the meetings of the rating are up to date."""
        return self.tallied == self.tally_mark

    def move_to(self, state: RatingState) -> None:
        """Take the state after the last game."""
        has_tally = self.has_tally
        self.glicko, self.last_at = state.glicko, state.last_at
        if has_tally:
            self.tallied = self.tally_mark

    def at(self, now: datetime) -> glicko2.GlickoRating:
        """Return the current rating: the deviation grows with the time since the last game."""
        return self.glicko if self.bot else glicko2.aged(self.glicko, periods(self.last_at, now))


class Ledger(models.Model):
    """The order in which a pool's rated games ended; its row is locked while the order changes."""

    pool = models.CharField(max_length=5, choices=Pool, primary_key=True)
    last = models.PositiveIntegerField(default=0)
    """The place of the latest game."""

    def __str__(self) -> str:
        return f"{self.pool} {self.last}"


class RatedGame(models.Model):
    """A finished rated game and its place in the order of its pool."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="rated_game")
    pool = models.CharField(max_length=5, choices=Pool)
    place = models.PositiveIntegerField()
    at = models.DateTimeField()
    """When the game ended."""
    counts = models.BooleanField(default=True)
    """False if the game exceeds the monthly limit between the same opponents."""

    class Meta:
        """Places are unique; fair play queries recent games."""

        constraints = (
            models.UniqueConstraint(fields=["pool", "place"], name="ratings_place_once"),
        )
        indexes = (models.Index(fields=["at"], name="ratings_rated_at"),)

    def __str__(self) -> str:
        return f"{self.pool} {self.place}"


class RatingChange(models.Model):
    """The change of one rating by a game. Before and after are equal if it did not count."""

    rated = models.ForeignKey(
        RatedGame, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    rating = models.ForeignKey(
        Rating, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    place = models.PositiveIntegerField(null=True)
    """The place of the game in its pool, beside the rating for an index of both.

    `None` in a row that a version of the site without this column has written: `fill_places`.
    """
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
        """One change per game and rating; the games of a rating in their order."""

        constraints = (
            models.UniqueConstraint(fields=["rated", "rating"], name="ratings_change_once"),
        )
        indexes = (
            models.Index(fields=["rating", "place"], name="ratings_change_order"),
            models.Index(
                fields=["id"], condition=models.Q(place=None), name="ratings_change_unplaced"
            ),
        )

    def __str__(self) -> str:
        return f"{self.before_value:.0f} → {self.after_value:.0f}"

    @property
    def before(self) -> glicko2.GlickoRating:
        """The rating before the game."""
        return glicko2.GlickoRating(
            self.before_value, self.before_deviation, self.before_volatility
        )

    @before.setter
    def before(self, rating: glicko2.GlickoRating) -> None:
        self.before_value, self.before_deviation = rating.value, rating.deviation
        self.before_volatility = rating.volatility

    @property
    def after(self) -> glicko2.GlickoRating:
        """The rating after the game."""
        return glicko2.GlickoRating(self.after_value, self.after_deviation, self.after_volatility)

    @after.setter
    def after(self, rating: glicko2.GlickoRating) -> None:
        self.after_value, self.after_deviation = rating.value, rating.deviation
        self.after_volatility = rating.volatility

    @property
    def state_before(self) -> RatingState:
        """The state of the rating that the game starts from."""
        return RatingState(self.before, self.before_at)

    @state_before.setter
    def state_before(self, state: RatingState) -> None:
        self.before, self.before_at = state.glicko, state.last_at

    @property
    def state_after(self) -> RatingState:
        """The state of the rating that the player's next game starts from."""
        return RatingState(self.after, self.rated.at if self.rated.counts else self.before_at)


class Meeting(models.Model):
    """The counted games of a rating against another one; a bot's rating has none of its own."""

    rating = models.ForeignKey(
        Rating, on_delete=models.CASCADE, related_name="meetings", db_index=False
    )
    opponent = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="+", db_index=False)
    games = models.PositiveIntegerField(default=0)
    month = models.DateField(null=True)
    """The first day of the latest month (UTC) in which they had a counted game."""
    month_games = models.PositiveIntegerField(default=0)
    """The number of counted games in that month, for the monthly limit."""

    class Meta:
        """One row per rating and opponent."""

        constraints = (
            models.UniqueConstraint(fields=["rating", "opponent"], name="ratings_meeting_once"),
        )

    def __str__(self) -> str:
        return f"{self.rating_id} {self.opponent_id}: {self.games}"


class DueGame(models.Model):
    """A place in a pool whose game has to be calculated again (`recalculation`)."""

    pool = models.CharField(max_length=5, choices=Pool)
    place = models.PositiveIntegerField()
    limit = models.BooleanField(default=False)
    """Whether the monthly limit is checked again too."""

    class Meta:
        """A game is due once."""

        constraints = (models.UniqueConstraint(fields=["pool", "place"], name="ratings_due_once"),)

    def __str__(self) -> str:
        return f"{self.pool} {self.place}"


class Recalculation(models.Model):
    """A run of recalculations in a pool, from the first due game until none is left."""

    pool = models.CharField(max_length=5, choices=Pool)
    began_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)
    claimed_until = models.DateTimeField(null=True)
    """Until when a worker has it for itself; it says so again with each slice."""
    slices = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    """How many games have been calculated again."""

    class Meta:
        """A pool has one run at a time."""

        constraints = (
            models.UniqueConstraint(
                fields=["pool"], condition=models.Q(done_at=None), name="ratings_recalculation_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.pool}: {self.games}"


class AnnulledRating(models.Model):
    """The rating changes of an annulled game, kept so that it can be restored."""

    game = models.OneToOneField(
        "tables.Game", on_delete=models.CASCADE, related_name="annulled_rating"
    )
    pool = models.CharField(max_length=5, choices=Pool)
    place = models.PositiveIntegerField()
    """Its place in the order of the pool, which is not given to another game."""
    changes = models.JSONField(default=list)
    """A rating, a side and a score for each change."""

    def __str__(self) -> str:
        return f"{self.game_id}: {self.pool} {self.place}"


class PlayerResult(models.Model):
    """The result of a finished game for one player; profile statistics are counted from these."""

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
    """The opponent in a game of two."""
    pool = models.CharField(max_length=5, choices=Pool)
    """Pool of the game, rated or not."""
    first = models.BooleanField()
    """Whether the player's side had the first turn."""
    score = models.FloatField()
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    completed = models.BooleanField(default=True)
    """Whether it counts as finished for reliability: both sides completed a turn, and the player
    did not lose on time."""
    answer_seconds = models.PositiveIntegerField(null=True)
    """Median wall-clock time between a decision's arrival and the player's answer."""
    agents = models.JSONField(default=list)
    """Slugs of the agents the player recruited."""
    technologies = models.JSONField(default=list)
    """Factions whose technology the player developed, one entry per level."""
    at = models.DateTimeField()
    """When the game ended."""

    class Meta:
        """One result per seat; profiles query by user."""

        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="ratings_result_once"),
        )
        indexes = (models.Index(fields=["user", "at"]),)

    def __str__(self) -> str:
        return f"{self.user} {self.score}"


class CardCount(models.Model):
    """How often a card was used in one way in the finished games of a pool (`card_counts`)."""

    pool = models.CharField(max_length=5, choices=Pool)
    agent = models.CharField(max_length=32)
    """A slug; empty in the row that counts the results of the pool."""
    use = models.CharField(max_length=7)
    """`recruit`, `develop` or `lead`."""
    band = models.CharField(max_length=10, blank=True)
    """The key of the players' band of strength; empty for unrated games."""
    number = models.PositiveIntegerField()
    score = models.FloatField()
    """The points of the players who used it so: a win is 1, a draw 0.5."""

    class Meta:
        """One row per pool, card, use and band; pages query by card."""

        constraints = (
            models.UniqueConstraint(
                fields=["agent", "pool", "use", "band"], name="ratings_card_count_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.pool} {self.agent} {self.use} {self.number}"


def ratings_of(users: Iterable[int | None], pool: str) -> dict[int, Rating]:
    """Return the ratings of users in a pool, by user id."""
    ids = {user for user in users if user is not None}
    rows = Rating.objects.filter(user__in=ids, pool=pool) if ids else ()
    return {rating.user_id: rating for rating in rows if rating.user_id is not None}
