"""Models of tables: games, seats, moves, chat, proposals, outages.

The moves are the source of truth; the engine's snapshot in the game's row is a cache of them, which
`manage.py check_games` verifies. No rule of the game is here.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine import RULES_VERSION, Options, deal
from engine.bots import BOTS
from games.tables import time_words


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
    RESIGNATION = "resignation", _("resignation")
    TIME = "time", _("time ran out")
    ANNULLED = "annulled", _("annulled: lost during an absence that had already cost a game")
    UNBEGUN = "unbegun", _("never started")
    REVOKED = "revoked", _("annulled by a moderator")
    LAPSED = "lapsed", _("cancelled: the live game was not resumed in time")


class Occasion(models.TextChoices):
    """The reason why the site started a game; `games.contests.registry` finds its contest."""

    FOUND = "found", _("matched by the site")
    LADDER = "ladder", _("ladder challenge")
    SEASON = "season", _("season game")
    TOURNAMENT = "tournament", _("tournament game")


CONTESTS = frozenset({Occasion.LADDER, Occasion.SEASON, Occasion.TOURNAMENT})
"""Occasions of contests, whose games can't be aborted."""
WAITED_FOR = frozenset({Occasion.TOURNAMENT})
"""Occasions in which other players wait for the end: the time of a game can't be changed."""


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
LIVE_OFFER = timedelta(minutes=5)
"""The time after which a proposal about live play expires."""
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
    occasion = models.CharField(max_length=10, choices=Occasion, blank=True)
    token = models.CharField(max_length=32, default=new_token)
    expires_at = models.DateTimeField()

    seed = models.CharField(max_length=64, default=new_seed)
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    """The version of the engine's rules, set with the deal and kept by running games."""
    setup = models.JSONField(null=True)
    """The engine's record before the first action."""
    seq = models.PositiveIntegerField(default=0)
    """The number of moves; any change that players should see raises `version`."""
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
    gathering = models.BooleanField(default=False)
    """Whether the clocks of a live game wait until all players are at the table."""
    outage = models.PositiveBigIntegerField(default=0)
    """The id of the latest `Outage` that has been given back to this game."""

    winner = models.PositiveSmallIntegerField(null=True)
    ending = models.CharField(max_length=12, choices=Ending, blank=True)
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """Indexes for periodic tasks, and for the game shown to visitors."""

        constraints = (models.UniqueConstraint(fields=["token"], name="tables_token_once"),)
        indexes = (
            models.Index(fields=["status", "deadline"]),
            models.Index(
                fields=["alarm_at"],
                condition=models.Q(alarm_at__isnull=False),
                name="tables_alarm",
            ),
            models.Index(fields=["status", "access", "expires_at"]),
            models.Index(fields=["id"], condition=models.Q(sealed=True), name="tables_sealed"),
            models.Index(
                fields=["-finished_at"],
                condition=models.Q(status=Status.FINISHED, public=True, seq__gt=SHOWN_FROM),
                name="tables_to_show",
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
    def others_wait(self) -> bool:
        """Whether other players wait for the end of this game."""
        return self.occasion in WAITED_FOR


class NotificationLevel(models.TextChoices):
    """How insistently a game notifies one of its players."""

    MUTE = "mute", _("mute")
    NORMAL = "normal", _("normal")
    URGENT = "urgent", _("urgent: also in my quiet hours")


class Seat(models.Model):
    """A seat at a table: taken by a player or a bot, reserved for a player, or free."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        db_index=False,
    )
    bot = models.CharField(max_length=16, blank=True)
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="invitations"
    )
    asked = models.BooleanField(default=False)
    """Whether the game waits for this seat."""
    asked_at = models.DateTimeField(null=True)
    played_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="played_for"
    )
    """The teammate who has taken over the seat."""
    abandoned_at = models.DateTimeField(null=True)
    """The last time when its player ran out of time here."""
    dropped_at = models.DateTimeField(null=True)
    """The time when its player left the game at the start: aborted, resigned, or never came."""
    back_at = models.DateTimeField(null=True)
    """The time of that player's last answer after running out of time."""
    turns = models.PositiveIntegerField(default=0)
    """The number of turns started; all but the last one are completed."""
    draft = models.JSONField(default=list)
    """Answers that are not confirmed yet; shown to this seat only."""
    draft_seq = models.PositiveIntegerField(default=0)
    """The `seq` of the game that the draft starts from."""
    seen_seq = models.PositiveIntegerField(default=0)
    """The number of the last move that the player has looked at."""
    seen_at = models.DateTimeField(null=True)
    notes = models.TextField(blank=True, max_length=4000)
    talk_muted = models.BooleanField(default=False)
    notifications = models.CharField(
        max_length=6, choices=NotificationLevel, default=NotificationLevel.NORMAL
    )

    class Meta:
        """A user has one seat at a table; indexes for periodic tasks."""

        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="tables_seat_once"),
            models.UniqueConstraint(fields=["game", "user"], name="tables_user_sits_once"),
        )
        indexes = (
            models.Index(fields=["user", "asked"]),
            models.Index(
                fields=["asked_at"],
                condition=models.Q(asked=True) & ~models.Q(bot=""),
                name="tables_bot_asked",
            ),
            models.Index(
                fields=["user", "abandoned_at"],
                condition=models.Q(abandoned_at__isnull=False),
                name="tables_seat_abandoned",
            ),
        )

    def __str__(self) -> str:
        return gettext("Seat %(number)s") % {"number": self.number}

    @property
    def side(self) -> int:
        """The side that the seat belongs to."""
        return self.number % 2

    @property
    def name(self) -> str:
        """The name of the player or bot."""
        if self.bot:
            return str(BOT_NAMES.get(self.bot, self.bot))
        if self.user:
            return self.user.username
        return str(_("gone") if self.game.started_at else _("free"))

    @property
    def player(self) -> User | None:
        """The user who answers for the seat: a teammate who has taken it over, else its user."""
        return self.played_by or self.user


