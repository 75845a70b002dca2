"""Tables people play at.

The list of moves is the truth; the snapshot of the engine on the game row is a cache of it, and
`manage.py check_games` proves that it is the right one. Nothing here knows a rule.
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
    """Return a seed nobody can guess."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Return the secret part of a link to a table."""
    return secrets.token_urlsafe(16)


class Status(models.TextChoices):
    """Where a table is in its life."""

    OPEN = "open", _("waiting for players")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("aborted")
    CANCELLED = "cancelled", _("cancelled")


class Ending(models.TextChoices):
    """How a finished game ended."""

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
    """What the site started a game for, if it did; `games.contests.registry` knows more."""

    FOUND = "found", _("matched by the site")
    LADDER = "ladder", _("ladder challenge")
    SEASON = "season", _("season game")
    TOURNAMENT = "tournament", _("tournament game")


CONTESTS = frozenset({Occasion.LADDER, Occasion.SEASON, Occasion.TOURNAMENT})
"""Occasions where something is at stake besides the game: nobody can call it off."""
WAITED_FOR = frozenset({Occasion.TOURNAMENT})
"""Occasions where others wait for the end of a game: the two can't agree to take longer."""


class Access(models.TextChoices):
    """Who may sit down."""

    OPEN = "open", _("anyone, from the lobby")
    LINK = "link", _("anyone with the link")
    INVITED = "invited", _("only players I invite")


ACCESS_WORDS = {
    Access.OPEN: _("anyone can join from the lobby"),
    Access.LINK: _("anyone with the link can join"),
    Access.INVITED: _("only invited players can join"),
}
"""What the pages of a table say about who may sit down."""

OPEN_FOR = timedelta(days=14)
LIVE_OFFER = timedelta(minutes=5)
"""How long a proposal about live play holds."""
SHOWN_FROM = 4
"""A game with more moves than this is worth showing to visitors."""


class Game(models.Model):
    """A table, from the moment somebody opens it."""

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
    """League pace: vacation does not help."""
    rated = models.BooleanField(default=False)
    """Whether it was opened as a rated game of people."""
    pool = models.CharField(max_length=5, blank=True)
    """Whose ratings it may move (`games.ratings.models.Pool`), decided for good when it starts;
    empty for none."""
    public = models.BooleanField(default=True)
    sealed = models.BooleanField(default=False)
    """The same deal is played at other tables: nothing of it is shown, also at the end."""
    occasion = models.CharField(max_length=10, choices=Occasion, blank=True)
    token = models.CharField(max_length=32, default=new_token)
    expires_at = models.DateTimeField()

    seed = models.CharField(max_length=64, default=new_seed)
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    """Of the engine, set with the deal: correcting a rule changes no game that has begun."""
    setup = models.JSONField(null=True)
    """The engine's record before the first action."""
    seq = models.PositiveIntegerField(default=0)
    """How many moves there are. Any change that players should see raises `version`."""
    version = models.PositiveIntegerField(default=0)
    snapshot = models.JSONField(null=True)
    clock = models.JSONField(null=True)
    """A `games.clock.Clock`, once the game has started."""
    deadline = models.DateTimeField(null=True)
    """The next deadline of the clock, for the periodic tasks."""
    alarm_at = models.DateTimeField(null=True)
    """When the alarms next visit the game; in the past after a change of the clock."""
    paused_until = models.DateTimeField(null=True)
    """While the clocks are at rest: when they run again unless the players agree before. A live
    game is broken off then."""
    gathering = models.BooleanField(default=False)
    """Whether the clocks of a live game still wait until all its players are at the table."""
    outage = models.PositiveBigIntegerField(default=0)
    """The id of the latest `Outage` that has been given back here."""

    winner = models.PositiveSmallIntegerField(null=True)
    ending = models.CharField(max_length=12, choices=Ending, blank=True)
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """The periodic tasks look up what is due; visitors are shown a game that is over."""

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
        """What everybody may know of the seed from the start."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    @property
    def options(self) -> Options:
        """What the engine wants to know before it deals."""
        return Options(
            players=self.players,
            boards=self.boards or None,
            secret_agents=self.secret_agents,
            beginner=self.beginner,
        )

    @property
    def second_side(self) -> int:
        """The side that does not begin, and is ahead: the seed decides it before anybody joins."""
        first: int = (
            self.setup["setup"]["first_side"]
            if self.setup
            else deal(self.options, self.seed).first_side
        )
        return 1 - first

    @property
    def advantage(self) -> str:
        """Who has the beginner's advantage, in words."""
        seat = next(seat for seat in self.seats.all() if seat.side == self.second_side)
        if seat.user is None and not seat.bot and seat.invited is None and not self.started_at:
            return gettext("beginner's advantage: the player who joins")
        name = seat.invited.username if seat.invited else seat.name
        return gettext("beginner's advantage: %(name)s") % {"name": name}

    @property
    def is_standard(self) -> bool:
        """Whether it is set up as rated games are: no extra agents or advantage, a random board."""
        return not (self.secret_agents or self.beginner or self.boards)

    @property
    def pace_words(self) -> str:
        """The pace, in words."""
        return time_words.pace(self.pace)

    @property
    def access_words(self) -> str:
        """Who may sit down, in words."""
        return str(ACCESS_WORDS[Access(self.access)])

    @property
    def others_wait(self) -> bool:
        """Whether others can't go on before this game is over."""
        return self.occasion in WAITED_FOR


