"""Games and their moves.

The moves are the source of truth; the engine's snapshot in the game's row is a cache of them, which
`manage.py check_games` verifies. No rule of the game is here.
"""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import RULES_VERSION, Options, deal
from games.tables import occasions, time_words


def new_seed() -> str:
    """Return a seed that can't be guessed."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Return the secret part of a link to a table."""
    return secrets.token_urlsafe(16)


class Status(models.TextChoices):
    """The state of a table."""

    OPEN = "open", _("waiting for players")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("aborted")
    CANCELLED = "cancelled", _("cancelled")


class Ending(models.TextChoices):
    """The way in which a game ended."""

    ABSOLUTE = "absolute", _("absolute victory")
    DEMOCRATIC = "democratic", _("democratic victory")
    POPULAR = "popular", _("popular victory")
    DRAW = "draw", _("draw")
    STANDSTILL = "standstill", _("no disc moved")
    RESIGNATION = "resignation", _("resignation")
    TIME = "time", _("time ran out")
    ANNULLED = "annulled", _("annulled: lost during an absence that had already cost a game")
    UNBEGUN = "unbegun", _("never started")
    REVOKED = "revoked", _("annulled by a moderator")
    LAPSED = "lapsed", _("cancelled: the live game was not resumed in time")


class Closing(models.TextChoices):
    """Why a table closes before the start."""

    DECLINED = "declined"
    LEFT = "left"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Access(models.TextChoices):
    """The players who can join a table."""

    OPEN = "open", _("anyone, from the lobby")
    LINK = "link", _("anyone with the link")
    INVITED = "invited", _("only players I invite")


ACCESS_WORDS = {
    Access.OPEN: _("anyone can join from the lobby"),
    Access.LINK: _("anyone with the link can join"),
    Access.INVITED: _("only invited players can join"),
}
"""`Access` in words, for the pages of a table."""

OPEN_FOR = timedelta(days=14)
SHOWN_FROM = 4
"""A game with more moves than this can be shown to visitors."""