# The strings are marked for makemessages in the registry of the bots.
BOT_NAMES = {key: _(bot.name) for key, bot in BOTS.items()}
BOT_STRENGTHS = {key: _(bot.about) for key, bot in BOTS.items()}


class Move(models.Model):
    """An answer of a seat; never changed."""

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
        return f"{self.seq}. {self.action}"


class Message(models.Model):
    """A chat message at a table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    hidden = models.BooleanField(default=False)

    class Meta:
        """In the order of writing."""

        ordering = ("at", "pk")

    def __str__(self) -> str:
        return self.text[:50]


class Report(models.Model):
    """A user's report of a chat message."""

    message = models.ForeignKey(
        Message, on_delete=models.CASCADE, related_name="reports", db_index=False
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A user reports a message once."""

        constraints = (
            models.UniqueConstraint(fields=["message", "reporter"], name="tables_report_once"),
        )

    def __str__(self) -> str:
        return f"{self.reporter}: {self.message}"


class Inspection(models.Model):
    """An audit entry: a staff member viewed a running game from a seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="inspections")
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.staff} {self.game_id} {self.at}"


class Heartbeat(models.Model):
    """The last sign of life of a worker."""

    worker = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker} {self.at}"


class ProposalKind(models.TextChoices):
    """The subjects of proposals."""

    PAUSE = "pause", _("pause the game")
    RESUME = "resume", _("resume the game")
    PACE = "pace", _("change the pace")


class Proposal(models.Model):
    """An open proposal of one side; a game has at most one."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="proposal")
    side = models.PositiveSmallIntegerField()
    """The side that has made it."""
    kind = models.CharField(max_length=6, choices=ProposalKind)
    pace = models.JSONField(null=True)
    """The new `games.clock.Pace` for a change of pace; `None` for no clock."""
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"

    @property
    def is_live(self) -> bool:
        """Whether it is about live play."""
        return self.game.live or bool(self.pace and self.pace["live"])

    def has_lapsed(self, now: datetime) -> bool:
        """Whether a proposal about live play is too old to be accepted.

        Any proposal lapses with the next move, which deletes it.
        """
        return self.is_live and now - self.at > LIVE_OFFER


class Outage(models.Model):
    """A period in which the clock sweep did not run; it is given back to running games."""

    start = models.DateTimeField()
    end = models.DateTimeField()
    live = models.BooleanField(default=False)
    """Whether it concerns live games, or all others."""
    done = models.BooleanField(default=False)
    """Whether every running game has its time back. Until then a game gets it when it is next
    locked, at the latest by the sweep."""
    games = models.PositiveIntegerField(default=0)
    """The number of games that got it back in batches, counted at the latest outage of several."""

    class Meta:
        """The latest first; an index for outages that are not given back yet."""

        ordering = ("-end",)
        indexes = (
            models.Index(
                fields=["live", "id"], condition=models.Q(done=False), name="tables_outage_open"
            ),
        )

    def __str__(self) -> str:
        return f"{self.start} - {self.end}"


class Annulment(models.Model):
    """An annulment of a finished game by a moderator, with the former result."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="annulment")
    ending = models.CharField(max_length=12, blank=True)
    winner = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.at}"