class NotificationLevel(models.TextChoices):
    """How insistently a game notifies one of its players."""

    MUTE = "mute", _("mute")
    NORMAL = "normal", _("normal")
    URGENT = "urgent", _("urgent: also in my quiet hours")


class Seat(models.Model):
    """A place at a table: taken by a person or a bot, promised to somebody, or free."""

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
    """The teammate who plays on for somebody who has let their time pass."""
    abandoned_at = models.DateTimeField(null=True)
    """When its player last let their time pass here."""
    dropped_at = models.DateTimeField(null=True)
    """When its player left the game before it had begun: called it off, gave up, or never came."""
    back_at = models.DateTimeField(null=True)
    """When that player last answered after it."""
    turns = models.PositiveIntegerField(default=0)
    """Turns begun; all but the last one are completed."""
    draft = models.JSONField(default=list)
    """Answers not confirmed yet; only their seat ever sees them."""
    draft_seq = models.PositiveIntegerField(default=0)
    """The `seq` of the game that the draft goes on from."""
    seen_seq = models.PositiveIntegerField(default=0)
    """The last move that the player has looked at."""
    seen_at = models.DateTimeField(null=True)
    notes = models.TextField(blank=True, max_length=4000)
    talk_muted = models.BooleanField(default=False)
    notifications = models.CharField(
        max_length=6, choices=NotificationLevel, default=NotificationLevel.NORMAL
    )

    class Meta:
        """A person sits only once at a table; the periodic tasks look up bots that are asked."""

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
        """Who sits here."""
        if self.bot:
            return str(BOT_NAMES.get(self.bot, self.bot))
        if self.user:
            return self.user.username
        return str(_("gone") if self.game.started_at else _("free"))

    @property
    def player(self) -> User | None:
        """The person who answers for the seat now: the teammate, if they have taken it over."""
        return self.played_by or self.user


# Variables: makemessages finds the names in the registry of the bots.
BOT_NAMES = {key: _(bot.name) for key, bot in BOTS.items()}
BOT_STRENGTHS = {key: _(bot.about) for key, bot in BOTS.items()}


class Move(models.Model):
    """One answer of one seat, for ever."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", db_index=False)
    seq = models.PositiveIntegerField()
    """1 for the first answer of the game."""
    seat = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=100)
    events = models.JSONField(default=list)
    """What happened, for all eyes: a cache of what the engine says when it plays the move."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """No move twice."""

        ordering = ("seq",)
        constraints = (models.UniqueConstraint(fields=["game", "seq"], name="tables_move_once"),)

    def __str__(self) -> str:
        return f"{self.seq}. {self.action}"


class Message(models.Model):
    """A line of the public talk at a table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    hidden = models.BooleanField(default=False)

    class Meta:
        """Read from the top down."""

        ordering = ("at", "pk")

    def __str__(self) -> str:
        return self.text[:50]


class Report(models.Model):
    """Somebody objects to a line of the talk."""

    message = models.ForeignKey(
        Message, on_delete=models.CASCADE, related_name="reports", db_index=False
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Once a person and line is enough."""

        constraints = (
            models.UniqueConstraint(fields=["message", "reporter"], name="tables_report_once"),
        )

    def __str__(self) -> str:
        return f"{self.reporter}: {self.message}"


class Inspection(models.Model):
    """A trace: somebody of the staff looked at a running game as one of its seats."""

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
    """When a worker last showed that it lives."""

    worker = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker} {self.at}"


class ProposalKind(models.TextChoices):
    """What both sides have to agree on."""

    PAUSE = "pause", _("pause the game")
    RESUME = "resume", _("resume the game")
    PACE = "pace", _("change the pace")


class Proposal(models.Model):
    """One side proposes, the other accepts or not; a game has one open proposal at most."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="proposal")
    side = models.PositiveSmallIntegerField()
    """The side that proposes."""
    kind = models.CharField(max_length=6, choices=ProposalKind)
    pace = models.JSONField(null=True)
    """For a change of pace: the new `games.clock.Pace`; `None`: no clock."""
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"

    @property
    def is_live(self) -> bool:
        """Whether it is about live play."""
        return self.game.live or bool(self.pace and self.pace["live"])

    def has_lapsed(self, now: datetime) -> bool:
        """Whether an offer about live play is too old to be accepted.

        Any offer lapses at the next move, which deletes it.
        """
        return self.is_live and now - self.at > LIVE_OFFER


class Outage(models.Model):
    """A period in which the clock sweep did not run, to be given back to the running games."""

    start = models.DateTimeField()
    end = models.DateTimeField()
    live = models.BooleanField(default=False)
    """Whether it concerns the live games; if not, all others."""
    done = models.BooleanField(default=False)
    """Whether every running game has its time back. Until then each gets it when it is next
    locked, at the latest by the sweep."""
    games = models.PositiveIntegerField(default=0)
    """How many running games the batches gave it back to, counted at the latest of several."""

    class Meta:
        """The latest first; every move asks whether one is still to be given back."""

        ordering = ("-end",)
        indexes = (
            models.Index(
                fields=["live", "id"], condition=models.Q(done=False), name="tables_outage_open"
            ),
        )

    def __str__(self) -> str:
        return f"{self.start} - {self.end}"


class Annulment(models.Model):
    """A finished game that a moderator has annulled, with the result that it had."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="annulment")
    ending = models.CharField(max_length=12, blank=True)
    winner = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.at}"
