"""Searches for a game."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clock import Pace
from games.ratings.models import Pool
from games.tables import time_words
from games.tables.occasions import Occasion

FOUND_GAME = Occasion(
    "found",
    gettext_lazy("matched by the site"),
    abortable=True,
    news=gettext_lazy("Opponent found: your game against %(name)s has started."),
)


class GameSearch(models.Model):
    """A player's search for a rated game of two.

    The open table, if there is one, takes precedence over `state`: once an opponent has joined it,
    the search is fulfilled; once it is closed, the search is over (`candidates.searches`).
    """

    class State(models.TextChoices):
        """The state of a search."""

        WAITING = "waiting", gettext_lazy("searching")
        FOUND = "found", gettext_lazy("found")
        STOPPED = "stopped", gettext_lazy("stopped")
        EXPIRED = "expired", gettext_lazy("no opponent found")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="searches"
    )
    pace = models.JSONField()
    """A `games.clock.Pace`."""
    live = models.BooleanField()
    reach = models.PositiveSmallIntegerField(null=True)
    """Greatest rating difference; `None` for any, in which case the search has a table."""
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    """For a live search in the near future: its open page keeps extending it."""
    ended_at = models.DateTimeField(null=True)
    table = models.ForeignKey(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="searches"
    )
    """The search's open table in the lobby."""
    game = models.ForeignKey(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="found_by"
    )
    """The found game."""

    class Meta:
        """One waiting live search per user; a user finds a game once."""

        verbose_name_plural = "game searches"
        constraints = (
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(live=True, state="waiting"),
                name="matchmaking_live_search_once",
            ),
            models.UniqueConstraint(fields=["user", "game"], name="matchmaking_found_once"),
        )
        indexes = (models.Index(fields=["state", "expires_at"]),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.state}"

    @property
    def speed(self) -> Pace:
        """The pace."""
        return Pace.from_json(self.pace)

    @property
    def pool(self) -> Pool:
        """The pool of the game."""
        return Pool.LIVE if self.live else Pool.DAYS

    @property
    def pace_words(self) -> str:
        """The pace, in words."""
        return time_words.pace(self.pace)

    @property
    def reach_words(self) -> str:
        """The rating difference, in words."""
        if self.reach is None:
            return _("any rating")
        return _("within ± %(points)d of my rating") % {"points": self.reach}