class Game(models.Model):
    """A table and its game."""

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    access = models.CharField(max_length=8, choices=Access, default=Access.OPEN)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    players = models.PositiveSmallIntegerField(default=2)
    boards = models.CharField(max_length=3, blank=True)
    secret_agents = models.BooleanField(default=False)
    bots_welcome = models.BooleanField(default=False, db_default=False)
    """Whether bot accounts may take free seats."""
    beginner = models.BooleanField(default=False)
    pace = models.JSONField(null=True)
    """A `games.clock.Pace`; `None`: no clock."""
    live = models.BooleanField(default=False)
    league = models.BooleanField(default=False)
    """League pace: vacation does not extend deadlines."""
    rated = models.BooleanField(default=False)
    """Whether it was opened as a rated game."""
    pool = models.CharField(max_length=5, blank=True)
    """The rating pool (`games.ratings.models.Pool`), set at the start; empty if friendly."""
    public = models.BooleanField(default=True)
    sealed = models.BooleanField(default=False)
    """Whether the same deal is played at other tables, so that its hands stay closed at the end."""
    occasion = models.CharField(max_length=occasions.KEY_LENGTH, blank=True)
    """The key of what the site has started it for (`games.tables.occasions`)."""
    token = models.CharField(max_length=32, default=new_token)
    expires_at = models.DateTimeField()

    seed = models.CharField(max_length=64, default=new_seed)
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    """The version of the engine's rules, set with the deal and kept by running games."""
    setup = models.JSONField(null=True)
    """The engine's record before the first action."""
    seq = models.PositiveIntegerField(default=0)
    """The number of moves; any change that players should see raises `version`."""
    folded = models.BooleanField(null=True, default=False, db_default=False)
    """Whether its moves are one `FoldedMoves`; `None`: their rows differ from the engine's, and
    stay."""
    version = models.PositiveIntegerField(default=0)
    snapshot = models.JSONField(null=True)
    clock = models.JSONField(null=True)
    """A `games.clock.Clock`, once the game has started."""
    deadline = models.DateTimeField(null=True)
    """The next deadline of the clock, for the sweep."""
    alarm_at = models.DateTimeField(null=True)
    """The time of the next alarm; in the past after a change of the clock."""
    paused_until = models.DateTimeField(null=True)
    """The end of a pause: then the clocks run again, or a live game is broken off."""
    has_chat = models.BooleanField(default=False)
    """Whether a message has been written at this table."""
    happened = models.JSONField(default=list)
    """The latest table events (`games.tables.table_events`), the oldest first."""
    gathering = models.BooleanField(default=False)
    """Whether the clocks of a live game wait until all players are at the table."""
    outage = models.PositiveBigIntegerField(default=0)
    """The id of the latest `Outage` that has been given back to this game."""

    still_turns = models.PositiveIntegerField(null=True)
    """The number of turns begun since a disc last moved; `None`: not counted yet."""

    winner = models.PositiveSmallIntegerField(null=True)
    ending = models.CharField(max_length=12, choices=Ending, blank=True)
    rematch_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    """The game that it repeats; of its rematches, all but one have been closed before the start."""
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """Indexes for periodic tasks, and for the game shown to visitors."""

        constraints = (
            models.UniqueConstraint(fields=["token"], name="tables_token_once"),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=~models.Q(status=Status.CANCELLED),
                name="tables_rematch_once",
            ),
        )
        indexes = (
            models.Index(fields=["status", "deadline"]),
            models.Index(
                fields=["alarm_at"],
                condition=models.Q(alarm_at__isnull=False),
                name="tables_alarm",
            ),
            models.Index(fields=["status", "access", "expires_at"]),
            models.Index(
                fields=["paused_until"],
                condition=models.Q(paused_until__isnull=False),
                name="tables_paused",
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(live=True, status=Status.RUNNING),
                name="tables_live",
            ),
            models.Index(fields=["id"], condition=models.Q(sealed=True), name="tables_sealed"),
            models.Index(
                fields=["-created_at"],
                condition=models.Q(status=Status.OPEN, access=Access.OPEN),
                name="tables_open",
            ),
            models.Index(
                fields=["-finished_at"],
                condition=models.Q(status=Status.FINISHED, public=True, seq__gt=SHOWN_FROM),
                name="tables_to_show",
            ),
            models.Index(
                fields=["finished_at"],
                condition=models.Q(
                    status__in=(Status.FINISHED, Status.ABORTED), folded=False, seq__gt=0
                ),
                name="tables_to_fold",
            ),
        )

    def __str__(self) -> str:
        return gettext("Game %(game)s") % {"game": self.pk}

    def get_absolute_url(self) -> str:
        """Return the address of the table."""
        return reverse("table", args=[self.pk])

    @property
    def seed_sha256(self) -> str:
        """The hash of the seed, which is public from the start."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    @property
    def options(self) -> Options:
        """The engine's options for the deal."""
        return Options(
            players=self.players,
            boards=self.boards or None,
            secret_agents=self.secret_agents,
            beginner=self.beginner,
        )

    @property
    def second_side(self) -> int:
        """The side that plays second, with the advantage; decided by the seed."""
        first: int = (
            self.setup["setup"]["first_side"]
            if self.setup
            else deal(self.options, self.seed).first_side
        )
        return 1 - first

    @property
    def advantage(self) -> str:
        """The player with the beginner's advantage, in words."""
        seat = next(seat for seat in self.seats.all() if seat.side == self.second_side)
        if seat.user is None and not seat.bot and seat.invited is None and not self.started_at:
            return gettext("beginner's advantage: the player who joins")
        name = seat.invited.username if seat.invited else seat.name
        return gettext("beginner's advantage: %(name)s") % {"name": name}

    @property
    def is_standard(self) -> bool:
        """Whether it is set up like a rated game: no extra agents, no advantage, a random board."""
        return not (self.secret_agents or self.beginner or self.boards)

    @property
    def pace_words(self) -> str:
        """The pace, in words."""
        return time_words.pace(self.pace)

    @property
    def access_words(self) -> str:
        """The players who can join, in words."""
        return str(ACCESS_WORDS[Access(self.access)])

    @property
    def occasion_label(self) -> str:
        """What the site has started the game for, in words; empty if players have opened it."""
        return str(occasions.get(self.occasion).label)

    @property
    def is_abortable(self) -> bool:
        """Whether its occasion allows players to abort it."""
        return occasions.get(self.occasion).abortable

    def drop_proposal(self) -> None:
        """Delete the open proposal, if there is one."""
        proposal: Any = getattr(self, "proposal", None)
        if proposal is not None:
            if proposal.pk is not None:
                proposal.delete()
            Game._meta.get_field("proposal").set_cached_value(self, None)

    @property
    def others_wait(self) -> bool:
        """Whether other players wait for the end of this game."""
        return occasions.get(self.occasion).others_wait


class Move(models.Model):
    """An answer of a seat; never changed. `games.tables.moves` reads these rows and folded ones."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", db_index=False)
    seq = models.PositiveIntegerField()
    """1 for the first answer of the game."""
    seat = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=100)
    events = models.JSONField(default=list)
    """All its events, hidden ones included: a cache of the engine's answer to the move."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Moves are numbered without repetition."""

        ordering = ("seq",)
        constraints = (models.UniqueConstraint(fields=["game", "seq"], name="tables_move_once"),)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.seq}"  # what was done may be hidden


class FoldedMoves(models.Model):
    """The moves of a game that has been over for a while, in place of their rows."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="folded_moves"
    )
    record = models.BinaryField()
    """Written and read by `games.tables.moves`."""

    def __str__(self) -> str:
        return str(self.game_id)
